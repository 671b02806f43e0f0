// SPDX-License-Identifier: MIT
// Heights as a staff map shows them: a tint for each level and hachures that run downhill.
import { hexNo, neighbour, onMap, sideBetween } from '../lib/hex';
import type { HexNo, MapData } from '../lib/protocol';
import { along, chains, edgeOf, n1, outline, rounded, scatter, type Edge } from './chain';

export interface Relief {
  tints: string[]; // one per level above the lowest, lowest first
  gentle: string;
  slopes: string;
  steep: string;
}

// A ring of hexes around the map repeats its edge, so that tints run out of the frame.
function* ringed(map: MapData): Generator<[HexNo, HexNo]> {
  for (let r = 0; r <= map.rows + 1; ++r)
    for (let c = 0; c <= map.columns + 1; ++c)
      yield [hexNo(c, r), hexNo(Math.min(Math.max(c, 1), map.columns), Math.min(Math.max(r, 1), map.rows))];
}

export function levelOf(map: MapData, h: HexNo): number {
  return map.level[(Number(h.slice(2)) - 1) * map.columns + Number(h.slice(0, 2)) - 1] ?? 0;
}

export function terrainOf(map: MapData, h: HexNo): string {
  return map.terrain_names[map.terrain[(Number(h.slice(2)) - 1) * map.columns + Number(h.slice(0, 2)) - 1] ?? 0] ?? '';
}

export function ringedSet(map: MapData, test: (onMapHex: HexNo) => boolean): Set<HexNo> {
  const out = new Set<HexNo>();
  for (const [h, source] of ringed(map)) if (test(source)) out.add(h);
  return out;
}

// A fan of strokes set on the upper edge of a slope. Edges walk with the high ground on their right.
function hachure(edges: Edge[], gap: number, length: number): string {
  let d = '';
  const rnd = scatter('hachure');
  for (const chain of chains(edges))
    along(rounded(chain), gap, (p, ux, uy) => {
      const long = length * (0.75 + 0.5 * rnd()), lean = (rnd() - 0.5) * 2;
      d += `M${n1(p.x - uy * 2)} ${n1(p.y + ux * 2)}l${n1(uy * long + ux * lean)} ${n1(-ux * long + uy * lean)}`;
    });
  return d;
}

type Bank = 'gentle' | 'slope' | 'steep';

function kindOf(types: string[]): Bank {
  if (types.includes('steep')) return 'steep';
  return types.includes('slope') || types.includes('crest') ? 'slope' : 'gentle';
}

export function relief(map: MapData): Relief {
  const lowest = Math.min(...map.level), highest = Math.max(...map.level);
  const types = new Map(map.sides.flatMap((s) => [[s.a + s.b, s.types], [s.b + s.a, s.types]] as const));
  const tints: string[] = [];
  const drawn = { gentle: '', slope: '', steep: '' };
  const draw = (edges: Record<Bank, Edge[]>): void => {
    drawn.gentle += hachure(edges.gentle, 6.5, 7);
    drawn.slope += hachure(edges.slope, 5, 11);
    drawn.steep += hachure(edges.steep, 3.6, 14);
  };
  for (let level = lowest + 1; level <= highest; ++level) {
    tints.push(outline(ringedSet(map, (h) => levelOf(map, h) >= level)));
    const edges: Record<Bank, Edge[]> = { gentle: [], slope: [], steep: [] };
    for (const h of ringedSet(map, (s) => levelOf(map, s) >= level)) {
      if (!onMap(h, map.columns, map.rows)) continue;
      for (let k = 0; k < 6; ++k) {
        const low = neighbour(h, k);
        if (onMap(low, map.columns, map.rows) && levelOf(map, low) < level) edges[kindOf(types.get(h + low) ?? [])].push(edgeOf(h, k));
      }
    }
    draw(edges);
  }
  const banks: Record<Bank, Edge[]> = { gentle: [], slope: [], steep: [] };
  // Slopes on level ground: banks the file marks without a change of level fall towards the second hex.
  for (const s of map.sides)
    if (levelOf(map, s.a) === levelOf(map, s.b) && s.types.some((t) => t === 'slope' || t === 'steep'))
      banks[kindOf(s.types)].push(edgeOf(s.a, sideBetween(s.a, s.b)));
  draw(banks);
  return { tints, gentle: drawn.gentle, slopes: drawn.slope, steep: drawn.steep };
}
