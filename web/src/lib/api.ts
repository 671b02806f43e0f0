// SPDX-License-Identifier: MIT
// What is asked once over HTTP. Failures carry the server's own sentence, in the player's language.
import { told } from './errors';
import type { BattleCard, BattleData, Chart, DiceProof, GameCard, LogEntry, Position, SeatInfo, Side, Summary, VerbInfo } from './protocol';
import { t } from './words';

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch('/api' + path, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
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
  throw new Error(reason);
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
  seats: Record<Side, { kind: string; name?: string }>;
  stir?: boolean; // dice wait for the random text of every player
  entropy?: string;
  pace_ms?: number;
}

export interface GameMade {
  game: string;
  commitment: string;
  seats: Record<Side, SeatInfo>;
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
  coverage: () => once<{ books: BookCoverage[] }>('/coverage').then((r) => r.books),
  create: (game: NewGame) => ask<GameMade>('/games', game),
  join: (id: string, name: string, invite?: string) =>
    ask<{ game: string; side: Side; secret: string }>(`/games/${id}/join`, invite ? { name, invite } : { name }),
  games: () => ask<{ open: GameCard[]; running: GameCard[] }>('/games'),
  mine: (secrets: string[]) => ask<{ games: GameCard[] }>('/games/mine', { secrets }).then((r) => r.games),
  game: (id: string) => ask<GameCard>(`/games/${id}`),
  log: (id: string) => ask<{ game: string; card: GameCard; over: boolean; eyes: string; log: LogEntry[] }>(`/games/${id}/log`),
  at: (id: string, seq: number) => ask<Position>(`/games/${id}/at/${seq}`),
  summary: (id: string) => ask<Summary>(`/games/${id}/summary`),
  dice: (id: string) => ask<DiceProof>(`/games/${id}/dice`),
  async file(id: string, secrets: string[]): Promise<string> {
    const answer = await fetch(`/api/games/${id}/file`, secrets.length ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ secrets }) } : {});
    const text = await answer.text();
    if (!answer.ok) throw new Error(told((JSON.parse(text) as { error: string }).error));
    return text;
  },
};
