// SPDX-License-Identifier: MIT
// What is asked once over HTTP. Failures carry the server's own sentence, in the player's language.
import { told } from './errors';
import type { GameFilter, GamePage, Invitation, Invited, Services, Terms } from './post';
import type { BattleCard, BattleData, Chart, DiceProof, GameCard, LogEntry, Position, RecordedLog, SeatInfo, Side, Summary, VerbInfo } from './protocol';
import { net } from './net.svelte';
import { heldSeats } from './seats';
import { t } from './words';

const KEPT = /^\/(battles|rules|charts|coverage|verbs|levels)/; // the service worker may have answered these

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch('/api' + path, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    if (!KEPT.test(path)) net.down = false;
  } catch {
    net.down = true;
    throw new Error(t('error.silent'));
  }
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as T;
  let reason = t('error.status', { status: answer.status });
  try {
    reason = told((JSON.parse(text) as { error: string }).error);
  } catch {
    // no JSON: the status has to do
  }
  throw Object.assign(new Error(reason), { status: answer.status });
}

// What is closed to others is opened by the secret of a seat.
async function own<T>(id: string, path: string): Promise<T> {
  const seat = heldSeats(id)[0];
  return ask<T>(path).catch((e: Error & { status?: number }) => {
    if (e.status !== 403 || !seat) throw e;
    return ask<T>(path, { secret: seat.secret });
  });
}

// Data that never changes while the server runs is fetched once.
const kept = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = ask<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

export interface NewGame {
  battle?: string;
  book?: string;
  from?: { game: string; seq?: number; secrets?: string[] } | { file: string; acts?: number };
  seats: Record<Side, { kind: string; name?: string; to?: string }>;
  stir?: boolean; // dice wait for the random text of every player
  entropy?: string;
  pace_ms?: number;
  visibility?: Terms['visibility'];
  watchers?: boolean;
  clock?: Terms['clock'];
  session?: string; // the seats belong to this account
}

export interface GameMade {
  game: string;
  commitment: string;
  seats: Record<Side, SeatInfo>;
}

export interface Seat {
  game: string;
  side: Side;
  secret: string;
}

export interface RuleRow {
  rule: string;
  title: string;
  kind: string;
  summary: string;
}

export interface RuleRows {
  language: string; // of the rows: English where the book has no translation
  rows: RuleRow[];
}

// The cases that prove rows: their titles, and by row which of them.
export interface Proofs {
  cases: string[];
  rows: Record<string, number[]>;
}

export interface BookCoverage {
  book: string;
  rows: number;
  cited: number;
  proved?: number;
  playable: boolean;
}

export const api = {
  battles: (language: string) => once<{ battles: BattleCard[] }>(`/battles?language=${language}`).then((r) => r.battles),
  battle: (id: string, book: string | undefined, language: string) => once<BattleData>(`/battles/${id}?book=${book ?? ''}&language=${language}`),
  levels: () => once<{ levels: string[] }>('/levels').then((r) => r.levels),
  verbs: () => once<{ verbs: VerbInfo[] }>('/verbs').then((r) => r.verbs),
  rules: (book: string, language: string) => once<RuleRows>(`/rules/${book}?language=${language}`),
  charts: (book: string) => once<{ charts: Chart[] }>(`/charts/${book}`).then((r) => r.charts),
  proofs: (book: string) => fetch(`/proofs/${book}.json`).then((r) => r.json() as Promise<Proofs>),
  coverage: () => once<{ books: BookCoverage[] }>('/coverage').then((r) => r.books),
  create: (game: NewGame) => ask<GameMade>('/games', game),
  join: (id: string, body: { name: string; invite?: string | undefined; session?: string | undefined }) => ask<Seat>(`/games/${id}/join`, body),
  games: () => ask<{ open: GameCard[]; running: GameCard[] }>('/games'),
  mine: (secrets: string[]) => ask<{ games: GameCard[] }>('/games/mine', { secrets }).then((r) => r.games),
  find: (secrets: string[], filter: GameFilter) => ask<GamePage>('/games/mine', { secrets, filter }),
  invitations: (id: string, secret: string) => ask<{ invitations: Invitation[] }>(`/games/${id}/invitation`, { secret }).then((r) => r.invitations),
  renew: (id: string, secret: string, side: Side) => ask<Invitation>(`/games/${id}/invitation/renew`, { secret, side }),
  withdraw: (id: string, secret: string, side: Side) => ask<Invitation>(`/games/${id}/invitation/withdraw`, { secret, side }),
  invited: (id: string, by: { invite: string } | { session: string }) => ask<Invited>(`/games/${id}/invitation/look`, by),
  decline: (id: string, by: { invite?: string; session?: string }) => ask<{ state: string }>(`/games/${id}/decline`, by),
  rematch: (id: string, secret: string) => ask<Seat & { waits: boolean }>(`/games/${id}/rematch`, { secret }),
  services: () => once<Services>('/services').catch((): Services => ({ accounts: false, mail: false, webhook_hosts: [] })),
  account: <T>(what: string, body: Record<string, unknown>) => ask<T>(what ? `/account/${what}` : '/account', body),
  stop: (token: string) => ask<{ stopped: string }>(`/stop/${encodeURIComponent(token)}`, {}),
  game: (id: string) => ask<GameCard>(`/games/${id}`),
  record: (id: string) => own<RecordedLog>(id, `/games/${id}/log`),
  log: (id: string) => own<{ game: string; card: GameCard; over: boolean; eyes: string; log: LogEntry[] }>(id, `/games/${id}/log`),
  at: (id: string, seq: number) => own<Position>(id, `/games/${id}/at/${seq}`),
  summary: (id: string) => own<Summary>(id, `/games/${id}/summary`),
  dice: (id: string) => own<DiceProof>(id, `/games/${id}/dice`),
  async file(id: string, secrets: string[]): Promise<string> {
    const answer = await fetch(`/api/games/${id}/file`, secrets.length ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ secrets }) } : {});
    const text = await answer.text();
    if (!answer.ok) throw new Error(told((JSON.parse(text) as { error: string }).error));
    return text;
  },
};
