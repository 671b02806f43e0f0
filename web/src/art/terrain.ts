// SPDX-License-Identifier: MIT
// What the map file says of a hex, and sets of hexes.
import { hexNo } from '../lib/hex';
import type { HexNo, MapData } from '../lib/protocol';

export const WOODS = new Set(['woods', 'wood', 'forest']), MARSH = new Set(['marsh', 'swamp']);
export const WATER = new Set(['pond', 'inundation', 'seine', 'lake', 'river', 'water', 'sea', 'pond_river']);
export const TOWN = new Set(['town', 'paris', 'city']);
export const BUILT = new Set(['village', 'castle', 'bastille', 'pheasantry', 'redoubt', ...TOWN]);
const KNOWN = new Set([...WOODS, ...WATER, ...BUILT, ...MARSH, 'cassina', 'farm', 'special_structure', 'orchard', 'vineyard', 'difficult', 'rough', 'cultivated']);

// Terrain without a picture is tinted here and named on the map, never left out.
export const isUnknown = (names: string[], index: number): boolean => index > 0 && names[index] !== names[0] && !KNOWN.has(names[index]!);

const at = (map: MapData, h: HexNo): number => (Number(h.slice(2)) - 1) * map.columns + Number(h.slice(0, 2)) - 1;
export const levelOf = (map: MapData, h: HexNo): number => map.level[at(map, h)] ?? 0;
export const terrainOf = (map: MapData, h: HexNo): string => map.terrain_names[map.terrain[at(map, h)] ?? 0] ?? '';

// The hexes that pass the test, with a ring around the map that repeats its edge, so that washes run out of the frame.
export function ringedSet(map: MapData, test: (onMapHex: HexNo) => boolean): Set<HexNo> {
  const out = new Set<HexNo>();
  for (let r = 0; r <= map.rows + 1; ++r)
    for (let c = 0; c <= map.columns + 1; ++c)
      if (test(hexNo(Math.min(Math.max(c, 1), map.columns), Math.min(Math.max(r, 1), map.rows)))) out.add(hexNo(c, r));
  return out;
}
