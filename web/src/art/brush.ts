// SPDX-License-Identifier: MIT
// What a scene is made of: paths kept by squares, each laid on with a coat of colour.
import type { Point } from '../lib/hex';
import type { Poly } from './polygon';

export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const CELL = 120, LAP = 90; // side of a square, and how far a mark may reach out of its own: a near view walks only what it shows
const ROW = 1000; // squares in a row, more than any map has

export class Brush {
  private cells = new Map<number, Path2D>();

  at(x: number, y: number): Path2D {
    const key = Math.floor(y / CELL) * ROW + Math.floor(x / CELL);
    let p = this.cells.get(key);
    if (!p) this.cells.set(key, (p = new Path2D()));
    return p;
  }
  line(a: Point, b: Point): void {
    const p = this.at(a.x, a.y);
    p.moveTo(a.x, a.y);
    p.lineTo(b.x, b.y);
  }
  poly(q: Poly): void {
    const p = this.at(q[0]!.x, q[0]!.y);
    q.forEach((v, i) => (i ? p.lineTo(v.x, v.y) : p.moveTo(v.x, v.y)));
    p.closePath();
  }
  dot(x: number, y: number, r: number, from = 0, to = 2 * Math.PI): void {
    const p = this.at(x, y);
    p.moveTo(x + r * Math.cos(from), y + r * Math.sin(from));
    p.arc(x, y, r, from, to);
  }
  pool(x: number, y: number, rx: number, ry: number): void {
    const p = this.at(x, y);
    p.moveTo(x + rx, y);
    p.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
  }
  seen(v: View, visit: (p: Path2D) => void): void {
    for (const [key, p] of this.cells) {
      const row = Math.floor((key + ROW / 2) / ROW), column = key - row * ROW, x = column * CELL, y = row * CELL;
      if (x + CELL + LAP > v.x && x - LAP < v.x + v.width && y + CELL + LAP > v.y && y - LAP < v.y + v.height) visit(p);
    }
  }
}

export interface Coat {
  on: Brush | Path2D;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  from?: number; // the least scale at which it is laid on
  bold?: boolean; // wider when far off
  cap?: CanvasLineCap;
}
export type Layer = Coat | ((pen: Pen, v: View, k: number) => void);

export function lay(pen: Pen, coat: Coat, v: View, k: number): void {
  if (coat.from && k < coat.from) return;
  pen.lineCap = coat.cap ?? 'round';
  pen.setLineDash(coat.dash ?? []);
  if (coat.width) pen.lineWidth = coat.width * (coat.bold ? Math.min(Math.max(0.8 / k, 1), 1.6) : 1);
  if (coat.fill) pen.fillStyle = coat.fill;
  if (coat.stroke) pen.strokeStyle = coat.stroke;
  const one = (p: Path2D): void => {
    if (coat.fill) pen.fill(p);
    if (coat.stroke) pen.stroke(p);
  };
  if (coat.on instanceof Brush) coat.on.seen(v, one);
  else one(coat.on);
}

export function pathOf(lines: Poly[], closed: boolean): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    line.forEach((p, i) => (i ? path.lineTo(p.x, p.y) : path.moveTo(p.x, p.y)));
    if (closed) path.closePath();
  }
  return path;
}

// A sheet to prepare pixels on: in a worker there is no document, in an old browser no OffscreenCanvas.
export function sheet(width: number, height: number): { canvas: CanvasImageSource; pen: Pen } {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, pen: canvas.getContext('2d')! };
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, pen: canvas.getContext('2d')! };
}
