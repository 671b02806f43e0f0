// SPDX-License-Identifier: MIT
// How the acts of others are shown: a unit's move as a whole, several units at once where nothing interrupts. Knows facts, not rules.
import type { GameEvent, HexNo, Side, Update } from './protocol';

export type Pace = 'instant' | 'fast' | 'animated' | 'step';
export const PACES: Pace[] = ['instant', 'fast', 'animated', 'step'];

// What the server waits between two moves of a machine. The page animates by itself; machines think meanwhile.
export const PAUSE_OF: Record<Pace, number> = { instant: 0, fast: 100, animated: 300, step: 100 };

interface Tempo {
  ride: number; // ms in which a unit goes its way
  beat: number; // ms until the next is shown
  dice: number; // ms that dice stay before the next
  together: number; // units that go at once
}
const TEMPO: Record<Pace, Tempo> = {
  instant: { ride: 0, beat: 0, dice: 0, together: Infinity },
  fast: { ride: 320, beat: 340, dice: 260, together: 6 },
  animated: { ride: 560, beat: 600, dice: 600, together: 1 },
  step: { ride: 400, beat: 0, dice: 0, together: 1 },
};
export const tempo = (pace: Pace): Tempo => TEMPO[pace];

const GOES = new Set(['Moved', 'Entered', 'CommanderMoved', 'Advanced', 'Pursued', 'Recoiled', 'Retreated', 'RoutMoved', 'Evaded', 'Displaced']);
const QUIET = new Set(['Moved', 'Entered', 'CommanderMoved', 'Turned', 'MoveEnded', 'SegmentBegan', 'Limbered', 'Unlimbered', 'FormedColumn', 'FormedLine', 'FormedRoadColumn']);

const facts = (u: Update): GameEvent[] => u.events ?? [];
const rolls = (u: Update): boolean => u.by === 'chance';
// Somebody marches or turns, and nothing else happens.
const plain = (u: Update): boolean => u.kind === 'act' && facts(u).every((e) => QUIET.has(e.fact)) && !u.due;
const actor = (u: Update): string | undefined => u.act?.who ?? facts(u).find((e) => e.who)?.who;

export const byOthers = (u: Update, me: Side | null): boolean => u.kind === 'act' && u.by !== me && u.by !== 'chance';

// How many updates at the head of the queue are shown together: one unit's acts up to whatever they lead to, and further units while
// all of them only march. A standing order's answer goes with the act it answers.
export function together(queue: Update[], me: Side | null, pace: Pace): number {
  const first = queue[0];
  if (!first || !byOthers(first, me)) return first ? 1 : 0;
  let count = 1, units = 1, who = actor(first);
  for (; count < queue.length && plain(queue[count - 1]!); ++count) {
    const next = queue[count]!, same = actor(next) === who || actor(next) === undefined;
    if (next.standing) continue;
    if (!byOthers(next, me) || (!same && (++units > TEMPO[pace].together || !plain(next)))) break;
    if (!same) who = actor(next);
  }
  return count;
}

// The ways of the units in these updates, hex by hex from where each stood.
export function ways(shown: Update[]): Map<string, HexNo[]> {
  const out = new Map<string, HexNo[]>();
  for (const e of shown.flatMap(facts)) {
    if (!e.who || !e.hex || !GOES.has(e.fact)) continue;
    const way = out.get(e.who) ?? (e.from ? [e.from] : []);
    out.set(e.who, [...way, e.hex]);
  }
  return out;
}

export const pauseAfter = (shown: Update[], pace: Pace): number => (shown.some(rolls) ? TEMPO[pace].dice : TEMPO[pace].beat);
