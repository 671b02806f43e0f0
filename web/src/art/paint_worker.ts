// SPDX-License-Identifier: MIT
// Paints maps. As a worker it answers messages; where there are no workers the page loads this same file as a module and calls it.
import type { MapData } from '../lib/protocol';
import type { Pen, View } from './brush';
import { makeScene, paint, type Scene } from './scene';

export interface PaintJob {
  job: number;
  key: number; // of the map
  map?: MapData; // with its first job
  view: View;
  k: number; // pixels to a map unit
}
export interface Painted {
  job: number;
  picture?: ImageBitmap;
  error?: string;
}
export interface PaintHere {
  sceneOf(map: MapData, k: number): Scene;
  paint(pen: Pen, scene: Scene, whole: View, k: number, part?: View): void;
}

const COARSE = 0.3, MOST_SCENES = 3;
const maps = new Map<number, MapData>(), scenes = new Map<MapData, { fine?: Scene; coarse?: Scene }>();

function sceneOf(map: MapData, k: number): Scene {
  const made = scenes.get(map) ?? {}, detail = k < COARSE ? 'coarse' : 'fine';
  scenes.delete(map);
  scenes.set(map, made);
  if (scenes.size > MOST_SCENES) scenes.delete(scenes.keys().next().value!);
  return (made[detail] ??= makeScene(map, detail === 'fine'));
}

function answer({ job, key, map, view, k }: PaintJob): Painted {
  if (map) maps.set(key, map);
  const canvas = new OffscreenCanvas(Math.ceil(view.width * k), Math.ceil(view.height * k)), pen = canvas.getContext('2d', { alpha: false });
  if (!pen) throw new Error('no canvas');
  paint(pen, sceneOf(maps.get(key)!, k), view, k);
  return { job, picture: canvas.transferToImageBitmap() };
}

if (typeof document === 'undefined') {
  addEventListener('message', (e: MessageEvent<PaintJob>) => {
    let out: Painted;
    try {
      out = answer(e.data);
    } catch (error) {
      out = { job: e.data.job, error: String(error) };
    }
    postMessage(out, { transfer: out.picture ? [out.picture] : [] });
  });
} else (globalThis as { tambourPaint?: PaintHere }).tambourPaint = { sceneOf, paint };
