// SPDX-License-Identifier: MIT
// Rivers and works along hexsides, roads through hex centres.
import { centre, extent, H, R, sideBetween, type Point } from '../lib/hex';
import type { HexNo, MapData, MapSide } from '../lib/protocol';
import { along, at, chains, edgeOf, isLoop, mid, n1, smooth, type Edge } from './chain';
import type { Layer } from './ground';

const edgeOfSide = (s: MapSide): Edge => edgeOf(s.a, sideBetween(s.a, s.b));
const straight = (e: Edge): string => `M${at(e.a)}L${at(e.b)}`;

function chained(map: MapData, type: string): string {
  const frame = extent(map.columns, map.rows);
  return chains(map.sides.filter((s) => s.types.includes(type)).map(edgeOfSide))
    .map((line) => smooth(isLoop(line) ? line : toFrame(line, frame, H * 0.55)))
    .join('');
}

// A line that ends near the frame of the map is drawn out to it: water and roads come from somewhere.
function toFrame(line: Point[], frame: { width: number; height: number }, reach: number): Point[] {
  const out = (p: Point): Point[] => {
    const gaps = [p.x, frame.width - p.x, p.y, frame.height - p.y], least = Math.min(...gaps);
    if (least > reach) return [];
    const k = gaps.indexOf(least);
    return [k === 0 ? { x: -4, y: p.y } : k === 1 ? { x: frame.width + 4, y: p.y } : k === 2 ? { x: p.x, y: -4 } : { x: p.x, y: frame.height + 4 }];
  };
  return [...out(line[0]!), ...line, ...out(line[line.length - 1]!)];
}

// A spline through the hexes, eased a little off their centres so that a straight road does not swing from column to column.
function road(hexes: HexNo[], frame: { width: number; height: number }): string {
  const raw = hexes.map(centre);
  const eased = raw.map((c, i) => {
    const a = raw[i - 1], b = raw[i + 1];
    return a && b ? { x: c.x / 2 + (a.x + b.x) / 4, y: c.y / 2 + (a.y + b.y) / 4 } : { x: c.x, y: c.y / 2 + (a ?? b ?? c).y / 2 };
  });
  const p = toFrame(eased, frame, R * 1.1);
  let d = `M${at(p[0]!)}`;
  for (let i = 0; i + 1 < p.length; ++i) {
    const before = p[i - 1] ?? p[i]!, a = p[i]!, b = p[i + 1]!, after = p[i + 2] ?? b;
    d += `C${n1(a.x + (b.x - before.x) / 6)} ${n1(a.y + (b.y - before.y) / 6)} ${n1(b.x - (after.x - a.x) / 6)} ${n1(b.y - (after.y - a.y) / 6)} ${at(b)}`;
  }
  return d;
}

// Unit vector from one hex of a side to the other.
function across(s: MapSide, from: HexNo = s.a): Point {
  const a = centre(from), b = centre(from === s.a ? s.b : s.a), len = Math.hypot(b.x - a.x, b.y - a.y);
  return { x: (b.x - a.x) / len, y: (b.y - a.y) / len };
}

function bridge(s: MapSide): string {
  const e = edgeOfSide(s), m = mid(e.a, e.b), u = across(s);
  const parapet = (k: number): string => {
    const x = m.x - u.y * k, y = m.y + u.x * k, o = Math.sign(k) * 3;
    return `M${n1(x - u.x * 11 - u.y * o)} ${n1(y - u.y * 11 + u.x * o)}L${n1(x - u.x * 8)} ${n1(y - u.y * 8)}L${n1(x + u.x * 8)} ${n1(y + u.y * 8)}L${n1(x + u.x * 11 - u.y * o)} ${n1(y + u.y * 11 + u.x * o)}`;
  };
  return parapet(4.5) + parapet(-4.5);
}

function bridgeDeck(s: MapSide): string {
  const e = edgeOfSide(s), m = mid(e.a, e.b), u = across(s);
  return `M${n1(m.x - u.x * 9)} ${n1(m.y - u.y * 9)}l${n1(u.x * 18)} ${n1(u.y * 18)}`;
}

function ford(s: MapSide): string {
  const e = edgeOfSide(s), m = mid(e.a, e.b), u = across(s);
  return [-5, 0, 5].map((k) => `M${n1(m.x - u.x * 9 - u.y * k)} ${n1(m.y - u.y * 9 + u.x * k)}l${n1(u.x * 18)} ${n1(u.y * 18)}`).join('');
}

// A parapet with ticks on the side from which it is attacked.
function work(s: MapSide, gap: number, tick: number): string {
  const e = edgeOfSide(s), u = across(s, s.inside ?? s.a);
  let d = straight(e);
  along([e.a, e.b], gap, (p) => (d += `M${at(p)}l${n1(u.x * tick)} ${n1(u.y * tick)}`));
  return d;
}

function gate(s: MapSide): string {
  const e = edgeOfSide(s), m = mid(e.a, e.b), ux = (e.b.x - e.a.x) / 40, uy = (e.b.y - e.a.y) / 40;
  const post = (k: number): string => `M${n1(m.x + ux * k - 3)} ${n1(m.y + uy * k - 3)}h6v6h-6z`;
  return post(8) + post(-8);
}

export interface Lines {
  rivers: string;
  streams: string;
  roads: string;
  tracks: string;
  works: Layer[];
}

export function lines(map: MapData): Lines {
  const every = (type: string, draw: (s: MapSide) => string): string => map.sides.filter((s) => s.types.includes(type)).map(draw).join('');
  const works: Layer[] = [
    { name: 'redoubt-side', d: every('redoubt', (s) => work(s, 5, 6)) },
    { name: 'fortification', d: every('fortification', (s) => work(s, 8, 5)) },
    { name: 'wallwork', d: every('wall', (s) => straight(edgeOfSide(s))) },
    { name: 'hedge', d: every('hedge', (s) => straight(edgeOfSide(s))) },
    { name: 'crest', d: every('crest', (s) => straight(edgeOfSide(s))) },
    { name: 'ford', d: every('ford', ford) },
    { name: 'bridge-deck', d: every('bridge', bridgeDeck) },
    { name: 'bridge', d: every('bridge', bridge) },
    { name: 'gate', d: every('gate', gate) },
  ];
  const of = (kind: string): string => map.roads.filter((r) => r.kind === kind && r.hexes.length > 1).map((r) => road(r.hexes, extent(map.columns, map.rows))).join('');
  return { rivers: chained(map, 'river'), streams: chained(map, 'stream'), roads: of('road'), tracks: of('track'), works: works.filter((w) => w.d) };
}
