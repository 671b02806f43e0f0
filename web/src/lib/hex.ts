// SPDX-License-Identifier: MIT
// Flat-top hexes numbered CCRR from 0101 at the top left; odd columns sit half a hex lower.
import type { HexNo } from './protocol';

export const R = 40; // centre to corner, in map units
export const H = R * Math.sqrt(3); // height of a hex

export interface Point {
  x: number;
  y: number;
}

export const SIDES = ['N', 'NE', 'SE', 'S', 'SW', 'NW'] as const;
export const VERTICES = ['NE', 'E', 'SE', 'SW', 'W', 'NW'] as const;

export const column = (h: HexNo): number => Number(h.slice(0, 2));
export const row = (h: HexNo): number => Number(h.slice(2, 4));
export const hexNo = (c: number, r: number): HexNo => String(c).padStart(2, '0') + String(r).padStart(2, '0');

export function centre(h: HexNo): Point {
  const c = column(h);
  return { x: R + (c - 1) * 1.5 * R, y: H / 2 + (row(h) - 1) * H + (c & 1 ? H / 2 : 0) };
}

export function extent(columns: number, rows: number): { width: number; height: number } {
  return { width: R * 2 + (columns - 1) * 1.5 * R, height: rows * H + H / 2 };
}

// The corner a counter facing this vertex points at: 0 is NE, then clockwise.
export function corner(at: Point, vertex: number, radius = R): Point {
  const a = ((vertex - 1) * Math.PI) / 3;
  return { x: at.x + radius * Math.cos(a), y: at.y + radius * Math.sin(a) };
}

export const corners = (at: Point, radius = R): Point[] => VERTICES.map((_, v) => corner(at, v, radius));

export function hexPath(h: HexNo, radius = R): string {
  return 'M' + corners(centre(h), radius).map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('L') + 'Z';
}

// The outline of a set of hexes: every side beyond which the set ends.
export function outline(hexes: HexNo[]): string {
  const inside = new Set(hexes);
  return hexes.flatMap((h) => {
    const at = centre(h);
    return SIDES.flatMap((_, k) => {
      if (inside.has(neighbour(h, k))) return [];
      const [a, b] = [corner(at, k - 1), corner(at, k)];
      return [`M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`];
    });
  }).join('');
}

export function neighbour(h: HexNo, side: number): HexNo {
  const c = column(h), r = row(h), odd = c & 1;
  switch (side) {
    case 0: return hexNo(c, r - 1);
    case 1: return hexNo(c + 1, r - 1 + odd);
    case 2: return hexNo(c + 1, r + odd);
    case 3: return hexNo(c, r + 1);
    case 4: return hexNo(c - 1, r + odd);
    default: return hexNo(c - 1, r - 1 + odd);
  }
}

export const onMap = (h: HexNo, columns: number, rows: number): boolean =>
  column(h) >= 1 && column(h) <= columns && row(h) >= 1 && row(h) <= rows;

function cube(h: HexNo): [number, number] {
  const q = column(h) - 1;
  return [q, row(h) - 1 - (q + (q & 1)) / 2];
}

function fromCube(q: number, r: number): HexNo {
  return hexNo(q + 1, r + (q + (q & 1)) / 2 + 1);
}

export function distance(a: HexNo, b: HexNo): number {
  const [aq, ar] = cube(a), [bq, br] = cube(b);
  return Math.max(Math.abs(aq - bq), Math.abs(ar - br), Math.abs(aq + ar - bq - br));
}

export function sideBetween(a: HexNo, b: HexNo): number {
  for (let k = 0; k < 6; ++k) if (neighbour(a, k) === b) return k;
  return -1;
}

export function hexAt(p: Point): HexNo {
  const q = (p.x - R) / (1.5 * R), r = (p.y - H) / H - q / 2;
  let rq = Math.round(q), rr = Math.round(r);
  const rs = Math.round(-q - r);
  const dq = Math.abs(rq - q), dr = Math.abs(rr - r), ds = Math.abs(rs + q + r);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return fromCube(rq, rr);
}

// The hexes a straight line between two centres crosses, both ends included.
export function line(a: HexNo, b: HexNo): HexNo[] {
  const n = distance(a, b), from = centre(a), to = centre(b), out: HexNo[] = [];
  for (let i = 0; i <= n; ++i) {
    const t = n === 0 ? 0 : i / n;
    out.push(hexAt({ x: from.x + (to.x - from.x) * t + 1e-4, y: from.y + (to.y - from.y) * t + 1e-4 }));
  }
  return out;
}

// Where a facing points: a corner, or the middle of a hexside.
export function facingPoint(at: Point, facing: string, bySide: boolean, radius: number): Point {
  if (!bySide) return corner(at, VERTICES.indexOf(facing as (typeof VERTICES)[number]), radius);
  const a = ((SIDES.indexOf(facing as (typeof SIDES)[number]) - 1.5) * Math.PI) / 3;
  return { x: at.x + radius * Math.cos(a), y: at.y + radius * Math.sin(a) };
}
