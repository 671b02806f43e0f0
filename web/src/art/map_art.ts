// SPDX-License-Identifier: MIT
// Everything of a map that does not change, as a few long paths. Made once for each map and kept.
import { centre, extent, H, hexNo, hexPath, type Point } from '../lib/hex';
import type { HexNo, MapData } from '../lib/protocol';
import { ground, type Layer } from './ground';
import { lines, type Lines } from './lines';
import { relief, type Relief } from './relief';

export interface MapArt {
  width: number;
  height: number;
  relief: Relief;
  floors: Layer[];
  symbols: Layer[];
  lines: Lines;
  grid: string;
  names: { at: Point; text: string; size: 'place' | 'hamlet' }[];
  numbers: { at: Point; text: HexNo }[];
}

const kept = new WeakMap<MapData, MapArt>();

export function mapArt(map: MapData): MapArt {
  const known = kept.get(map);
  if (known) return known;
  const { floors, symbols, unnamed } = ground(map);
  const all: HexNo[] = [];
  for (let r = 1; r <= map.rows; ++r) for (let c = 1; c <= map.columns; ++c) all.push(hexNo(c, r));
  const isTown = (h: HexNo): boolean => ['village', 'town', 'paris', 'castle'].includes(map.terrain_names[map.terrain[all.indexOf(h)] ?? 0] ?? '');
  const art: MapArt = {
    ...extent(map.columns, map.rows),
    relief: relief(map),
    floors,
    symbols,
    lines: lines(map),
    grid: all.map((h) => hexPath(h)).join(''),
    names: [
      ...Object.entries(map.names).map(([h, text]) => ({ at: below(h), text, size: isTown(h) ? ('place' as const) : ('hamlet' as const) })),
      ...unnamed.filter((u) => !map.names[u.hex]).map((u) => ({ at: below(u.hex), text: u.text, size: 'hamlet' as const })),
    ],
    numbers: all.map((h) => ({ at: above(h), text: h })),
  };
  kept.set(map, art);
  return art;
}

const below = (h: HexNo): Point => ({ x: centre(h).x, y: centre(h).y + H * 0.5 + 7 });
const above = (h: HexNo): Point => ({ x: centre(h).x, y: centre(h).y - H * 0.5 + 9.5 });
