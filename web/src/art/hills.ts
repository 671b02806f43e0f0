// SPDX-License-Identifier: MIT
// Heights: light from the north-west over a blurred model of the ground, and hachures that run downhill.
import { neighbour, onMap, sideBetween } from '../lib/hex';
import { along, chains, edgeOf, rounded, type Edge } from './chain';
import { Brush, sheet, type Layer } from './brush';
import { CELL, type Survey } from './survey';
import { levelOf } from './terrain';

const SHADOW = [84, 60, 40], LIGHT = [255, 247, 214], TINT = [178, 128, 62];

// One small bitmap, stretched over the map.
export function hillLight(s: Survey): Layer[] {
  const low = Math.min(...s.map.level), steps = Math.max(...s.map.level) - low;
  if (steps === 0) return [];
  const { canvas, pen } = sheet(s.columns, s.rows), image = pen.createImageData(s.columns, s.rows);
  for (let j = 0; j < s.rows; ++j)
    for (let i = 0; i < s.columns; ++i) {
      const g = s.rise(i * CELL, j * CELL), slope = (g.x + g.y) * 1.9, at = (j * s.columns + i) * 4;
      const dark = Math.min(Math.max(-slope, 0), 0.5), lit = Math.min(Math.max(slope, 0), 0.6), tint = (0.2 * s.heights[j * s.columns + i]!) / steps;
      const all = dark + lit + tint;
      for (let c = 0; c < 3; ++c) image.data[at + c] = all ? (SHADOW[c]! * dark + LIGHT[c]! * lit + TINT[c]! * tint) / all : 0;
      image.data[at + 3] = Math.min(all, 0.75) * 255;
    }
  pen.putImageData(image, 0, 0);
  return [(p) => {
    p.imageSmoothingEnabled = true;
    p.imageSmoothingQuality = 'high';
    p.drawImage(canvas, -CELL / 2, -CELL / 2, s.columns * CELL, s.rows * CELL);
  }];
}

interface Comb {
  gap: number;
  length: number;
  weight: number;
}
const GENTLE: Comb = { gap: 4.6, length: 9, weight: 0.75 }, SLOPE: Comb = { gap: 3.6, length: 13, weight: 1 }, STEEP: Comb = { gap: 2.8, length: 16, weight: 1.25 };

const combOf = (types: string[]): Comb => (types.includes('steep') ? STEEP : types.includes('slope') || types.includes('crest') ? SLOPE : GENTLE);

// Wedges set on the upper edge of a slope, heavier where they turn from the light. Edges walk with the high ground on their right.
function set(on: Brush, edges: Edge[], comb: Comb, rnd: () => number): void {
  for (const chain of chains(edges))
    along(rounded(chain, 3), comb.gap, (p, ux, uy) => {
      const dx = uy, dy = -ux, turned = ((dx + dy) / 1.42 + 1) / 2;
      const length = comb.length * (0.7 + 0.6 * rnd()), w = comb.weight * (0.35 + 0.75 * turned), lean = (rnd() - 0.5) * 2, off = (rnd() - 0.5) * 3 - 3;
      const x = p.x + dx * off, y = p.y + dy * off;
      on.poly([{ x: x - ux * w, y: y - uy * w }, { x: x + ux * w, y: y + uy * w }, { x: x + dx * length + ux * lean, y: y + dy * length + uy * lean }]);
    });
}

export function hachures(s: Survey): Layer[] {
  const { map } = s, teeth = new Brush(), low = Math.min(...map.level), high = Math.max(...map.level);
  const types = new Map(map.sides.flatMap((side) => [[side.a + side.b, side.types], [side.b + side.a, side.types]] as const));
  const gathered = new Map<Comb, Edge[]>();
  const gather = (comb: Comb, e: Edge): void => void gathered.set(comb, [...(gathered.get(comb) ?? []), e]);
  const drain = (): void => {
    for (const [comb, edges] of gathered) set(teeth, edges, comb, s.rnd);
    gathered.clear();
  };
  for (let level = low + 1; level <= high; ++level) {
    for (const h of s.hexes) {
      if (levelOf(map, h) < level) continue;
      for (let k = 0; k < 6; ++k) {
        const o = neighbour(h, k);
        if (onMap(o, map.columns, map.rows) && levelOf(map, o) < level) gather(combOf(types.get(h + o) ?? []), edgeOf(h, k));
      }
    }
    drain();
  }
  // Slopes on level ground: banks the file marks without a change of level fall towards the second hex.
  for (const side of map.sides)
    if (levelOf(map, side.a) === levelOf(map, side.b) && side.types.some((t) => t === 'slope' || t === 'steep')) gather(combOf(side.types), edgeOf(side.a, sideBetween(side.a, side.b)));
  drain();
  return [{ on: teeth, fill: '#5d43268c' }];
}
