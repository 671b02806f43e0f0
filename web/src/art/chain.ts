// SPDX-License-Identifier: MIT
// Hexsides joined into long lines, so that rivers, shores and slopes can be drawn as one smooth stroke.
import { centre, corner, type Point } from '../lib/hex';
import type { HexNo } from '../lib/protocol';

export interface Edge {
  a: Point;
  b: Point;
}

export const mid = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const key = (p: Point): string => `${Math.round(p.x)},${Math.round(p.y)}`;

// The hexside as seen from `h`: walked clockwise, so that `h` lies to the right of a→b.
export function edgeOf(h: HexNo, side: number): Edge {
  const c = centre(h);
  return { a: corner(c, (side + 5) % 6), b: corner(c, side) };
}

// Joins edges end to end. A chain breaks where more than two edges meet, and closes on itself where it can.
export function chains(edges: Edge[]): Point[][] {
  const ends = new Map<string, number[]>();
  edges.forEach((e, i) => [e.a, e.b].forEach((p) => ends.set(key(p), [...(ends.get(key(p)) ?? []), i])));
  const used = new Set<number>();
  const walk = (start: number, forward: boolean): Point[] => {
    const first = edges[start]!;
    const out = forward ? [first.a, first.b] : [first.b, first.a];
    for (;;) {
      const tip = out[out.length - 1]!;
      const here = ends.get(key(tip)) ?? [];
      if (here.length !== 2) return out;
      const next = here.find((i) => !used.has(i));
      if (next === undefined) return out;
      used.add(next);
      const e = edges[next]!;
      out.push(key(e.a) === key(tip) ? e.b : e.a);
    }
  };
  const out: Point[][] = [];
  const begin = (i: number, forward: boolean): void => {
    if (used.has(i)) return;
    used.add(i);
    out.push(walk(i, forward));
  };
  const open = (p: Point): boolean => (ends.get(key(p)) ?? []).length !== 2;
  edges.forEach((e, i) => open(e.a) && begin(i, true));   // first those that keep the direction of their edges
  edges.forEach((e, i) => open(e.b) && begin(i, false));
  edges.forEach((_, i) => begin(i, true));
  return out;
}

export const isLoop = (line: Point[]): boolean => line.length > 3 && key(line[0]!) === key(line[line.length - 1]!);

// Corners cut off twice: points to walk along when strokes are set on a line.
export function rounded(line: Point[], rounds = 2): Point[] {
  let out = line;
  const loop = isLoop(line);
  for (let k = 0; k < rounds; ++k) {
    const next: Point[] = loop ? [] : [out[0]!];
    for (let i = 0; i + 1 < out.length; ++i) {
      const a = out[i]!, b = out[i + 1]!;
      next.push({ x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 }, { x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 });
    }
    if (loop) next.push(next[0]!);
    else next.push(out[out.length - 1]!);
    out = next;
  }
  return out;
}

// Calls back every `gap` units along a line with the point and the unit vector of the walk.
export function along(line: Point[], gap: number, visit: (p: Point, ux: number, uy: number) => void): void {
  let left = gap / 2;
  for (let i = 0; i + 1 < line.length; ++i) {
    const a = line[i]!, b = line[i + 1]!, len = Math.hypot(b.x - a.x, b.y - a.y);
    if (len === 0) continue;
    const ux = (b.x - a.x) / len, uy = (b.y - a.y) / len;
    for (; left <= len; left += gap) visit({ x: a.x + ux * left, y: a.y + uy * left }, ux, uy);
    left -= len;
  }
}

// The same line in steps of equal length; of a loop, without its last point.
export function stepped(line: Point[], step: number): Point[] {
  const out: Point[] = [], loop = isLoop(line);
  let left = 0;
  for (let i = 0; i + 1 < line.length; ++i) {
    const a = line[i]!, b = line[i + 1]!, len = Math.hypot(b.x - a.x, b.y - a.y);
    for (; left < len; left += step) out.push({ x: a.x + ((b.x - a.x) * left) / len, y: a.y + ((b.y - a.y) * left) / len });
    left -= len;
  }
  return loop ? out : [...out, line[line.length - 1]!];
}

// Each point becomes the mean of those around it: what zigzags along hexsides bends like a shore. The ends of an open line stay.
export function eased(line: Point[], reach: number, loop: boolean): Point[] {
  const n = line.length;
  return line.map((_, i) => {
    const r = loop ? reach : Math.min(reach, i, n - 1 - i), sum = { x: 0, y: 0 };
    for (let k = -r; k <= r; ++k) {
      const p = line[(i + k + n) % n]!;
      sum.x += p.x / (2 * r + 1);
      sum.y += p.y / (2 * r + 1);
    }
    return sum;
  });
}

// Repeatable scatter: the same hex is always drawn alike.
export function scatter(seed: string): () => number {
  let s = 2166136261;
  for (const ch of seed) s = Math.imul(s ^ ch.charCodeAt(0), 16777619) >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return (s >>> 8) / 16777216;
  };
}
