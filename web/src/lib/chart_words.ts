// SPDX-License-Identifier: MIT
// The words of charts: titles, columns and rows as a player reads them.
import { charts as english } from '../words/en_charts';
import { charts as french } from '../words/fr_charts';
import { settings } from './settings.svelte';

// A word of a chart's file ("slope_up"), or several ("front nocharge").
export function chartText(text: string): string {
  if (settings.language !== 'fr') return english[text] ?? text.split(' ').map((w) => english[w] ?? w.replace(/_/g, ' ')).join(' ');
  // Years and figures, and names that nobody translates, stand as they are: "1813 French/Ligne".
  const known = (w: string): string | undefined => french[w] ?? (/^[\d:.–-]+\w{0,2}$/.test(w) ? w : undefined);
  const words = text.split(' '), told = words.map((w) => (w.includes('/') ? w.split('/').map((x) => known(x) ?? x).join('/') : known(w)));
  return told.every((w) => w !== undefined) ? told.join(words.some((w) => /^\d/.test(w)) ? ' ' : ', ') : text.replace(/_/g, ' ');
}
