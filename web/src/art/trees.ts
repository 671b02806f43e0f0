// SPDX-License-Identifier: MIT
// Woods with glades, willows along the water, avenues along the great roads, and the single trees other things ask for.
import { along } from './chain';
import { cover, shores } from './areas';
import { Brush, pathOf, type Layer } from './brush';
import type { Survey } from './survey';
import { BUILT, WATER, WOODS } from './terrain';

export class Trees {
  private crowns = new Brush();
  private shade = new Brush();
  private gleam = new Brush();

  plant(x: number, y: number, r: number): void {
    this.shade.dot(x + r * 0.55, y + r * 0.6, r);
    this.crowns.dot(x, y, r);
    this.gleam.dot(x - r * 0.15, y - r * 0.15, r * 0.55, 3.2, 5);
  }
  layers(): Layer[] {
    return [
      { on: this.shade, fill: '#3439203d', from: 0.5 },
      { on: this.crowns, stroke: '#4d5c38', width: 1, from: 0.5 },
      { on: this.crowns, fill: '#8d9d64', from: 0.5 },
      { on: this.gleam, stroke: '#c4cb97a8', width: 0.8, from: 0.9 },
    ];
  }
}

export const woodFloor = (s: Survey): Layer[] => (s.has(WOODS) ? [{ on: pathOf(shores(s, WOODS, { rag: 8 }), true), fill: '#b9c08cb8', stroke: '#b9c08c60', width: 6 }] : []);

const APART = 7, TONES = ['#8d9c66', '#99a771', '#a6b17c'];

// Shadows first, then all rims, then all crowns: only the outside of a clump keeps a dark edge.
export function woods(s: Survey): Layer[] {
  if (!s.has(WOODS)) return [];
  const shade = new Brush(), rim = new Brush(), crown = TONES.map(() => new Brush()), belly = new Brush(), gleam = new Brush(), inside = cover(s, WOODS), { rnd, n } = s;
  const apart = s.fine ? APART : APART * 1.5, size = s.fine ? 1 : 1.5;
  for (let j = 0, y = -10; y < s.height + 10; ++j, y += apart * 0.866)
    for (let x = -10 + (j & 1 ? apart / 2 : 0); x < s.width + 10; x += apart) {
      const px = x + (rnd() - 0.5) * apart * 0.8, py = y + (rnd() - 0.5) * apart * 0.8;
      const glade = n(px / 48 + 3, py / 48) * 0.7 + n(px / 17, py / 17 + 60) * 0.3;
      if (glade < 0.26 || !inside(px, py) || !s.isOpen(px, py)) continue;
      const r = (3.4 + rnd() * 2.2 - (glade < 0.3 ? 1 : 0)) * size, tone = n(px / 40 + 90, py / 40) * 0.75 + rnd() * 0.4;
      shade.dot(px + 2.4, py + 2.8, r);
      rim.dot(px, py, r + 0.95);
      crown[tone < 0.42 ? 0 : tone < 0.68 ? 1 : 2]!.dot(px, py, r);
      if (!s.fine) continue;
      belly.dot(px, py, r * 0.82, 0.1, 1.7);
      gleam.dot(px, py, r * 0.55, 3.4, 4.9);
    }
  return [
    { on: shade, fill: '#343b1c42' },
    { on: rim, fill: '#46552f' },
    ...crown.map((on, i) => ({ on, fill: TONES[i]! })),
    { on: belly, stroke: '#4f5d3878', width: 1, from: 0.45 },
    { on: gleam, stroke: '#c4cb97a8', width: 0.9, from: 0.7 },
  ];
}

// Avenues have gaps and trees of all ages; nothing is planted to a rule.
export function rows(s: Survey, trees: Trees): void {
  if (!s.fine) return;
  const { rnd, n } = s;
  for (const line of s.streams)
    along(line, 11, (p, ux, uy) => {
      if (n(p.x / 50, p.y / 50 + 20) < 0.42 || rnd() < 0.3) return;
      const off = (7 + rnd() * 3) * (rnd() < 0.5 ? -1 : 1), x = p.x - uy * off, y = p.y + ux * off;
      if (s.isOpen(x, y) && !WATER.has(s.terrain(x, y))) trees.plant(x, y, 1.7 + rnd() * 1.1);
    });
  for (const way of s.ways)
    if (way.kind === 'high')
      along(way.points, 12, (p, ux, uy) => {
        for (const side of [-1, 1]) {
          const off = (7.2 + rnd() * 1.6) * side, slip = (rnd() - 0.5) * 6, x = p.x - uy * off + ux * slip, y = p.y + ux * off + uy * slip, t = s.terrain(x, y);
          const gap = n(p.x / 70 + side * 9, p.y / 70) < 0.34 || rnd() < 0.12;
          if (!gap && !WOODS.has(t) && !BUILT.has(t) && !WATER.has(t) && !s.isBy('water', x, y)) trees.plant(x, y, 1.3 + rnd());
        }
      });
}
