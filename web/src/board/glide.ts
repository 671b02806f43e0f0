// SPDX-License-Identifier: MIT
// Moves an SVG group to a point, with a short ride from where it stood before.
import type { Point } from '../lib/hex';

const RIDE = 320; // ms; well under the 600 an animation may take

const still = matchMedia('(prefers-reduced-motion: reduce)');
const at = (p: Point): string => `translate(${p.x}px, ${p.y}px)`;

export function glide(node: SVGGElement, start: Point): { update(p: Point): void } {
  let last = start;
  node.style.transform = at(start);
  return {
    update(p) {
      if (p.x === last.x && p.y === last.y) return;
      node.style.transform = at(p);
      if (!still.matches) node.animate([{ transform: at(last) }, { transform: at(p) }], { duration: RIDE, easing: 'ease-in-out' });
      last = p;
    },
  };
}
