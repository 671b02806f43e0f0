// SPDX-License-Identifier: MIT
// The lens rides to another view; whoever takes hold of the map stops it.
import { centre, type Point } from '../lib/hex';
import type { HexNo } from '../lib/protocol';
import { Lens } from './lens';

export interface Room {
  width: number;
  height: number;
}

const RIDE = 420; // ms
const RIM = 84; // px: what lies nearer to the edge counts as out of sight
const LEGIBLE = 0.64; // hexes of 44 px
const still = matchMedia('(prefers-reduced-motion: reduce)');

export const centred = (p: Point, k: number, room: Room): Lens => new Lens(k, room.width / 2 - p.x * k, room.height / 2 - p.y * k);

export function inSight(hex: HexNo, lens: Lens, room: Room, rim = RIM): boolean {
  const p = centre(hex), [x, y] = lens.apply([p.x, p.y]), dx = Math.min(rim, room.width / 6), dy = Math.min(rim, room.height / 6);
  return x >= dx && y >= dy && x <= room.width - dx && y <= room.height - dy;
}

// A view of all these hexes at the present scale, or one a little smaller; of the last one alone where they lie too far apart.
export function viewOf(hexes: HexNo[], lens: Lens, room: Room): Lens {
  const all = hexes.map(centre), box = (of: (p: Point) => number): [number, number] => [Math.min(...all.map(of)), Math.max(...all.map(of))];
  const [left, right] = box((p) => p.x), [top, bottom] = box((p) => p.y);
  const fits = Math.min((room.width - 2 * RIM) / (right - left + 1), (room.height - 2 * RIM) / (bottom - top + 1));
  const k = Math.max(lens.k, Math.min(LEGIBLE, fits));
  if (fits >= k) return centred({ x: (left + right) / 2, y: (top + bottom) / 2 }, k, room);
  if (fits >= LEGIBLE) return centred({ x: (left + right) / 2, y: (top + bottom) / 2 }, fits, room);
  return centred(all[all.length - 1]!, Math.max(k, LEGIBLE), room);
}

export class LensRide {
  private frame = 0;
  constructor(private readonly set: (to: Lens) => void) {}

  start(from: Lens, to: Lens, room: Room): void {
    this.stop();
    if (still.matches) return this.set(to);
    const middle = (t: Lens): Point => ({ x: (room.width / 2 - t.x) / t.k, y: (room.height / 2 - t.y) / t.k });
    const a = middle(from), b = middle(to), began = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - began) / RIDE)), eased = share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2;
      const between = (x: number, y: number): number => x + (y - x) * eased;
      this.frame = share < 1 ? requestAnimationFrame(step) : 0;
      this.set(share < 1 ? centred({ x: between(a.x, b.x), y: between(a.y, b.y) }, from.k * (to.k / from.k) ** eased, room) : to);
    };
    this.frame = requestAnimationFrame(step);
  }
  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }
  get riding(): boolean {
    return this.frame !== 0;
  }
}
