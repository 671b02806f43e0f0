// SPDX-License-Identifier: MIT
// Fields of fire, asked of the server: of the unit in hand where it stands or would stand, of one pointed at, of all enemies.
import { stackIn } from './counter';
import { facingKey } from './facing';
import type { Desk } from './desk.svelte';
import type { Arc, HexNo } from './protocol';
import type { Heard } from './socket';
import type { Table } from './table.svelte';

const NONE: Arc = { open: [], hidden: [], turned: [] };
const PAUSE = 60; // ms before a question is sent: a moving pointer asks for many places

export class Arcs {
  field = $state.raw<Arc>(NONE);
  threats = $state.raw<HexNo[]>([]);

  constructor(
    private readonly table: Table,
    private readonly desk: Desk,
  ) {}

  // Call once inside a component.
  attend(): void {
    $effect(() => this.ask(this.units, this.way, (arc) => (this.field = arc)));
    $effect(() => this.ask(this.desk.threats ? this.enemies : [], [], (arc) => (this.threats = [...arc.open, ...arc.turned])));
  }

  // Whose field is shown: the stack the player keeps his eye on (V), or the unit in hand.
  readonly units = $derived.by(() => {
    const { view, hand, past } = this.table, hex = this.desk.watched;
    if (past) return [];
    return (hex ? stackIn(view?.counters ?? [], hex).filter((c) => !this.table.unit(c.id)?.leader) : (view?.counters ?? []).filter((c) => c.place === 'map' && c.id === hand)).map((c) => c.id);
  });

  private readonly way = $derived.by(() => {
    const { ghost, facing, gestures, hand } = this.table;
    if (this.desk.watched || !hand) return [];
    const turn = facing ? (gestures.facings.get(hand) ?? []).find((a) => facingKey(a) === facing) : undefined;
    return [...(ghost?.reach?.acts ?? []), ...(turn ? [turn.text] : [])];
  });

  private readonly enemies = $derived.by(() => {
    const { view, chair, hand, past } = this.table;
    const mine = chair.side ?? view?.counters.find((c) => c.id === hand)?.side;
    return past ? [] : (view?.counters ?? []).filter((c) => c.place === 'map' && c.side !== mine && !this.table.unit(c.id)?.leader).map((c) => c.id);
  });

  private ask(units: string[], after: string[], tell: (arc: Arc) => void): (() => void) | undefined {
    void this.table.chair.seq;
    if (units.length === 0) return void tell(NONE);
    let wanted = true;
    const timer = setTimeout(() => {
      this.table.chair.ask<Heard & Arc>({ type: 'arc', units, ...(after.length ? { after } : {}) }).then((arc) => wanted && tell(arc), () => undefined);
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }
}
