// SPDX-License-Identifier: MIT
// Moves an SVG group to a point, with a short ride from where it stood before, along a way where it went one.
import type { Point } from '../lib/hex';

const RIDE = 280; // ms; well under the 600 an animation may take

export interface Place {
  at: Point;
  way?: Point[] | undefined; // hexes it went through, the last one its place
  ms?: number; // for the whole way; 0: it is there at once
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const at = (p: Point): string => `translate(${p.x}px, ${p.y}px)`;

export function glide(node: SVGGElement, start: Place): { update(p: Place): void } {
  let last = start.at;
  node.style.transform = at(last);
  return {
    update({ at: to, way, ms = RIDE }) {
      if (to.x === last.x && to.y === last.y) return;
      node.style.transform = at(to);
      const stops = [last, ...(way ?? []).slice(1, -1), to];
      if (!still.matches && ms > 0) node.animate(stops.map((p) => ({ transform: at(p) })), { duration: ms, easing: stops.length > 2 ? 'linear' : 'ease-in-out' });
      last = to;
    },
  };
}
