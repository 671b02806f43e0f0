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
  follow: boolean; // the map glides to what happens
  briefing: boolean; // before turn 1
  coach: boolean; // say how to answer the open question
  sound: boolean; // a drum roll when it is my turn
  notify: boolean; // a notice of the browser
  panel: number; // width of the right panel in px
}

const KEY = 'tambour.settings', LARGE = 150; // per cent: small windows then leave out what can be spared
const PLAIN: Saved = {
  language: navigator.language.startsWith('fr') ? 'fr' : 'en',
  textScale: 100,
  pictograms: 'period',
  name: '',
  pace: 'fast',
  curtain: false,
  follow: true,
  briefing: true,
  coach: true,
  sound: false,
  notify: false,
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
    document.documentElement.toggleAttribute('data-large', settings.textScale >= LARGE);
    document.documentElement.style.fontSize = `${settings.textScale}%`;
  });
}
