// SPDX-License-Identifier: MIT
// Words in the player's language. Texts that come from the engine are translated by their name where a table has it,
// and shown as they are where not.
import { knows, textOf, type WordKey } from '../words/texts';
import { facts as frenchFacts, prompts as frenchPrompts } from '../words/fr_engine';
import { facts as englishFacts } from '../words/en_engine';
import type { Terms } from './post';
import type { Act, BattleCard, Decision, GameEvent, LedgerLine, SeatInfo, Side } from './protocol';
import { agree } from './plural';
import { settings } from './settings.svelte';
import { touch } from './touch.svelte';

export type Fill = Record<string, string | number | undefined>;

export const has = knows;

// A figure in writing: −12.5, in French −12,5.
export const figure = (n: number | string): string => String(n).replace('-', '−').replace('.', settings.language === 'fr' ? ',' : '.');
// {n} is a value; {n|day|days} the word that goes with it. In French what is less than two is one.
const single = (n: number): boolean => (settings.language === 'fr' ? Math.abs(n) < 2 : Math.abs(n) === 1);
const fill = (text: string, values: Fill): string =>
  text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, k: string, one?: string, many?: string) => (one !== undefined ? (single(Number(values[k])) ? one : many!) : typeof values[k] === 'number' ? figure(values[k]) : (values[k] ?? '')));

// A line is not broken before a sign that French, or a per cent, puts a space before.
export const bound = (text: string): string => text.replace(/ (?=[%:;!?»])/g, '\u00a0').replace(/« /g, '«\u00a0');

// A finger taps what a mouse clicks. Where more is different, there is a sentence of its own.
const tapped = (text: string): string => text.replace(/\b([Cc])lick\b/g, (_, c: string) => (c === 'C' ? 'Tap' : 'tap')).replace(/\b([Cc])liquez(?: sur)?/g, (_, c: string) => (c === 'C' ? 'Touchez' : 'touchez'));

export function t(key: WordKey, values: Fill = {}): string {
  const own = `${key}.touch`, text = textOf(touch.finger && has(own) ? own : key, settings.language);
  const said = bound(touch.finger ? tapped(text) : text);
  return fill(settings.language === 'en' ? agree(said, values) : said, values);
}

// A word of the engine's vocabulary ("value.sp"), or the bare word where the tables do not know it.
export function word(group: string, name: string): string {
  const key = `${group}.${name}`;
  return has(key) ? t(key) : name.replace(/[-_]/g, ' ');
}

const BOOKS = ['jdg', 'beginners', 'tng', 'siecle', 'bataille'];
export const byBook = (a: string, b: string): number => BOOKS.indexOf(a) - BOOKS.indexOf(b);

// What an answer means for one question, where "yes" or a number says too little.
export function choiceText(question: string, act: Act): string | null {
  const key = `choice.${question}.${act.number ?? act.verb}`;
  return has(key) ? t(key, { hex: act.hex }) : null;
}

// A line of a combat's sum in the words of the hobby, where its rule has such.
export function sumText(l: Pick<LedgerLine, 'book' | 'rule' | 'value'>): string | null {
  const key = [`sum.${l.book}.${l.rule}.${l.value}`, `sum.${l.book}.${l.rule}`].find(has);
  return key ? t(key as WordKey) : null;
}

export function actText(act: Act, nameOf: (id: string) => string, markerName: (marker: string) => string = (m) => m): string {
  const key = `verb.${act.verb}`;
  if (!has(key)) return act.text;
  return t(key, {
    ...act,
    who: act.who && nameOf(act.who),
    whom: act.whom && nameOf(act.whom),
    facing: act.facing && direction(act.facing),
    side: act.side && direction(act.side),
    marker: act.marker && markerName(act.marker),
  });
}

// A marker as it is written on its counter: most have a short name of their own.
export const markerText = (marker: string): string => (has(`chit.${marker}`) ? word('chit', marker) : marker);
const SPECIAL = /\b([a-z]+-chit|[A-Z]+_[A-Z]+|BAR|CG)\b/g; // markers that are no formation's

export function sideText(card: BattleCard | null | undefined, side: Side | null | undefined): string {
  return side ? (card?.side_names[side] ?? side) : '';
}

// Who sits there: a person's name, or what kind of player a nameless one is; the server calls such a one by the side.
export function seatText(seat: SeatInfo | undefined, side: Side): string {
  return !seat ? '' : seat.name && seat.name !== seat.kind && seat.name !== side ? seat.name : word('seat', seat.kind);
}

// "whoever has the link, 3 days a decision, a machine takes over"
export function termsText({ visibility, watchers, clock }: Terms): string {
  const n = clock.days ?? clock.minutes, late = clock.kind !== 'none' && clock.timeout ? [t(`timeout.${clock.timeout}`)] : [];
  return [t(`terms.${visibility}`), ...(watchers || visibility === 'private' ? [] : [t('terms.nowatchers')]), t(`clock.told.${clock.kind}`, { n }), ...late].join(', ');
}

export const isMachine = (seat: SeatInfo | undefined): boolean => seat !== undefined && !['human', 'friend', 'open'].includes(seat.kind);

export function direction(facing: string): string {
  const name = facing.replace('side ', '');
  return settings.language === 'fr' ? name.replace('W', 'O') : name;
}

// Whom a question is put to, under which book, and what is left of its movement.
export interface Asked {
  book: string;
  unit?: string | undefined;
  left?: number | undefined;
}

// The question in the words of the hobby; in the engine's own where there are none, or where they want a unit that is not known.
export function askText({ question, prompt }: Pick<Decision, 'question' | 'prompt'>, { book, unit, left }: Asked): string {
  const keys = [`ask.${question}@${book}`, ...(left === undefined ? [`ask.${question}.bare`] : []), `ask.${question}`, `ask.${question}.bare`];
  const fits = (k: string): k is WordKey => has(k) && (unit !== undefined || !textOf(k, 'en').includes('{unit}')) && (left !== undefined || !textOf(k, 'en').includes('{left}'));
  const key = keys.find(fits);
  return key ? t(key, { unit, left }) : promptText({ prompt });
}

export function promptText({ prompt }: Pick<Decision, 'prompt'>): string {
  return settings.language === 'fr' ? (frenchPrompts[prompt] ?? prompt) : prompt;
}

// How those whom a sentence speaks of are called.
export interface Names {
  unit: (id: string) => string;
  marker: (marker: string) => string;
  side?: string | undefined; // who won, where the sentence says that somebody did
}

// The sentence of an event with its units and hexes marked, so that they can become links.
export type Piece = { text: string } | { unit: string } | { hex: string };

export function eventPieces(e: GameEvent, names: Names): Piece[] {
  if (e.row) {
    const { row, ...plain } = e;
    return [...eventPieces({ ...plain, text: e.text.replace(/: [^:]*$/, '') }, names), { text: `${t('colon')} ${rowText(row!)}` }];
  }
  // La Bataille's cavalry declares its charge before it has a target.
  if (e.fact === 'ChargeDeclared' && e.rule === '19.1.1-s1') return pieces(t('fact.charge.declared'), e, names);
  const own = settings.language === 'fr' ? frenchFacts : englishFacts;
  const template = (own[`${e.fact}.${e.value}`] ?? own[e.fact])?.replace(/(\{value\} hexagone)s/, e.value === 1 ? '$1' : '$&');
  if (template && (names.side || !template.includes('{side}'))) return pieces(template, e, names);
  return sentence(e, names);
}

// The engine's own English, with the names of units and markers put in.
function sentence(e: GameEvent, names: Names): Piece[] {
  const text = e.text.replace(SPECIAL, names.marker).replace(/(^|\s)-(?=\d)/g, '$1−').replace(/\b1 hexes\b/, '1 hex');
  const marks = [e.who, e.whom, e.hex, e.from].filter((m): m is string => m !== undefined && m !== '');
  if (marks.length === 0) return [{ text }];
  const found = new RegExp(`(?<![\\w-])(${marks.map((m) => m.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\w-])`);
  const first = e.who && text.startsWith(`${e.who} `) ? agree(text.replace(e.who, '{who}'), { who: names.unit(e.who) }).replace('{who}', e.who) : text;
  return first.split(found).filter(Boolean).map((part) => (part === e.who || part === e.whom ? { unit: part } : part === e.hex || part === e.from ? { hex: part } : { text: part }));
}

// The row of a table, in the words of the chart: "defender_test", "attackers 2 D-R2*".
const rowText = (row: string): string =>
  row
    .split(' ')
    .map((w) => (w === '-' ? t('result.none') : has(`result.${w}`) ? word('result', w) : has(`column.${w}`) ? word('column', w) : w))
    .join(' ');

// Markers come as a bare number; their name stands in the engine's sentence.
function pieces(template: string, e: GameEvent, names: Names): Piece[] {
  const marker = /^(\S+?):? (is drawn|opens the turn|goes into|stays in|leaves the|is activated|is demoralised|recovers|morale|comes about|does not|goes pillaging)/.exec(e.text)?.[1] ?? '';
  return template.split(/(\{\w+\})/).filter(Boolean).map((part): Piece => {
    switch (part) {
      case '{who}': return e.who ? { unit: e.who } : { text: '' };
      case '{whom}': return e.whom ? { unit: e.whom } : { text: '' };
      case '{hex}': return e.hex ? { hex: e.hex } : { text: '' };
      case '{from}': return e.from ? { hex: e.from } : { text: '' };
      case '{side}': return { text: names.side ?? '' };
      case '{value}': return { text: figure(e.value) };
      case '{value2}': return { text: figure(e.value2) };
      case '{facing}': return { text: direction(['NE', 'E', 'SE', 'SW', 'W', 'NW'][e.value] ?? '-') };
      case '{marker}': return { text: names.marker(marker) };
      default: return { text: part };
    }
  });
}
