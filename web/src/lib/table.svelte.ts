// A game as one browser plays it: one chair per seat it holds (two in a hot-seat game), and what the player has in hand.
import { untrack } from 'svelte';
import { api } from './api';
import { Chair } from './chair.svelte';
import { actsAt, isLight, sortActs, spell, wished, type Gestures } from './gestures';
import { distance, neighbour, onMap, SIDES } from './hex';
import type { Act, BattleData, HexNo, Ledger, Position, ReachHex, Refusal, RosterEntry, ServerError, View } from './protocol';
import type { Odds } from './odds';
import type { Heard } from './socket';

export interface Ghost {
  hex: HexNo;
  acts: string[]; // the path, one act per hex
  act: Act | null; // when it is one act of the list
  reach: ReachHex | null;
}

export interface Preview {
  act: Act;
  ledger: Ledger | null;
  odds: Odds | null;
  rolledFrom: number | null; // seq at which it was committed
}

export interface Spot {
  x: number;
  y: number;
}

export class Table {
  battle = $state.raw<BattleData | null>(null);
  shapes = new Map<string, string>();
  chairs: Chair[];
  failure = $state('');
  notice = $state('');

  picked = $state<string | null>(null); // a unit chosen in the browser only
  ghost = $state.raw<Ghost | null>(null);
  facing = $state<string | null>(null);
  menu = $state.raw<{ at: Spot; acts: Act[] } | null>(null);
  refusal = $state.raw<{ at: Spot; why: Refusal; hex: HexNo } | null>(null);
  preview = $state.raw<Preview | null>(null);
  reach = $state.raw<Map<HexNo, ReachHex>>(new Map());
  past = $state.raw<Position | null>(null); // an earlier position that is being looked at
  busy = $state(false);
  endArmed = $state(false);

  private last = 0; // index of the chair shown when nobody here must decide

  constructor(game: string, secrets: string[]) {
    this.chairs = secrets.length ? secrets.map((s) => new Chair(game, s)) : [new Chair(game, null)];
    void api.verbs().then((verbs) => verbs.forEach((v) => this.shapes.set(v.verb, v.shape))).catch((e: Error) => (this.failure = e.message));
  }

  // Call once inside a component: keeps the hand true to the open decision.
  attend(): void {
    $effect(() => {
      const { battle, book } = this.chair;
      if (battle && !this.battle)
        api.battle(battle, book).then((b) => (this.battle = b), (e: Error) => (this.failure = e.message));
    });
    $effect(() => {
      void this.chair.seq;
      const mine = this.chair.mine;
      untrack(() => {
        this.letGo();
        if (mine && this.gestures.inHand && this.gestures.hexes.size > 0) void this.askReach(this.chair, this.chair.seq);
      });
    });
  }

  get chair(): Chair {
    const deciding = this.chairs.findIndex((c) => c.mine);
    return this.chairs[deciding >= 0 ? deciding : this.last] ?? this.chairs[0]!;
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
  readonly roster = $derived(new Map((this.battle?.roster ?? []).map((r) => [r.id, r])));
  unit(id: string): RosterEntry | undefined {
    return this.roster.get(id);
  }
  nameOf(id: string): string {
    return this.roster.get(id)?.name ?? id;
  }

  private letGo(): void {
    this.ghost = null;
    this.facing = null;
    this.menu = null;
    this.refusal = null;
    this.picked = null;
    this.endArmed = false;
    this.reach = new Map();
    if (this.preview && this.preview.rolledFrom === null) this.preview = null;
  }

  private async askReach(chair: Chair, seq: number): Promise<void> {
    try {
      const answer = await chair.ask<Heard & { hexes: ReachHex[] }>({ type: 'reach' });
      if (chair.seq === seq) this.reach = new Map(answer.hexes.map((h) => [h.hex, h]));
    } catch {
      // without it, the neighbouring hexes of the list are still there to click
    }
  }

  async play(acts: string[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.notice = '';
    const chair = this.chair;
    this.last = this.chairs.indexOf(chair);
    if (this.preview && this.preview.rolledFrom !== chair.seq) this.preview = null;
    try {
      await chair.play(acts);
    } catch (e) {
      this.notice = (e as ServerError).message;
    } finally {
      this.busy = false;
    }
  }

  playAct(act: Act): Promise<void> {
    const looked = this.preview?.act.text === act.text ? this.preview : null;
    if (looked) this.preview = { ...looked, rolledFrom: this.chair.seq };
    return this.play([act.text]);
  }

  // One click on a hex, with the counter under the cursor if there is one.
  click(hex: HexNo, unit: string | null, here: string[], at: Spot): void {
    this.menu = null;
    this.refusal = null;
    if (!this.mine) return;
    if (this.preview && this.preview.rolledFrom !== null) this.preview = null;
    const g = this.gestures;
    const targets = actsAt(g, hex, this.hand);
    if (this.ghost?.hex === hex) return void this.commit();
    if (targets.length === 1) return this.place({ hex, acts: [targets[0]!.text], act: targets[0]!, reach: this.reach.get(hex) ?? null });
    if (targets.length > 1) return void (this.menu = { at, acts: targets });
    const way = this.reach.get(hex);
    if (way) return this.place({ hex, acts: way.acts, act: null, reach: way });
    const acts = [...new Set(unit ? [unit, ...here] : here)].flatMap((u) => [...(g.units.get(u) ?? []), ...(g.inHand ? [] : (g.facings.get(u) ?? []))]);
    if (acts.length === 1 && isLight(acts[0]!)) return void this.playAct(acts[0]!);
    if (acts.length > 0) return void (this.menu = { at, acts });
    const doer = here.find((u) => g.order.includes(u));
    if (doer && doer !== this.hand) return void (this.picked = doer);
    void this.why({ unit: unit ?? here[0] ?? null, hex }, at);
  }

  place(ghost: Ghost): void {
    this.ghost = ghost;
    if (ghost.act) void this.look(ghost.act);
  }

  async commit(): Promise<void> {
    const ghost = this.ghost;
    if (!ghost) return;
    this.ghost = null;
    if (ghost.act) await this.playAct(ghost.act);
    else await this.play(ghost.acts);
  }

  // Asks for the ledger and the odds of an act; the drawer shows them when there is something to show.
  async look(act: Act): Promise<void> {
    const chair = this.chair, seq = chair.seq;
    const still = (): boolean => chair.seq === seq;
    try {
      const ledger = await chair.ask<Heard & Ledger>({ type: 'ledger', act: act.text });
      if (!still()) return;
      const listed = ledger.lines.length > 0;
      this.preview = listed ? { act, ledger, odds: null, rolledFrom: null } : null;
      if (act.verb === 'move') return;
      const odds = await chair.ask<Heard & Odds>({ type: 'odds', act: act.text });
      const wanted = this.preview?.act.text === act.text || (!listed && this.ghost?.act?.text === act.text);
      if (still() && wanted && (listed || odds.endings.length > 1)) this.preview = { act, ledger: listed ? ledger : null, odds, rolledFrom: null };
    } catch {
      // no odds engine on this server: the ledger stands alone
    }
  }

  async why(clicked: { unit: string | null; hex: HexNo }, at: Spot): Promise<void> {
    const text = wished(this.chair.options, this.shapes, clicked, this.hand);
    if (!text) return;
    try {
      const ask = (q: { act: string; after?: string[] }) => this.chair.ask<Heard & { legal: boolean; refusal: Refusal | null }>({ type: 'why', ...q });
      const far = this.beyondReach(clicked.hex), step = far && (await ask(far));
      const answer = step && !step.legal ? step : await ask({ act: text });
      if (!answer.legal && answer.refusal) this.refusal = { at, why: answer.refusal, hex: clicked.hex };
    } catch (e) {
      this.notice = (e as ServerError).message;
    }
  }

  // For a hex out of reach: the way as far as it goes, and the step that fails.
  private beyondReach(to: HexNo): { act: string; after: string[] } | null {
    const hand = this.hand, from = [...this.reach.values()].sort((a, b) => distance(a.hex, to) - distance(b.hex, to))[0];
    if (!hand || !from || this.reach.has(to)) return null;
    const map = this.battle!.map;
    const step = SIDES.map((_, k) => neighbour(from.hex, k)).filter((h) => onMap(h, map.columns, map.rows)).sort((a, b) => distance(a, to) - distance(b, to))[0]!;
    return { act: this.spell({ text: '', verb: 'move', who: hand, hex: step }), after: from.acts };
  }

  nearestLegal(to: HexNo): HexNo | null {
    const legal = [...new Set([...this.reach.keys(), ...this.gestures.hexes.keys()])];
    return legal.sort((a, b) => distance(a, to) - distance(b, to))[0] ?? null;
  }

  async undo(): Promise<void> {
    try {
      await this.chair.undo();
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

  // Steps back out: the card, the ghost, the pick, and last the unit in hand.
  async cancel(): Promise<void> {
    if (this.menu || this.refusal) return void ((this.menu = null), (this.refusal = null));
    if (this.preview) return void ((this.preview = null), (this.ghost = null));
    if (this.ghost || this.facing) return void ((this.ghost = null), (this.facing = null));
    if (this.picked) return void (this.picked = null);
    if (this.gestures.inHand && this.chair.mayUndo) await this.undo();
  }

  spell(act: Act): string {
    return spell(act, this.shapes);
  }

  close(): void {
    this.chairs.forEach((c) => c.close());
  }
}
