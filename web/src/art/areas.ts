// SPDX-License-Identifier: MIT
// Outlines of sets of hexes as nature would draw them: no hex is seen in the shore of a pond.
import { neighbour } from '../lib/hex';
import { chains, eased, edgeOf, stepped, type Edge } from './chain';
import type { Poly } from './polygon';
import type { Survey } from './survey';
import { ringedSet, terrainOf } from './terrain';

const STEP = 6; // distance of the points of a shore

interface Edging {
  rag?: number; // how uneven
  grow?: number; // outwards
}

// The hexes lie to the right of their edges, so outwards is to the left.
export function shores(s: Survey, names: Set<string>, { rag = 0, grow = 0 }: Edging = {}): Poly[] {
  const set = ringedSet(s.map, (h) => names.has(terrainOf(s.map, h))), edges: Edge[] = [];
  for (const h of set) for (let k = 0; k < 6; ++k) if (!set.has(neighbour(h, k))) edges.push(edgeOf(h, k));
  return chains(edges).map((chain) => {
    // A long shore is smoothed over two hexes; a pond of one hex keeps its size.
    const points = stepped(chain, STEP), reach = Math.min(Math.max(Math.round(points.length / 14), 3), 9), loop = eased(eased(points, reach, true), reach - 1, true);
    return loop.map((p, i) => {
      const a = loop[(i + loop.length - 1) % loop.length]!, b = loop[(i + 1) % loop.length]!, len = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const off = (s.n(p.x / 11, p.y / 11) - 0.5) * rag + (s.n(p.x / 50 + 3, p.y / 50) - 0.5) * rag * 2.4 + grow + 1.5;
      return { x: p.x + ((b.y - a.y) / len) * off, y: p.y - ((b.x - a.x) / len) * off };
    });
  });
}

// Whether a point lies in an area whose edge is blurred and uneven.
export function cover(s: Survey, names: Set<string>, rag = 0.5): (x: number, y: number) => boolean {
  const inside = s.blurred(s.sample((hex) => (names.has(s.map.terrain_names[s.map.terrain[hex] ?? 0] ?? '') ? 1 : 0)), 2);
  return (x, y) => {
    const i = Math.min(Math.max(Math.round(x / 5), 0), s.columns - 1), j = Math.min(Math.max(Math.round(y / 5), 0), s.rows - 1);
    return inside[j * s.columns + i]! + (s.n(x / 13, y / 13 + 8) - 0.5) * rag > 0.5;
  };
}
