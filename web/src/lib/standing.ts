// SPDX-License-Identifier: MIT
// An offer that may be turned down: what declines it, and what takes it.
import type { Act } from './protocol';

export const declines = (a: Act): boolean => a.verb === 'no' || a.verb === 'pass';

// The act that turns the offer down, and the only one that takes it; null where there is a choice.
export function answers(options: Act[]): { decline: Act | null; accept: Act | null } {
  const decline = options.find(declines) ?? null, rest = options.filter((a) => !declines(a));
  return { decline, accept: decline && rest.length === 1 ? rest[0]! : null };
}
