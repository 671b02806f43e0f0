// SPDX-License-Identifier: MIT
// Fields: every estate is cut into strips along its own lie, which follows the contour on a slope. Colours change slowly over the map, so
// that neighbours differ little and counters stay louder than the ground.
import type { Point } from '../lib/hex';
import { along } from './chain';
import { Brush, pathOf, type Layer } from './brush';
import { chord, inset, middle, parcels, sharpest, span, type Poly } from './polygon';
import type { Survey } from './survey';
import { BUILT, MARSH, WATER, WOODS } from './terrain';

const CROPS = ['#c6cc9e', '#d2d1a2', '#dfd3a0', '#e9dcb0', '#e6d2a6', '#dfc79c']; // from green to straw
const PLAIN = 3;

class Fields {
  readonly crops = CROPS.map(() => new Brush());
  readonly furrows = new Brush();
  readonly stubble = new Brush();
  readonly hedges = new Brush();
  readonly bushes = new Brush();
  readonly shade = new Brush();

  constructor(private s: Survey) {
    for (const e of s.estates) {
      if (e.shape.length < 3) continue;
      const lie = this.lieOf(e.seed);
      for (const f of parcels(e.shape, lie, s.rnd, 1700, 1.6)) this.field(f, lie);
      // A lane or a hedge goes round each estate: it is why fields end there.
      if (s.fine) e.shape.forEach((p, i) => this.hedge(p, e.shape[(i + 1) % e.shape.length]!, 0.75));
    }
  }

  private lieOf(p: Point): number {
    const g = this.s.rise(p.x, p.y);
    if (Math.hypot(g.x, g.y) > 0.02) return Math.atan2(g.x, -g.y);
    return this.s.n(p.x / 700 + 11, p.y / 700) * 4 + (this.s.rnd() - 0.5) * 0.35 + (this.s.rnd() < 0.3 ? Math.PI / 2 : 0);
  }
  private isFarmed(p: Point): boolean {
    const t = this.s.terrain(p.x, p.y);
    return !WOODS.has(t) && !WATER.has(t) && !BUILT.has(t) && !MARSH.has(t) && !this.s.isSand(this.s.under(p.x, p.y));
  }
  private field(f: Poly, lie: number): void {
    const { s } = this, m = middle(f), kind = s.rnd(), shift = (s.rnd() - 0.5) * 3;
    if (!this.isFarmed(m)) return;
    const wedge = f.length < 4 || sharpest(f) < 0.6;
    const crop = Math.round(s.n(m.x / 210 + 31, m.y / 210) * 6.4 - 0.7 + shift);
    this.crops[wedge ? PLAIN : Math.min(Math.max(crop, 0), CROPS.length - 1)]!.poly(f);
    if (!s.fine) return;
    if (kind < 0.52 && !wedge) this.plough(f, lie, kind < 0.4 ? this.furrows : this.stubble);
    f.forEach((p, i) => {
      if (s.rnd() < 0.09) this.hedge(p, f[(i + 1) % f.length]!, 0.45);
    });
  }
  // Parallel to the longer way of the field.
  private plough(f: Poly, lie: number, on: Brush): void {
    const ux = Math.cos(lie), uy = Math.sin(lie), [a, b] = span(f, ux, uy), [c, d] = span(f, -uy, ux), turned = b - a < (d - c) * 0.8;
    const fx = turned ? -uy : ux, fy = turned ? ux : uy, inner = inset(f, 2.2);
    if (inner.length < 3) return;
    const [from, to] = span(inner, -fy, fx), gap = 2.9 + this.s.rnd() * 1.6;
    for (let off = from + gap / 2; off < to; off += gap) {
      const row = chord(inner, fx, fy, off);
      if (row) on.line(row[0], row[1]);
    }
  }
  private hedge(a: Point, b: Point, density: number): void {
    const { s } = this;
    if (Math.hypot(b.x - a.x, b.y - a.y) < 14 || !this.isFarmed(a) || !this.isFarmed(b)) return;
    this.hedges.line(a, b);
    along([a, b], 4.6, (p) => {
      if (s.rnd() > density || s.n(p.x / 30, p.y / 30 + 7) < 0.35 || !s.isOpen(p.x, p.y) || !this.isFarmed(p)) return;
      const r = 0.7 + s.rnd() * s.rnd() * 2.1;
      this.shade.dot(p.x + 0.9, p.y + 1, r);
      this.bushes.dot(p.x + (s.rnd() - 0.5) * 1.6, p.y + (s.rnd() - 0.5) * 1.6, r);
    });
  }
}

// Fields below the light of the hills, hedgerows above it.
export function fields(s: Survey): { below: Layer[]; above: Layer[] } {
  const f = new Fields(s);
  // A verge of grass along each road, where the rows of the fields end.
  const verges: Layer[] = s.ways.map((w) => ({ on: pathOf([w.points], false), stroke: w.kind === 'track' ? '#d9d3a4a0' : '#d6d1a0d0', width: w.kind === 'track' ? 7 : 15 }));
  return {
    below: [
      ...f.crops.map((on, i) => ({ on, fill: CROPS[i]! + '82', stroke: '#8a7a4a26', width: 0.7 })),
      { on: f.furrows, stroke: '#86703a3c', width: 0.7, from: 0.5 },
      { on: f.stubble, stroke: '#7f7f4440', width: 0.8, dash: [2.2, 2.6], from: 0.8 },
      ...verges,
    ],
    above: [
      { on: f.hedges, stroke: '#5f6b3a3d', width: 0.8 },
      { on: f.shade, fill: '#3d422224', from: 0.75 },
      { on: f.bushes, fill: '#86925eb0', from: 0.75 },
    ],
  };
}
