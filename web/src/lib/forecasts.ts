// SPDX-License-Identifier: MIT
// What the odds were when a fight was ordered, kept for the log of this browser.
const KEY = 'tambour.foreseen';
const GAMES = 20;

type Kept = Record<string, Record<number, string>>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export const keptForecasts = (game: string): Record<number, string> => all()[game] ?? {};

export function keepForecast(game: string, known: Record<number, string>, seq: number, text: string): Record<number, string> {
  const mine = { ...known, [seq]: text };
  const { [game]: _, ...others } = all();
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[game, mine], ...Object.entries(others)].slice(0, GAMES))));
  return mine;
}
