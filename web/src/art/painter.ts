// SPDX-License-Identifier: MIT
// Pictures of maps, painted off the main thread; on it, a strip a frame, where a worker cannot paint.
import type { MapData } from '../lib/protocol';
import type { View } from './brush';
import type { Painted, PaintHere, PaintJob } from './paint_worker';
import workerFile from './paint_worker?worker&url';

const STRIP = 200; // pixels painted a frame without a worker

interface Waiting {
  done: (picture: ImageBitmap) => void;
  map: MapData;
  view: View;
  k: number;
}
const waiting = new Map<number, Waiting>(), keys = new WeakMap<MapData, number>();
let worker: Worker | null | undefined, jobs = 0, maps = 0;

function start(): Worker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  const made = new Worker(workerFile, { type: 'module' });
  made.onmessage = (e: MessageEvent<Painted>) => {
    const { job, picture } = e.data;
    if (!picture) return giveUp();
    waiting.get(job)?.done(picture);
    waiting.delete(job);
  };
  made.onerror = giveUp;
  return made;
}
// The worker cannot paint: what it owes is painted here.
function giveUp(): void {
  worker?.terminate();
  worker = null;
  const owed = [...waiting.values()];
  waiting.clear();
  for (const w of owed) void paintHere(w.map, w.view, w.k).then(w.done);
}

let here: Promise<PaintHere> | undefined;
async function paintHere(map: MapData, view: View, k: number): Promise<ImageBitmap> {
  const painter = await (here ??= import(/* @vite-ignore */ workerFile).then(() => (globalThis as unknown as { tambourPaint: PaintHere }).tambourPaint));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(view.width * k);
  canvas.height = Math.ceil(view.height * k);
  const pen = canvas.getContext('2d', { alpha: false })!, scene = painter.sceneOf(map, k);
  for (let top = 0; top < canvas.height; top += STRIP) {
    await new Promise(requestAnimationFrame);
    painter.paint(pen, scene, view, k, { x: view.x, y: view.y + top / k, width: view.width, height: STRIP / k });
  }
  return createImageBitmap(canvas);
}

export function paintMap(map: MapData, view: View, k: number): Promise<ImageBitmap> {
  if (worker === undefined) worker = start();
  if (!worker) return paintHere(map, view, k);
  const known = keys.get(map), key = known ?? ++maps, job = ++jobs;
  keys.set(map, key);
  // The map comes out of Svelte's state, which cannot be sent as it is; a copy in plain values can.
  const plain = known === undefined ? { map: JSON.parse(JSON.stringify(map)) as MapData } : {};
  worker.postMessage({ job, key, view, k, ...plain } satisfies PaintJob);
  return new Promise((done) => waiting.set(job, { done, map, view, k }));
}

// Puts a picture on a canvas without copying it.
export function show(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(picture);
}
