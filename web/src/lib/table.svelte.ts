// SPDX-License-Identifier: MIT
// A game as one browser plays it: one chair per seat it holds (two in a hot-seat game), and what the player has in hand.
import { untrack } from 'svelte';
import { api } from './api';
import { Chair, type Stand } from './chair.svelte';
import { dyed } from './counter';
import { marchAlike } from './company';
import { facingKey } from './facing';
import { actsAt, isLight, marches, sortActs, spell, type Gestures } from './gestures';
import { distance } from './hex';
import type { Act, BattleData, HexNo, Ledger, LogEntry, Position, ReachHex, Refusal, RosterEntry, ServerError, Side, UnitPlan, View } from './protocol';
import { keepForecast, keptForecasts } from './forecasts';
import { lastMove, wonBy } from './log_lines';
import { defaultEnd, hexesOf } from './march';
import { forecast, type Odds } from './odds';
import { refusalFor } from './refusal';
import { settings } from './settings.svelte';
import type { Heard } from './socket';
import { askText, markerText, sideText, type Names } from './words';

export interface Ghost {
  hex: HexNo;
  acts: string[]; // the path, one act per hex
  act: Act | null; // when it is one act of the list
  reach: ReachHex | null;
  end?: string | null; // how the march ends there: by a facing, or just so
  final?: boolean; // it cannot be undone afterwards
}

// A fight that is being weighed, or was ordered a moment ago.
export interface Preview {
  by: Chair;
  act: Act;
  root: Act | null; // the act of the fight itself, where those who join are ordered before it
  joined: Act[]; // others who are ordered along with it, just before it
  group: Act[]; // all who may take part, ticked or not
  ledger: Ledger | null;
  odds: Odds | null;
  weighing: boolean; // the odds are still being worked out
  foreseen: string; // what was likely, in one line, once it is ordered
  rolledFrom: number | null; // seq at which it was ordered
}

export interface Spot {
  x: number;
  y: number;
}

const MOST_COMPANIONS = 10;

export class Table {
  battle = $state.raw<BattleData | null>(null);
  shapes = new Map<string, string>();
  chairs: Chair[];
  failure = $state('');
  notice = $state('');

  picked = $state<string | null>(null); // a unit chosen in the browser only
  ghost = $state.raw<Ghost | null>(null);
  company = $state.raw<string[]>([]); // those who will march as the unit in hand does
  stack = $state<HexNo | null>(null); // a stack that lies open as a row of counters
  instead = $state.raw<Act[]>([]); // what else the unit in hand could have been told, while it has done nothing
  reaching: Promise<void> = Promise.resolve(); // the reach of the unit in hand is being asked for
  facing = $state<string | null>(null);
  menu = $state.raw<{ at: Spot; acts: Act[] } | null>(null);
  refusal = $state.raw<{ at: Spot; why: Refusal; hex: HexNo } | null>(null);
  preview = $state.raw<Preview | null>(null);
  reach = $state.raw<Map<HexNo, ReachHex>>(new Map());
  past = $state.raw<Position | null>(null); // an earlier position that is being looked at
  busy = $state(false);
  advice = $state.raw<UnitPlan[] | null>(null);
  advising = $state(false); // it is being worked out
  foreseen = $state.raw<Record<number, string>>({}); // by seq of the act: what was likely when it was ordered
  endArmed = $state(false);

  private last = 0; // index of the chair shown when nobody here must decide

  constructor(game: string, secrets: string[]) {
    this.chairs = secrets.length ? secrets.map((s) => new Chair(game, s)) : [new Chair(game, null)];
    this.foreseen = keptForecasts(game);
    void api.verbs().then((verbs) => verbs.forEach((v) => this.shapes.set(v.verb, v.shape))).catch((e: Error) => (this.failure = e.message));
  }

  // Call once inside a component: keeps the hand true to the open decision.
  attend(): void {
    $effect(() => {
      const { battle, book } = this.chair, { language } = settings;
      if (battle) api.battle(battle, book, language).then((b) => language === settings.language && (this.battle = b), (e: Error) => (this.failure = e.message));
    });
    $effect(() => {
      void this.chair.seq;
      const mine = this.chair.mine;
      untrack(() => {
        this.letGo();
        if (mine) this.goOn();
        if (mine && this.gestures.inHand && this.gestures.hexes.size > 0) this.reaching = this.askReach(this.chair, this.chair.seq);
      });
    });
  }

  get chair(): Chair {
    const deciding = this.chairs.findIndex((c) => c.mine);
    return this.chairs[deciding >= 0 ? deciding : this.last] ?? this.chairs[0]!;
  }
  // Questions to the server that are not answered yet; `acts` without those that may take it long.
  get asking(): { acts: number; all: number } {
    return this.chairs.reduce((sum, c) => ({ acts: sum.acts + c.asking - c.pondered, all: sum.all + c.asking }), { acts: 0, all: 0 });
  }
  get view(): View | null {
    return this.past?.view ?? this.chair.view;
  }
  get mine(): boolean {
    return this.chair.mine && this.past === null;
  }
  private sorted = $derived.by<Gestures>(() => sortActs(this.mine ? this.chair.options : []));
  get gestures(): Gestures {
    return this.sorted;
  }
  get hand(): string | null {
    return this.gestures.inHand ?? this.picked;
  }
  readonly roster = $derived(new Map(dyed(this.battle?.roster ?? []).map((r) => [r.id, r])));
  unit(id: string): RosterEntry | undefined {
    return this.roster.get(id);
  }
  // Units of one side that share a name are numbered.
  private readonly names = $derived.by(() => {
    const roster = this.battle?.roster ?? [], like = (r: RosterEntry): RosterEntry[] => roster.filter((o) => o.side === r.side && o.name === r.name);
    return new Map(roster.map((r) => [r.id, like(r).length > 1 ? `${r.name} ${like(r).indexOf(r) + 1}` : r.name]));
  });
  nameOf(id: string): string {
    return this.names.get(id) ?? id;
  }
  sideName(side: Side | null | undefined): string {
    return sideText(this.battle?.card, side);
  }
  // The units a marker like "B1/2" speaks of, and what it is called.
  unitsOf(marker: string): RosterEntry[] {
    const base = marker.split('/')[0];
    return (this.battle?.roster ?? []).filter((r) => (r['marker'] ?? r['formation']) === base);
  }
  markerName(marker: string): string {
    const name = this.battle?.markers[marker.split('/')[0]!];
    return !name ? markerText(marker) : this.unitsOf(marker).length ? `${marker} – ${name.replace(/ \(.*\)$/, '')}` : name;
  }
  // As it is written on the marker: a formation's letters, or what a special one is called.
  markerText(marker: string): string {
    return this.unitsOf(marker).length ? marker : this.markerName(marker);
  }
  // What the sentences of an entry are filled with.
  namesIn(entry?: LogEntry): Names {
    const won = entry && wonBy(entry, this.battle?.card.sides ?? []);
    return { unit: (id) => this.nameOf(id), marker: (m) => this.markerText(m), side: won && this.sideName(won) };
  }

  // The open question, with whom it is put to and what movement is left to him.
  get question(): string {
    const { decision, book, options } = this.chair;
    if (!decision) return '';
    const asked = [...new Set(options.flatMap((a) => a.who ?? []))];
    const id = decision.unit ?? this.gestures.inHand ?? (asked.length === 1 ? asked[0] : undefined);
    const left = this.view?.counters.find((c) => c.id === id)?.values['left'];
    return askText(decision, { book, unit: id && this.nameOf(id), left });
  }

  private letGo(): void {
    this.ghost = null;
    this.facing = null;
    this.menu = null;
    this.stack = null;
    this.refusal = null;
    this.picked = null;
    if (!this.gestures.inHand) this.company = [];
    if (this.instead[0]?.who !== this.gestures.inHand) this.instead = [];
    this.endArmed = false;
    this.advice = null;
    this.reach = new Map();
    if (this.preview && this.preview.rolledFrom === null) this.preview = null;
  }

  // A fight that was declared and waits for its dice: the drawer goes on with it.
  private goOn(): void {
    const p = this.preview;
    if (!p || p.rolledFrom === null || p.by !== this.chair || this.hasRolled(p)) return;
    const next = this.chair.options.find((a) => a.hex === p.act.hex && a.who === undefined);
    if (next) this.place({ hex: next.hex!, acts: [next.text], act: next, reach: null });
  }

  // A standing order for questions like the open one; the server answers by it, this one too. Without a stance it is dropped.
  async stand(order: Stand): Promise<void> {
    try {
      await this.chair.stand(order);
    } catch (e) {
      this.notice = (e as ServerError).message;
    }
  }

  // Questions of one kind, answered together.
  async answer(acts: string[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.chair.answer(acts);
    } catch (e) {
      this.notice = (e as ServerError).message;
    } finally {
      this.busy = false;
    }
  }

  private async askReach(chair: Chair, seq: number): Promise<void> {
    try {
      const answer = await chair.ask<Heard & { hexes: ReachHex[] }>({ type: 'reach' });
      if (chair.seq === seq) this.reach = new Map(answer.hexes.map((h) => [h.hex, h]));
    } catch {
      // without it, the neighbouring hexes of the list are still there to click
    }
  }

  async play(acts: string[], more: { for?: 'units' } = {}): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.notice = '';
    const chair = this.chair;
    this.last = this.chairs.indexOf(chair);
    if (this.preview && this.preview.rolledFrom !== chair.seq && this.hasRolled(this.preview)) this.preview = null;
    try {
      await chair.play(acts, more);
    } catch (e) {
      this.notice = (e as ServerError).message;
    } finally {
      this.busy = false;
    }
  }

  playAct(act: Act): Promise<void> {
    return this.preview?.act.text === act.text && this.preview.rolledFrom === null ? this.order() : this.play([act.text]);
  }

  // Orders what the drawer shows: everybody who is ticked, in one go.
  order(): Promise<void> {
    const p = this.preview;
    if (!p) return Promise.resolve();
    const acts = [...p.joined, p.act].map((a) => a.text), seq = this.chair.seq;
    const foreseen = p.odds ? forecast(p.odds, p.act.hex ?? p.root?.hex, this.chair.side ?? '', (s) => this.sideName(s)) : '';
    if (foreseen) this.foreseen = keepForecast(this.chair.game, this.foreseen, seq + acts.length, foreseen);
    this.preview = { ...p, foreseen, rolledFrom: seq };
    this.ghost = null;
    return this.play(acts);
  }

  // The fight on the sheet has had its dice: what is shown is the result.
  get resolved(): boolean {
    return this.preview !== null && this.hasRolled(this.preview);
  }
  private hasRolled(p: Preview): boolean {
    return p.rolledFrom !== null && p.by.log.some((e) => e.seq > p.rolledFrom! && e.by === 'chance');
  }

  // One click on a hex, with the counter under the cursor if there is one.
  click(hex: HexNo, unit: string | null, here: string[], at: Spot): void {
    this.menu = null;
    this.stack = null;
    this.refusal = null;
    if (!this.mine) return;
    if (this.preview && this.preview.rolledFrom !== null) this.preview = null;
    const g = this.gestures;
    const targets = actsAt(g, hex, this.hand), way = this.reach.get(hex);
    if (this.ghost?.hex === hex) return void this.commit();
    if (way && targets.every((a) => a.verb === 'move')) return this.march(way);
    if (targets.length === 1) return this.place({ hex, acts: [targets[0]!.text], act: targets[0]!, reach: this.reach.get(hex) ?? null });
    if (targets.length > 1) return void this.offer(targets, hex, at);
    const able = here.filter((u) => g.units.has(u)), acts = [...new Set(unit ? [unit, ...here] : here)].flatMap((u) => g.units.get(u) ?? []);
    if (able.length > 1) return void (this.stack = hex);
    const taken = acts.find((a) => a.verb === 'select');
    if (taken) return this.take(taken, acts);
    if (acts.length === 1 && isLight(acts[0]!)) return void this.propose(acts[0]!, hex);
    if (acts.length > 0) return void (this.menu = { at, acts });
    const doer = here.find((u) => g.order.includes(u));
    if (doer && doer !== this.hand) return void (this.picked = doer);
    void this.why({ unit: unit ?? here[0] ?? null, hex }, at);
  }

  // Takes a unit in hand; what else it could have been told stays on offer until it has done something.
  take(act: Act, acts: Act[]): void {
    this.instead = acts.filter((a) => a !== act && a.who === act.who && !/^select/.test(a.verb));
    void this.play([act.text]);
  }
  async switchTo(act: Act): Promise<void> {
    await this.cancel();
    await this.play([act.text]);
  }

  // A march to a hex in reach, as a ghost: it ends facing as its last step goes, until a handle says otherwise.
  march(way: ReachHex): void {
    const unit = this.view?.counters.find((c) => c.id === this.hand), hexes = hexesOf(unit?.hex, way.acts);
    const end = hexes.length > 1 ? defaultEnd(way.ends ?? [], hexes, unit?.facing, unit?.faces_side ?? false) : null;
    this.place({ hex: way.hex, acts: way.acts, act: null, reach: way, end });
  }

  // Plays an act at once if it can be undone; otherwise it becomes a ghost that wants a second click.
  async propose(act: Act, hex: HexNo): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const chair = this.chair, seq = chair.seq;
    const after = await chair.ask<Heard & { undo: boolean }>({ type: 'after', acts: [act.text] }).catch(() => ({ undo: true }));
    this.busy = false;
    if (chair.seq !== seq) return;
    if (after.undo) return this.playAct(act);
    this.facing = (act.facing ?? act.side) === undefined ? null : facingKey(act);
    this.ghost = { hex, acts: [act.text], act, reach: null, final: true };
  }

  place(ghost: Ghost): void {
    this.ghost = ghost;
    if (ghost.act && !marches(ghost.act)) void this.look(ghost.act);
    else this.preview = null;
  }

  async commit(): Promise<void> {
    const ghost = this.ghost;
    if (!ghost) return;
    this.ghost = null;
    this.facing = null;
    if (ghost.act) await this.playAct(ghost.act);
    else {
      const { company } = this, way = company.length ? hexesOf(this.view?.counters.find((c) => c.id === this.hand)?.hex, ghost.acts) : [];
      await this.play(ghost.end ? [...ghost.acts, ghost.end] : ghost.acts);
      if (way.length > 1) await marchAlike(this, company, way, ghost.end ?? null);
    }
  }

  // Several acts at one place: ways to fight go into the drawer, which lists them all; anything else into a menu.
  private async offer(acts: Act[], hex: HexNo, at: Spot): Promise<void> {
    const first = acts[0]!;
    if (!marches(first) && acts.every((a) => a.verb === first.verb)) {
      this.ghost = { hex, acts: [first.text], act: first, reach: null };
      await this.look(first);
      if (this.preview || this.ghost?.act !== first) return;
      this.ghost = null;
    }
    this.menu = { at, acts };
  }

  // Asks for the ledger and the odds of an act; the drawer shows them when there is something to show.
  async look(act: Act, joined: Act[] = [], group: Act[] = [], root: Act | null = null): Promise<void> {
    const chair = this.chair, seq = chair.seq, after = joined.map((a) => a.text);
    const wanted = (): boolean => chair.seq === seq && (this.preview?.act === act || this.ghost?.act === act);
    try {
      const ledger = await chair.ask<Heard & Ledger>({ type: 'ledger', act: act.text, after });
      if (chair.seq !== seq) return;
      const listed = ledger.lines.length > 0;
      const base: Preview = { by: chair, act, root, joined, group, ledger: listed ? ledger : null, odds: group.length ? (this.preview?.odds ?? null) : null, weighing: true, foreseen: '', rolledFrom: null };
      this.preview = listed ? base : null;
      const others = group.length ? group : await this.companions(act);
      const odds = await chair.ask<Heard & Odds>({ type: 'odds', act: act.text, after });
      const harms = odds.units.some((u) => this.unit(u.unit)?.side !== chair.side);
      if (wanted() && (listed || harms || odds.endings.length > 1)) this.preview = { ...base, group: others, odds, weighing: false };
    } catch {
      if (this.preview?.act === act) this.preview = { ...this.preview, weighing: false }; // no odds: the ledger stands alone
    }
  }

  // Who else may be ordered along with this act: whatever it is still legal after, and whoever by joining opens the fight at once.
  private async companions(act: Act): Promise<Act[]> {
    const like = (o: Act): boolean => o.who !== undefined && o.who !== act.who && !isLight(o) && (o.facing ?? o.side) === undefined && (o.hex === undefined || o.hex === act.hex);
    if ((act.facing ?? act.side) !== undefined) return [];
    const joins = (o: Act): boolean => act.who === undefined && o.hex === undefined;
    const asked = this.chair.options.filter(like).slice(0, MOST_COMPANIONS).map(async (o) => (joins(o) || (await this.isLegal(act, [o])) ? [o] : []));
    const found = (await Promise.all(asked)).flat();
    return found.length && act.who ? [act, ...found] : found;
  }

  private async isLegal(act: Act, after: Act[]): Promise<boolean> {
    return (await this.chair.ask<Heard & { legal: boolean }>({ type: 'why', act: act.text, after: after.map((a) => a.text) })).legal;
  }

  // Ticks or unticks somebody in the drawer. The last one to join may leave nothing to say but who he is: then his act is the order.
  async toggle(other: Act): Promise<void> {
    const p = this.preview;
    if (!p || p.rolledFrom !== null) return;
    const root = p.root ?? (p.act.who === undefined ? p.act : null);
    const ticked = [...p.joined, p.act].filter((a) => a !== root);
    const chosen = ticked.includes(other) ? ticked.filter((a) => a !== other) : [...ticked, other];
    const next = root ? [...chosen, root] : chosen;
    const act = next[next.length - 1];
    if (!act) return;
    const forced = next.length > 1 && !(await this.isLegal(act, next.slice(0, -1)));
    const last = forced ? next[next.length - 2]! : act;
    if (this.ghost) this.ghost = { ...this.ghost, acts: [last.text], act: last };
    await this.look(last, next.slice(0, forced ? -2 : -1), p.group, root);
  }

  async why(clicked: { unit: string | null; hex: HexNo }, at: Spot): Promise<void> {
    try {
      const why = await refusalFor(this, clicked);
      if (why) this.refusal = { at, why, hex: clicked.hex };
    } catch (e) {
      this.notice = (e as ServerError).message;
    }
  }

  nearestLegal(to: HexNo): HexNo | null {
    const legal = [...new Set([...this.reach.keys(), ...this.gestures.hexes.keys()])];
    return legal.sort((a, b) => distance(a, to) - distance(b, to))[0] ?? null;
  }

  async undo(): Promise<void> {
    try {
      await this.chair.undo(lastMove(this.chair.log, this.chair.side, this.gestures.inHand));
    } catch (e) {
      this.notice = (e as ServerError).message;
    }
  }

  async askTakeback(): Promise<void> {
    try {
      await this.chair.askTakeback();
    } catch (e) {
      this.notice = (e as ServerError).message;
    }
  }

  // Steps back out: the card, the ghost, the pick, and last the unit in hand, if it has done nothing yet.
  async cancel(): Promise<void> {
    if (this.menu || this.refusal || this.stack) return void ((this.menu = null), (this.stack = null), (this.refusal = null));
    if (this.company.length && !this.ghost) return void (this.company = []);
    if (this.preview) return void ((this.preview = null), (this.ghost = null));
    if (this.ghost || this.facing) return void ((this.ghost = null), (this.facing = null));
    if (this.picked) return void (this.picked = null);
    // A unit that has only been taken in hand is dropped; what it has done is taken back by Undo alone.
    const last = this.chair.log.findLast((e) => e.kind === 'act' && e.by === this.chair.side);
    if (this.gestures.inHand && this.chair.mayUndo && last?.seq === this.chair.log.findLast((e) => e.kind === 'act')?.seq && /^(select|march)/.test(last?.act?.verb ?? '')) await this.undo();
  }

  spell(act: Act): string {
    return spell(act, this.shapes);
  }

  close(): void {
    this.chairs.forEach((c) => c.close());
  }
}
