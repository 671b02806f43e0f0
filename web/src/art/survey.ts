// SPDX-License-Identifier: MIT
// A map as its painter knows it: what lies under a point, where roads and waters really run, how the ground rises.
import { centre, extent, H, hexNo, R, sideBetween, type Point } from '../lib/hex';
import type { HexNo, MapData } from '../lib/protocol';
import { along, chains, eased, edgeOf, isLoop, rounded, scatter, stepped } from './chain';
import { blur, noise, type Noise } from './noise';
import { box, cut, type Poly } from './polygon';
import { BUILT, terrainOf } from './terrain';

export interface Way {
  points: Poly;
  kind: 'track' | 'road' | 'high'; // high: a road that leaves the map at both ends
}

const NEAR = 6; // side of the squares in which roads and waters are marked
export const CELL = 5; // side of the squares in which heights are kept
const ESTATE = 200; // apart

export class Survey {
  readonly width: number;
  readonly height: number;
  readonly hexes: HexNo[] = [];
  readonly rnd: () => number;
  readonly n: Noise;
  readonly seed: number;
  readonly nodes: Map<HexNo, Point>; // where roads pass through their hexes
  readonly ways: Way[];
  readonly rivers: Poly[];
  readonly streams: Poly[];
  readonly estates: { seed: Point; shape: Poly }[];
  readonly columns: number; // of the grid of heights
  readonly rows: number;
  readonly heights: Float32Array; // above the lowest level, in levels
  private near = new Map<number, 'road' | 'water'>();

  constructor(readonly map: MapData, readonly fine: boolean) {
    ({ width: this.width, height: this.height } = extent(map.columns, map.rows));
    for (let r = 1; r <= map.rows; ++r) for (let c = 1; c <= map.columns; ++c) this.hexes.push(hexNo(c, r));
    this.rnd = scatter(`${map.columns}${map.terrain.join('')}`);
    this.seed = Math.floor(this.rnd() * 1e6);
    this.n = noise(this.seed);
    this.nodes = roadNodes(map);
    this.ways = this.layRoads();
    this.rivers = this.layWater('river');
    this.streams = this.layWater('stream');
    for (const w of this.ways) this.mark(w.points, w.kind === 'track' ? 5 : 8, 'road');
    for (const r of this.rivers) this.mark(r, 11, 'water');
    for (const s of this.streams) this.mark(s, 5, 'water');
    this.columns = Math.ceil(this.width / CELL) + 1;
    this.rows = Math.ceil(this.height / CELL) + 1;
    this.heights = this.layHeights();
    this.estates = this.layEstates();
  }

  // The index of the hex under a point; the edge of the map is repeated beyond it.
  under(x: number, y: number): number {
    const q = (x - R) / (1.5 * R), r = (y - H) / H - q / 2;
    let rq = Math.round(q), rr = Math.round(r);
    const rs = Math.round(-q - r), dq = Math.abs(rq - q), dr = Math.abs(rr - r), ds = Math.abs(rs + q + r);
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    const c = Math.min(Math.max(rq, 0), this.map.columns - 1), w = Math.min(Math.max(rr + (rq + (rq & 1)) / 2, 0), this.map.rows - 1);
    return w * this.map.columns + c;
  }
  terrain(x: number, y: number): string {
    return this.map.terrain_names[this.map.terrain[this.under(x, y)] ?? 0] ?? '';
  }
  has(names: Set<string>): boolean {
    return this.map.terrain_names.some((t, i) => names.has(t) && this.map.terrain.includes(i));
  }
  // By the sea, difficult ground is dunes, and clear ground that is not the map's usual ground is beach.
  isSand(hex: number): boolean {
    const index = this.map.terrain[hex] ?? 0, name = this.map.terrain_names[index];
    return this.map.terrain_names.includes('sea') && index > 0 && (name === 'difficult' || name === this.map.terrain_names[0]);
  }
  isOpen(x: number, y: number): boolean {
    return !this.near.has(nearKey(x, y));
  }
  isBy(what: 'road' | 'water', x: number, y: number): boolean {
    return this.near.get(nearKey(x, y)) === what;
  }
  // How steeply the ground rises, in levels per cell.
  rise(x: number, y: number): Point {
    const i = Math.min(Math.max(Math.round(x / CELL), 1), this.columns - 2), j = Math.min(Math.max(Math.round(y / CELL), 1), this.rows - 2);
    const z = (a: number, b: number): number => this.heights[b * this.columns + a]!;
    return { x: (z(i + 1, j) - z(i - 1, j)) / 2, y: (z(i, j + 1) - z(i, j - 1)) / 2 };
  }
  // Samples something of every hex on the grid of heights, with uneven edges.
  sample(of: (hex: number) => number): Float32Array {
    const out = new Float32Array(this.columns * this.rows), n = this.n;
    for (let j = 0; j < this.rows; ++j)
      for (let i = 0; i < this.columns; ++i)
        out[j * this.columns + i] = of(this.under(i * CELL + (n(i / 5, j / 5) - 0.5) * 16, j * CELL + (n(j / 5, i / 5 + 33) - 0.5) * 16));
    return out;
  }
  blurred(src: Float32Array, radius: number): Float32Array {
    return blur(blur(src, this.columns, this.rows, radius), this.columns, this.rows, radius);
  }

  private mark(line: Poly, gap: number, what: 'road' | 'water'): void {
    along(line, 3, (p) => {
      for (let i = -gap; i <= gap; i += 3) for (let j = -gap; j <= gap; j += 3) if (i * i + j * j <= gap * gap) this.near.set(nearKey(p.x + i, p.y + j), what);
    });
  }
  private layRoads(): Way[] {
    const outside = (p: Point): boolean => p.x < 0 || p.y < 0 || p.x > this.width || p.y > this.height;
    return this.map.roads.filter((r) => r.hexes.length > 1).map((r) => {
      const ends = toFrame(r.hexes.map((h) => this.nodes.get(h)!), this, R * 1.1), points = rounded(ends, 3);
      const high = r.kind === 'road' && outside(points[0]!) && outside(points[points.length - 1]!);
      // Nobody ever walked quite straight; tracks wander more.
      const [wander, wave] = r.kind === 'track' ? [8, 26] : [5, 60];
      points.forEach((p, i) => {
        if (i === 0 || i === points.length - 1) return;
        const dx = (this.n(p.x / wave, p.y / wave) - 0.5) * wander, dy = (this.n(p.y / wave, p.x / wave + 40) - 0.5) * wander;
        p.x += dx;
        p.y += dy;
      });
      return { points, kind: r.kind === 'track' ? 'track' : high ? 'high' : 'road' };
    });
  }
  private layWater(type: string): Poly[] {
    const edges = this.map.sides.filter((s) => s.types.includes(type)).map((s) => edgeOf(s.a, sideBetween(s.a, s.b)));
    return chains(edges).map((c) => {
      const loop = isLoop(c), points = stepped(loop ? c : toFrame(c, this, H * 0.55), 6), line = eased(eased(points, 4, loop), 4, loop);
      if (loop) line.push(line[0]!);
      // Two noises: bends of a hex and more, and small ones.
      const off = (a: number, b: number): number => (this.n(a / 17 + 9, b / 17) - 0.5) * 5 + (this.n(a / 55, b / 55 + 70) - 0.5) * 13;
      return line.map((p) => ({ x: p.x + off(p.x, p.y), y: p.y + off(p.y, p.x + 500) }));
    });
  }
  private layHeights(): Float32Array {
    const low = Math.min(...this.map.level);
    const z = this.sample((hex) => (this.map.level[hex] ?? 0) - low);
    if (Math.max(...this.map.level) === low) return z;
    const wide = this.blurred(z, 9), tight = this.blurred(z, 3);
    return z.map((_, i) => (tight[i]! * 0.6 + wide[i]! * 0.4) * (0.94 + 0.12 * this.n((i % this.columns) / 7, Math.floor(i / this.columns) / 7)));
  }
  // A loose web of estates, in which fields and town blocks are cut.
  private layEstates(): { seed: Point; shape: Poly }[] {
    const seeds: Point[] = [], G = ESTATE;
    for (let j = -1; j < Math.ceil(this.height / G) + 2; ++j)
      for (let i = -1; i < Math.ceil(this.width / G) + 2; ++i) seeds.push({ x: (i + 0.1 + this.rnd() * 0.8) * G, y: (j + 0.1 + this.rnd() * 0.8) * G });
    return seeds.map((s) => {
      let shape = box(s.x, s.y, G * 3.2, G * 3.2, 0);
      for (const o of seeds)
        if (o !== s && Math.hypot(o.x - s.x, o.y - s.y) < G * 3.2) shape = cut(shape, { x: (s.x + o.x) / 2, y: (s.y + o.y) / 2 }, s.x - o.x, s.y - o.y)[0];
      return { seed: s, shape };
    });
  }
}

const nearKey = (x: number, y: number): number => Math.floor(y / NEAR) * 4096 + Math.floor(x / NEAR);

// Roads pulled taut: each hex has one point through which all its roads pass, as near to the straight line between its neighbours as
// the hex allows. In a village the point stays in the middle, where the houses are.
function roadNodes(map: MapData): Map<HexNo, Point> {
  const beside = new Map<HexNo, Set<HexNo>>();
  for (const r of map.roads) r.hexes.forEach((h, i) => beside.set(h, new Set([...(beside.get(h) ?? []), ...r.hexes.slice(Math.max(i - 1, 0), i), ...r.hexes.slice(i + 1, i + 2)])));
  const nodes = new Map([...beside.keys()].map((h) => [h, centre(h)]));
  for (let round = 0; round < 14; ++round)
    for (const [h, others] of beside) {
      const c = centre(h), most = BUILT.has(terrainOf(map, h)) ? 5 : 23, near = [...others].map((o) => nodes.get(o)!);
      const x = near.reduce((s, p) => s + p.x, 0) / near.length - c.x, y = near.reduce((s, p) => s + p.y, 0) / near.length - c.y;
      const pull = near.length < 2 ? 0 : Math.min(1, most / Math.hypot(x, y));
      nodes.set(h, { x: c.x + (pull ? x * pull : 0), y: c.y + (pull ? y * pull : 0) });
    }
  return nodes;
}

// A line that ends near the frame of the map is drawn out to it: water and roads come from somewhere.
function toFrame(line: Point[], frame: { width: number; height: number }, reach: number): Point[] {
  const out = (p: Point): Point[] => {
    const gaps = [p.x, frame.width - p.x, p.y, frame.height - p.y], least = Math.min(...gaps), k = gaps.indexOf(least);
    if (least > reach) return [];
    return [k === 0 ? { x: -4, y: p.y } : k === 1 ? { x: frame.width + 4, y: p.y } : k === 2 ? { x: p.x, y: -4 } : { x: p.x, y: frame.height + 4 }];
  };
  return [...out(line[0]!), ...line, ...out(line[line.length - 1]!)].map((p) => ({ ...p }));
}
