// SPDX-License-Identifier: MIT
// Ponds, rivers, streams and marsh. All shores come before all water, so that rivers flow into ponds.
import type { Point } from '../lib/hex';
import { isLoop } from './chain';
import { shores } from './areas';
import { Brush, pathOf, type Layer } from './brush';
import type { Poly } from './polygon';
import type { Survey } from './survey';
import { MARSH, WATER } from './terrain';

// The two banks of a running water: wider and narrower in turn, thin at a spring that joins nothing.
function ribbon(s: Survey, line: Poly, base: number, more: number): Path2D {
  const left: Poly = [], right: Poly = [], loop = isLoop(line), gap = (i: number): number => Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y);
  const total = line.reduce((sum, _, i) => sum + (i ? gap(i) : 0), 0);
  const [first, last] = [line[0]!, line[line.length - 1]!].map((p) => !loop && isSpring(s, line, p));
  let len = 0;
  line.forEach((p, i) => {
    const a = line[Math.max(i - 1, 0)]!, b = line[Math.min(i + 1, line.length - 1)]!, d = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    if (i) len += gap(i);
    const thin = Math.min(1, first ? 0.35 + len / 120 : 1, last ? 0.35 + (total - len) / 120 : 1);
    const w = (base * (0.8 + 0.4 * s.n(len / 60, base)) * thin + more) / 2, nx = -(b.y - a.y) / d, ny = (b.x - a.x) / d;
    left.push({ x: p.x + nx * w, y: p.y + ny * w });
    right.push({ x: p.x - nx * w, y: p.y - ny * w });
  });
  return pathOf([[...left, ...right.reverse()]], true);
}

function isSpring(s: Survey, line: Poly, p: Point): boolean {
  if (p.x <= 3 || p.y <= 3 || p.x >= s.width - 3 || p.y >= s.height - 3) return false;
  if ([...s.rivers, ...s.streams].some((o) => o !== line && o.some((v) => Math.hypot(v.x - p.x, v.y - p.y) < 24))) return false;
  return [0, 1, 2, 3, 4, 5].every((a) => !WATER.has(s.terrain(p.x + 16 * Math.cos(a), p.y + 16 * Math.sin(a))));
}

// A line that ends at a pond goes on to its middle, so that no gap shows between the smooth shore and the mouth.
function intoPonds(s: Survey, lines: Poly[]): Poly[] {
  const on = (p: Point): Point[] => {
    for (let a = 0; a < 12; ++a) {
      const far = { x: p.x + 30 * Math.cos(a / 1.9), y: p.y + 30 * Math.sin(a / 1.9) };
      if (WATER.has(s.terrain(far.x, far.y)) && far.x > 0 && far.y > 0 && far.x < s.width && far.y < s.height) return [far];
    }
    return [];
  };
  return lines.map((l) => (isLoop(l) ? l : [...on(l[0]!), ...l, ...on(l[l.length - 1]!)]));
}

// Standing water is darker along its shore, lined as an engraver does it.
function still(lake: Path2D): Layer {
  return (p, _, k) => {
    p.save();
    p.clip(lake);
    p.fillStyle = '#a6c7d0';
    p.fill(lake);
    p.setLineDash([]);
    for (const [w, a] of [[36, 0.1], [22, 0.14], [11, 0.2]] as const) {
      p.lineWidth = w;
      p.strokeStyle = `rgba(74,120,138,${a})`;
      p.stroke(lake);
    }
    p.strokeStyle = 'rgba(60,104,122,.1)';
    p.setLineDash([26, 5, 9, 7]);
    for (const w of k > 0.45 ? [5.9, 12.2, 19.7] : []) {
      p.lineWidth = w;
      p.stroke(lake);
    }
    p.restore();
  };
}

export function water(s: Survey): Layer[] {
  const lake = s.has(WATER) ? pathOf(shores(s, WATER, { rag: 7 }), true) : null;
  const streams = intoPonds(s, s.streams), rivers = intoPonds(s, s.rivers);
  const layers: Layer[] = lake ? [{ on: lake, stroke: '#fbf4de80', width: 7 }] : [];
  for (const l of streams) layers.push({ on: ribbon(s, l, 3.6, 7), fill: '#a9b98a55' });
  for (const l of rivers) layers.push({ on: ribbon(s, l, 11, 13), fill: '#a9b98a55' }, { on: ribbon(s, l, 11, 5.5), fill: '#efe3c0c0' });
  if (lake) layers.push({ on: lake, stroke: '#3f6c7c', width: 3 });
  for (const l of streams) layers.push({ on: ribbon(s, l, 3.6, 1.9), fill: '#3f6c7c' });
  for (const l of rivers) layers.push({ on: ribbon(s, l, 11, 2.4), fill: '#37616f' });
  if (lake) layers.push(still(lake));
  for (const l of streams) layers.push({ on: ribbon(s, l, 3.4, 0), fill: '#a4c6d0' });
  for (const l of rivers)
    layers.push({ on: ribbon(s, l, 11, 0), fill: '#9cc0cb' }, { on: ribbon(s, l, 6, -2), fill: '#b3d1d8' },
      { on: pathOf([l], false), stroke: '#4f7f8f80', width: 0.8, dash: [18, 9, 5, 14], from: 0.8 });
  return layers;
}

// Broken level strokes thinned by noise, rushes where they are dense, pools where they are not.
export function marsh(s: Survey): Layer[] {
  if (!s.has(MARSH)) return [];
  const wet = pathOf(shores(s, MARSH, { rag: 15 }), true), strokes = new Brush(), rush = new Brush(), pools = new Brush(), { rnd, n } = s;
  for (let y = 2; y < s.height; y += 4.6)
    for (let x = rnd() * 10 - 8; x < s.width; x += 9 + rnd() * 12) {
      if (!MARSH.has(s.terrain(x + (n(x / 20, y / 20) - 0.5) * 14, y)) || !s.isOpen(x, y)) continue;
      const dense = n(x / 34 + 5, y / 34), roll = rnd();
      if (dense > 0.36 && roll < 0.72) strokes.line({ x, y }, { x: x + 4 + rnd() * 9, y });
      if (dense > 0.5 && roll > 0.84) for (const a of [-0.6, -0.2, 0.2, 0.6]) rush.line({ x: x + a * 2, y: y - 0.6 }, { x: x + a * 6, y: y - 5 - rnd() * 2 });
      if (dense < 0.3 && roll < 0.16) pools.pool(x, y, 5 + rnd() * 5, 2 + rnd() * 1.6);
    }
  return [
    { on: wet, fill: '#b0cabab0', stroke: '#b0caba4d', width: 10 },
    { on: pools, fill: '#9dbfc8', stroke: '#54808d', width: 0.7 },
    { on: strokes, stroke: '#4d7d8690', width: 0.9 },
    { on: rush, stroke: '#4f6a38', width: 0.8, from: 0.6 },
  ];
}
