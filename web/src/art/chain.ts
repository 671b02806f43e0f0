// SPDX-License-Identifier: MIT
// Hexsides joined into long lines, so that rivers, shores and slopes can be drawn as one smooth stroke.
import { centre, corner, neighbour, type Point } from '../lib/hex';
import type { HexNo } from '../lib/protocol';

export interface Edge {
  a: Point;
  b: Point;
}

export const n1 = (v: number): string => (Math.round(v * 10) / 10).toString();
export const at = (p: Point): string => `${n1(p.x)} ${n1(p.y)}`;
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

// A smooth stroke through the middles of the hexsides, with the corners as handles.
export function smooth(line: Point[]): string {
  const n = line.length;
  if (n < 2) return '';
  if (isLoop(line)) {
    const m = (i: number): Point => mid(line[i % (n - 1)]!, line[(i % (n - 1)) + 1]!);
    let d = `M${at(m(0))}`;
    for (let i = 1; i < n; ++i) d += `Q${at(line[i % (n - 1)]!)} ${at(m(i))}`;
    return d + 'Z';
  }
  let d = `M${at(line[0]!)}`;
  for (let i = 1; i < n - 1; ++i) d += `Q${at(line[i]!)} ${at(mid(line[i]!, line[i + 1]!))}`;
  return d + `L${at(line[n - 1]!)}`;
}

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

// The outline of a set of hexes.
export function outline(hexes: Set<HexNo>): string {
  const edges: Edge[] = [];
  for (const h of hexes) for (let k = 0; k < 6; ++k) if (!hexes.has(neighbour(h, k))) edges.push(edgeOf(h, k));
  return chains(edges).map(smooth).join('');
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
