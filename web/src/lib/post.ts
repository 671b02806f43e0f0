// SPDX-License-Identifier: MIT
// Games by post as the server tells of them: terms, invitations, accounts.
import type { GameCard, Side } from './protocol';

export type Visibility = 'open' | 'link' | 'private';
export interface ClockTerms {
  kind: 'none' | 'game' | 'turn' | 'days';
  minutes?: number;
  days?: number;
  timeout?: 'claim' | 'machine' | 'nothing';
  holidays?: number;
}
export interface Terms {
  visibility: Visibility;
  watchers: boolean;
  clock: ClockTerms;
}

export type InvitationState = 'open' | 'taken' | 'declined' | 'withdrawn';
export interface Invitation {
  side: Side;
  state: InvitationState;
  to: string | null; // the account it is for
  invite: string | null; // unless it is open
}
// As whoever is invited sees it.
export interface Invited {
  game: string;
  by: string | null;
  battle: string;
  title: string;
  book: string;
  side: Side;
  state: InvitationState;
  terms: Terms;
  to: string | null;
}

export interface Notices {
  mail: boolean;
  webhook: boolean;
  turn: boolean;
  invite: boolean;
  end: boolean;
  clock: boolean;
}
export interface Account {
  name: string;
  mail: string | null;
  mail_waits: string | null; // not confirmed yet
  passphrase: boolean;
  webhook: { form: 'discord' | 'slack'; host: string } | null;
  language: 'en' | 'fr';
  notices: Notices;
}
export interface Services {
  accounts: boolean;
  mail: boolean;
  webhook_hosts: string[];
}

export interface GameFilter {
  over?: boolean;
  battle?: string;
  book?: string;
  result?: 'won' | 'lost' | 'drawn';
  against?: string;
  from?: number;
  count?: number;
}
export interface GamePage {
  games: GameCard[];
  total: number;
  invitations?: Invited[];
}
export interface Rematch {
  game: string;
  by: Side;
}
