// SPDX-License-Identifier: MIT
// What a battle's sheet says, in sentences: what wins, who comes when, special rules. The lines are the engine's; nothing is judged here.
import type { BattleData, HexNo, Side } from './protocol';
import { has, sideText, t } from './words';

export interface Told {
  text: string;
  hexes: HexNo[];
}
export interface Award extends Told {
  side: Side;
  points: number;
}
export interface Arrival extends Told {
  turn: string; // "4", or "6+" with an event
  side: Side;
  units: string[];
}
export interface Story {
  awards: Award[];
  ends: Told[]; // what ends the battle at once, and what the leads mean
  arrivals: Arrival[];
  special: Told[];
}

const MANY = 4; // hexes that are shown rather than listed
const HEX = /^\d{4}$/;

class Teller {
  constructor(
    private readonly battle: BattleData,
    private readonly name: (unit: string) => string,
  ) {}

  hexes(words: string[]): HexNo[] {
    return words.flatMap((w) => (HEX.test(w) ? [w] : (this.battle.map.zones[w.replace(/^zone:/, '')] ?? [])));
  }
  places(hexes: HexNo[]): string {
    if (hexes.length > MANY) return t('briefing.places', { count: hexes.length });
    return hexes.map((h) => (this.battle.map.names[h] ? `${this.battle.map.names[h]} (${h})` : h)).join(', ');
  }
  // Units, formations and markers by their names; hexes and figures are none.
  who(words: string[]): string {
    return words.map((w) => this.battle.markers[w] ?? this.name(w)).join(', ');
  }
  side(id: string | undefined): string {
    return sideText(this.battle.card, id);
  }
  isSide(word: string | undefined): boolean {
    return word !== undefined && this.battle.card.sides.includes(word);
  }

  // Of "holder" and "both" each side has one.
  awards(words: string[]): Award[] {
    const [verb, who, ...rest] = words as [string, string, ...string[]];
    const sides = who === 'holder' || who === 'both' ? this.battle.card.sides : [who];
    return sides.map((side) => this.award([verb, side, ...rest])).filter((a) => a !== null);
  }

  private award(words: string[]): Award | null {
    const [, side, points, ...line] = words as [string, string, string, ...string[]];
    const per = line[0] === 'per', kind = (per ? line[2] : line[0])!, rest = per ? line.slice(1, 2) : line.slice(1);
    const counted = kind === 'reach' && /^\d{1,3}$/.test(rest[0] ?? '');
    const hexes = this.hexes(counted ? rest.slice(1) : rest);
    const each = words[0] === 'vp' && kind === 'hold' && hexes.length > 1 && !this.isBataille;
    const key = `award.${each ? 'hold-each' : kind === 'eliminated' && rest[0] ? `eliminated.${rest[0]}` : kind === 'reach' && !counted ? 'reached' : per ? `${kind}.per` : kind}`;
    if (!has(key)) return null;
    return { side, points: Number(points), text: t(key, { places: this.places(hexes), n: rest[0], from: rest[0], to: rest[1], unit: this.who(rest.slice(0, 1)) }), hexes: hexes.length > MANY * 4 ? [] : hexes };
  }

  private get isBataille(): boolean {
    return this.battle.card.books.includes('bataille');
  }

  end(words: string[]): Told[] {
    const [verb, a, b] = words;
    if (verb === 'hold' || verb === 'clear') {
      if (!this.isBataille) return [];
      const hexes = this.hexes(words.slice(1)), [first, second] = this.battle.card.sides;
      return [{ text: t(`win.end.${verb}`, { side: this.side(first), enemy: this.side(second), places: this.places(hexes) }), hexes }];
    }
    if (verb === 'automatic') {
      if (this.isBataille) return [{ text: t('win.near', { side: this.side(a), places: this.places(this.hexes([b!])), n: words[3] }), hexes: this.hexes([b!]) }];
      const kind = words[2] === 'control' ? (words.includes('clear-west-of') ? 'control.clear' : 'control') : words[2] === 'good-in' ? 'good-in' : 'hold';
      const hexes = this.hexes(words.slice(kind === 'hold' ? 2 : 3).filter((w) => HEX.test(w) || w.startsWith('zone:')));
      return [{ text: t(`win.${kind as 'hold'}`, { side: this.side(a), places: this.places(hexes), n: words.at(-1) }), hexes }];
    }
    // "margin": a draw up to the first; "margins" and "verdict": the first wins.
    const draw = Number(a) - (verb === 'margin' ? 0 : 1), major = Number(b);
    return [...(draw > 0 ? [{ text: t('briefing.draw', { draw }), hexes: [] }] : []), ...(major > 0 ? [{ text: t('briefing.major', { major }), hexes: [] }] : [])];
  }

  special(words: string[]): Told | null {
    const [verb, ...rest] = words as [string, ...string[]];
    if (verb === 'event') return this.event(rest);
    if (verb === 'hold' && this.isBataille) return null;
    if (verb === 'dusk' && this.isBataille) return { text: t('special.dusk.horses', { turns: rest.join(', ') }), hexes: [] };
    const key = `special.${verb === 'tired' && this.isSide(rest[0]) ? 'tired.side' : verb === 'dusk' && Number(rest[0]) > Number(rest[1]) ? 'dusk.from' : verb}`;
    if (!has(key)) return null;
    const hexes = this.hexes(rest), numbers = rest.filter((w) => /^\d{1,3}$/.test(w)), named = rest.filter((w) => !HEX.test(w) && !/^\d+$/.test(w) && !this.isSide(w) && this.knows(w));
    const order = ORDER[verb] ?? ['turn', 'n'];
    const figures = Object.fromEntries(order.map((k, i) => [k, numbers[i]]));
    const turns = verb === 'mist' || verb === 'dusk' ? numbers.slice(1).join(', ') : '';
    return {
      text: t(key, { ...figures, turns, side: this.side(rest.find((w) => this.isSide(w))), places: this.places(hexes), units: this.who(verb === 'commanded' || verb === 'tether' ? named.slice(0, 1) : named), leader: this.who(named.slice(1)) }).trim(),
      hexes: hexes.length > MANY * 8 ? [] : hexes,
    };
  }

  private event([id, kind, ...rest]: string[]): Told | null {
    const key = `event.${kind}`;
    if (!has(key)) return null;
    const number = rest.findLast((w) => /^\d+$/.test(w));
    return { text: t(key, { marker: this.who([id!]), units: this.who(rest.slice(0, 1)), turn: number, n: number }), hexes: [] };
  }
  private knows(word: string): boolean {
    return this.battle.markers[word] !== undefined || this.battle.roster.some((r) => r.id === word);
  }
}

// What the figures of a line mean, in their order, where that is not a turn and a number.
const ORDER: Record<string, string[]> = {
  gap: ['n'], plan: ['from', 'to'], tired: ['n', 'from', 'to'], mist: ['n'], dusk: ['n'], 'dusk.from': ['turn', 'n'], commanded: ['n'], tether: ['n'], heat: ['from', 'to', 'n'],
};

export function storyOf(battle: BattleData, name: (unit: string) => string): Story {
  const teller = new Teller(battle, name), sheet = battle.sheet, is = (...verbs: string[]) => sheet.filter((w) => verbs.includes(w[0]!));
  const late = battle.roster.filter((r) => r['arrives']), groups = new Map<string, Arrival>();
  for (const r of late) {
    const turn = String(r['arrives']), entry = String(r['entry'] ?? ''), key = `${turn} ${r.side} ${entry} ${r['formation'] ?? r['marker'] ?? ''}`;
    const here = groups.get(key) ?? { turn, side: r.side, units: [], text: '', hexes: teller.hexes([entry]) };
    here.units.push(name(r.id));
    groups.set(key, here);
  }
  const arrivals = [...groups.values()].sort((a, b) => parseInt(a.turn) - parseInt(b.turn)).map((a) => ({
    ...a, text: t(a.turn.endsWith('+') ? 'briefing.arrival.event' : 'briefing.arrival', { turn: parseInt(a.turn), side: sideText(battle.card, a.side), units: a.units.join(', ') }),
  }));
  const turns = (list: number[]): string => list.join(', ');
  return {
    awards: is('award', 'vp').flatMap((w) => teller.awards(w)).sort((a, b) => b.points - a.points),
    ends: is('automatic', 'hold', 'clear', 'margin', 'margins', 'verdict').flatMap((w) => teller.end(w)),
    arrivals,
    special: [
      ...(battle.night.length ? [{ text: t('briefing.night', { turns: turns(battle.night) }), hexes: [] }] : []),
      ...(battle.fog.length ? [{ text: t('briefing.fog', { turns: turns(battle.fog) }), hexes: [] }] : []),
      ...sheet.map((w) => teller.special(w)).filter((s) => s !== null),
    ],
  };
}

// Hexes that are worth points by themselves, with the most that either side gets for them.
export function prizes(awards: Award[]): Map<HexNo, number> {
  const worth = new Map<HexNo, number>();
  for (const a of awards) if (a.hexes.length > 0 && a.hexes.length <= MANY && a.points > 0) for (const h of a.hexes) worth.set(h, Math.max(worth.get(h) ?? 0, a.points));
  return worth;
}
