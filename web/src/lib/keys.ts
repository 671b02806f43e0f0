// SPDX-License-Identifier: MIT
// The keys of the table. Typing into a field is left alone.
import { stackIn } from './counter';
import type { Desk } from './desk.svelte';
import { isLight } from './gestures';
import { commitFacing, turn } from './facing';
import { neighbour, onMap, type Point } from './hex';
import type { HexNo } from './protocol';
import type { Replay } from './replay.svelte';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

export interface Lens {
  overview(): void;
  zoomBy(f: number): void;
  plain(): void;
  pan(dx: number, dy: number): void;
  show(h: HexNo): void;
  onScreen(h: HexNo): Point;
  takeFocus(): void;
}

const DIRECTIONS: Record<string, number> = { w: 0, e: 1, d: 2, s: 3, a: 4, q: 5 };
const REGIONS = ['.viewport', 'header .acts button:not(:disabled)', ':is(nav.menu, .menu, .fan, .answer, .drawer .go, .hint, .why) button:not(:disabled)', 'aside.panel :is(button, summary)', '#chat'];
const REGION_OF = (e: HTMLElement): HTMLElement | null => e.closest('header, .answer, .drawer, .hint, .fan, .why, .menu, form, .sheet-top');
const PANS: Record<string, [number, number]> = { ArrowLeft: [90, 0], ArrowRight: [-90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] };

export class Keyboard {
  private lastRule: { book: string; rule: string } | null = null;

  constructor(
    private readonly table: Table,
    private readonly desk: Desk,
    private readonly replay: Replay,
    private readonly lens: () => Lens | undefined,
  ) {}

  down = (e: KeyboardEvent): void => {
    if (this.elsewhere(e)) return;
    if (e.key === 'Shift') this.desk.reverse = true;
    else if (e.key === 'h' || e.key === 'H') this.desk.hidden = true;
    else if (!this.press(e)) return;
    if (e.key !== 'Shift') e.preventDefault();
  };

  up = (e: KeyboardEvent): void => {
    if (e.key === 'Shift') this.desk.reverse = false;
    if (e.key === 'h' || e.key === 'H') this.desk.hidden = false;
  };

  private elsewhere(e: KeyboardEvent): boolean {
    const at = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey) return true;
    if (document.querySelector('dialog[open]')) return true;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return e.key !== 'F6' && (e.key !== 'Escape' || (at.blur(), false));
    // Whoever walks through the buttons with Tab (F6 leads there) keeps it, and a focused button keeps Enter and Space.
    if (e.key === 'Tab' && at.matches('button:focus-visible, a:focus-visible')) return true;
    return at.tagName === 'BUTTON' && (e.key === 'Enter' || e.key === ' ');
  }

  private press(e: KeyboardEvent): boolean {
    const { table, desk, replay } = this, lens = this.lens();
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (key in DIRECTIONS) return this.moveCursor(DIRECTIONS[key]!), true;
    if (key in PANS) return lens?.pan(...PANS[key]!), true;
    switch (key) {
      case 'Tab': return this.nextUnit(e.shiftKey ? -1 : 1);
      case 'Enter': return this.commit(), true;
      case 'Escape': return this.escape(), true;
      case 'u': return void (e.shiftKey ? table.askTakeback() : table.undo()), true;
      case 'f': return turn(table, -1), true;
      case 'g': return turn(table, 1), true;
      case 'l': return this.sight(), true;
      case 'v': return this.watch(), true;
      case 't': return (desk.threats = !desk.threats), true;
      case 'c': return this.combat(), true;
      case 'y': return this.why(), true;
      case 'r': return this.rule(), true;
      case 'o': return (desk.sheet = 'army'), true;
      case 'z': return lens?.overview(), true;
      case '+': case '=': return lens?.zoomBy(1.25), true;
      case '-': return lens?.zoomBy(0.8), true;
      case '0': return lens?.plain(), true;
      case '[': return void replay.step(-1), true;
      case ']': return void replay.step(1), true;
      case 'Home': return void replay.go(0), true;
      case 'End': return void replay.go(replay.last), true;
      case '/': return this.focus('chat', 'log'), true;
      case ':': return (desk.sheet = 'acts'), true;
      case '?': return (desk.sheet = 'keys'), true;
      case 'F6': return this.nextRegion(e.shiftKey ? -1 : 1), true;
      case ' ': return settings.pace === 'step' && table.chair.held > 0 ? table.chair.step() : table.chair.skip(), true;
      default: return false;
    }
  }

  // From the map to the buttons that answer, the card that asks, the panel, and back.
  private nextRegion(by: number): void {
    const stops = REGIONS.flatMap((css) => [...document.querySelectorAll<HTMLElement>(css)].find((e) => e.offsetParent !== null || e.getClientRects().length) ?? []);
    const now = stops.findIndex((e) => (REGION_OF(e) ?? e).contains(document.activeElement));
    stops[(Math.max(now, 0) + by + stops.length) % stops.length]?.focus();
  }

  private here(): HexNo | null {
    const { table, desk } = this;
    const unit = table.hand ?? table.gestures.order[0];
    return desk.cursor ?? table.view?.counters.find((c) => c.id === unit)?.hex ?? desk.hover;
  }

  private unitsAt(hex: HexNo): string[] {
    return stackIn(this.table.view?.counters ?? [], hex).map((c) => c.id);
  }

  private moveCursor(side: number): void {
    const map = this.table.battle?.map, from = this.here();
    if (!map) return;
    const to = from ? neighbour(from, side) : '0101';
    if (!onMap(to, map.columns, map.rows)) return;
    this.desk.cursor = to;
    this.lens()?.takeFocus();
    this.lens()?.show(to);
    const way = this.table.reach.get(to);
    if (this.table.hand && way) this.table.march(way);
  }

  private nextUnit(by: number): boolean {
    const { table, desk } = this;
    const order = table.gestures.order;
    if (order.length === 0) return false;
    const at = table.picked ? order.indexOf(table.picked) : by > 0 ? -1 : 0;
    const next = order[(at + by + order.length) % order.length]!;
    table.picked = next;
    table.menu = null;
    const hex = table.view?.counters.find((c) => c.id === next)?.hex;
    desk.cursor = hex ?? null;
    this.lens()?.takeFocus();
    if (hex) this.lens()?.show(hex);
    return true;
  }

  private commit(): void {
    const { table, desk } = this;
    if (table.ghost) return void table.commit();
    const spot = (h: HexNo): Point => this.lens()?.onScreen(h) ?? { x: innerWidth / 2, y: innerHeight / 2 };
    if (table.facing) return commitFacing(table, spot);
    const unit = table.picked && table.gestures.units.get(table.picked) ? table.picked : null;
    const hex = desk.cursor;
    if (unit && (!hex || this.unitsAt(hex).includes(unit))) {
      const acts = table.gestures.units.get(unit)!, taken = acts.find((a) => a.verb === 'select');
      if (taken) return table.take(taken, acts);
      if (acts.length === 1 && isLight(acts[0]!)) return void table.propose(acts[0]!, hex ?? this.here() ?? '0101');
      return void (table.menu = { at: hex ? spot(hex) : { x: innerWidth / 3, y: innerHeight / 3 }, acts });
    }
    if (hex && !this.unitsAt(hex).includes(table.hand ?? '')) table.click(hex, this.unitsAt(hex)[0] ?? null, this.unitsAt(hex), spot(hex));
  }

  private escape(): void {
    const { desk, table } = this;
    if (desk.sheet !== 'none') desk.sheet = 'none';
    else if (desk.tool !== 'none') ((desk.tool = 'none'), (desk.sightFrom = null));
    else if (desk.watched) desk.watched = null;
    else {
      desk.cursor = null;
      void table.cancel();
    }
  }

  private sight(): void {
    const { desk } = this;
    desk.tool = desk.tool === 'sight' ? 'none' : 'sight';
    desk.sightFrom = desk.tool === 'sight' ? (desk.hover ?? this.here()) : null;
  }

  // The field of fire of the stack that is pointed at, friend or enemy, until it is asked for again.
  private watch(): void {
    const { desk } = this, hex = desk.hover ?? this.here();
    desk.watched = hex && hex !== desk.watched && this.unitsAt(hex).length ? hex : null;
  }

  private combat(): void {
    const hex = this.desk.hover ?? this.desk.cursor, act = hex ? this.table.gestures.hexes.get(hex)?.[0] : undefined;
    if (hex && act) this.table.place({ hex, acts: [act.text], act, reach: null });
  }

  private why(): void {
    const hex = this.desk.hover ?? this.here();
    if (!hex) return;
    void this.table.why({ unit: this.desk.hoverUnit ?? this.unitsAt(hex)[0] ?? null, hex }, this.lens()?.onScreen(hex) ?? { x: 200, y: 200 });
  }

  private rule(): void {
    const { table, desk } = this;
    const refusal = table.refusal?.why;
    const event = [...table.chair.log].reverse().flatMap((l) => [...(l.events ?? [])].reverse()).find((v) => v.rule);
    this.lastRule = refusal ? { book: refusal.book, rule: refusal.rule } : event ? { book: table.chair.book, rule: event.rule! } : this.lastRule;
    desk.rule = this.lastRule;
  }

  private focus(id: string, tab: 'log'): void {
    this.desk.tab = tab;
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  }
}
