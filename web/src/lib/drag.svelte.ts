// SPDX-License-Identifier: MIT
// A counter that is dragged: lifted off the map or out of a stack's row, dropped on a hex.
import { tick } from 'svelte';
import { taking } from './company';
import type { Desk } from './desk.svelte';
import { actsAt } from './gestures';
import type { HexNo } from './protocol';
import type { Spot, Table } from './table.svelte';

const SLACK = 6, FINGER_SLACK = 12; // px before a press becomes a drag

export class Drag {
  unit = $state<string | null>(null); // it hangs at the pointer
  at = $state.raw<Spot>({ x: 0, y: 0 });
  private gripped: { unit: string; whole: boolean; finger: number; at: Spot } | null = null;
  private taken: Promise<void> = Promise.resolve();

  constructor(
    private readonly table: Table,
    private readonly desk: Desk,
    private readonly hexUnder: (at: Spot) => HexNo | null,
  ) {}

  // A press on a counter; true if it may be dragged from there.
  grip(e: PointerEvent, unit: string): boolean {
    const { table } = this;
    if (e.button !== 0 || !table.mine || table.busy || this.desk.tool !== 'none') return false;
    if (table.hand !== unit && !table.gestures.order.includes(unit)) return false;
    this.gripped = { unit, whole: e.shiftKey, finger: e.pointerId, at: { x: e.clientX, y: e.clientY } };
    window.addEventListener('pointermove', this.move);
    window.addEventListener('pointerup', this.up);
    window.addEventListener('pointercancel', this.leave);
    window.addEventListener('pointerdown', this.second, true);
    return true;
  }

  private readonly move = (e: PointerEvent): void => {
    const at = { x: e.clientX, y: e.clientY }, grip = this.gripped;
    if (!grip || e.pointerId !== grip.finger) return;
    if (!this.unit && Math.hypot(at.x - grip.at.x, at.y - grip.at.y) > (e.pointerType === 'touch' ? FINGER_SLACK : SLACK)) this.lift(grip.unit, grip.whole);
    this.at = at;
    if (this.unit) this.desk.hover = this.hexUnder(at);
  };

  private lift(unit: string, whole: boolean): void {
    const { table } = this, act = table.gestures.inHand === unit ? null : taking(table, unit, whole);
    this.unit = unit;
    table.stack = table.menu = null;
    if (act) this.taken = table.play([act]);
    else if (table.hand !== unit) table.picked = unit;
  }

  private readonly up = (e: PointerEvent): void => {
    const unit = this.unit, at = { x: e.clientX, y: e.clientY };
    this.leave();
    if (!unit) return;
    // The click that follows a drag is none.
    const swallow = (c: MouseEvent): void => c.stopPropagation();
    window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
    const hex = this.hexUnder(at);
    if (hex) void this.drop(unit, hex, at);
  };

  private readonly leave = (): void => {
    this.gripped = this.unit = null;
    window.removeEventListener('pointermove', this.move);
    window.removeEventListener('pointerup', this.up);
    window.removeEventListener('pointercancel', this.leave);
    window.removeEventListener('pointerdown', this.second, true);
  };
  // Two fingers mean the map.
  private readonly second = (e: PointerEvent): void => {
    if (e.pointerId !== this.gripped?.finger) this.leave();
  };

  // A drop commits a march, unless a die or the enemy waits at its end: then it is a ghost. An attack is weighed first.
  private async drop(unit: string, hex: HexNo, at: Spot): Promise<void> {
    const { table } = this;
    await this.taken;
    await tick();
    await table.reaching;
    if (table.view?.counters.find((c) => c.id === unit)?.hex === hex) return;
    const way = table.reach.get(hex), own = actsAt(table.gestures, hex, unit).filter((a) => a.who === unit);
    if (way && own.every((a) => a.verb === 'move')) {
      table.march(way);
      if (way.stops === null) await table.commit();
    } else if (own.length) table.click(hex, null, [], at);
    else await table.why({ unit, hex }, at);
  }
}
