// SPDX-License-Identifier: MIT
// Legal acts sorted by the place on the screen where a player would do them. Knows shapes of acts, not rules.
import type { Act, HexNo } from './protocol';

export interface Gestures {
  bar: Act[]; // no unit, hex or marker: buttons of the top bar
  markers: Act[]; // markers of the activation track
  units: Map<string, Act[]>; // a unit and nothing else: click its counter
  hexes: Map<HexNo, Act[]>; // anything that names a hex: click it
  facings: Map<string, Act[]>; // a unit and a direction: handles around the counter
  order: string[]; // every unit that can do something, in the order of the list
  inHand: string | null; // the one unit all acts speak of
}

const push = <K>(map: Map<K, Act[]>, key: K, act: Act): void => {
  const list = map.get(key);
  if (list) list.push(act);
  else map.set(key, [act]);
};

export function sortActs(options: Act[]): Gestures {
  const g: Gestures = { bar: [], markers: [], units: new Map(), hexes: new Map(), facings: new Map(), order: [], inHand: null };
  for (const act of options) {
    if (act.hex !== undefined) push(g.hexes, act.hex, act);
    else if (act.who !== undefined && (act.facing ?? act.side) !== undefined) push(g.facings, act.who, act);
    else if (act.who !== undefined) push(g.units, act.who, act);
    else if (act.marker !== undefined) g.markers.push(act);
    else g.bar.push(act);
  }
  g.order = [...new Set(options.map((a) => a.who).filter((w): w is string => w !== undefined))];
  const placed = [...g.hexes.values()].flat();
  if (g.order.length === 1 && placed.every((a) => a.who !== undefined) && (placed.length > 0 || g.facings.size > 0)) g.inHand = g.order[0]!;
  return g;
}

// Acts that only take a unit in hand or mark it: harmless, so one click does them. Everything else wants a second one.
const LIGHT = /^(select|choose|order|withdraw|restack|march)/;
export const isLight = (act: Act): boolean => LIGHT.test(act.verb) && act.hex === undefined;

// Going somewhere and changing shape: nothing to be weighed like a fight.
const SHAPES = /^(pivot|lengthen|shorten|skirmish)$/;
export const reshapes = (act: Act): boolean => SHAPES.test(act.verb);
export const goes = (act: Act): boolean => act.verb === 'move' || act.verb === 'place';
export const marches = (act: Act): boolean => goes(act) || reshapes(act);

// The acts at a hex for the unit the player has picked, or for all of them.
export function actsAt(g: Gestures, hex: HexNo, picked: string | null): Act[] {
  const all = g.hexes.get(hex) ?? [];
  const own = picked ? all.filter((a) => a.who === picked) : [];
  return own.length ? own : all;
}

// An act the player seems to want, shaped like those on offer, to ask "why not?" about.
export function wished(options: Act[], shapes: Map<string, string>, clicked: { unit: string | null; hex: HexNo }, picked: string | null): string | null {
  const like = (test: (a: Act) => boolean): Act | undefined => options.find((a) => a.who === picked && test(a)) ?? options.find(test);
  const model = like((a) => a.hex !== undefined && a.verb === 'move') ?? like((a) => a.hex !== undefined) ?? like((a) => a.who !== undefined && a.facing === undefined);
  if (!model) return null;
  if (model.hex !== undefined) return spell({ ...model, hex: clicked.hex, who: picked ?? model.who }, shapes);
  return clicked.unit ? spell({ ...model, who: clicked.unit }, shapes) : null;
}

export function spell(act: Act, shapes: Map<string, string>): string {
  const operand: Record<string, string | number | undefined> = {
    u: act.who, w: act.whom, h: act.hex, f: act.facing, s: act.side, n: act.number, d: act.die, m: act.marker, x: act.extra,
  };
  return [act.verb, ...[...(shapes.get(act.verb) ?? '')].map((k) => String(operand[k] ?? '-'))].join(' ');
}

// "move 1st Line to 1407" and the like, brought into the grammar of acts.
export function understood(typed: string, names: Map<string, string>): string {
  let text = typed.trim().toLowerCase();
  for (const [id, name] of [...names].sort((a, b) => b[1].length - a[1].length)) if (name) text = text.replace(name.toLowerCase(), id);
  const ids = new Map([...names.keys()].map((id) => [id.toLowerCase(), id]));
  return text
    .split(/\s+/)
    .filter((w) => !['to', 'at', 'the', 'facing', 'vers', 'sur', 'en', 'à'].includes(w))
    .map((w) => ids.get(w) ?? (/^(n|ne|e|se|s|sw|w|nw)$/.test(w) && !ids.has(w) ? w.toUpperCase() : w))
    .join(' ');
}
