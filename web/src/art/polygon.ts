// SPDX-License-Identifier: MIT
// Convex polygons: cutting, spans, chords, insets. Fields, town blocks and roofs are made of them.
import type { Point } from '../lib/hex';

export type Poly = Point[];

// The two parts of a polygon on either side of the line through `o` with this normal.
export function cut(q: Poly, o: Point, nx: number, ny: number): [Poly, Poly] {
  const a: Poly = [], b: Poly = [];
  q.forEach((p, i) => {
    const r = q[(i + 1) % q.length]!, d = (p.x - o.x) * nx + (p.y - o.y) * ny, e = (r.x - o.x) * nx + (r.y - o.y) * ny;
    (d >= 0 ? a : b).push(p);
    if (d >= 0 === e >= 0) return;
    const t = d / (d - e), m = { x: p.x + (r.x - p.x) * t, y: p.y + (r.y - p.y) * t };
    a.push(m);
    b.push(m);
  });
  return [a, b];
}

export const middle = (q: Poly): Point => ({ x: q.reduce((s, p) => s + p.x, 0) / q.length, y: q.reduce((s, p) => s + p.y, 0) / q.length });

export const area = (q: Poly): number =>
  Math.abs(q.reduce((s, p, i) => s + p.x * q[(i + 1) % q.length]!.y - p.y * q[(i + 1) % q.length]!.x, 0)) / 2;

// From where to where a polygon reaches in a direction.
export function span(q: Poly, ux: number, uy: number): [number, number] {
  const reach = q.map((p) => p.x * ux + p.y * uy);
  return [Math.min(...reach), Math.max(...reach)];
}

// The chord in direction (ux, uy) at this distance from the origin's own line.
export function chord(q: Poly, ux: number, uy: number, off: number): [Point, Point] | null {
  const hits: Point[] = [];
  q.forEach((p, i) => {
    const r = q[(i + 1) % q.length]!, d = -p.x * uy + p.y * ux - off, e = -r.x * uy + r.y * ux - off;
    if (d >= 0 !== e >= 0) hits.push({ x: p.x + ((r.x - p.x) * d) / (d - e), y: p.y + ((r.y - p.y) * d) / (d - e) });
  });
  return hits.length === 2 ? [hits[0]!, hits[1]!] : null;
}

export function inset(q: Poly, by: number): Poly {
  let out = q;
  const m = middle(q);
  q.forEach((p, i) => {
    const r = q[(i + 1) % q.length]!, len = Math.hypot(r.x - p.x, r.y - p.y);
    if (len < 0.01 || out.length < 3) return;
    const turned = (m.x - p.x) * -(r.y - p.y) + (m.y - p.y) * (r.x - p.x) < 0 ? -1 : 1;
    const nx = (-turned * (r.y - p.y)) / len, ny = (turned * (r.x - p.x)) / len;
    out = cut(out, { x: p.x + nx * by, y: p.y + ny * by }, nx, ny)[0];
  });
  return out.length < 3 ? [] : out;
}

// Cuts across the longer way until the pieces are small enough. `long`: how much longer one way must be to be cut across.
export function parcels(q: Poly, angle: number, rnd: () => number, least: number, long: number): Poly[] {
  if (q.length < 3) return [];
  const size = area(q);
  if (size < least * (0.7 + rnd() * 1.5)) return size > 60 ? [q] : [];
  const tilt = angle + (rnd() - 0.5) * 0.09, ux = Math.cos(tilt), uy = Math.sin(tilt);
  const [a, b] = span(q, ux, uy), [c, d] = span(q, -uy, ux), t = 0.36 + rnd() * 0.28;
  const across = b - a > (d - c) * long, at = across ? a + (b - a) * t : c + (d - c) * t, nx = across ? ux : -uy, ny = across ? uy : ux;
  return cut(q, { x: nx * at, y: ny * at }, nx, ny).flatMap((half) => parcels(half, angle, rnd, least, long));
}

// A rectangle around a point.
export function box(x: number, y: number, w: number, h: number, angle: number): Poly {
  const c = Math.cos(angle), s = Math.sin(angle);
  return ([[-1, -1], [1, -1], [1, 1], [-1, 1]] as const).map(([i, j]) => ({ x: x + (i * w * c - j * h * s) / 2, y: y + (i * w * s + j * h * c) / 2 }));
}

// The narrowest corner of a polygon, in radians: wedges are no good as fields.
export function sharpest(q: Poly): number {
  return Math.min(...q.map((p, i) => {
    const a = q[(i + q.length - 1) % q.length]!, b = q[(i + 1) % q.length]!;
    const turn = Math.abs(Math.atan2(a.y - p.y, a.x - p.x) - Math.atan2(b.y - p.y, b.x - p.x));
    return Math.min(turn, 2 * Math.PI - turn);
  }));
}
