// SPDX-License-Identifier: MIT
// The commitment of every game's dice as this browser first saw it. Without it, commitment and secret could be exchanged together at the end.
const KEY = 'tambour.dice';
const MOST = 300;

export interface Promised {
  game: string;
  commitment: string;
  inherited: number; // entries that came from another game
  at: number; // when it was seen, in milliseconds since 1970
  seq: number; // the entries already played then
}

function all(): Promised[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Promised[];
  } catch {
    return [];
  }
}

export function promised(game: string): Promised | null {
  return all().find((p) => p.game === game) ?? null;
}

// Keeps the first one only: a later one proves nothing.
export function keepPromise(p: Promised): void {
  const kept = all();
  if (kept.some((k) => k.game === p.game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([p, ...kept].slice(0, MOST)));
  } catch {
    // A browser without storage: the page says that nothing was kept.
  }
}

// 16 random bytes of this browser, as text for the dice.
export function freshEntropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
}
