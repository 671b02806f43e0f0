// SPDX-License-Identifier: MIT
// Entries of the log as a player counts them: a unit's march is one line, and so is taking it back.
import type { GameEvent, HexNo, LogEntry, Side } from './protocol';

export interface March {
  units: string[];
  from: HexNo | null;
  to: HexNo | null;
  steps: number;
  facing: string | null;
  halted: GameEvent | null; // where a rule ended it
}
export interface LogLine {
  seq: number; // of its last entry
  entries: LogEntry[];
  march: March | null;
  undone: boolean;
}

const GOES = ['Moved', 'Entered', 'CommanderMoved'], TURNS = 'Turned', HALTS = 'MoveEnded';
const QUIET = ['SegmentBegan', 'PhaseBegan']; // the top bar says where we are

export const undoneIn = (entries: LogEntry[]): Set<number> => new Set(entries.flatMap((e) => e.undone ?? []));
export const told = (e: LogEntry): GameEvent[] => (e.events ?? []).filter((v) => !QUIET.includes(v.fact));
// A way of several hexes is told by its end.
export const ends = (all: GameEvent[]): GameEvent[] => all.filter((v, i) => !(all[i + 1]?.fact === v.fact && all[i + 1]?.who === v.who && v.hex));
// An act that this viewer may not know, or that only leads to the next question, has no line.
const idle = (e: LogEntry): boolean => !e.forced?.length && !e.standing && (!e.act || /^(select|done$)/.test(e.act.verb));

const marches = (e: LogEntry): boolean =>
  e.kind === 'act' && e.act?.who !== undefined && !e.due && !e.forced?.length && told(e).every((v) => GOES.includes(v.fact) || v.fact === TURNS || v.fact === HALTS);

function marchOf(entries: LogEntry[]): March | null {
  const events = entries.flatMap(told), who = entries[0]!.act!.who!;
  if (events.length === 0) return null;
  const steps = events.filter((v) => v.who === who && GOES.includes(v.fact));
  const turned = events.filter((v) => v.fact === TURNS).at(-1);
  return {
    units: [...new Set([who, ...events.flatMap((v) => v.who ?? [])])],
    from: steps[0]?.from ?? null,
    to: steps.at(-1)?.hex ?? null,
    steps: steps.length,
    facing: turned ? (/faces (\S+)$/.exec(turned.text)?.[1] ?? null) : null,
    halted: events.find((v) => v.fact === HALTS) ?? null,
  };
}

export function logLines(all: LogEntry[]): LogLine[] {
  const undone = undoneIn(all), out: LogLine[] = [];
  const shown = all.filter((e) => e.kind !== 'act' || !idle(e) || told(e).length);
  for (const e of shown) {
    const last = out.at(-1), before = last?.entries.at(-1), gone = undone.has(e.seq);
    const alike = (x: LogEntry): boolean => x.by === e.by && (marches(e) ? marches(x) && x.act!.who === e.act!.who : e.kind === 'undo' && x.kind === 'undo');
    if (last && before && last.undone === gone && alike(before)) (last.entries.push(e), (last.seq = e.seq));
    else out.push({ seq: e.seq, entries: [e], march: null, undone: gone });
  }
  for (const line of out) if (marches(line.entries[0]!)) line.march = marchOf(line.entries);
  return out;
}

// Whose the initiative is, where the entry's roll decided it: the event tells the higher total, the roll whose that is.
export function wonBy(entry: LogEntry, sides: Side[]): Side | undefined {
  const won = entry.events?.find((v) => v.fact === 'InitiativeWon'), die = entry.events?.find((v) => v.fact === 'Rolled')?.value;
  if (!won || die === undefined || !entry.due?.side) return undefined;
  return die + entry.due.ledger.total === won.value ? entry.due.side : sides.find((s) => s !== entry.due!.side);
}

// How many acts one press of Undo takes back: a unit's whole march, or the last order to it while it is still in hand.
export function lastMove(log: LogEntry[], side: Side | null, inHand: string | null): number {
  const undone = undoneIn(log), acts = log.filter((e) => e.kind === 'act' && !undone.has(e.seq));
  const last = acts.at(-1), who = last?.act?.who;
  if (!last || last.by !== side || who === undefined) return 1;
  const other = acts.findLastIndex((e) => e.by !== side || e.act?.who !== who);
  // What the unit did before it was taken in hand is no part of its march.
  const all = acts.slice(other + 1), taken = all.findLastIndex((e) => /^(select|march)/.test(e.act?.verb ?? '')), run = all.slice(Math.max(taken, 0));
  return inHand === who ? run.filter((e) => e.at === last.at).length : run.length;
}
