// SPDX-License-Identifier: MIT
// The order of battle of a side as a tree: leaders under their superiors with their units, or formations in books that name no commanders.
import type { RosterEntry, Side } from './protocol';

export interface Command {
  id: string;
  leader: RosterEntry | null;
  title: string;
  units: RosterEntry[];
  below: Command[];
}

const text = (r: RosterEntry, key: string): string => (typeof r[key] === 'string' ? (r[key] as string) : '');

export function armyOf(roster: RosterEntry[], side: Side, titleOf: (formation: string) => string): Command[] {
  const own = roster.filter((r) => r.side === side), nodes = new Map<string, Command>();
  const chained = own.some((r) => text(r, 'superior') || text(r, 'commander'));
  if (chained) for (const l of own.filter((r) => r.leader)) nodes.set(l.id, { id: l.id, leader: l, title: l.name, units: [], below: [] });
  const roots = chained ? [...nodes.values()].filter((n) => !nodes.has(text(n.leader!, 'superior'))) : [];
  for (const n of nodes.values()) nodes.get(text(n.leader!, 'superior'))?.below.push(n);
  for (const r of own) {
    if (chained && r.leader) continue;
    const key = (chained && text(r, 'commander')) || text(r, 'formation') || text(r, 'group') || '';
    const node = nodes.get(key) ?? { id: key, leader: null, title: titleOf(key), units: [], below: [] };
    if (!nodes.has(key)) (nodes.set(key, node), roots.push(node));
    node.units.push(r);
  }
  return roots.filter(hasAny);
}

const hasAny = (c: Command): boolean => c.units.length > 0 || c.below.some(hasAny) || c.leader !== null;
