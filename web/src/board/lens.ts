// SPDX-License-Identifier: MIT
// Where the map lies in its window and how large it is drawn, and how wheel, mouse and fingers move it.
import type { Point } from '../lib/hex';

export class Lens {
  constructor(readonly k = 1, readonly x = 0, readonly y = 0) {}
  apply([x, y]: [number, number]): [number, number] {
    return [x * this.k + this.x, y * this.k + this.y];
  }
  invert([x, y]: [number, number]): [number, number] {
    return [(x - this.x) / this.k, (y - this.y) / this.k];
  }
  // At another scale, with what lies under `held` now under `at`.
  scaled(k: number, held: Point, at: Point = held): Lens {
    const [x, y] = this.invert([held.x, held.y]);
    return new Lens(k, at.x - x * k, at.y - y * k);
  }
  // Moved so that the paper around the map stays in the window, or in the middle where it is smaller than that.
  within(art: { width: number; height: number }, room: { width: number; height: number }, paper: number): Lens {
    const kept = (from: number, wide: number, size: number): number => {
      const low = size - (wide + paper) * this.k, high = paper * this.k;
      return low > high ? (low + high) / 2 : Math.min(Math.max(from, low), high);
    };
    return new Lens(this.k, kept(this.x, art.width, room.width), kept(this.y, art.height, room.height));
  }
}

const SLACK = 5, FINGER_SLACK = 9; // px before a press moves the map

interface Moved {
  hold: () => void; // somebody takes hold of the map
  drop: () => void;
  clamp: (k: number) => number; // to the scales that are allowed
  to: (next: (now: Lens) => Lens) => void; // another view
}

// One pointer drags the map, two fingers drag and pinch it, the wheel zooms at the pointer.
export class Hands {
  moved = false; // the last press moved the map: the click that follows it is none
  private held = new Map<number, Point>();
  private start: Point = { x: 0, y: 0 };

  constructor(private readonly box: HTMLElement, private readonly does: Moved) {
    box.addEventListener('wheel', this.wheel, { passive: false });
  }

  press(e: PointerEvent): void {
    if (e.button !== 0 || e.ctrlKey) return;
    if (this.held.size === 0) {
      this.moved = false;
      this.start = { x: e.clientX, y: e.clientY };
      window.addEventListener('pointermove', this.move);
      window.addEventListener('pointerup', this.lift);
      window.addEventListener('pointercancel', this.lift);
      this.does.hold();
    }
    this.held.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

  private readonly move = (e: PointerEvent): void => {
    const last = this.held.get(e.pointerId), now = { x: e.clientX, y: e.clientY };
    if (!last) return;
    const slack = e.pointerType === 'touch' ? FINGER_SLACK : SLACK;
    if (!this.moved && this.held.size === 1 && Math.hypot(now.x - this.start.x, now.y - this.start.y) < slack) return;
    this.moved = true;
    const before = [...this.held.values()].slice(0, 2);
    this.held.set(e.pointerId, now);
    const after = [...this.held.values()].slice(0, 2), box = this.box.getBoundingClientRect();
    const middle = (p: Point[]): Point => ({ x: p.reduce((s, q) => s + q.x, 0) / p.length - box.left, y: p.reduce((s, q) => s + q.y, 0) / p.length - box.top });
    const span = (p: Point[]): number => (p[1] ? Math.max(1, Math.hypot(p[0]!.x - p[1].x, p[0]!.y - p[1].y)) : 1);
    this.does.to((lens) => lens.scaled(this.does.clamp((lens.k * span(after)) / span(before)), middle(before), middle(after)));
  };

  private readonly lift = (e: PointerEvent): void => {
    this.held.delete(e.pointerId);
    if (this.held.size) return;
    this.leave();
    this.does.drop();
  };

  private readonly wheel = (e: WheelEvent): void => {
    e.preventDefault();
    const box = this.box.getBoundingClientRect(), at = { x: e.clientX - box.left, y: e.clientY - box.top };
    const by = -e.deltaY * (e.deltaMode === 1 ? 0.05 : e.deltaMode ? 1 : 0.002) * (e.ctrlKey ? 10 : 1);
    this.does.to((lens) => lens.scaled(this.does.clamp(lens.k * 2 ** by), at));
  };

  leave(): void {
    window.removeEventListener('pointermove', this.move);
    window.removeEventListener('pointerup', this.lift);
    window.removeEventListener('pointercancel', this.lift);
  }
}
