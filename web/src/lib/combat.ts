// SPDX-License-Identifier: MIT
// The entries of the log that belong to one combat: its dice, the answers to it and what came of them, and nothing of the next.
import type { HexNo, LedgerLine, LogEntry } from './protocol';

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
