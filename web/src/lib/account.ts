// SPDX-License-Identifier: MIT
// The running account of victory points: each entry of the log that changed them, and by how much.
import type { LogEntry, Side } from './protocol';

export interface Change {
  entry: LogEntry | null; // null: how the battle began
  turn: number;
  by: Record<Side, number>;
  now: Record<Side, number>;
}

export function accountOf(log: LogEntry[], start: Record<Side, number>): Change[] {
  const undone = new Set(log.flatMap((e) => e.undone ?? [])), out: Change[] = [{ entry: null, turn: 1, by: start, now: start }];
  let turn = 1;
  for (const e of log) {
    if (undone.has(e.seq)) continue;
    const began = e.events?.find((v) => v.fact === 'TurnBegan');
    if (e.points) {
      const before = out[out.length - 1]!.now, by = Object.fromEntries(Object.entries(e.points).map(([s, n]) => [s, n - (before[s] ?? 0)]));
      out.push({ entry: e, turn, by, now: e.points });
    }
    if (began) turn = began.value;
  }
  return out;
}
