// SPDX-License-Identifier: MIT
// Advice as a plan: what a machine would do with the next units, told unit by unit and carried out the same way.
import { tick } from 'svelte';
import type { Act, HexNo, UnitPlan } from './protocol';
import type { Heard } from './socket';
import type { Table } from './table.svelte';
import { has, t, type Fill } from './words';

export const adviceOf = async (table: Table, level: string): Promise<UnitPlan[]> =>
  (await table.chair.ask<Heard & { plan: UnitPlan[] }>({ type: 'hint', level, plan: true })).plan;

// Acts of one unit that belong together: a march is told by its end.
export function heads(plan: UnitPlan): Act[] {
  const acts = plan.acts.filter((a) => !/^select/.test(a.verb));
  const goes = acts.some((a) => a.verb === 'move');
  const shown = acts.filter((a, i) => (a.verb !== 'move' || acts[i + 1]?.verb !== 'move') && !(goes && /^(halt|wheel|stop)$/.test(a.verb)));
  return shown.length ? shown : plan.acts;
}

export const placesOf = (plan: UnitPlan): HexNo[] => [...new Set(heads(plan).flatMap((a) => a.hex ?? []))];

const UNIT = 100, WORTH = 5, MOST = 2; // hundredths of a strength point; less is no reason; so many reasons
const named = (part: string): string => (has(`part.${part}`) ? t(`part.${part}` as 'part.command') : part);

// Why: what it gains most and what it costs most, in strength points.
export function reasons(plan: UnitPlan, figure: (n: string) => string): string {
  const all = plan.gains.filter((g) => Math.abs(g.value) >= WORTH).sort((a, b) => b.value - a.value);
  const list = (some: typeof all): string => some.map((g) => `${named(g.part)} ${g.value < 0 ? '−' : '+'}${figure((Math.abs(g.value) / UNIT).toFixed(1))}`).join(', ');
  const gains = all.filter((g) => g.value > 0).slice(0, MOST), costs = all.filter((g) => g.value < 0).slice(-1);
  const fills: Fill[] = [{ gains: list(gains) }, { costs: list(costs) }];
  return [gains.length ? t('advice.why', fills[0]) : '', costs.length ? t('advice.cost', fills[1]) : ''].filter(Boolean).join('; ') || t('advice.even');
}

// As far as it can be done; a fight is shown before its dice, and is left to the player.
export async function carryOut(table: Table, plan: UnitPlan): Promise<boolean> {
  for (const act of plan.acts) {
    await tick();
    const { chair } = table, legal = chair.options.find((a) => a.text === act.text);
    if (!table.mine || !legal) return false;
    if (legal.hex !== undefined && !/^(move|enter|rout|retreat|evade|place)/.test(legal.verb)) return (table.place({ hex: legal.hex, acts: [legal.text], act: legal, reach: null }), false);
    await table.play([legal.text]);
  }
  await tick();
  return true;
}
