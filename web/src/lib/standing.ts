// Standing orders: answers this browser gives by itself to one kind of question, in one game, for one seat.
import type { Act, Side } from './protocol';

export type Stance = 'decline' | 'accept';
export type Standing = Record<string, Stance>; // by side and question as it is asked: "Blue Try to form square?"

const KEY = 'tambour.standing';
const GAMES = 50;

function all(): Record<string, Standing> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Standing>;
  } catch {
    return {};
  }
}

export const standingIn = (game: string): Standing => all()[game] ?? {};
export const standingKey = (side: Side, prompt: string): string => `${side} ${prompt}`;

export function keepStanding(game: string, standing: Standing): void {
  const { [game]: _, ...others } = all();
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([[game, standing], ...Object.entries(others)].slice(0, GAMES))));
}

const declines = (a: Act): boolean => a.verb === 'no' || a.verb === 'pass';

// The act that turns the offer down, and the only one that takes it; null where there is a choice.
export function answers(options: Act[]): Record<Stance, Act | null> {
  const decline = options.find(declines) ?? null, rest = options.filter((a) => !declines(a));
  return { decline, accept: decline && rest.length === 1 ? rest[0]! : null };
}
