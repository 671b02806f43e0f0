// How long each side has thought, read from the times in the log.
import type { LogEntry, Side } from './protocol';

const COUNTS = ['act', 'undo', 'takeback'];

export interface Thought {
  used: Record<Side, number>; // ms
  since: number | null; // when the open decision was put, in the server's time
}

export function thought(log: LogEntry[]): Thought {
  const used: Record<Side, number> = {};
  let since: number | null = null;
  for (const e of log) {
    if (!COUNTS.includes(e.kind) && e.kind !== 'seat') continue;
    if (since !== null && e.by && e.by !== 'chance' && e.kind !== 'seat') used[e.by] = (used[e.by] ?? 0) + Math.max(0, e.at - since);
    since = e.at;
  }
  return { used, since };
}

// "0:42", "1:05:09", "3 d 4 h"
export function clockText(ms: number, days: string, hours: string): string {
  const s = Math.floor(ms / 1000), m = Math.floor(s / 60), h = Math.floor(m / 60), d = Math.floor(h / 24);
  const two = (n: number): string => String(n).padStart(2, '0');
  if (d > 0) return `${d} ${days} ${h % 24} ${hours}`;
  return h > 0 ? `${h}:${two(m % 60)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
