// SPDX-License-Identifier: MIT
// The map follows what happens: the acts of others, the fight that is weighed, the unit a question is about. A setting switches it off.
import { untrack } from 'svelte';
import { declared, places, strikes, whereIn, type Strike } from './attention';
import type { HexNo } from './protocol';
import { settings } from './settings.svelte';
import { touch } from './touch.svelte';
import type { Table } from './table.svelte';

export interface Follower {
  follow(hexes: HexNo[]): void;
  sees(hex: HexNo): boolean;
}

const LINGER = 3200; // ms that a strike pulses and an arrow points

export class Camera {
  events = $state.raw<HexNo[]>([]); // where something happened a moment ago
  strikes = $state.raw<Strike[]>([]);
  private timer = 0;

  constructor(
    private readonly table: Table,
    private readonly board: () => Follower | undefined,
  ) {}

  // Attacks that are declared stay drawn until they are fought.
  readonly declared = $derived.by(() => (this.table.past ? [] : declared(this.table.chair.log, this.where)));

  private readonly where = (unit: string): HexNo | undefined => whereIn(this.table.view?.counters ?? [])(unit);

  // Call once inside a component.
  attend(): void {
    $effect(() => {
      const { news } = this.table.chair;
      untrack(() => this.tell(news.filter((u) => u.kind === 'act' && u.by !== this.table.chair.side)));
    });
    $effect(() => {
      void this.table.chair.seq;
      if (this.table.mine) untrack(() => this.asked());
    });
    $effect(() => {
      const { preview } = this.table, to = preview?.act.hex ?? preview?.root?.hex;
      if (!preview || preview.rolledFrom !== null || !to) return;
      untrack(() => this.go([...[...preview.joined, preview.act].flatMap((a) => (a.who ? (this.where(a.who) ?? []) : [])), to]));
    });
    $effect(() => () => clearTimeout(this.timer));
  }

  private go(hexes: HexNo[]): void {
    if (settings.follow && hexes.length) this.board()?.follow(hexes);
  }

  private tell(news: Parameters<typeof strikes>[0]): void {
    const hexes = places(news, this.where);
    if (hexes.length === 0) return;
    this.events = hexes;
    this.strikes = strikes(news, this.where);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => ((this.events = []), (this.strikes = [])), LINGER);
    this.go(hexes);
  }

  // The unit a question is about, with what led to it; or somebody who can act, when none of them is in sight.
  private asked(): void {
    const { table } = this, g = table.gestures, unit = table.chair.decision?.unit ?? g.inHand, at = unit ? this.where(unit) : undefined;
    // On a phone what can be struck may lie outside the window.
    const struck = touch.small && g.inHand ? [...g.hexes].filter(([, acts]) => acts.some((a) => a.verb !== 'move')).map(([hex]) => hex).slice(0, 3) : [];
    if (at) return this.go([...this.events, ...struck, at]);
    const open = [...g.order.flatMap((u) => this.where(u) ?? []), ...g.hexes.keys()];
    if (open.length && !open.some((h) => this.board()?.sees(h))) this.go([open[0]!]);
  }

  // A position of the replay: where the entry that led to it took place.
  show(seq: number, entries: { seq: number }[]): void {
    const entry = entries.find((e) => e.seq === seq);
    if (entry) this.go(places([entry as Parameters<typeof places>[0][number]], this.where));
  }
}
