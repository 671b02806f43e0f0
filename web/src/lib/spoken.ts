// SPDX-License-Identifier: MIT
// The table in sentences, for those who hear it: a unit with where it stands, a hex with what is in it, what is about to be done.
import { levelOf, terrainOf } from '../art/terrain';
import { faceOf, stackIn } from './counter';
import { facingNow } from './facing';
import { neighbour, SIDES } from './hex';
import type { CounterState, Due, GameEvent, HexNo, LogEntry, MapData } from './protocol';
import type { Table } from './table.svelte';
import { figureOf } from './combat';
import { facesOf } from './dice';
import { told, type LogLine, type March } from './log_lines';
import { actText, direction, eventPieces, figure, promptText, t, word } from './words';

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

const marchSpoken = (table: Table, { units, from, to, facing, halted }: March): string => {
  const who = units.map((u) => table.nameOf(u)).join(' + '), way = from && to ? t('spoken.went', { who, from, to }) : to ? t('spoken.came', { who, to }) : who;
  return [way, facing ? t('log.facing', { facing: direction(facing) }) : '', halted ? t('log.halted') : ''].filter(Boolean).join(', ');
};

// "Cohesion test: IR1, 5 or less"; modifiers without their rules, which the log has.
function dueSpoken(table: Table, due: Due): string {
  const text = promptText({ prompt: due.text }), who = due.unit ? table.nameOf(due.unit) : due.side ? table.sideName(due.side) : '';
  const head = who ? `${text}${/\?$/.test(text) ? ' ' : `${t('colon')} `}${who}` : text;
  return [due.hex ? `${head} → ${due.hex}` : head, due.needs ? t('roll.needs', { total: due.needs.total }) : '', ...due.ledger.lines.map(figureOf)].filter(Boolean).join(', ');
}

const eventSpoken = (table: Table, v: GameEvent): string =>
  v.fact === 'Rolled' && v.value >= 11 ? t('log.dice', { faces: facesOf(v.value).join(', ') }) : eventPieces(v, table.namesIn()).map((p) => ('unit' in p ? table.nameOf(p.unit) : 'hex' in p ? p.hex : p.text)).join('');

const otherSpoken: Partial<Record<LogEntry['kind'], (e: LogEntry, side: (s: string | null | undefined) => string) => string>> = {
  undo: (e, side) => t('log.tookback', { side: side(e.by) }),
  takeback: (e, side) => t('log.granted', { side: side(e.by) }),
  seat: (e, side) => t('log.sat', { name: e.name, side: side(e.side) }),
  machine: (e, side) => t('log.machine', { side: side(e.side), level: word('seat', e.level ?? '') }),
};

// A line of the log as it is said once, when it comes: no numbers of lines, no rules.
export function lineSpoken(table: Table, { entries, march }: LogLine): string {
  const e = entries[entries.length - 1]!, side = (s: string | null | undefined): string => table.sideName(s ?? null);
  const foe = e.by && e.by !== 'chance' && e.by !== table.chair.side ? `${side(e.by)}${t('colon')} ` : ''; // both sides may have a unit of that name
  if (march) return foe + marchSpoken(table, march);
  if (e.kind === 'chat') return `${(e.by && table.chair.seats[e.by]?.name) || side(e.by) || t('bar.watching')}${t('colon')} ${e.text}`;
  const other = otherSpoken[e.kind];
  if (other) return other(e, side);
  const events = told(e).map((v) => eventSpoken(table, v));
  return foe + [e.due ? dueSpoken(table, e.due) : '', ...(events.length || !e.act ? events : [actText(e.act, (u) => table.nameOf(u))])].filter(Boolean).join('; ');
}

// How it ended: "White wins: Blue 0, White 1".
export function endSpoken(table: Table): string {
  const { decision, ending, view } = table.chair;
  if (!decision?.over) return '';
  const winner = ending ? ending.winner : (view?.winner ?? null);
  const points = (table.battle?.card.sides ?? []).map((s) => `${table.sideName(s)} ${figure(view?.points[s] ?? 0)}`).join(', ');
  return `${winner ? t('over.title', { winner: table.sideName(winner) }) : t('over.draw')}${t('colon')} ${points}`;
}
