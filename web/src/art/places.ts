// SPDX-License-Identifier: MIT
// Villages, towns, farms, castles, gardens and broken ground.
import { centre, H, R, type Point } from '../lib/hex';
import type { HexNo } from '../lib/protocol';
import { scatter } from './chain';
import { cover, shores } from './areas';
import { Brush, pathOf, type Layer } from './brush';
import { area, box, chord, inset, middle, parcels, span, type Poly } from './polygon';
import type { Survey } from './survey';
import { terrainOf, TOWN } from './terrain';
import type { Trees } from './trees';

const GROWN = new Set(['pheasantry', 'orchard', 'vineyard', 'cultivated']);
const TILES = ['#c08a70', '#b67c64', '#c79a80'];

class Places {
  private gardens = new Brush();
  private beds = new Brush();
  private streets = new Brush();
  private walls = new Brush();
  private yards = new Brush();
  private shade = new Brush();
  private roofs = { edge: new Brush(), lit: new Brush(), dark: new Brush() };
  private stone = { body: new Brush(), spire: new Brush() };
  private tiles = TILES.map(() => new Brush());
  private courts = new Brush();
  private greens = new Brush();
  private fruit = { tree: new Brush(), shade: new Brush() };
  private rocks = new Brush();
  private scrub = new Brush();
  private grown: (x: number, y: number) => boolean;

  constructor(private s: Survey, private trees: Trees) {
    this.grown = cover(s, GROWN, 0.1);
    const draw: Record<string, (h: HexNo, c: Point, lot: () => number) => void> = {
      village: (h, c, lot) => this.village(h, c, lot),
      cassina: (_, c, lot) => this.farm(c, lot), farm: (_, c, lot) => this.farm(c, lot), special_structure: (_, c, lot) => this.farm(c, lot),
      castle: (_, c) => this.castle(c), bastille: (_, c) => this.castle(c),
      pheasantry: (_, c) => this.orchard(c, 9), orchard: (_, c) => this.orchard(c, 9), vineyard: (_, c) => this.orchard(c, 6), cultivated: (_, c) => this.orchard(c, 5),
      difficult: (_, c, lot) => this.broken(c, lot), rough: (_, c, lot) => this.broken(c, lot),
      redoubt: (_, c) => this.redoubt(c),
    };
    this.town();
    for (const h of s.hexes) draw[terrainOf(s.map, h)]?.(h, centre(h), scatter(h + terrainOf(s.map, h)));
  }

  // The half of the roof that looks north-west is lit.
  private house(x: number, y: number, w: number, h: number, angle: number): void {
    const c = Math.cos(angle), sn = Math.sin(angle), lit = sn - c <= 0 ? -1 : 1;
    this.shade.poly(box(x + 1.3, y + 1.5, w, h, angle));
    this.roofs.edge.poly(box(x, y, w, h, angle));
    this.roofs.lit.poly(box(x - sn * (h / 4) * lit, y + c * (h / 4) * lit, w, h / 2, angle));
    this.roofs.dark.poly(box(x + sn * (h / 4) * lit, y - c * (h / 4) * lit, w, h / 2, angle));
  }
  private plot(q: Poly, angle: number): void {
    this.gardens.poly(q);
    const inner = inset(q, 1.2), ux = Math.cos(angle), uy = Math.sin(angle);
    if (inner.length < 3 || !this.s.fine) return;
    const [from, to] = span(inner, -uy, ux);
    for (let off = from + 1; off < to; off += 2.1) {
      const row = chord(inner, ux, uy, off);
      if (row) this.beds.line(row[0], row[1]);
    }
  }
  private church(x: number, y: number): void {
    const { body, spire } = this.stone, top = x - 5.6;
    this.yards.dot(x, y, 8.5);
    this.shade.poly(box(x + 1.6, y + 1.8, 11, 5, 0));
    body.poly(box(x, y, 11, 5, 0));
    body.poly(box(x + 1.5, y, 4, 9, 0));
    spire.poly(box(top, y, 4.4, 5.4, 0));
    spire.line({ x: top, y: y - 3 }, { x: top, y: y - 9 });
    spire.line({ x: top - 2, y: y - 7 }, { x: top + 2, y: y - 7 });
  }
  // Where the roads of a hex lead, as they are really drawn.
  private exits(h: HexNo, from: Point): number[] {
    const out: number[] = [];
    for (const r of this.s.map.roads)
      r.hexes.forEach((x, i) => {
        if (x !== h) return;
        for (const o of [r.hexes[i - 1], r.hexes[i + 1]]) if (o) out.push(Math.atan2(this.s.nodes.get(o)!.y - from.y, this.s.nodes.get(o)!.x - from.x));
      });
    return out;
  }
  // Houses along the roads that enter the hex and along one cross lane; the church in a corner of the crossing, clear of a counter.
  private village(h: HexNo, c: Point, lot: () => number): void {
    const { s } = this, heart = s.nodes.get(h) ?? c, roads = this.exits(h, heart), taken: [number, number, number][] = [];
    if (roads.length < 2) roads.push((roads[0] ?? lot() * 6.28) + 2.4 + lot());
    const cross = roads[0]! + 1.2 + lot() * 0.7, lanes = [cross, cross + Math.PI + (lot() - 0.5) * 0.5];
    for (const a of lanes) this.streets.line(heart, { x: heart.x + 27 * Math.cos(a), y: heart.y + 27 * Math.sin(a) });
    const corner = (roads[0]! + cross) / 2, spire = { x: c.x + 24 * Math.cos(corner), y: c.y + 24 * Math.sin(corner) };
    this.church(spire.x, spire.y);
    taken.push([spire.x, spire.y, 8]);
    const free = (x: number, y: number, r: number): boolean => taken.every(([a, b, q]) => Math.hypot(a - x, b - y) > r + q);
    for (const a of [...roads, ...lanes])
      for (const side of [-1, 1])
        for (let d = 8 + lot() * 3; d < 38; d += 8.4 + lot() * 2.5) {
          const w = 5.5 + lot() * 3, deep = 4 + lot() * 1.4, off = (6 + deep / 2) * side, spot = beside(heart, a, d, off);
          if (!inHex(c, spot, 4) || !free(spot.x, spot.y, 3.7) || s.isBy('water', spot.x, spot.y)) continue;
          taken.push([spot.x, spot.y, 3.9]);
          this.house(spot.x, spot.y, w, deep, a);
          this.backyard(beside(heart, a, d, off + side * (deep / 2 + 6.6)), w, a, side, free, lot);
        }
  }
  private backyard(p: Point, w: number, a: number, side: number, free: (x: number, y: number, r: number) => boolean, lot: () => number): void {
    if (!free(p.x, p.y, 3) || !this.s.isOpen(p.x, p.y)) return;
    if (lot() < 0.75) this.plot(box(p.x, p.y, w + 1.6, 10 + lot() * 4, a), a + (lot() < 0.5 ? 0 : 1.57));
    if (lot() < 0.55) for (const k of [-3, 2]) this.trees.plant(p.x - k * side * Math.sin(a), p.y + k * side * Math.cos(a), 1.8);
  }
  // Four wings round a yard, an orchard, a barn.
  private farm(c: Point, lot: () => number): void {
    const a = (lot() - 0.5) * 0.7, x = c.x + R * 0.4, y = c.y - H * 0.22;
    const at = (dx: number, dy: number): Point => ({ x: x + dx * Math.cos(a) - dy * Math.sin(a), y: y + dx * Math.sin(a) + dy * Math.cos(a) });
    this.plot(box(at(15, 0).x, at(15, 0).y, 11, 17, a), a);
    this.yards.poly(box(x, y, 14, 14, a));
    for (const [dx, dy, w, d] of [[0, -7, 17, 4.4], [0, 7, 17, 4.4], [-7, 0, 4.4, 11], [7, 1.5, 4.4, 7]] as const)
      this.house(at(dx, dy).x, at(dx, dy).y, Math.max(w, d), Math.min(w, d), w > d ? a : a + Math.PI / 2);
    for (let i = 0; i < 6; ++i) this.trees.plant(x - 13 + (i % 3) * 5 + lot(), y + 13 + Math.floor(i / 3) * 5 + lot(), 1.7 + lot() * 0.5);
    this.house(c.x - R * 0.52, c.y + H * 0.28, 8, 5, a);
    this.trees.plant(c.x - R * 0.52 - 7, c.y + H * 0.28 + 2, 2.2);
  }
  // As wide as the hex allows, so that walls and towers stand out around a counter.
  private castle(c: Point): void {
    const w = 25.5, h = 25;
    for (const i of [-1, 1]) for (const j of [-1, 1]) this.plot(box(c.x + i * 10.5, c.y + j * 10.5, 17, 17, 0), i * j * 0.8);
    for (const [x, y, long, a] of [[0, -h, w * 2, 0], [0, h, w * 2, 0], [-w, 0, h * 2, Math.PI / 2], [w, 0, h * 2, Math.PI / 2]] as const) this.house(c.x + x, c.y + y, long, 6.4, a);
    for (const i of [-1, 1])
      for (const j of [-1, 1]) {
        this.stone.body.dot(c.x + i * w, c.y + j * h, 5.6);
        this.stone.spire.dot(c.x + i * w, c.y + j * h, 2);
      }
  }
  // Rows on one lattice over the whole map, so that gardens of several hexes are one.
  private orchard(c: Point, gap: number): void {
    const { s } = this, a = s.n(s.seed % 97, 3) * 1.2, ca = Math.cos(a), sa = Math.sin(a), hex = s.under(c.x, c.y);
    const i0 = Math.round((c.x * ca + c.y * sa) / gap), j0 = Math.round((c.y * ca - c.x * sa) / gap);
    for (let i = i0 - 7; i <= i0 + 7; ++i)
      for (let j = j0 - 7; j <= j0 + 7; ++j) {
        const x = (i * ca - j * sa) * gap, y = (i * sa + j * ca) * gap;
        if (s.under(x, y) !== hex || !s.isOpen(x, y) || !this.grown(x, y)) continue;
        if (gap < 8) this.beds.line({ x: x - 2.4 * ca, y: y - 2.4 * sa }, { x: x + 2.4 * ca, y: y + 2.4 * sa });
        else (this.fruit.tree.dot(x, y, 2.6), this.fruit.shade.dot(x + 1.4, y + 1.6, 2.6));
      }
  }
  // Scrub and stones; by the sea, dunes.
  private broken(c: Point, lot: () => number): void {
    if (this.s.isSand(this.s.under(c.x, c.y))) return this.dune(c, lot);
    for (let i = 0; i < 44; ++i) {
      const p = { x: c.x + (lot() - 0.5) * 76, y: c.y + (lot() - 0.5) * 68 }, r = 1 + lot() * 1.5;
      if (!inHex(c, p, 1) || !this.s.isOpen(p.x, p.y)) continue;
      if (i % 4 === 0) this.rocks.poly([0.2, 1.3, 2.6, 3.9, 5.2].map((t) => ({ x: p.x + r * 1.3 * Math.cos(t), y: p.y + r * Math.sin(t + r) })));
      else if (i % 4 === 1) this.trees.plant(p.x, p.y, 1.1 + lot() * 1.2);
      else for (const dx of [-1.8, 0, 1.8]) this.scrub.line({ x: p.x + dx / 2, y: p.y }, { x: p.x + dx, y: p.y - 3.4 });
    }
  }
  private dune(c: Point, lot: () => number): void {
    for (let i = 0; i < 7; ++i) {
      const p = { x: c.x + (lot() - 0.5) * 66, y: c.y + (lot() - 0.5) * 58 }, w = 6 + lot() * 7;
      if (!inHex(c, p, 0)) continue;
      this.shade.poly([{ x: p.x - w, y: p.y + 1.5 }, { x: p.x, y: p.y - w * 0.42 }, { x: p.x + w, y: p.y + 1.5 }, { x: p.x, y: p.y - w * 0.12 }].map((q) => ({ x: q.x + 0.6, y: q.y })));
      if (lot() < 0.6) for (const dx of [-2, 0, 2]) this.scrub.line({ x: p.x + dx / 2, y: p.y - w * 0.3 }, { x: p.x + dx, y: p.y - w * 0.3 - 4 });
    }
  }
  private redoubt(c: Point): void {
    const w = R * 0.68, work = ([[-w, w * 0.75], [-w, -w * 0.35], [0, -w], [w, -w * 0.35], [w, w * 0.75]] as const).map(([x, y]) => ({ x: c.x + x, y: c.y + y }));
    this.yards.poly(work);
    work.slice(1).forEach((p, i) => this.walls.line(work[i]!, p));
  }
  // Blocks cut over the whole quarter, so that no street follows the hexes; a block belongs where its middle lies.
  private town(): void {
    const { s } = this;
    if (!s.has(TOWN)) return;
    for (const e of s.estates)
      for (const b of parcels(e.shape, s.n(e.seed.x / 500, e.seed.y / 500) * 2, s.rnd, 380, 1.1)) {
        const m = middle(b), block = inset(b, 1.2);
        if (block.length < 3 || !TOWN.has(s.terrain(m.x, m.y)) || !s.isOpen(m.x, m.y) || b.some((p) => s.isBy('road', p.x, p.y) && Math.hypot(p.x - m.x, p.y - m.y) > 12)) continue;
        this.shade.poly(block.map((p) => ({ x: p.x + 1, y: p.y + 1.2 })));
        this.tiles[Math.floor(s.rnd() * TILES.length)]!.poly(block);
        const court = inset(block, 3.6);
        if (court.length > 2 && area(court) > 14) (s.rnd() < 0.4 ? this.greens : this.courts).poly(court);
      }
  }

  below(): Layer[] {
    return [
      ...(this.s.has(GROWN) ? [{ on: pathOf(shores(this.s, GROWN, { rag: 3 }), true), fill: '#c3c98fb0', stroke: '#76804890', width: 0.9 }] : []),
      { on: this.gardens, fill: '#c3c98fa8', stroke: '#76804880', width: 0.7 },
      { on: this.beds, stroke: '#6f7a4480', width: 0.7, from: 0.7 },
      { on: this.scrub, stroke: '#5f6a38c0', width: 0.9, from: 0.45 },
      { on: this.rocks, fill: '#b9a98a', stroke: '#6d5d44', width: 0.8, from: 0.45 },
      { on: this.streets, stroke: '#6a4b28b0', width: 3.4 },
      { on: this.streets, stroke: '#f1e5c6', width: 2.2 },
    ];
  }
  above(): Layer[] {
    const park = this.s.has(new Set(['pheasantry'])) ? pathOf(shores(this.s, new Set(['pheasantry']), { grow: -3 }), true) : null;
    return [
      ...(park ? [{ on: park, stroke: '#4d4034', width: 2.6 }, { on: park, stroke: '#d9c8a6', width: 1 }] : []),
      { on: this.walls, stroke: '#6b5a48', width: 2.6 },
      { on: this.fruit.shade, fill: '#3439203d' },
      { on: this.fruit.tree, fill: '#8d9d64', stroke: '#4d5c38', width: 0.9 },
    ];
  }
  roofLayers(): Layer[] {
    return [
      { on: this.yards, fill: '#e6d3ac' },
      { on: this.shade, fill: '#2f22146b' },
      ...this.tiles.map((on, i) => ({ on, fill: TILES[i]!, stroke: '#6e3f3099', width: 0.7 })),
      { on: this.courts, fill: '#e6d3ac', stroke: '#6e3f3080', width: 0.6 },
      { on: this.greens, fill: '#b3bb83', stroke: '#6e3f3080', width: 0.6 },
      { on: this.roofs.edge, fill: '#9c4331', stroke: '#571e14', width: 1.1 },
      { on: this.roofs.lit, fill: '#c4705a' },
      { on: this.roofs.dark, fill: '#9c4331' },
      { on: this.stone.body, fill: '#75655a', stroke: '#2c2018', width: 1 },
      { on: this.stone.spire, fill: '#2c2018', stroke: '#2c2018', width: 1.1 },
    ];
  }
}

const beside = (from: Point, angle: number, along: number, off: number): Point => ({
  x: from.x + along * Math.cos(angle) - off * Math.sin(angle),
  y: from.y + along * Math.sin(angle) + off * Math.cos(angle),
});
const inHex = (c: Point, p: Point, margin: number): boolean =>
  Math.abs(p.x - c.x) * 0.866 + Math.abs(p.y - c.y) * 0.5 < H / 2 - margin && Math.abs(p.y - c.y) < H / 2 - margin;

export const places = (s: Survey, trees: Trees): { below: Layer[]; above: Layer[]; roofs: Layer[] } => {
  const p = new Places(s, trees);
  return { below: p.below(), above: p.above(), roofs: p.roofLayers() };
};
