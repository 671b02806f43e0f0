// SPDX-License-Identifier: MIT
// Where to look: the places of what has just happened, who strikes whom, and which attacks are declared. Knows facts, not rules.
import { undoneIn } from './log_lines';
import type { CounterState, HexNo, LogEntry, Update } from './protocol';

export interface Strike {
  from: HexNo;
  to: HexNo;
}

const DECLARES = /Declared$/;
const ENDS = new Set(['TurnBegan', 'MarkerDrawn', 'MarkerChosen', 'Activated', 'ReserveActivated', 'SegmentBegan', 'PhaseBegan']);
const OFF = new Set(['TestFailed', 'Recalled', 'AssaultOff', 'Eliminated', 'Routed']);
const FOUGHT = new Set(['CombatResolved', 'MeleeFought']);
const AIMS = /^(fire-at|howitzer)$/;
const SHOT = new Set(['FireAttack', 'TooWeak', 'Fired']);

type Where = (unit: string) => HexNo | undefined;
export const whereIn = (counters: CounterState[]): Where => {
  const at = new Map(counters.filter((c) => c.place === 'map').map((c) => [c.id, c.hex]));
  return (unit) => at.get(unit);
};

const goes = (u: LogEntry): boolean => (u.events ?? []).some((e) => e.who === u.act?.who && e.hex !== undefined && e.from !== undefined);

// The hexes of these entries: where everybody ended, what was struck, whom a die was for.
export function places(news: LogEntry[], where: Where): HexNo[] {
  const out = new Set<HexNo>();
  for (const u of news) {
    const events = u.events ?? [], units = [u.act?.who, u.due?.unit, ...events.map((e) => e.who)];
    for (const unit of units) if (unit && where(unit)) out.add(where(unit)!);
    if (u.act?.hex && !goes(u)) out.add(u.act.hex);
    if (u.due?.hex) out.add(u.due.hex);
  }
  return [...out];
}

// An act of one unit against a hex it does not go to.
export function strikes(news: Update[], where: Where): Strike[] {
  return news.flatMap((u) => {
    const from = u.act?.who ? where(u.act.who) : undefined, to = u.act?.hex;
    return u.kind === 'act' && from && to && from !== to && !goes(u) && !/^(enter|place|select)/.test(u.act!.verb) ? [{ from, to }] : [];
  });
}

// Attacks that are declared and fire that is aimed, while their dice have not fallen.
export function declared(log: LogEntry[], where: Where): Strike[] {
  const undone = undoneIn(log), open = new Map<string, { who: string; to: HexNo }>();
  for (const entry of log) {
    if (entry.kind !== 'act' || undone.has(entry.seq)) continue;
    if (entry.act && AIMS.test(entry.act.verb) && entry.act.who && entry.act.hex && !entry.events?.some((e) => SHOT.has(e.fact))) open.set(`aim ${entry.act.who} ${entry.act.hex}`, { who: entry.act.who, to: entry.act.hex });
    if (entry.act?.verb === 'withdraw') drop(open, (s) => s.who === entry.act!.who);
    for (const e of entry.events ?? []) {
      if (ENDS.has(e.fact)) open.clear();
      else if (DECLARES.test(e.fact) && e.who && e.hex) open.set(`${e.who} ${e.hex}`, { who: e.who, to: e.hex });
      else if (FOUGHT.has(e.fact)) drop(open, (s) => s.to === e.hex);
      else if (SHOT.has(e.fact)) drop(open, (s, key) => key.startsWith('aim') && s.to === e.hex);
      else if (OFF.has(e.fact)) drop(open, (s) => s.who === e.who);
    }
  }
  return [...open.values()].flatMap((s) => (where(s.who) && where(s.who) !== s.to ? [{ from: where(s.who)!, to: s.to }] : []));
}

function drop<T>(open: Map<string, T>, gone: (s: T, key: string) => boolean): void {
  for (const [key, s] of open) if (gone(s, key)) open.delete(key);
}
