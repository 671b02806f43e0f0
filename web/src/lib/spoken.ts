// SPDX-License-Identifier: MIT
// The table in sentences, for those who hear it: a unit with where it stands, a hex with what is in it, what is about to be done.
import { levelOf, terrainOf } from '../art/terrain';
import { faceOf, stackIn } from './counter';
import { facingNow } from './facing';
import { neighbour, SIDES } from './hex';
import type { CounterState, HexNo, MapData } from './protocol';
import type { Table } from './table.svelte';
import { actText, direction, t, word } from './words';

const INNER = ['group', 'command', 'left', 'turn', 'half', 'road'];

export const standing = (table: Table, hex: HexNo): CounterState[] =>
  stackIn(table.view?.counters ?? [], hex);

// "NE stream, S bridge"
export const sidesText = (map: MapData, hex: HexNo): string =>
  SIDES.flatMap((name, k) => {
    const n = neighbour(hex, k), s = map.sides.find((x) => (x.a === hex && x.b === n) || (x.b === hex && x.a === n));
    return s ? [`${direction(name)} ${s.types.map((x) => word('hexside', x)).join('+')}`] : [];
  }).join(', ');

// "0405, facing E"
export const whereText = (c: CounterState): string => (c.place !== 'map' || !c.hex ? '' : [c.hex, ...(c.facing ? [t('log.facing', { facing: direction(c.facing) })] : [])].join(', '));

export function unitSpoken(table: Table, id: string): string {
  const c = table.view?.counters.find((x) => x.id === id);
  if (!c) return table.nameOf(id);
  const { arm } = faceOf(c, table.unit(id), false), left = id === table.hand ? c.values['left'] : undefined;
  const values = Object.entries(c.values).filter(([k]) => !INNER.includes(k)).map(([k, v]) => `${word('value', k)} ${v}`);
  const marks = c.marks.filter((m) => m !== 'finished' || id !== table.hand).map((m) => word('mark', m));
  return [table.nameOf(id), t(`spoken.${arm}`), table.sideName(c.side), whereText(c), ...values, ...(left === undefined ? [] : [t('spoken.left', { left })]), ...marks].filter(Boolean).join(', ');
}

export function hexSpoken(table: Table, hex: HexNo): string {
  const map = table.battle?.map;
  if (!map) return hex;
  const sides = sidesText(map, hex), way = table.reach.get(hex), here = standing(table, hex);
  const ground = [t('status.hex', { hex }), map.names[hex], word('terrain', terrainOf(map, hex)), levelOf(map, hex) ? t('status.level', { level: levelOf(map, hex) }) : '', sides && `${t('status.sides')}${t('colon')} ${sides}`];
  const zone = Object.entries(table.view?.zones ?? {}).filter(([s, all]) => s !== table.chair.side && all.includes(hex)).map(([s]) => t('status.zone', { side: table.sideName(s) }));
  const acts = (table.gestures.hexes.get(hex) ?? []).filter((a) => a.verb !== 'move');
  const reach = !table.mine || !table.hand ? [] : way ? [t('spoken.reach'), ...(way.stops === 'die' ? [t('acts.badge.die')] : way.stops === 'enemy' ? [t('acts.badge.enemy')] : [])] : acts.length ? [] : [t('spoken.far')];
  const who = here.map((c) => `${table.nameOf(c.id)} (${table.sideName(c.side)}${c.marks.includes('disordered') ? `, ${word('mark', 'disordered')}` : ''})`);
  return [...ground, who.join(', '), ...zone, ...reach, ...acts.slice(0, 3).map((a) => actText(a, (u) => table.nameOf(u)))].filter(Boolean).join('; ');
}

// What Enter would do now.
export function ghostSpoken(table: Table): string {
  const { ghost } = table, name = table.hand ? table.nameOf(table.hand) : '', facing = facingNow(table);
  const turned = facing ? `, ${t('log.facing', { facing: direction(facing) })}` : '';
  if (!ghost) return facing ? t('spoken.commit', { what: `${name}${turned}` }) : '';
  const what = ghost.act ? actText(ghost.act, (u) => table.nameOf(u)) : `${name} → ${ghost.hex}${turned}`;
  return [t('spoken.commit', { what }), ghost.final ? t('ghost.final') : '', ghost.reach?.stops ? t(`acts.badge.${ghost.reach.stops}`) : ''].filter(Boolean).join(' ');
}
