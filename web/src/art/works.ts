// SPDX-License-Identifier: MIT
// Works along hexsides: parapets, walls, hedges, crests, fords, gates; and bridges where a road really crosses the water.
import { centre, H, sideBetween, type Point } from '../lib/hex';
import type { HexNo, MapSide } from '../lib/protocol';
import { along, edgeOf, mid, type Edge } from './chain';
import { Brush, type Coat, type Layer } from './brush';
import { box } from './polygon';
import type { Survey } from './survey';

const edgeOfSide = (s: MapSide): Edge => edgeOf(s.a, sideBetween(s.a, s.b));

// Unit vector from one hex of a side to the other.
function across(s: MapSide, from: HexNo = s.a): Point {
  const a = centre(from), b = centre(from === s.a ? s.b : s.a);
  return { x: (b.x - a.x) / H, y: (b.y - a.y) / H };
}

function every(s: Survey, type: string, draw: (on: Brush, side: MapSide, e: Edge) => void): Brush {
  const on = new Brush();
  for (const side of s.map.sides) if (side.types.includes(type)) draw(on, side, edgeOfSide(side));
  return on;
}
const plainLine = (on: Brush, _: MapSide, e: Edge): void => on.line(e.a, e.b);

// A parapet with ticks on the side from which it is attacked.
const parapet = (gap: number, tick: number) => (on: Brush, side: MapSide, e: Edge): void => {
  const u = across(side, side.inside ?? side.a);
  on.line(e.a, e.b);
  along([e.a, e.b], gap, (p) => on.line(p, { x: p.x + u.x * tick, y: p.y + u.y * tick }));
};

function ford(on: Brush, side: MapSide, e: Edge): void {
  const m = mid(e.a, e.b), u = across(side);
  for (const k of [-5, 0, 5]) on.line({ x: m.x - u.x * 9 - u.y * k, y: m.y - u.y * 9 + u.x * k }, { x: m.x + u.x * 9 - u.y * k, y: m.y + u.y * 9 + u.x * k });
}

function gate(on: Brush, _: MapSide, e: Edge): void {
  const m = mid(e.a, e.b);
  for (const k of [-0.2, 0.2]) on.poly(box(m.x + (e.b.x - e.a.x) * k, m.y + (e.b.y - e.a.y) * k, 6, 6, 0));
}

// Where a road comes nearest to the water, and its direction there; across the hexside where no road does.
function crossing(s: Survey, side: MapSide, e: Edge): { at: Point; u: Point } {
  const m = mid(e.a, e.b), flow = [...s.rivers, ...s.streams].flat().filter((p) => Math.hypot(p.x - m.x, p.y - m.y) < 34);
  let best = 22, found = { at: m, u: across(side) };
  for (const w of s.ways)
    along(w.points, 2, (p, ux, uy) => {
      if (Math.hypot(p.x - m.x, p.y - m.y) > 30) return;
      for (const f of flow) {
        const d = Math.hypot(p.x - f.x, p.y - f.y);
        if (d < best) (best = d), (found = { at: p, u: { x: ux, y: uy } });
      }
    });
  return found;
}

function bridges(s: Survey): Layer[] {
  const deck = new Brush(), rail = new Brush(), on = (p: Point, u: Point, far: number, off: number): Point => ({ x: p.x + u.x * far - u.y * off, y: p.y + u.y * far + u.x * off });
  every(s, 'bridge', (_, side, e) => {
    const { at, u } = crossing(s, side, e), half = side.types.includes('river') ? 11 : 7.5;
    deck.line(on(at, u, -half, 0), on(at, u, half, 0));
    for (const k of [-4, 4]) {
      rail.line(on(at, u, -half, k), on(at, u, half, k));
      for (const end of [-1, 1]) rail.line(on(at, u, end * half, k), on(at, u, end * (half + 3), k * 1.65));
    }
  });
  return [
    { on: deck, stroke: '#33241a', width: 9.6, cap: 'butt' },
    { on: deck, stroke: '#efe2c4', width: 7.4, cap: 'butt' },
    { on: rail, stroke: '#33241a', width: 1.9, bold: true },
  ];
}

export function works(s: Survey): Layer[] {
  const bank = every(s, 'redoubt', plainLine), line = (type: string, draw: (on: Brush, side: MapSide, e: Edge) => void, coat: Omit<Coat, 'on'>): Layer => ({ on: every(s, type, draw), ...coat });
  return [
    // Earthworks: a bank of bare soil under the parapet.
    { on: bank, stroke: '#4e341c', width: 9.4 },
    { on: bank, stroke: '#c39d64', width: 7.6 },
    { on: bank, stroke: '#e5cb98', width: 2.4 },
    line('redoubt', parapet(5, 6), { stroke: '#4e341c', width: 1.3 }),
    line('fortification', parapet(8, 5), { stroke: '#2f2a26', width: 4.2 }),
    line('wall', plainLine, { stroke: '#5c5148', width: 2.6 }),
    line('hedge', plainLine, { stroke: '#4c6636', width: 4, dash: [0.1, 5] }),
    line('crest', plainLine, { stroke: '#6d4d28', width: 1.4, dash: [5, 3] }),
    line('ford', ford, { stroke: '#6b4a26', width: 1.8, dash: [2.4, 3] }),
    ...bridges(s),
    line('gate', gate, { fill: '#2f2a26', stroke: '#f1e7cf', width: 0.8 }),
  ];
}
