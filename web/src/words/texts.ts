// SPDX-License-Identifier: MIT
// The client's own sentences, each in English and French, side by side: none can be missing in one of them.
import { briefing } from './briefing';
import { client } from './client';
import { guidance } from './guidance';
import { laBataille } from './la_bataille';
import { post } from './post';
import { questions } from './questions';
import { reach } from './reach';
import { rhythm } from './rhythm';
import { sums } from './sums';
import { vocabulary as english } from './en_vocabulary';
import { vocabulary as french } from './fr_vocabulary';

export type Words = Record<string, readonly [english: string, french: string]>;

const texts = { ...client, ...briefing, ...guidance, ...laBataille, ...post, ...questions, ...reach, ...rhythm, ...sums };
export type WordKey = keyof typeof texts | keyof typeof english;

export const knows = (key: string): key is WordKey => key in texts || key in english;

export function textOf(key: WordKey, language: 'en' | 'fr'): string {
  if (key in texts) return texts[key as keyof typeof texts][language === 'fr' ? 1 : 0];
  return (language === 'fr' ? french : english)[key as keyof typeof english];
}
