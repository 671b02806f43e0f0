// SPDX-License-Identifier: MIT
// The objects of docs/table-protocol.md, as the server sends them.

import type { InvitationState, Rematch, Terms } from './post';
import type { Clock } from './clock';

export type Side = string;
export type HexNo = string; // "0508"

export interface Act {
  text: string;
  verb: string;
  who?: string;
  whom?: string;
  hex?: HexNo;
  facing?: string;
  side?: string;
  number?: number;
  die?: number;
  marker?: string;
  extra?: number;
}

// An answer that the rules gave themselves, because they left no other.
export interface ForcedAct extends Act {
  seat: Side | 'chance';
  question: string;
  forced: true;
}

export interface Citation {
  book: string;
  rule: string;
  title: string;
  summary: string;
}

export interface Refusal extends Citation {
  unit?: string;
  hex?: HexNo;
}

export interface LedgerLine extends Citation {
  value: number;
  kind?: 'factor' | 'value' | 'shift'; // none: steps on the roll
  over?: number; // factors and values are fractions: value / over
  unit?: string;
  hex?: HexNo;
}

export interface Ledger {
  total: number;
  lines: LedgerLine[];
}

export interface GameEvent {
  fact: string;
  text: string;
  value: number;
  value2: number;
  who?: string;
  whom?: string;
  hex?: HexNo;
  from?: HexNo;
  rule?: string;
  row?: string; // what the table says for `value`, in the words of the chart
}

// What a die decides. A test is passed by a total of at most needs.total, that is by a face of at most needs.face.
export interface Due {
  purpose: string;
  text: string;
  unit?: string;
  side?: Side;
  hex?: HexNo;
  rule?: string;
  needs?: { total: number; face: number };
  ledger: { total: number; lines: Omit<LedgerLine, 'summary'>[] };
}

export interface Decision {
  seat: Side | null;
  question: string;
  prompt: string;
  dice: string | null;
  over: boolean;
  unit?: string; // whom it is put to, where the answers do not say
  rule?: string; // the row that says what may be answered now
  due?: Due; // of a die
}

// A question that waits behind the open one.
export interface Pending {
  decision: Decision;
  options: Act[];
}

export interface StandingOrder {
  stance: 'decline' | 'accept';
  until: 'activation' | 'turn' | 'game';
  prompt: string;
  unit?: string; // it is about this unit alone
  odds?: number; // asked all the same at this chance or more, in per cent
  charged?: boolean; // asked all the same when an enemy is adjacent or attacks
  cavalry?: number; // asked all the same when enemy cavalry is within so many hexes
}
export type StandingOrders = Record<string, StandingOrder>; // by question

// Where units can fire as they stand.
export interface Arc {
  open: HexNo[];
  hidden: HexNo[]; // within arc and range, out of sight
  turned: HexNo[]; // in sight after the turn they may make as they fire
}

export interface PathStep extends Ledger {
  act: string;
  left: number | null;
}

export interface FormationState {
  id: string;
  side: Side;
  measure: string;
  lost: number;
  limit: number;
  broken: boolean;
}

export interface CounterState {
  id: string;
  side: Side;
  place: 'map' | 'off' | 'gone';
  hex?: HexNo;
  hexes?: HexNo[]; // all it covers, head first; none: its one hex
  facing?: string;
  faces_side?: boolean;
  height: number;
  values: Record<string, number>;
  marks: string[];
}

export interface View {
  turn: number;
  turns: number;
  phase: string;
  segment: string;
  active: string;
  cup: string[];
  drawn: string[];
  facts: Record<string, string>;
  points: Record<Side, number>;
  over: boolean;
  winner: Side | null;
  verdict: string;
  counters: CounterState[];
  formations?: FormationState[];
  zones?: Record<Side, HexNo[]>;
}

export interface MapSide {
  a: HexNo;
  b: HexNo;
  types: string[];
  inside?: HexNo;
}

export interface MapData {
  columns: number;
  rows: number;
  top: string;
  scale: number;
  terrain_names: string[];
  terrain: number[];
  level: number[];
  sides: MapSide[];
  roads: { name: string; kind: 'road' | 'track'; hexes: HexNo[] }[];
  names: Record<HexNo, string>;
  zones: Record<string, HexNo[]>;
}

export interface RosterEntry {
  id: string;
  name: string;
  side: Side;
  leader: boolean;
  kind: 'infantry' | 'cavalry' | 'artillery' | 'wagon' | 'commander';
  weight: '' | 'light' | 'heavy' | 'horse';
  [printed: string]: string | boolean; // of a reinforcement also "arrives", its turn, and "entry", where it comes
}

export interface BattleCard {
  id: string;
  title: string;
  books: string[];
  playable: string[];
  sides: [Side, Side];
  side_names: Record<Side, string>; // what to call them in the player's language
  turns: number;
  units: number;
  columns: number;
  rows: number;
  history: string;
  teaches: string;
  clock: string[];
  balance: BalanceRecord[];
}

// How games between machines of one level ended, under one book.
export interface BalanceRecord {
  book: string;
  players: string;
  games: number;
  wins: [number, number];
  draws: number;
}

export interface BattleData {
  card: BattleCard;
  book: string;
  map: MapData;
  roster: RosterEntry[];
  markers: Record<string, string>; // what formations and special markers are called, by id
  sheet: string[][]; // the battle's special lines, as its file has them
  night: number[]; // turns
  fog: number[];
}

export interface SeatInfo {
  kind: string;
  name: string;
  here?: boolean;
  free?: boolean; // nobody has taken it yet
  invitation?: InvitationState; // of a friend's seat
  secret?: string;
  invite?: string;
}

export interface GameCard {
  game: string;
  battle: string;
  title: string;
  book: string;
  turn: number;
  turns: number;
  seats: Record<Side, SeatInfo>;
  to_act: Side | null;
  over: boolean;
  winner: Side | null;
  created: number;
  moved: number;
  terms?: Terms;
  due?: { side: Side; at: number; out: boolean } | null; // whose time runs out when
  rematch?: Rematch | null;
  side?: Side;
  secret?: string;
}

export interface EndOfGame {
  winner: Side | null;
  points: Record<Side, number>;
  ended?: 'resign' | 'draw' | 'time'; // by players, before the rules did
}

export interface LogEntry {
  seq: number;
  kind: 'act' | 'undo' | 'takeback' | 'chat' | 'entropy' | 'seat' | 'machine' | 'over';
  by: Side | 'chance' | null;
  at: number;
  act?: Act | null;
  events?: GameEvent[];
  standing?: boolean; // given by a standing order of ours
  forced?: ForcedAct[]; // what the rules answered by themselves after it
  due?: Due; // of a die: what it was for
  points?: Record<Side, number>; // of both sides, if it changed them
  outcome?: EndOfGame; // of the last entry
  undone?: number[];
  text?: string;
  room?: 'players' | 'watchers'; // who hears what was said
  name?: string;
  level?: string; // of the machine that took a seat
  side?: Side;
  secret?: string;
}

// A finished game that cannot be played again exactly: `recorded` says why, and its entries have no events.
export interface RecordedLog {
  card: GameCard;
  recorded: string | null;
  log: LogEntry[];
}

export interface Update extends LogEntry {
  type: 'update';
  view?: Partial<View> & { removed?: string[] };
  decision?: Decision;
  options?: Act[] | null;
  undo?: boolean;
  clock?: Clock;
  more?: boolean; // another update belongs to it and follows at once
}

export interface Hello {
  type: 'hello';
  game: string;
  battle: string;
  book: string;
  side: Side | null;
  seats: Record<Side, SeatInfo>;
  commitment: string;
  inherited: number; // entries of the game this one was branched from
  stir: Side[]; // whose random text the dice still wait for
  seq: number;
  log: LogEntry[];
  view: View;
  decision: Decision;
  options: Act[] | null;
  undo: boolean;
  takeback: Side | null;
  draw: Side | null; // who offers one
  standing: StandingOrders | null;
  terms?: Terms;
  rematch?: Rematch | null;
  notes?: string;
  muted?: boolean;
  clock?: Clock;
}

export interface ReachHex {
  hex: HexNo;
  acts: string[];
  ends?: string[]; // acts that end the move there
  values: Record<string, number>;
  stops: 'die' | 'enemy' | null;
}

// What a machine would do with one unit, and how that changes what the book weighs.
export interface UnitPlan {
  acts: Act[];
  gains: { part: string; value: number }[];
}

export interface Position {
  seq: number;
  view: View;
  decision: Decision;
}

export interface ServerError {
  type: 'error';
  code: string;
  message: string;
  id?: number;
  refusal?: Refusal | null;
}

export interface VerbInfo {
  verb: string;
  shape: string;
  help: string;
}

export interface Summary {
  turns: { turn: number; seq: number; points: Record<Side, number>; on_map: Record<Side, number>; gone: Record<Side, number> }[];
  dice: Record<Side, { count: number; sum: number; expected: number }>;
}

export interface Chart {
  name: string;
  grade: string;
  columns: string[];
  rows: string[][];
}

export interface DiceLine {
  text: string;
  outcomes?: number;
  outcome?: number;
  among?: string; // a kind of dice, or the acts joined by '|'
}

export interface DiceProof {
  game: string;
  book: string;
  battle: string;
  commitment: string;
  dice: number; // version of the way dice are rolled
  over: boolean;
  secret: string | null;
  inherited: number;
  lines: DiceLine[] | null;
}
