// SPDX-License-Identifier: MIT
// The sheet itself: hexes, grain of the paper, sand, and washes for ground nobody has a picture for.
import { centre, column, corners, H, neighbour, onMap, R, row } from '../lib/hex';
import { scatter } from './chain';
import { shores } from './areas';
import { Brush, pathOf, sheet, type Layer } from './brush';
import { noise } from './noise';
import type { Survey } from './survey';
import { isUnknown } from './terrain';

export function washes(s: Survey): Layer[] {
  const { terrain_names: names } = s.map, out: Layer[] = [];
  const unknown = new Set(names.filter((_, i) => isUnknown(names, i)));
  if (s.has(unknown)) out.push({ on: pathOf(shores(s, unknown, { rag: 6 }), true), fill: '#cdbb90a0' });
  const rough = new Set(['difficult', 'rough']);
  if (s.has(rough) && !names.includes('sea')) out.push({ on: pathOf(shores(s, rough, { rag: 10 }), true), fill: '#c9bd8c90', stroke: '#c9bd8c50', width: 8 });
  return [...out, ...sand(s)];
}

// Beach and dunes: a warm wash and a fine stipple.
function sand(s: Survey): Layer[] {
  const ground = new Brush(), grains = new Brush(), rnd = scatter('sand');
  s.hexes.forEach((h, i) => {
    if (!s.isSand(i)) return;
    const c = centre(h);
    ground.poly(corners(c, R + 0.6));
    for (let k = 0; k < (s.fine ? 70 : 0); ++k) grains.dot(c.x + (rnd() - 0.5) * 78, c.y + (rnd() - 0.5) * H, 0.35 + rnd() * 0.5);
  });
  return [{ on: ground, fill: '#efdfae' }, { on: grains, fill: '#b08f5490', from: 0.6 }];
}

// Corners as dots when far, three short arms nearer, whole hexes with numbers when near.
export function grid(s: Survey): Layer {
  const { map } = s, dots = new Brush(), arms = new Brush(), sides = new Brush();
  for (const h of s.hexes)
    corners(centre(h)).forEach((p, i, v) => {
      const q = v[(i + 1) % 6]!;
      if (i === 1 || i === 2 || column(h) === 1 || row(h) === 1) dots.dot(p.x, p.y, 2.1);
      if (i >= 3 && onMap(neighbour(h, (i + 1) % 6), map.columns, map.rows)) return;
      sides.line(p, q);
      arms.line(p, { x: p.x + (q.x - p.x) * 0.17, y: p.y + (q.y - p.y) * 0.17 });
      arms.line(q, { x: q.x + (p.x - q.x) * 0.17, y: q.y + (p.y - q.y) * 0.17 });
    });
  return (p, v, k) => {
    p.setLineDash([]);
    p.lineCap = 'round';
    if (k < 0.25) return;
    p.fillStyle = '#4a3b2699';
    if (k < 0.5) return dots.seen(v, (d) => p.fill(d));
    p.lineWidth = Math.max(0.7, 0.9 / k);
    p.strokeStyle = '#4a3b2640';
    if (k >= 0.85) sides.seen(v, (d) => p.stroke(d));
    p.lineWidth = Math.max(0.9, 1 / k);
    p.strokeStyle = '#4a3b2670';
    arms.seen(v, (d) => p.stroke(d));
    if (k < 1.2) return;
    p.font = '5.6px "Liberation Sans", Arial, sans-serif';
    p.textAlign = 'center';
    p.lineWidth = 1.6;
    p.strokeStyle = '#f1e7cf99';
    p.fillStyle = '#4a3b26cc';
    for (const h of s.hexes) {
      const c = centre(h), y = c.y - H / 2 + 7.2;
      if (c.x < v.x - R || c.y < v.y - R || c.x > v.x + v.width + R || c.y > v.y + v.height + R) continue;
      p.strokeText(h, c.x, y);
      p.fillText(h, c.x, y);
    }
  };
}

const TILE = 192, STAIN = 16;

function grainTile(): CanvasImageSource {
  const { canvas, pen } = sheet(TILE, TILE), image = pen.createImageData(TILE, TILE), rnd = scatter('grain');
  for (let i = 0; i < TILE * TILE; ++i) {
    const v = rnd() + rnd() - 1;
    image.data.set(v > 0 ? [255, 250, 235, v * 20] : [70, 50, 25, -v * 20], i * 4);
  }
  pen.putImageData(image, 0, 0);
  return canvas;
}

// Broad stains, and edges a little darker.
function stains(s: Survey): CanvasImageSource {
  const w = Math.ceil(s.width / STAIN), h = Math.ceil(s.height / STAIN), n = noise(s.seed + 7), { canvas, pen } = sheet(w, h), image = pen.createImageData(w, h);
  for (let j = 0; j < h; ++j)
    for (let i = 0; i < w; ++i) {
      const v = n(i / 11, j / 11) * 0.6 + n(i / 4 + 50, j / 4) * 0.4 - 0.5, rim = Math.min(i, j, w - i, h - j) * STAIN, dark = Math.max(0, 1 - rim / 110) ** 2 * 0.13;
      image.data.set(v > 0 && !dark ? [255, 250, 228, v * 40] : [120, 84, 40, Math.max(0, -v) * 26 + dark * 255], (j * w + i) * 4);
    }
  pen.putImageData(image, 0, 0);
  return canvas;
}

export function grain(s: Survey): Layer {
  const tile = grainTile(), stain = stains(s);
  return (p) => {
    p.imageSmoothingEnabled = true;
    p.drawImage(stain, 0, 0, s.width, s.height);
    p.save();
    p.setTransform(1, 0, 0, 1, 0, 0);
    p.fillStyle = p.createPattern(tile, 'repeat')!;
    p.fillRect(0, 0, p.canvas.width, p.canvas.height);
    p.restore();
  };
}
