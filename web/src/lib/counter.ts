// SPDX-License-Identifier: MIT
// What a counter shows, made from the roster (printed) and the view (now). Colours repeat what letters and shapes already say.
import type { CounterState, HexNo, RosterEntry } from './protocol';

// Who stands in a hex, the top of the stack first; a long counter stands in all it covers.
export const stackIn = (counters: CounterState[], hex: HexNo): CounterState[] =>
  counters.filter((c) => c.place === 'map' && (c.hexes?.includes(hex) ?? c.hex === hex)).sort((a, b) => a.height - b.height);

export type Arm = 'inf' | 'cav' | 'art' | 'wagon' | 'leader';
const FORMS = ['column', 'line', 'skirmish', 'square', 'road-column', 'general-order', 'limbered', 'unlimbered'] as const;
export type Form = (typeof FORMS)[number];

export interface Face {
  ground: string;
  ink: string;
  stripe: string;
  stripeInk: string;
  formation: string;
  arm: Arm;
  weight: '' | 'light' | 'heavy' | 'horse';
  corners: { strength: string; cohesion: string; engagement: string; movement: string };
  state: { disordered: boolean; routed: boolean; broken: 'D' | 'PGD' | 'R'; finished: boolean; square: boolean; orders: boolean };
  chips: string[]; // other marks, as short letters
  pips: number; // losses
  name: string;
  men: [now: number, full: number] | null; // strength points, where they can be shown as pips
  form: Form | null; // in books where units stand in line, column and so on
  formed: boolean; // of such a book, whatever order the unit is in
}

const NATIONS: Record<string, string> = {
  French: '#46679c', Blue: '#46679c', Austrian: '#f4f0e4', White: '#f4f0e4', Allied: '#86a874', British: '#d98f83', Russian: '#86a874',
  Prussian: '#8b98a6', Royal: '#f4f0e4', Princes: '#d9b768', League: '#d9b768', Spanish: '#d39a55', Dutch: '#dd9550', Saxon: '#d8cfae',
  English: '#c9685b', 'Dutch-Belgian': '#dd9550', Brunswick: '#5f6672', Hanoverian: '#d8a49c', Nassau: '#9aa86b', KGL: '#c9685b', Royalist: '#e3b5a4', Walloon: '#b98d5e',
};
const CLOTH: Record<string, string> = {
  red: '#b23a32', blue: '#2f5597', yellow: '#e3bf3f', violet: '#7c4f93', green: '#3f7d4c', orange: '#d97b29', brown: '#7b5638',
  white: '#ffffff', grey: '#8d8d88', black: '#2b2b2b', pink: '#e2a1ae', 'light green': '#9fc48a', 'light blue': '#9cc0dd',
};
const DYES = Object.keys(CLOTH).filter((c) => c !== 'white');
const PALETTE = DYES.map((c) => CLOTH[c]!);

function hash(s: string): number {
  let h = 0;
  for (const ch of s) h = (Math.imul(h, 31) + ch.charCodeAt(0)) >>> 0;
  return h;
}

export const groundOf = (side: string): string => NATIONS[side] ?? PALETTE[hash(side) % PALETTE.length]!;

// Black or white ink, whichever reads better on this ground.
export function inkOn(ground: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(ground.slice(i, i + 2), 16)) as [number, number, number];
  return r * 0.299 + g * 0.587 + b * 0.114 > 140 ? '#1f1a14' : '#ffffff';
}

const printed = (r: RosterEntry | undefined, key: string): string => {
  const v = r?.[key];
  return typeof v === 'string' && v !== '-' ? v : '';
};

const ARMS = { infantry: 'inf', cavalry: 'cav', artillery: 'art', wagon: 'wagon', commander: 'leader' } as const;
const armOf = (r: RosterEntry | undefined): [Arm, Face['weight']] => (r ? [ARMS[r.kind], r.weight] : ['inf', '']);

const KEYS = {
  strength: ['sp', 'cp', 'inc', 'strength', 'fire'],
  cohesion: ['coh', 'mf', 'morale', 'cohesion'],
  engagement: ['eng', 'mel', 'melee', 'df'],
  movement: ['left', 'mp', 'move'],
};
const LEADER_KEYS = { strength: ['drm', 'mb', 'bonus'], cohesion: ['orders', 'av', 'rating'], engagement: ['range', 'cr'], movement: ['left', 'mp'] };

// Movement points a unit still has: books tell what is left, what is spent, or neither. "half" is half a point more.
export function pointsLeft(values: Record<string, number>): number | undefined {
  const { left, mp, spent, half } = values;
  return left !== undefined ? left + (half ? 0.5 : 0) : mp === undefined ? undefined : mp - (spent ?? 0);
}

// 2.5 as it stands on counters and in rulebooks: 2½.
export const halves = (points: number): string => (Number.isInteger(points) ? String(points) : `${Math.floor(points) || ''}½`);

// Marks that deserve a place on the counter itself; all of them are named in the stack card.
const CHIPS: Record<string, string> = {
  charging: 'CH', charge: 'C', tired: 'T', exhausted: 'E', prone: 'P', wrecked: '×', fired: 'F', demoralised: 'DM', 'order-hidden': '?', reinforcement: '+', skirmish: 'SK',
  limbered: 'LB', silenced: 'SI', flipped: '½', administrative: 'A', 'maneuver-unit': 'MU',
};
// An assault with its distance, and the rounds a battery has left.
function chipsOf(c: CounterState, formed: boolean): string[] {
  const { distance, rounds } = c.values, assaults = c.marks.includes('assault');
  const shown = c.marks.filter((m) => !(formed && (FORMS as readonly string[]).includes(m))); // its silhouette says so already
  return [...(assaults ? [`A→${distance ?? ''}`] : []), ...shown.flatMap((m) => CHIPS[m] ?? []), ...(rounds === undefined ? [] : [`•${rounds}`])];
}

// The side of a counter that lies down, where the book prints two: "back.sp" and the like, or the front if it is the back that lies up.
const BACK = '↻';
function reverseOf(c: CounterState, r: RosterEntry | undefined): Record<string, string> | null {
  const keys = Object.keys(r ?? {}).flatMap((k) => (k.startsWith('back.') ? [k.slice(5)] : []));
  if (keys.length === 0) return null;
  const up = (side: string): boolean => keys.some((k) => printed(r, k) !== printed(r, `back.${k}`) && String(c.values[k]) === printed(r, side + k));
  const turned = up('back.') && !up('');
  return Object.fromEntries(keys.map((k) => [k, printed(r, (turned ? '' : 'back.') + k)]));
}

// What its markers are called, or the name; a long one is cut to its last word: "Division Morel" is Morel.
function formationOf(r: RosterEntry | undefined): string {
  const named = printed(r, 'formation') || printed(r, 'brigade') || printed(r, 'group') || (r?.leader ? r.id.toUpperCase() : '');
  return printed(r, 'marker') || (named.length > 6 ? named.split(' ').pop()!.slice(0, 8) : named);
}

const clothOf = (r: RosterEntry | undefined): string => printed(r, 'colour') || printed(r, 'color');

// Formations that have no colour get one each: no two of a side look alike while there are dyes enough. Leaders of none come last.
export function dyed(roster: RosterEntry[]): RosterEntry[] {
  const worn = new Map<string, Map<string, string>>(); // by side: what each formation wears
  const of = (side: string): Map<string, string> => worn.get(side) ?? worn.set(side, new Map()).get(side)!;
  for (const r of roster) if (clothOf(r) in CLOTH) of(r.side).set(formationOf(r), clothOf(r));
  for (const r of [...roster.filter((x) => !x.leader), ...roster.filter((x) => x.leader)]) {
    const formation = formationOf(r), side = of(r.side), taken = new Set(side.values());
    if (formation && !side.has(formation)) side.set(formation, DYES.find((d) => !taken.has(d)) ?? DYES[hash(formation) % DYES.length]!);
  }
  return roster.map((r) => (clothOf(r) in CLOTH ? r : { ...r, colour: of(r.side).get(formationOf(r)) ?? '' }));
}

// Strength now and at first, in points that fit on a counter.
const MOST_PIPS = 15;
function menOf(c: CounterState, r: RosterEntry | undefined): [number, number] | null {
  if (r?.leader) return null;
  for (const k of KEYS.strength) {
    const full = Number(printed(r, k) || NaN), now = c.values[k] ?? full;
    if (now > 0 && now <= MOST_PIPS) return [now, Math.min(Math.max(full || now, now), MOST_PIPS)];
  }
  return null;
}

const marching = (c: CounterState): number | undefined => (c.values['left'] === undefined ? undefined : pointsLeft(c.values));

export function faceOf(c: CounterState, r: RosterEntry | undefined, reverse = false): Face {
  const [arm, weight] = armOf(r);
  const keys = arm === 'leader' ? LEADER_KEYS : KEYS;
  const back = reverse ? reverseOf(c, r) : null;
  const shown = (names: string[]): string => {
    for (const k of names) {
      if (back?.[k]) return back[k];
      const now = k === 'left' ? marching(c) : c.values[k];
      if (now !== undefined && !back) return halves(now);
      if (printed(r, k)) return printed(r, k);
    }
    return '';
  };
  const formation = formationOf(r);
  const stripe = CLOTH[clothOf(r)] ?? '#cfc6ae';
  const ground = NATIONS[printed(r, 'nation')] ?? groundOf(c.side);
  const has = (...m: string[]): boolean => m.some((x) => c.marks.includes(x));
  const form = FORMS.find((f) => c.marks.includes(f) && ('inc' in c.values || f === 'limbered')) ?? null;
  return {
    ground,
    ink: inkOn(ground),
    stripe,
    stripeInk: inkOn(stripe),
    formation,
    arm,
    weight,
    corners: { strength: shown(keys.strength), cohesion: shown(keys.cohesion), engagement: shown(keys.engagement), movement: shown(keys.movement) },
    state: {
      disordered: has('disordered', 'disorganised', 'disorder', 'pgd'),
      routed: has('routed', 'rout'),
      broken: has('pgd') ? 'PGD' : has('routed', 'rout') ? 'R' : 'D',
      finished: has('finished'),
      square: has('square', 'hedgehog'),
      orders: has('orders', 'order'),
    },
    chips: back ? [BACK] : chipsOf(c, form !== null),
    pips: Math.min(c.values['losses'] ?? 0, 6),
    name: (r?.name ?? c.id).split(' (')[0]!,
    men: back ? null : menOf(c, r),
    form,
    formed: form !== null || 'inc' in c.values,
  };
}
