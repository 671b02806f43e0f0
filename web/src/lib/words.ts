// SPDX-License-Identifier: MIT
// Words in the player's language. Texts that come from the engine are translated by their name where a table has it,
// and shown as they are where not.
import { en, type WordKey } from '../words/en';
import { fr } from '../words/fr';
import { charts as frenchCharts } from '../words/fr_charts';
import { facts as frenchFacts, prompts as frenchPrompts } from '../words/fr_engine';
import type { Act, BattleCard, Decision, GameEvent, SeatInfo, Side } from './protocol';
import { settings } from './settings.svelte';

type Fill = Record<string, string | number | undefined>;

// A figure in writing: 12.5, in French 12,5.
export const figure = (n: number | string): string => (settings.language === 'fr' ? String(n).replace('.', ',') : String(n));
const fill = (text: string, values: Fill): string => text.replace(/\{(\w+)\}/g, (_, k: string) => (typeof values[k] === 'number' ? figure(values[k]) : (values[k] ?? '')));

export function t(key: WordKey, values: Fill = {}): string {
  return fill(settings.language === 'fr' ? fr[key] : en[key], values);
}

export function has(key: string): key is WordKey {
  return key in en;
}

// A word of the engine's vocabulary ("value.sp"), or the bare word where the tables do not know it.
export function word(group: string, name: string): string {
  const key = `${group}.${name}`;
  return has(key) ? t(key) : name.replace(/[-_]/g, ' ');
}

// What an answer means for one question, where "yes" or a number says too little.
export function choiceText(question: string, act: Act): string | null {
  const key = `choice.${question}.${act.number ?? act.verb}`;
  return has(key) ? t(key) : null;
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

export function sideText(card: BattleCard | null | undefined, side: Side | null | undefined): string {
  return side ? (card?.side_names[side] ?? side) : '';
}

// Who sits there: a person's name, or what kind of player a nameless one is.
export function seatText(seat: SeatInfo | undefined): string {
  return !seat ? '' : seat.name && seat.name !== seat.kind ? seat.name : word('seat', seat.kind);
}

export const isMachine = (seat: SeatInfo | undefined): boolean => seat !== undefined && !['human', 'friend', 'open'].includes(seat.kind);

export function direction(facing: string): string {
  return settings.language === 'fr' ? facing.replace('W', 'O') : facing;
}

// A word of a chart's file ("slope_up"), or several ("front nocharge").
export function chartText(text: string): string {
  const french = settings.language === 'fr' ? text.split(' ').map((w) => frenchCharts[w]) : [];
  return french.length && french.every(Boolean) ? french.join(', ') : text.replace(/_/g, ' ');
}

export function promptText({ prompt }: Pick<Decision, 'prompt'>): string {
  return settings.language === 'fr' ? (frenchPrompts[prompt] ?? prompt) : prompt;
}

// The sentence of an event with its units and hexes marked, so that they can become links.
export type Piece = { text: string } | { unit: string } | { hex: string };

export function eventPieces(e: GameEvent): Piece[] {
  if (e.row) {
    const { row, ...plain } = e;
    return [...eventPieces({ ...plain, text: e.text.replace(/: [^:]*$/, '') }), { text: `${t('colon')} ${rowText(row!)}` }];
  }
  const french = settings.language === 'fr' ? frenchFacts[e.fact] : undefined;
  if (french) return pieces(french, e);
  const marks = [e.who, e.whom, e.hex, e.from].filter((m): m is string => m !== undefined && m !== '');
  if (marks.length === 0) return [{ text: e.text }];
  const found = new RegExp(`(?<![\\w-])(${marks.map((m) => m.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\w-])`);
  return e.text.split(found).filter(Boolean).map((part) => (part === e.who || part === e.whom ? { unit: part } : part === e.hex || part === e.from ? { hex: part } : { text: part }));
}

// The row of a table, in the words of the chart: "defender_test", "attackers 2 D-R2*".
const rowText = (row: string): string =>
  row
    .split(' ')
    .map((w) => (w === '-' ? t('result.none') : has(`result.${w}`) ? word('result', w) : has(`column.${w}`) ? word('column', w) : w))
    .join(' ');

// Markers come as a bare number; their name stands in the engine's sentence.
function pieces(template: string, e: GameEvent): Piece[] {
  const marker = /^(\S+?):? (is drawn|opens the turn|goes into|stays in|leaves the|is activated|is demoralised|recovers|morale|comes about|does not|goes pillaging)/.exec(e.text)?.[1] ?? '';
  return template.split(/(\{\w+\})/).filter(Boolean).map((part): Piece => {
    switch (part) {
      case '{who}': return e.who ? { unit: e.who } : { text: '' };
      case '{whom}': return e.whom ? { unit: e.whom } : { text: '' };
      case '{hex}': return e.hex ? { hex: e.hex } : { text: '' };
      case '{from}': return e.from ? { hex: e.from } : { text: '' };
      case '{value}': return { text: String(e.value) };
      case '{value2}': return { text: String(e.value2) };
      case '{facing}': return { text: direction(['NE', 'E', 'SE', 'SW', 'W', 'NW'][e.value] ?? '-') };
      case '{marker}': return { text: marker };
      default: return { text: part };
    }
  });
}
