// SPDX-License-Identifier: MIT
// Woods, villages, marsh and the rest as symbols. A terrain this file does not know is tinted and named, never left out.
import { centre, H, hexNo, onMap, R, type Point } from '../lib/hex';
import type { HexNo, MapData } from '../lib/protocol';
import { n1, outline, scatter } from './chain';
import { ringedSet, terrainOf } from './relief';

export interface Layer {
  name: string; // becomes a class of the stylesheet
  d: string;
}

type Draw = (h: HexNo, c: Point, rnd: () => number) => Layer[];

const circle = (x: number, y: number, r: number): string => `M${n1(x - r)} ${n1(y)}a${n1(r)} ${n1(r)} 0 1 0 ${n1(2 * r)} 0a${n1(r)} ${n1(r)} 0 1 0 ${n1(-2 * r)} 0`;

function block(x: number, y: number, w: number, h: number, angle: number): string {
  const c = Math.cos(angle), s = Math.sin(angle);
  const p = (dx: number, dy: number): string => `${n1(x + dx * c - dy * s)} ${n1(y + dx * s + dy * c)}`;
  return `M${p(-w / 2, -h / 2)}L${p(w / 2, -h / 2)}L${p(w / 2, h / 2)}L${p(-w / 2, h / 2)}Z`;
}

// Points spread over a hex, no two closer than `apart`.
function spread(c: Point, rnd: () => number, count: number, apart: number, reach = 0.92): Point[] {
  const out: Point[] = [];
  for (let tries = 0; out.length < count && tries < count * 12; ++tries) {
    const p = { x: c.x + (rnd() * 2 - 1) * R * reach, y: c.y + (rnd() * 2 - 1) * (H / 2) * reach };
    const dx = Math.abs(p.x - c.x), dy = Math.abs(p.y - c.y);
    if (dx * 0.866 + dy * 0.5 > (H / 2) * reach) continue;
    if (out.every((q) => Math.hypot(q.x - p.x, q.y - p.y) >= apart)) out.push(p);
  }
  return out.sort((a, b) => a.y - b.y);
}

const woods: Draw = (_, c, rnd) => {
  const trees = spread(c, rnd, 26, 8.2, 1);
  return [
    { name: 'tree-shade', d: trees.map((p) => circle(p.x + 1.8, p.y + 1.8, 3.6)).join('') },
    { name: 'tree', d: trees.map((p) => circle(p.x, p.y, 3.2 + rnd() * 1.2)).join('') },
  ];
};

const orchard: Draw = (_, c) => {
  let shade = '', d = '';
  for (let i = -2; i <= 2; ++i)
    for (let j = -2; j <= 2; ++j) {
      const x = c.x + i * 12.5, y = c.y + j * 12.5 + (i & 1 ? 6 : 0) - 3;
      if (Math.abs(x - c.x) * 0.866 + Math.abs(y - c.y) * 0.5 > H / 2 - 6 || Math.abs(y - c.y) > H / 2 - 6) continue;
      shade += circle(x + 1.4, y + 1.4, 2.7);
      d += circle(x, y, 2.7);
    }
  return [{ name: 'tree-shade', d: shade }, { name: 'tree', d }];
};

const houses = (count: number, apart: number, size: number): Draw => (_, c, rnd) => {
  const angle = (rnd() - 0.5) * 0.9;
  return [{
    name: 'house',
    d: spread(c, rnd, count, apart, 0.84).map((p) => block(p.x, p.y, size * (0.8 + rnd() * 0.9), size * (0.6 + rnd() * 0.4), angle + (rnd() > 0.5 ? Math.PI / 2 : 0))).join(''),
  }];
};

const village: Draw = (h, c, rnd) => [
  { name: 'garden', d: circle(c.x, c.y, R * 0.7) },
  ...houses(15, 10.5, 8)(h, c, rnd),
  { name: 'church', d: block(c.x, c.y - H * 0.36, 5, 9, 0) + `M${n1(c.x - 3.5)} ${n1(c.y - H * 0.4)}h7` },
];

const town: Draw = (h, c, rnd) => houses(26, 8.5, 9)(h, c, rnd);

const farm: Draw = (_, c, rnd) => {
  const a = (rnd() - 0.5) * 0.8, x = c.x + R * 0.42, y = c.y - H * 0.24;
  return [
    { name: 'garden', d: circle(x, y, 13) },
    { name: 'court', d: block(x, y, 15, 13, a) },
    { name: 'house', d: block(c.x - R * 0.5, c.y + H * 0.26, 9, 6, a) },
  ];
};

const castle: Draw = (_, c) => {
  const s = R * 0.52, towers = [[-s, -s], [s, -s], [s, s], [-s, s]].map(([x, y]) => circle(c.x + x!, c.y + y!, 5.5)).join('');
  return [{ name: 'court', d: block(c.x, c.y, s * 2, s * 2, 0) }, { name: 'house', d: towers }];
};

const marsh: Draw = (_, c, rnd) => {
  let lines = '', tufts = '';
  for (let j = -4; j <= 4; ++j) {
    const y = c.y + j * 7.2, half = Math.min(R * 0.95, R - Math.abs(y - c.y) * 0.577);
    for (let x = c.x - half + rnd() * 8; x < c.x + half - 8; x += 13 + rnd() * 7) lines += `M${n1(x)} ${n1(y)}h${n1(7 + rnd() * 5)}`;
  }
  for (const p of spread(c, rnd, 8, 15, 0.85)) tufts += `M${n1(p.x - 3)} ${n1(p.y - 4)}l2 4l1 -6l1 6l2 -4`;
  return [{ name: 'marsh', d: lines }, { name: 'tuft', d: tufts }];
};

const cultivated: Draw = (_, c, rnd) => {
  const a = rnd() * Math.PI, ux = Math.cos(a), uy = Math.sin(a);
  let d = '';
  for (let i = -4; i <= 4; ++i) {
    const off = i * 6.5, half = Math.sqrt(Math.max(0, (H / 2.25) ** 2 - off * off));
    d += `M${n1(c.x - uy * off - ux * half)} ${n1(c.y + ux * off - uy * half)}l${n1(ux * 2 * half)} ${n1(uy * 2 * half)}`;
  }
  return [{ name: 'field', d }];
};

const difficult: Draw = (_, c, rnd) => [
  { name: 'rough', d: spread(c, rnd, 9, 15, 0.9).map((p) => `M${n1(p.x - 3)} ${n1(p.y)}l3 -4l3 4m-3 -4l1 5`).join('') },
];

const redoubt: Draw = (_, c) => {
  const s = R * 0.66;
  return [{ name: 'work', d: `M${n1(c.x - s)} ${n1(c.y + s * 0.7)}L${n1(c.x - s)} ${n1(c.y - s * 0.3)}L${n1(c.x)} ${n1(c.y - s)}L${n1(c.x + s)} ${n1(c.y - s * 0.3)}L${n1(c.x + s)} ${n1(c.y + s * 0.7)}` }];
};

const pheasantry: Draw = (h, c, rnd) => [...orchard(h, c, rnd), { name: 'wallwork', d: `M${n1(c.x - 27)} ${n1(c.y - 27)}h54v54h-54z` }];

const SYMBOLS: Record<string, Draw> = {
  woods, wood: woods, forest: woods, orchard, vineyard: orchard, village, town, paris: town, city: town, farm, cassina: farm, castle,
  bastille: castle, marsh, cultivated, difficult, rough: difficult, redoubt, pheasantry,
};
const WATER = new Set(['pond', 'inundation', 'seine', 'lake', 'river', 'water', 'sea']);
const TINTED: Record<string, string> = { woods: 'wood-floor', wood: 'wood-floor', forest: 'wood-floor', pheasantry: 'wood-floor', marsh: 'marsh-floor', paris: 'town-floor', town: 'town-floor' };

export function ground(map: MapData): { floors: Layer[]; symbols: Layer[]; unnamed: { hex: HexNo; text: string }[] } {
  const floors: Layer[] = [], gathered = new Map<string, string>(), unnamed: { hex: HexNo; text: string }[] = [];
  map.terrain_names.forEach((name, index) => {
    if (index === 0) return;
    const floor = WATER.has(name) ? 'water' : TINTED[name] ?? (SYMBOLS[name] ? '' : 'other-floor');
    if (floor) floors.push({ name: floor, d: outline(ringedSet(map, (h) => terrainOf(map, h) === name)) });
  });
  for (let r = 1; r <= map.rows; ++r)
    for (let c = 1; c <= map.columns; ++c) {
      const h = hexNo(c, r), name = terrainOf(map, h);
      if (name === map.terrain_names[0] || WATER.has(name) || !onMap(h, map.columns, map.rows)) continue;
      const draw = SYMBOLS[name];
      if (!draw) unnamed.push({ hex: h, text: name });
      else for (const layer of draw(h, centre(h), scatter(h))) gathered.set(layer.name, (gathered.get(layer.name) ?? '') + layer.d);
    }
  return { floors: floors.filter((f) => f.d), symbols: [...gathered].map(([name, d]) => ({ name, d })), unnamed };
}
