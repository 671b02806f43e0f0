// SPDX-License-Identifier: MIT
// The ground as a painter lays it in: an ordered list of coats, made once for each map from its file and a seed. No image files.
import type { MapData } from '../lib/protocol';
import { lay, type Layer, type Pen, type View } from './brush';
import { fields } from './fields';
import { hachures, hillLight } from './hills';
import { grain, grid, washes } from './paper';
import { places } from './places';
import { roads } from './roads';
import { Survey } from './survey';
import { rows, Trees, woodFloor, woods } from './trees';
import { marsh, water } from './water';
import { works } from './works';

export interface Scene {
  width: number;
  height: number;
  layers: Layer[];
}

// A coarse scene leaves out what a thumbnail does not show.
export function makeScene(map: MapData, fine: boolean): Scene {
  const s = new Survey(map, fine), trees = new Trees(), farmed = fields(s), built = places(s, trees);
  rows(s, trees);
  return {
    width: s.width,
    height: s.height,
    layers: [
      ...farmed.below, ...washes(s), ...hillLight(s), ...farmed.above, ...hachures(s),
      ...woodFloor(s), ...marsh(s), ...water(s), ...woods(s), ...roads(s),
      ...built.below, ...works(s), ...built.above, ...trees.layers(), ...built.roofs,
      grid(s), grain(s),
    ],
  };
}

// Draws the part `v` of a scene, `k` pixels to a map unit, on a canvas that holds the view `whole`.
export function paint(pen: Pen, scene: Scene, whole: View, k: number, v: View = whole): void {
  pen.setTransform(k, 0, 0, k, -whole.x * k, -whole.y * k);
  pen.save();
  pen.beginPath();
  pen.rect(v.x, v.y, v.width, v.height);
  pen.clip();
  pen.fillStyle = '#f0e6c8';
  pen.fillRect(0, 0, scene.width, scene.height);
  pen.lineJoin = 'round';
  for (const l of scene.layers) {
    if (typeof l === 'function') l(pen, v, k);
    else lay(pen, l, v, k);
  }
  pen.restore();
}
