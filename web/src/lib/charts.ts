// SPDX-License-Identifier: MIT
// The result tables of a book and the row a total falls on. Tables are read "from this total on", or by the exact total.
import type { Chart, GameEvent } from './protocol';

const TABLES: Record<string, string[]> = { Fired: ['fire'], FortressFired: ['fire'], CombatResolved: ['shock', 'melee'] };
const SHORT = 6;
const OPEN_END = -99; // how the files write "anything lower"

export interface LitRow {
  from: string; // "5–9", "10 +"
  results: string[];
  lit: boolean;
}
export interface LitTable {
  heads: string[];
  rows: LitRow[];
}

// The totals of one row of a table: "5 – 9", "10 +". `froms` are the lowest totals of all rows.
export function rangeOf(froms: number[], i: number): string {
  const low = froms[i]!, next = froms[i + 1], exact = froms.every((f, n) => n === 0 || f === froms[n - 1]! + 1);
  const plain = (n: number): string => String(n).replace('-', '−');
  if (next === undefined) return `${plain(low)} +`;
  if (low === OPEN_END || (exact && i === 0)) return `≤ ${plain(next - 1)}`;
  return next - 1 === low ? plain(low) : `${plain(low)} – ${plain(next - 1)}`;
}

// `around`: rows of a long table shown on either side of the lit one.
export function litTable(charts: Chart[], event: GameEvent, around = 2): LitTable | null {
  const chart = TABLES[event.fact]?.flatMap((name) => charts.find((c) => c.name === name) ?? [])[0];
  if (!chart) return null;
  const froms = chart.rows.map((r) => Number(r[0]));
  const found = froms.filter((f) => f <= event.value).length - 1;
  const at = Math.max(0, found);
  const rows = chart.rows.map((r, i) => ({ from: rangeOf(froms, i), results: r.slice(1), lit: i === at }));
  return { heads: chart.columns.slice(1), rows: rows.length <= SHORT ? rows : rows.slice(Math.max(0, at - around), at + around + 1) };
}

// The column for a firer's arm, where a table has several; null where all of the row counts. A column that is no arm's name stands for the rest.
export function cellOf(table: LitTable, arm: string, arms: Set<string>): number | null {
  const names = table.heads.map((h) => h.replace(/_/g, ' '));
  if (names.length < 2 || !names.some((n) => arms.has(n))) return null;
  const own = names.indexOf(arm);
  return own >= 0 ? own : names.findIndex((n) => !arms.has(n));
}
