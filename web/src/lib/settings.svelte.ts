// SPDX-License-Identifier: MIT
// What a player sets once for this browser.
import { PACES, type Pace } from './pacing';

export type Language = 'en' | 'fr';

interface Saved {
  language: Language;
  textScale: number; // per cent
  pictograms: 'period' | 'nato';
  name: string;
  pace: Pace; // how the moves of others are shown
  curtain: boolean; // hot-seat: cover the board when the seat changes
  coach: boolean; // say how to answer the open question
  panel: number; // width of the right panel in px
}

const KEY = 'tambour.settings';
const PLAIN: Saved = {
  language: navigator.language.startsWith('fr') ? 'fr' : 'en',
  textScale: 100,
  pictograms: 'period',
  name: '',
  pace: 'fast',
  curtain: false,
  coach: true,
  panel: 320,
};

function load(): Saved {
  try {
    const saved = { ...PLAIN, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Saved>) };
    return PACES.includes(saved.pace) ? saved : { ...saved, pace: PLAIN.pace };
  } catch {
    return PLAIN;
  }
}

export const settings = $state<Saved>(load());

export function keepSettings(): void {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    document.documentElement.lang = settings.language;
    document.documentElement.style.fontSize = `${settings.textScale}%`;
  });
}
