// SPDX-License-Identifier: MIT
// The seats this browser holds. A secret is kept here and in seat links only.
import type { Side } from './protocol';

export interface HeldSeat {
  game: string;
  side: Side;
  secret: string;
}

const KEY = 'tambour.seats';
const MOST = 200;

export function heldSeats(game?: string): HeldSeat[] {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '[]') as HeldSeat[];
    return game ? all.filter((s) => s.game === game) : all;
  } catch {
    return [];
  }
}

export function holdSeat(seat: HeldSeat): void {
  const rest = heldSeats().filter((s) => s.secret !== seat.secret);
  localStorage.setItem(KEY, JSON.stringify([seat, ...rest].slice(0, MOST)));
}

export function dropGame(game: string): void {
  localStorage.setItem(KEY, JSON.stringify(heldSeats().filter((s) => s.game !== game)));
}
