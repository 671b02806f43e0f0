// SPDX-License-Identifier: MIT
// Where the names of a map are written: each looks for a place that no counter and no other name covers.
import { centre, extent, H, hexNo, R, type Point } from '../lib/hex';
import type { HexNo, MapData } from '../lib/protocol';
import { isUnknown, levelOf, terrainOf, TOWN, WATER } from './terrain';

export type NameKind = 'place' | 'hamlet' | 'lake' | 'height';
export interface Name {
  hex: HexNo;
  text: string;
  kind: NameKind;
}
export interface Written extends Name {
  size: number; // of its letters
  arc: string; // the line it is written on
}
interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const SPREAD: Record<NameKind, number> = { place: 0.64, hamlet: 0.54, lake: 0.68, height: 0.72 }; // mean width of a letter with its spacing, in sizes
const SIZE: Record<NameKind, [onMap: number, onScreen: number]> = { place: [15.5, 13], hamlet: [13.5, 11.5], lake: [15.5, 12], height: [15, 12] };
const SAG: Record<NameKind, number> = { place: 0, hamlet: 0.022, lake: 0.05, height: 0.05 };

// Places by their names; ground that is painted like no other by what it is `called`, once.
export function namesOf(map: MapData, called: (terrain: string) => string): Name[] {
  const low = Math.min(...map.level), base = map.terrain_names[0];
  const kind = (h: HexNo): NameKind => {
    const t = terrainOf(map, h);
    if (t === 'village' || t === 'castle' || TOWN.has(t)) return 'place';
    return WATER.has(t) ? 'lake' : t === base && levelOf(map, h) > low ? 'height' : 'hamlet';
  };
  const named = Object.entries(map.names).map(([hex, text]): Name => ({ hex, text, kind: kind(hex) }));
  const unknown = map.terrain.flatMap((t, i): Name[] => {
    const hex = hexNo((i % map.columns) + 1, Math.floor(i / map.columns) + 1);
    return isUnknown(map.terrain_names, t) && map.terrain.indexOf(t) === i && !map.names[hex] ? [{ hex, text: called(map.terrain_names[t]!), kind: 'hamlet' }] : [];
  });
  // The great ones choose first.
  return [...named, ...unknown].sort((a, b) => Number(b.kind === 'place') - Number(a.kind === 'place'));
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

// `k`: the scale on the screen; letters neither shrink below a readable size nor grow with the hexes. `taken`: hexes with counters.
export function write(map: MapData, names: Name[], taken: Set<HexNo>, k: number): Written[] {
  const room = extent(map.columns, map.rows), written: Box[] = [];
  const counters = [...taken].map((h): Box => ({ x: centre(h).x - 27, y: centre(h).y - 27, w: 54, h: 54 }));
  return names.map((name) => {
    const [onMap, onScreen] = SIZE[name.kind], size = Math.max(onScreen / k, Math.min(onMap, (onMap * 1.4) / k)), w = name.text.length * size * SPREAD[name.kind], c = centre(name.hex);
    const within = (p: Point): Point => ({ x: Math.min(Math.max(p.x, w / 2 + 6), room.width - w / 2 - 6), y: Math.min(Math.max(p.y, size + 4), room.height - 6) });
    const box = (p: Point): Box => ({ x: p.x - w / 2, y: p.y - size * 0.85, w, h: size * 1.15 });
    const below = { x: c.x, y: c.y + H / 2 + size * 0.4 }, middle = { x: c.x, y: c.y + size * 0.35 };
    const spots = [
      name.kind === 'lake' || name.kind === 'height' ? middle : below, below, { x: c.x, y: c.y - H / 2 + size * 0.1 },
      { x: c.x + R * 0.8 + w / 2, y: middle.y }, { x: c.x - R * 0.8 - w / 2, y: middle.y },
      { x: c.x, y: below.y + H / 2 }, { x: c.x, y: c.y - H * 0.95 }, { x: c.x + R + w / 2, y: below.y }, { x: c.x - R - w / 2, y: below.y },
    ].map(within);
    const cost = (p: Point, i: number): number => i * size * 6 + counters.reduce((s, b) => s + overlap(box(p), b), 0) + 3 * written.reduce((s, b) => s + overlap(box(p), b), 0);
    const best = spots.map((p, i) => ({ p, cost: cost(p, i) })).sort((a, b) => a.cost - b.cost)[0]!.p;
    written.push(box(best));
    const sag = w * SAG[name.kind], long = w * 0.75;
    return { ...name, size, arc: `M${(best.x - long).toFixed(1)} ${(best.y + sag).toFixed(1)}Q${best.x.toFixed(1)} ${(best.y - sag).toFixed(1)} ${(best.x + long).toFixed(1)} ${(best.y + sag).toFixed(1)}` };
  });
}
