// SPDX-License-Identifier: MIT
// One pair of eyes on a game: a seat, or a watcher's place. Holds what the server last said and plays updates in order.
import { untrack } from 'svelte';
import type { Clock, HeardClock } from './clock';
import { freshEntropy, keepPromise } from './dice_promise';
import { told } from './errors';
import type { Act, Decision, EndOfGame, Hello, HexNo, LogEntry, Position, SeatInfo, ServerError, Side, StandingOrder, StandingOrders, Update, View } from './protocol';
import type { Rematch, Terms } from './post';
import { byOthers, pauseAfter, tempo, together, ways } from './pacing';
import { settings } from './settings.svelte';
import { GameSocket, type Heard, type Link } from './socket';

// What was shown last: the ways units went, and how long the ride takes.
export interface Ride {
  ms: number;
  ways: Map<string, HexNo[]>;
}
const OWN_RIDE = 300; // ms
const PONDERED = new Set(['odds', 'hint']), PATIENCE = 120000; // what the server may think about for a while, ms
// A standing order as it is sent; without a stance it is dropped.
export interface Stand {
  question: string;
  stance: StandingOrder['stance'] | null;
  until?: StandingOrder['until'];
  unit?: string;
  odds?: number;
  charged?: boolean;
  cavalry?: number; // hexes
  beforehand?: boolean;
}
const STILL: Ride = { ms: 0, ways: new Map() };

export class Chair {
  link = $state<Link>('joining');
  trouble = $state(''); // why the server turned us away
  onlyRecord = $state(false); // it is over, and its record is all there is to see
  side = $state<Side | null>(null);
  battle = $state('');
  book = $state('');
  commitment = $state('');
  seats = $state.raw<Record<Side, SeatInfo>>({});
  present = $state.raw<Record<Side, boolean>>({});
  watchers = $state(0);
  view = $state.raw<View | null>(null);
  decision = $state.raw<Decision | null>(null);
  options = $state.raw<Act[]>([]);
  mayUndo = $state(false);
  takeback = $state<Side | null>(null);
  draw = $state<Side | null>(null); // who offers one
  standing = $state.raw<StandingOrders>({});
  terms = $state.raw<Terms | null>(null);
  rematch = $state.raw<Rematch | null>(null);
  notes = $state('');
  muted = $state(false);
  invited = $state(0); // how often an invitation has changed
  log = $state.raw<LogEntry[]>([]);
  seq = $state(0); // last entry shown
  held = $state(0); // updates that wait to be shown
  clock = $state.raw<HeardClock | null>(null);
  ride = $state.raw<Ride>(STILL);
  asking = $state(0); // questions to the server that are not answered yet
  pondered = $state(0); // of these, those that it may think about for a while
  news = $state.raw<Update[]>([]); // what was shown last of others and of the dice

  private skipping = false; // until the next question to us
  private watching = false; // the last act was another's: so are the dice that follow it
  private queue: Update[] = [];
  private received = 0;
  private timer = 0;
  private readonly socket: GameSocket;

  constructor(
    readonly game: string,
    readonly secret: string | null,
  ) {
    this.socket = new GameSocket(game, secret, () => this.received, (m) => this.hear(m), (l) => (this.link = l));
  }

  get mine(): boolean {
    return this.side !== null && this.decision?.seat === this.side && this.held === 0;
  }

  private hear(m: Heard): void {
    if (m.type === 'hello') this.welcome(m as Hello);
    else if (m.type === 'update') this.enqueue(m as Update);
    else if (m.type === 'view') this.refresh(m as unknown as { view: Partial<View> });
    else if (m.type === 'presence') {
      const p = m as unknown as { seats: Record<Side, boolean>; watchers: number; clock?: Clock };
      this.tick(p.clock);
      this.present = p.seats;
      this.watchers = p.watchers;
    } else if (m.type === 'draw') this.draw = (m as unknown as { by: Side | null }).by;
    else if (m.type === 'takeback') this.takeback = (m as unknown as { by: Side | null }).by;
    else if (m.type === 'clock') this.tick((m as unknown as { clock: Clock }).clock);
    else if (m.type === 'rematch') this.rematch = m as unknown as Rematch;
    else if (m.type === 'note') this.notes = String((m as { text?: string }).text ?? '');
    else if (m.type === 'mute') this.muted = (m as { on?: boolean }).on === true;
    else if (m.type === 'invitation') ++this.invited;
    else if (m.type === 'standing') this.standing = (m as unknown as { orders: StandingOrders }).orders;
    else if (m.type === 'error') (this.trouble = told((m as ServerError).message)), (this.onlyRecord = (m as ServerError).code === 'recorded');
  }

  private welcome(h: Hello): void {
    this.flush();
    this.trouble = '';
    this.side = h.side;
    this.battle = h.battle;
    this.book = h.book;
    this.commitment = h.commitment;
    keepPromise({ game: h.game, commitment: h.commitment, inherited: h.inherited, at: Date.now(), seq: h.seq });
    if (h.side !== null && h.stir.includes(h.side)) this.socket.send({ type: 'entropy', text: freshEntropy() });
    this.seats = h.seats;
    this.present = Object.fromEntries(Object.entries(h.seats).map(([side, s]) => [side, s.here ?? false]));
    this.log = [...this.log, ...h.log.filter((e) => e.seq > this.seq)];
    this.view = h.view;
    this.decision = h.decision;
    this.options = h.options ?? [];
    this.mayUndo = h.undo;
    this.takeback = h.takeback;
    this.draw = h.draw;
    this.standing = h.standing ?? {};
    this.terms = h.terms ?? null;
    this.rematch = h.rematch ?? null;
    this.notes = h.notes ?? '';
    this.muted = h.muted ?? false;
    this.tick(h.clock);
    this.seq = this.received = h.seq;
  }

  // Something changed in sight that is no entry of the log. Updates that wait to be shown come first.
  private refresh(m: { view: Partial<View> }): void {
    this.flush();
    if (this.view) this.view = merged(this.view, m.view);
  }

  private tick(clock: Clock | undefined): void {
    if (clock) this.clock = { ...clock, heard: Date.now() };
  }

  private enqueue(u: Update): void {
    if (u.seq <= this.received) return;
    if (u.seq !== this.received + 1) {
      this.socket.send({ type: 'resume', from: this.received });
      return;
    }
    this.received = u.seq;
    this.tick(u.clock);
    this.queue.push(u);
    this.held = this.queue.length;
    if (this.timer === 0) this.pump();
  }

  // Our own acts and their dice show at once; those of others at the pace the player likes. What the server tells as a whole is shown
  // when all of it is here.
  private pump = (): void => {
    this.timer = 0;
    if (this.queue.at(-1)?.more) return;
    const pace = this.skipping ? 'instant' : settings.pace;
    if (pace === 'instant') return this.flush();
    while (this.queue.length) {
      if (byOthers(this.queue[0]!, this.side) && pace === 'step' && this.side !== null) return;
      const shown = this.showNext(pace);
      const wait = this.watching ? pauseAfter(shown, pace) : 0;
      if (wait > 0) return void (this.timer = window.setTimeout(this.pump, wait));
    }
  };

  private showNext(pace: typeof settings.pace): Update[] {
    const shown = this.queue.splice(0, together(this.queue, this.side, pace));
    this.ride = { ms: tempo(pace).ride, ways: ways(shown) };
    shown.forEach((u) => this.show(u));
    const act = shown.findLast((u) => u.kind === 'act' && u.by !== 'chance');
    if (act) this.watching = byOthers(act, this.side);
    if (shown.some((u) => u.by !== this.side)) this.news = shown;
    return shown;
  }

  // Shows the next move of another seat and the dice that follow it.
  step(): void {
    if (this.queue.length) this.showNext('step');
    while (this.queue[0] && (this.queue[0].kind !== 'act' || this.queue[0].by === 'chance')) this.showNext('step');
    if (this.timer === 0) this.pump();
  }

  // Straight to the next question that is put to us.
  skip(): void {
    this.skipping = !(this.side !== null && this.decision?.seat === this.side && this.held === 0);
    this.flush();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.queue.length) return;
    const shown = this.queue.splice(0);
    const own = shown.every((u) => !byOthers(u, this.side));
    this.ride = own ? { ms: OWN_RIDE, ways: ways(shown) } : STILL;
    shown.forEach((u) => this.show(u));
    this.news = shown.filter((u) => u.kind === 'act').slice(-6);
    if (this.mine || this.decision?.over) this.skipping = false;
  }

  private show(u: Update): void {
    this.held = this.queue.length;
    this.seq = u.seq;
    this.log = [...this.log, u];
    if (u.kind === 'seat' && u.side) this.seats = { ...this.seats, [u.side]: { ...this.seats[u.side]!, free: false, ...(u.name ? { name: u.name } : {}) } };
    if (u.kind === 'machine' && u.side && u.level) this.seats = { ...this.seats, [u.side]: { kind: u.level, name: u.level, here: true, free: false } };
    if (u.view && this.view) this.view = merged(this.view, u.view);
    if (u.decision) {
      this.decision = u.decision;
      this.options = u.options ?? [];
      this.mayUndo = u.undo ?? false;
      this.takeback = null;
      this.draw = null;
    }
  }

  // If the game has gone on meanwhile and the act is still legal, it is sent once more.
  async play(acts: string[], more: { for?: 'units' } = {}): Promise<Heard> {
    const send = (): Promise<Heard> => this.tell({ type: 'act', seq: this.seq, ...(acts.length === 1 ? { act: acts[0] } : { acts }), ...more });
    try {
      return await send();
    } catch (e) {
      if ((e as ServerError).code !== 'stale') throw e;
      this.flush();
      if (!this.mine || !this.options.some((o) => o.text === acts[0])) throw e;
      return send();
    }
  }
  ask<T extends Heard>(message: Record<string, unknown>): Promise<T> {
    return this.tell<T>(message);
  }
  private async tell<T extends Heard = Heard>(message: Record<string, unknown>): Promise<T> {
    const long = Number(PONDERED.has(String(message['type'])));
    untrack(() => ((this.asking += 1), (this.pondered += long)));
    try {
      return await this.socket.ask<T>(message, long ? PATIENCE : undefined);
    } finally {
      this.asking -= 1;
      this.pondered -= long;
    }
  }
  // Answers to the questions that wait together.
  answer(acts: string[]): Promise<Heard> {
    return this.tell({ type: 'answers', seq: this.seq, acts });
  }
  async stand(order: Stand): Promise<void> {
    this.standing = (await this.tell<Heard & { orders: StandingOrders }>({ type: 'standing', seq: this.seq, ...order })).orders;
  }
  undo(acts: number): Promise<Heard> {
    return this.tell({ type: 'undo', seq: this.seq, acts });
  }
  askTakeback(): Promise<Heard> {
    return this.tell({ type: 'takeback', seq: this.seq });
  }
  answerTakeback(yes: boolean): Promise<Heard> {
    return this.tell({ type: 'takeback', answer: yes, seq: this.seq });
  }
  resign(): Promise<Heard> {
    return this.tell({ type: 'resign', seq: this.seq });
  }
  offerDraw(): Promise<Heard> {
    return this.tell({ type: 'draw', seq: this.seq });
  }
  answerDraw(yes: boolean): Promise<Heard> {
    return this.tell({ type: 'draw', answer: yes, seq: this.seq });
  }
  // The other side's time has run out.
  claim(): Promise<Heard> {
    return this.tell({ type: 'claim', seq: this.seq });
  }
  holiday(days: number): Promise<Heard> {
    return this.tell({ type: 'holiday', days });
  }
  async note(text: string): Promise<void> {
    await this.tell({ type: 'note', text });
    this.notes = text;
  }
  async mute(on: boolean): Promise<void> {
    await this.tell({ type: 'mute', on });
    this.muted = on;
  }
  // How the game ended, once it has.
  get ending(): EndOfGame | undefined {
    return this.log.findLast((e) => e.kind === 'over')?.outcome;
  }
  chat(text: string): Promise<Heard> {
    return this.tell({ type: 'chat', text });
  }
  async look(seq: number): Promise<Position> {
    return (await this.tell({ type: 'look', seq })) as unknown as Position;
  }
  close(): void {
    clearTimeout(this.timer);
    this.socket.close();
  }
}

export function merged(old: View, change: Partial<View> & { removed?: string[] }): View {
  const { counters, removed, ...rest } = change;
  if (!counters && !removed) return { ...old, ...rest };
  const changed = new Map((counters ?? []).map((c) => [c.id, c]));
  const gone = new Set(removed ?? []);
  const kept = old.counters.filter((c) => !gone.has(c.id)).map((c) => changed.get(c.id) ?? c);
  const known = new Set(old.counters.map((c) => c.id));
  return { ...old, ...rest, counters: [...kept, ...(counters ?? []).filter((c) => !known.has(c.id))] };
}
