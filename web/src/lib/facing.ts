// SPDX-License-Identifier: MIT
// Facings are chosen before they are committed: of the end of a march, or of the unit in hand.
import { VERTICES } from './hex';
import { endAct } from './march';
import type { Act, HexNo } from './protocol';
import type { Table } from './table.svelte';

// A corner or a side of the hex; books that know both may offer both at once.
export const facingKey = (a: Act): string => a.facing ?? `side ${a.side}`;

// Ways for the march to end, or else for the unit in hand to face.
export function facingActs(table: Table): Act[] {
  const ends = (table.ghost?.reach?.ends ?? []).map(endAct).filter((a): a is Act => a !== null);
  return ends.length || !table.hand ? ends : (table.gestures.facings.get(table.hand) ?? []);
}

// The facing shown: of the ghost, the chosen one, or the present one.
export function facingNow(table: Table): string | null {
  const end = table.ghost?.reach && table.ghost.end ? endAct(table.ghost.end) : null;
  return (end && facingKey(end)) ?? table.facing;
}

export function turn(table: Table, by: number): void {
  const acts = facingActs(table);
  if (acts.length === 0) return;
  const names = [...VERTICES.filter((v) => acts.some((a) => a.facing === v)), ...new Set(acts.filter((a) => a.facing === undefined).map(facingKey))];
  const hand = table.view?.counters.find((c) => c.id === table.hand), present = hand?.facing && (hand.faces_side ? `side ${hand.facing}` : hand.facing);
  const at = names.indexOf(facingNow(table) ?? present ?? names[0]!);
  choose(table, names[(at + (at < 0 ? 0 : by) + names.length) % names.length]!);
}

export function choose(table: Table, facing: string): void {
  const { ghost } = table, act = facingActs(table).find((a) => facingKey(a) === facing);
  if (ghost?.reach && ghost.end && act) table.ghost = { ...ghost, end: act.text };
  else table.facing = facing;
}

// Turns the unit in hand to the chosen facing; where there are several ways to do so, they are offered.
export function commitFacing(table: Table, at: (hex: HexNo) => { x: number; y: number }): void {
  const acts = facingActs(table).filter((a) => facingKey(a) === table.facing), hex = table.view?.counters.find((c) => c.id === table.hand)?.hex;
  if (!hex || !acts[0]) return;
  if (acts.length > 1) table.menu = { at: at(hex), acts };
  else void table.propose(acts[0], hex);
}
