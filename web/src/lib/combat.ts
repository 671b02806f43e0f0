// SPDX-License-Identifier: MIT
// The entries of the log that belong to one combat: its dice, the answers to it and what came of them, and nothing of the next.
import type { Chart, HexNo, Ledger, LedgerLine, LogEntry } from './protocol';

const NEXT = new Set(['TurnBegan', 'MarkerDrawn', 'MarkerChosen', 'Activated', 'ReserveActivated', 'SegmentBegan', 'PhaseBegan']);
const FIGHTS = /^(fire|fire-at|fire-together|salvo|shock|charge|charge-stack|resolve|melee|assault)$/;
const MOST = 14;

export function ofCombat(log: LogEntry[], from: number, target: HexNo | undefined): LogEntry[] {
  const out: LogEntry[] = [];
  let rolled = false;
  for (const e of log) {
    if (e.seq <= from || e.kind !== 'act') continue;
    const another = rolled && e.act?.hex !== undefined && e.act.hex !== target && FIGHTS.test(e.act.verb) && !/^Counter/.test(e.events?.[0]?.fact ?? '');
    if (another || out.length === MOST) break;
    // The entry in which something new begins may still tell how this ended.
    const begun = e.events?.findIndex((v) => NEXT.has(v.fact)) ?? -1;
    if (begun === 0 && rolled) break;
    out.push(begun > 0 && rolled ? { ...e, events: e.events!.slice(0, begun) } : e);
    if (begun > 0 && rolled) break;
    rolled ||= e.by === 'chance';
  }
  return out;
}

// A line of a ledger as its figure: a step, a factor, a value or a shift of the column.
const signed = (v: number): string => (v > 0 ? `+${v}` : v < 0 ? `−${-v}` : '0');
export function figureOf(l: Pick<LedgerLine, 'kind' | 'value' | 'over'>): string {
  const fraction = l.over ? `${l.value}/${l.over}` : `${l.value}`;
  return l.kind === 'factor' ? `×${fraction}` : l.kind === 'value' ? fraction : l.kind === 'shift' ? `${l.value > 0 ? '→' : '←'}${Math.abs(l.value)}` : signed(l.value);
}

// Both sides' strengths as the rules count them: the two values with which the sum of a combat begins, where its book has odds of such.
export interface Odds {
  ours: number;
  theirs: number;
  ratio: string; // "2:1", as the table rounds it
}
const STRENGTHS = new Set(['5.1.3-c', '8.44-a', '11.2-a']), ODDS = /^(8\.6\.1-a|OD-\d+)$/;

export const isStrength = (l: Pick<LedgerLine, 'kind' | 'rule'>): boolean => l.kind === 'value' && STRENGTHS.has(l.rule);
export const isOdds = (l: Pick<LedgerLine, 'rule'>): boolean => ODDS.test(l.rule);

export function oddsOf(ledger: Ledger | null, charts: Chart[]): Odds | null {
  const [ours, theirs] = (ledger?.lines ?? []).filter(isStrength).map((l) => l.value / (l.over ?? 1)), chart = charts.find((c) => c.name === 'odds');
  if (ours === undefined || theirs === undefined || !chart) return null;
  const [attacker, defender] = ['attacker', 'defender'].map((name) => chart.columns.indexOf(name)) as [number, number];
  const row = chart.rows.find((r) => ours * Number(r[defender]) >= theirs * Number(r[attacker])) ?? chart.rows.at(-1)!;
  return { ours, theirs, ratio: row[0]! };
}
