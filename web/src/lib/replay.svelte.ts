// SPDX-License-Identifier: MIT
// Going back and forth through a game. A running game is seen with one's own eyes; one that is over, with everybody's.
import { api } from './api';
import type { LogEntry, Position } from './protocol';
import type { Table } from './table.svelte';

export type Stride = 'act' | 'activation' | 'turn';

const BEAT = 600;
const STRIDE_FACTS: Record<Exclude<Stride, 'act'>, string[]> = { activation: ['MarkerDrawn', 'MarkerChosen', 'Activated', 'ReserveActivated', 'TurnBegan'], turn: ['TurnBegan'] };

export class Replay {
  running = $state(false);
  failure = $state('');
  private full = $state.raw<LogEntry[] | null>(null); // of a finished game
  private kept = new Map<number, Position>();
  private timer = 0;
  private wanted = 0;

  constructor(private readonly table: Table) {}

  get over(): boolean {
    return this.table.chair.decision?.over ?? false;
  }
  get entries(): LogEntry[] {
    return this.full ?? this.table.chair.log;
  }
  get last(): number {
    return this.entries[this.entries.length - 1]?.seq ?? 0;
  }
  get at(): number {
    return this.table.past?.seq ?? this.last;
  }

  // The log of a finished game with everything that was hidden; call when it is over.
  async open(): Promise<void> {
    if (this.full || !this.over) return;
    try {
      this.full = (await api.log(this.table.chair.game)).log;
      this.kept.clear();
    } catch (e) {
      this.failure = (e as Error).message;
    }
  }

  async go(seq: number): Promise<void> {
    await this.open();
    const to = Math.max(0, Math.min(seq, this.last));
    this.wanted = to;
    if (to === this.last && !this.over) return this.leave();
    try {
      const found = this.kept.get(to) ?? (this.full ? await api.at(this.table.chair.game, to) : await this.table.chair.look(to));
      this.kept.set(to, found);
      if (this.wanted === to) this.table.past = found;
    } catch (e) {
      this.failure = (e as Error).message;
    }
  }

  // The position at a time: after the last entry made by then.
  async goTo(moment: number): Promise<void> {
    await this.open();
    await this.go(this.entries.findLast((e) => e.at <= moment)?.seq ?? 0);
  }

  step(by: 1 | -1, stride: Stride = 'act'): Promise<void> {
    return this.go(this.stop(by, stride));
  }

  // The next place to stop at: after an act, or just before an activation or turn begins.
  private stop(by: 1 | -1, stride: Stride): number {
    const acts = this.entries.filter((e) => e.kind === 'act' || e.kind === 'undo' || e.kind === 'takeback');
    const stops = stride === 'act' ? acts : acts.filter((e) => e.events?.some((v) => STRIDE_FACTS[stride].includes(v.fact)));
    const seqs = [0, ...stops.map((e) => e.seq), this.last];
    return by > 0 ? (seqs.find((s) => s > this.at) ?? this.last) : (seqs.reverse().find((s) => s < this.at) ?? 0);
  }

  leave(): void {
    this.pause();
    this.table.past = null;
  }

  run(): void {
    this.running = true;
    const beat = async (): Promise<void> => {
      if (!this.running) return;
      if (this.at >= this.last) return this.pause();
      await this.step(1);
      this.timer = window.setTimeout(() => void beat(), BEAT);
    };
    void beat();
  }

  pause(): void {
    this.running = false;
    clearTimeout(this.timer);
  }
}
