// SPDX-License-Identifier: MIT
// Rule rows in the player's language. Citations come with their English words, which show until the book's translation is here.
import { api, type RuleRow } from './api';
import type { Citation } from './protocol';
import { settings } from './settings.svelte';

let fetched = $state.raw(new Map<string, Map<string, RuleRow>>()); // by language and book, then by id

export function rowWords(cited: Citation): { title: string; summary: string } {
  const { language } = settings, key = `${language} ${cited.book}`;
  if (language === 'en') return cited;
  const rows = fetched.get(key);
  if (!rows) {
    const keep = (all: RuleRow[]): void => void (fetched.has(key) || (fetched = new Map(fetched).set(key, new Map(all.map((r) => [r.rule, r])))));
    api.rules(cited.book, language).then((r) => keep(r.rows), () => {});
  }
  return rows?.get(cited.rule) ?? cited;
}
