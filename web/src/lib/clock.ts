// SPDX-License-Identifier: MIT
// How long each side has thought: the server counts, the browser lets the running clock go on between its messages.
import type { Side } from './protocol';

export interface Clock {
  spent: Record<Side, number>; // ms, up to the message
  running: Side | null;
  left?: Record<Side, number | null>; // ms until the time of a side is out, of a game that has a clock
  counts?: Side | null; // for whom it goes down
  out?: Side | null; // whose time has run out
  holidays?: Record<Side, { left: number; until: number | null }>; // days
}

export interface HeardClock extends Clock {
  heard: number; // when the message came, by this browser's clock
}

export const spentBy = (clock: HeardClock, side: Side, now: number): number => (clock.spent[side] ?? 0) + (clock.running === side ? Math.max(0, now - clock.heard) : 0);

// What is left of a side's time now; null where none runs out.
export const leftOf = (clock: HeardClock, side: Side, now: number): number | null => {
  const left = clock.left?.[side] ?? null;
  return left === null ? null : Math.max(0, left - (clock.counts === side ? Math.max(0, now - clock.heard) : 0));
};

// "0:42", "1:05:09", "3 d 4 h"
export function clockText(ms: number, days: string, hours: string): string {
  const s = Math.floor(ms / 1000), m = Math.floor(s / 60), h = Math.floor(m / 60), d = Math.floor(h / 24);
  const two = (n: number): string => String(n).padStart(2, '0');
  if (d > 0) return `${d} ${days} ${h % 24} ${hours}`;
  return h > 0 ? `${h}:${two(m % 60)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
