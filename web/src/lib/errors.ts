// SPDX-License-Identifier: MIT
// The server's own sentences in the player's language.
import { sentences } from '../words/fr_errors';
import { settings } from './settings.svelte';

const pattern = (sentence: string): RegExp => new RegExp(`^${sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.*?)')}$`);

export function told(message: string): string {
  if (settings.language !== 'fr') return message;
  for (const [english, french] of Object.entries(sentences)) {
    const found = pattern(english).exec(message);
    if (found) return french.replace(/\{(\d)\}/g, (_, n: string) => told(found[Number(n) + 1] ?? ''));  // a reason may be a sentence of its own
  }
  return message;
}
