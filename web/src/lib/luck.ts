// SPDX-License-Identifier: MIT
// The luck of each side, as far as dice show it: of its tests how many passed and how many were to be expected. A sum of faces says nothing,
// for a high one is good in an attack and bad in a test.
import type { LogEntry, Side } from './protocol';

export interface Luck {
  tests: number;
  passed: number;
  expected: number;
}

// The chance of a face of at most this one: on a ten-sided die from 0 to 9, or of two dice read as one number from 11 to 66.
function chance(face: number, roll: number): number {
  if (roll < 11) return Math.min(Math.max(face + 1, 0), 10) / 10;
  let good = 0;
  for (let a = 1; a <= 6; ++a) for (let b = 1; b <= 6; ++b) good += Number(10 * a + b <= face);
  return good / 36;
}

export function luckOf(log: LogEntry[], sideOf: (unit: string) => Side | undefined): Record<Side, Luck> {
  const undone = new Set(log.flatMap((e) => e.undone ?? [])), all: Record<Side, Luck> = {};
  for (const e of log) {
    const roll = e.events?.find((v) => v.fact === 'Rolled')?.value, side = e.due?.side ?? (e.due?.unit && sideOf(e.due.unit));
    if (roll === undefined || !side || !e.due?.needs || undone.has(e.seq)) continue;
    const own = (all[side] ??= { tests: 0, passed: 0, expected: 0 });
    own.tests += 1;
    own.passed += Number(roll <= e.due.needs.face);
    own.expected += chance(e.due.needs.face, roll);
  }
  return all;
}
