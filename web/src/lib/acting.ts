// SPDX-License-Identifier: MIT
// Who is acting, and how far he has come: "Dokhturov's column, 3 of 5 units".
import type { Side } from './protocol';
import type { Table } from './table.svelte';
import { t } from './words';

const BEGINS = new Set(['TurnBegan', 'MarkerDrawn', 'MarkerChosen', 'Activated', 'ReserveActivated']);

export function actingText(table: Table, side: Side): string {
  const { log } = table.chair, marker = table.view?.active ?? '';
  const units = table.unitsOf(marker).filter((r) => !r.leader && r.side === side);
  const began = log.findLastIndex((e) => e.events?.some((v) => BEGINS.has(v.fact)));
  const acted = new Set(log.slice(began + 1).filter((e) => e.by === side).map((e) => e.act?.who));
  const name = table.battle?.markers[marker.split('/')[0]!] ?? marker;
  if (!units.length || !name) return t('bar.thinks', { side: table.sideName(side) });
  return t('bar.acting', { side: table.sideName(side), name, done: units.filter((r) => acted.has(r.id)).length, count: units.length });
}
