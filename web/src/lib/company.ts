// SPDX-License-Identifier: MIT
// Several units that march the same way: each follows the steps of the first, as far as the server says it can go.
import { tick } from 'svelte';
import { distance, neighbour, sideBetween } from './hex';
import { endAct } from './march';
import type { HexNo, ReachHex } from './protocol';
import type { Table } from './table.svelte';
import { t } from './words';

// Where the same steps lead from another hex.
export function alike(way: HexNo[], from: HexNo): HexNo {
  return way.slice(1).reduce((at, h, i) => neighbour(at, sideBetween(way[i]!, h)), from);
}

// The act that takes a unit in hand: alone, or with all of its kind in the hex.
export function taking(table: Table, unit: string, whole = false): string | null {
  const acts = table.gestures.units.get(unit) ?? [];
  return (acts.find((a) => a.verb === (whole ? 'select-stack' : 'select')) ?? acts.find((a) => a.verb === 'select'))?.text ?? null;
}

// Shift and a click: one more who marches as the unit in hand does, or no longer. The first one is taken in hand.
export function accompany(table: Table, unit: string): void {
  const { gestures, company } = table, take = gestures.inHand ? null : taking(table, unit);
  if (take) return void table.play([take]);
  if (!gestures.inHand || unit === table.hand || table.unit(unit)?.side !== table.chair.side) return;
  table.company = company.includes(unit) ? company.filter((u) => u !== unit) : [...company, unit];
}

// Plays the marches of the others. Whoever cannot go there goes as near as it can, or stays.
export async function marchAlike(table: Table, units: string[], way: HexNo[], end: string | null): Promise<void> {
  const facing = end ? endAct(end) : null, stayed: string[] = [];
  for (const unit of units) {
    const from = table.view?.counters.find((c) => c.id === unit)?.hex, take = taking(table, unit);
    if (!table.mine || !from || !take) stayed.push(unit);
    else if (!(await follow(table, unit, take, from, alike(way, from), facing?.facing ?? facing?.side ?? null))) stayed.push(unit);
  }
  if (stayed.length) table.notice = t('company.stayed', { units: stayed.map((u) => table.nameOf(u)).join(', ') });
}

async function follow(table: Table, unit: string, take: string, from: HexNo, to: HexNo, facing: string | null): Promise<boolean> {
  await table.play([take]);
  await tick();
  await table.reaching;
  const near = [...table.reach.values()].filter((r) => r.stops === null).sort((a, b) => distance(a.hex, to) - distance(b.hex, to))[0];
  if (table.hand !== unit || !near || distance(near.hex, to) >= distance(from, to)) {
    if (table.hand === unit) await table.cancel();
    return false;
  }
  const same = near.ends?.find((e) => (endAct(e)?.facing ?? endAct(e)?.side) === facing) ?? endOf(table, near);
  await table.play(same ? [...near.acts, same] : near.acts);
  await tick();
  return true;
}

function endOf(table: Table, way: ReachHex): string | null {
  table.march(way);
  const { ghost } = table;
  table.ghost = null;
  return ghost?.end ?? null;
}
