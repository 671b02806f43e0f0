// SPDX-License-Identifier: MIT
// The odds engine's answer (docs/opponent.md), as the drawer shows it.
import type { HexNo, Side } from './protocol';
import { figure, t } from './words';

export interface UnitOdds {
  unit: string;
  before: string;
  fates: Record<string, number>; // "good order", "disordered", "routed", "eliminated", "waiting"
  moved: number;
  strength_lost: number;
}

export interface Odds {
  exact: boolean;
  error: number;
  policy: { mine: string; theirs: string; answers: number };
  units: UnitOdds[];
  hexes: { hex: HexNo; before: Side | null; empty: number; held: Record<Side, number> }[];
  endings: { probability: number; changes: { unit: string; fate: string; hex?: string }[] }[];
  other: number; // share of the endings that are not listed
  strength_lost: Record<Side, number>;
}

export interface Bar {
  text: string;
  share: number; // 0 to 1
}

const MOST = 8;
const EPSILON = 1e-6; // sums of probabilities are not quite 1

// The likeliest endings, each as one line; `say` puts a change into words.
export function bars(odds: Odds, say: (unit: string, fate: string, hex?: string) => string, unchanged: string, rest: string): Bar[] {
  const listed = odds.endings.slice(0, MOST).map((e) => ({ text: e.changes.map((c) => say(c.unit, c.fate, c.hex)).join(', ') || unchanged, share: e.probability }));
  const left = odds.other + odds.endings.slice(MOST).reduce((sum, e) => sum + e.probability, 0);
  return left > 0 ? [...listed, { text: rest, share: left }] : listed;
}

// Whole per cents, but nothing possible is shown as 0 and nothing open as 100.
export function percent(share: number): string {
  const n = Math.round(share * 100);
  return n === 0 && share > EPSILON ? '<1' : n === 100 && share < 1 - EPSILON ? '>99' : String(n);
}

export interface Part {
  name: string;
  share: number;
}

// Who stands in the hex afterwards, the seat that asks first; null where that is not in doubt.
export function holders(odds: Odds, hex: HexNo, mine: Side): Part[] | null {
  const h = odds.hexes.find((x) => x.hex === hex);
  if (!h || [h.empty, ...Object.values(h.held)].some((p) => p > 1 - EPSILON)) return null;
  const sides = Object.keys(h.held).sort((a, b) => Number(b === mine) - Number(a === mine));
  return [...sides.map((s) => ({ name: s, share: h.held[s]! })), { name: '', share: h.empty }].filter((p) => p.share > 0);
}

export const FATES = ['good order', 'disordered', 'routed', 'eliminated'] as const;

// What becomes of a unit; those for which nothing but their place can change come last.
export function fatesOf(odds: Odds): { unit: string; parts: Part[]; moved: number; harm: number }[] {
  return odds.units
    .map((u) => ({ unit: u.unit, moved: u.moved, parts: FATES.map((name) => ({ name, share: u.fates[name] ?? 0 })).filter((p) => p.share > 0), harm: 1 - (u.fates[u.before] ?? 0) }))
    .sort((a, b) => b.harm - a.harm);
}

export interface Risk {
  hex: HexNo;
  harm: number; // the chance of whoever is most endangered there
  lost: number; // strength, of all together
}

// Hex by hex what may become of those who stand there.
export function risksOf(odds: Odds, where: (unit: string) => HexNo | undefined): Risk[] {
  const out = new Map<HexNo, Risk>(), lost = new Map(odds.units.map((u) => [u.unit, u.strength_lost]));
  for (const { unit, harm } of fatesOf(odds)) {
    const hex = where(unit);
    if (!hex) continue;
    const r = out.get(hex) ?? { hex, harm: 0, lost: 0 };
    out.set(hex, { hex, harm: Math.max(r.harm, harm > EPSILON ? harm : 0), lost: r.lost + (lost.get(unit) ?? 0) });
  }
  return [...out.values()];
}

// One line for the log: who would hold the hex, and what it would cost; or how likely it is that nothing comes of it.
export function forecast(odds: Odds, hex: HexNo | undefined, mine: Side, called: (side: Side) => string): string {
  const held = hex ? holders(odds, hex, mine) : null;
  const holds = held?.filter((p) => p.name).map((p) => `${called(p.name)} ${percent(p.share)} %`).join(', ');
  const lost = Object.entries(odds.strength_lost).filter(([, n]) => n >= 0.05).map(([side, n]) => `${called(side)} −${figure(n.toFixed(1))}`).join(', ');
  const still = odds.endings.find((e) => e.changes.length === 0)?.probability ?? 0;
  return [holds && `${hex}${t('colon')} ${holds}`, lost].filter(Boolean).join(' · ') || `${t('odds.unchanged')} ${percent(still)} %`;
}
