// SPDX-License-Identifier: MIT
// Why a click does nothing: the act the player seems to have wanted, and what the rules say to it.
import { spell, wished } from './gestures';
import { distance, neighbour, onMap, SIDES } from './hex';
import type { HexNo, Refusal } from './protocol';
import type { Heard } from './socket';
import type { Table } from './table.svelte';

// For a hex out of reach: the way as far as it goes, and the step that fails.
function beyondReach(table: Table, to: HexNo): { act: string; after: string[] } | null {
  const { hand } = table, from = [...table.reach.values()].sort((a, b) => distance(a.hex, to) - distance(b.hex, to))[0];
  if (!hand || !from || table.reach.has(to)) return null;
  const map = table.battle!.map;
  const step = SIDES.map((_, k) => neighbour(from.hex, k)).filter((h) => onMap(h, map.columns, map.rows)).sort((a, b) => distance(a, to) - distance(b, to))[0]!;
  return { act: spell({ text: '', verb: 'move', who: hand, hex: step }, table.shapes), after: from.acts };
}

export async function refusalFor(table: Table, clicked: { unit: string | null; hex: HexNo }): Promise<Refusal | null> {
  const { chair } = table, text = wished(chair.options, table.shapes, clicked, table.hand);
  if (!text) return null;
  const ask = (q: { act: string; after?: string[] }) => chair.ask<Heard & { legal: boolean; refusal: Refusal | null }>({ type: 'why', ...q });
  const far = beyondReach(table, clicked.hex), step = far && (await ask(far));
  const answer = step && !step.legal ? step : await ask({ act: text });
  return answer.legal ? null : answer.refusal;
}
