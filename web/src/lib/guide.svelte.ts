// SPDX-License-Identifier: MIT
// The guided first battle: a lesson for the open question, and the next thing to click. What to do is the advice of a machine player;
// here it is only turned into the gestures of the table.
import type { Act, HexNo, UnitPlan } from './protocol';
import { isLight } from './gestures';
import type { Heard } from './socket';
import type { Table } from './table.svelte';
import { actText, choiceText, direction, t } from './words';

export interface Pointer {
  say: string;
  hex?: HexNo; // what to click: a hex of the map …
  css?: string; // … or a thing on the screen
}

export const LESSONS = 10;

// A battle that is taught: under which book, which lesson goes with which question, and what to play next.
interface Course {
  book: string;
  key: string; // of its texts, "lesson.1" and so on
  next: { battle: string; book: string };
  fight: number; // while the odds are read
  facing?: number; // while a march's end may be turned
  else: number; // any other question
  of: Record<string, number>;
}
const BRIDGE: Record<string, number> = {
  AddSecond: 2, UseCombined: 2, ChooseOpening: 3, ChooseFirst: 3, ChooseFire: 4, AskCounterBattery: 4, ChooseReaction: 4, ChooseMover: 5, NextStep: 5,
  FaceFreely: 6, DeclareShock: 7, ChooseCombat: 8, AskEvade: 8, ChooseAdvancer: 8, AskBreakthrough: 8, AskCounterShock: 8, ChooseRally: 9, ChooseRout: 9, ChooseRouted: 9,
};
const HEDGE: Record<string, number> = {
  CreateMu: 2, TryInitiative: 2, AssignAsset: 2, ChooseLeader: 2, PlaceLeader: 2, DrawChit: 3, ChooseMover: 4, ChooseStep: 5, CollapseTo: 5,
  ReactFire: 6, TryShift: 6, ShiftTo: 6, HoldFire: 6, Aim: 7, ChooseAssault: 8, ChooseVolley: 8, ChooseReserve: 8, ChooseMelee: 8, NewTarget: 8, ChooseHuzzah: 8,
  ParentShot: 8, PartingShot: 8, ChooseWayBack: 8, ChooseRetreat: 9, ChooseAdvance: 9, ChooseImpetus: 9, ChooseTrail: 9, LeaveTroops: 9, ChooseFacing: 9,
};
const COURSES: Record<string, Course> = {
  'train-jdg-1-bridge': { book: 'beginners', key: 'lesson', next: { battle: 'train-jdg-1-bridge', book: 'jdg' }, fight: 8, facing: 6, else: 7, of: BRIDGE },
  'train-lb-1-hedge': { book: 'bataille', key: 'hedge', next: { battle: 'train-lb-2-square', book: 'bataille' }, fight: 8, else: 4, of: HEDGE },
};
export const courseOf = (battle: string, book: string): Course | null => (COURSES[battle]?.book === book ? COURSES[battle]! : null);
const css = (where: string, act: Act): string => `${where} [data-act="${act.text}"]`;

export class Guide {
  on = $state(false);
  private plan = $state.raw<Act[]>([]); // what is to be done next, as far as it is known
  private asked = -1; // the seq it was asked at
  waiting = $state(false);
  private shown = $state(1); // the aim comes first

  constructor(private readonly table: Table) {}

  // Call once inside a component.
  attend(): void {
    $effect(() => {
      const { chair } = this.table, seq = chair.seq;
      if (!this.on || !this.table.mine || this.table.busy || this.asked === seq) return;
      if (!this.goesOn) void this.ask(seq);
    });
  }

  private async ask(seq: number): Promise<void> {
    this.asked = seq;
    this.plan = [];
    this.waiting = true;
    const { chair } = this.table;
    try {
      const answer = await chair.ask<Heard & { plan: UnitPlan[] }>({ type: 'hint', level: 'veteran', plan: true });
      if (chair.seq === seq) this.plan = answer.plan[0]?.acts ?? [];
    } catch {
      if (chair.seq === seq) this.plan = [];
    }
    if (chair.seq === seq && !this.next && chair.options[0]) this.plan = [chair.options.find((a) => a.verb === 'done' || a.verb === 'pass') ?? chair.options[0]];
    this.waiting = false;
  }

  // The next act of the plan that is still to be done; nothing if the plan has been left.
  get next(): Act | null {
    const legal = new Set(this.table.chair.options.map((a) => a.text));
    return this.plan.find((a) => legal.has(a.text)) ?? null;
  }
  // A plan is followed while its unit is in hand; everything else is thought of anew.
  private get goesOn(): boolean {
    const hand = this.table.gestures.inHand;
    return hand !== null && this.next?.who === hand;
  }

  get lesson(): number {
    const { table } = this, { chair } = table;
    if (chair.decision?.over) return LESSONS;
    const course = courseOf(chair.battle, chair.book) ?? COURSES['train-jdg-1-bridge']!;
    if (table.preview) return course.fight;
    if (this.shown === 1 && chair.log.filter((e) => e.kind === 'act' && e.by === chair.side).length === 0) return 1;
    if (course.facing && table.ghost?.reach?.ends?.length) return course.facing;
    return course.of[chair.decision?.question ?? ''] ?? (table.mine ? course.else : 3);
  }

  // What to click now.
  get pointer(): Pointer | null {
    const { table } = this;
    if (!this.on || !table.mine || table.busy) return null;
    const { preview, ghost } = table;
    if (preview && preview.rolledFrom === null) return { say: t('guide.roll'), css: '.drawer .go .primary' };
    if (ghost) return { say: t('guide.click.again'), css: '[data-commit]' };
    const act = this.next;
    if (!act) return null;
    if (table.menu) return { say: this.press(act), css: css('.menu', act) };
    if (table.stack) return this.inStack(act);
    if (act.hex !== undefined) return this.toHex(act);
    if (act.who !== undefined && (act.facing ?? act.side) !== undefined) return table.hand !== act.who ? this.toUnit(act) : { say: t('guide.click.arrow', { unit: table.nameOf(act.who), facing: direction((act.facing ?? act.side)!) }), css: `.handle${act.facing === undefined ? '.side' : ':not(.side)'}[data-facing="${act.facing ?? act.side}"] circle` };
    if (act.who !== undefined && table.hand === act.who && !isLight(act)) return { say: this.press(act), css: css('header', act) };
    if (act.who !== undefined) return this.toUnit(act);
    return { say: table.endArmed ? t('guide.click.again.button') : this.press(act), css: `:is([data-answer-act="${act.text}"], header [data-act="${act.text}"], .drawer [data-next="${act.text}"])` };
  }

  private press(act: Act): string {
    const { table } = this;
    return t('guide.click.button', { label: choiceText(table.chair.decision?.question ?? '', act) ?? actText(act, (u) => table.nameOf(u), (m) => table.markerName(m)) });
  }
  private toUnit(act: Act): Pointer {
    const { table } = this, hex = table.view?.counters.find((c) => c.id === act.who)?.hex;
    const say = t('guide.click.unit', { unit: table.nameOf(act.who!) });
    return hex ? { say, hex } : { say: this.press(act), css: css('header', act) };
  }
  private inStack(act: Act): Pointer {
    const { table } = this;
    if (act.verb === 'select' && act.who) return { say: t('guide.click.unit', { unit: table.nameOf(act.who) }), css: `.fan [data-fan="${act.who}"]` };
    if (act.verb === 'select-stack') return { say: t('guide.click.button', { label: t('stack.all', { count: 2 }) }), css: '.fan [data-take="all"]' };
    return { say: this.press(act), css: css('.fan', act) };
  }
  // The last hex of the march, where one click reaches it; else the next one.
  private toHex(act: Act): Pointer {
    const { table } = this, from = this.plan.indexOf(act), after = this.plan.slice(from);
    const end = after.findIndex((a) => a.verb !== 'move'), way = end < 0 ? after : after.slice(0, end);
    const far = way.findLast((a) => a.hex !== undefined && table.reach.has(a.hex))?.hex, hex = far ?? act.hex!;
    return { say: t('guide.click.hex', { hex: table.battle?.map.names[hex] ? `${table.battle.map.names[hex]} (${hex})` : hex }), hex };
  }

  // The same, without a click of the player's own.
  async doIt(): Promise<void> {
    const { table } = this;
    if (table.preview?.rolledFrom === null) return table.order();
    if (table.ghost) return table.commit();
    const act = this.next;
    if (act) await table.play([act.text]);
  }
}
