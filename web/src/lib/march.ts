// SPDX-License-Identifier: MIT
// A march as the player orders it: the way, and how the unit faces at its end. Knows directions, not rules.
import { centre, facingPoint, type Point } from './hex';
import type { Act, HexNo } from './protocol';

const turn = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
const angle = (from: Point, to: Point): number => Math.atan2(to.y - from.y, to.x - from.x);
const ORIGIN = { x: 0, y: 0 };

// The hexes of a way, from where it begins.
export const hexesOf = (from: HexNo | undefined, acts: string[]): HexNo[] =>
  [from, ...acts.map((a) => /\b\d{4}\b/.exec(a)?.[0])].filter((h): h is HexNo => h !== undefined);

// "halt b1 E" or "wheel b1 NE" as an act that handles can show; null for an end without a facing.
export function endAct(text: string): Act | null {
  const [verb, who, facing] = text.split(' ');
  if (!verb || !who || !facing) return null;
  return { text, verb, who, ...(verb === 'wheel' ? { side: facing } : { facing }) };
}

// The end that faces as the last step went; of two that do, the one nearer to how the unit faced before.
export function defaultEnd(ends: string[], way: HexNo[], facing: string | undefined, facesSide: boolean): string | null {
  const facings = ends.map(endAct).filter((a): a is Act => a !== null);
  if (facings.length === 0) return ends[0] ?? null;
  const [from, to] = way.slice(-2).map(centre) as [Point, Point];
  const step = angle(from, to), before = facing ? angle(ORIGIN, facingPoint(ORIGIN, facing, facesSide, 1)) : step;
  const off = (a: Act): number => {
    const at = angle(ORIGIN, facingPoint(ORIGIN, (a.facing ?? a.side)!, a.facing === undefined, 1));
    return Math.round(turn(at, step) * 100) * 10 + turn(at, before);
  };
  return facings.reduce((best, a) => (off(a) < off(best) ? a : best)).text;
}
