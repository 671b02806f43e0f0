// SPDX-License-Identifier: MIT
// The account this browser is logged in to, if any. Nobody needs one: it finds the games again on another device and sends notices.
import { api } from './api';
import type { Account, GamePage, Services } from './post';
import { heldSeats } from './seats';

const KEY = 'tambour.session';

class Member {
  session = $state<string | null>(localStorage.getItem(KEY));
  account = $state.raw<Account | null>(null);
  services = $state.raw<Services>({ accounts: false, mail: false, webhook_hosts: [] });
  private asked = false;

  // What the server offers, and who is logged in; asked once.
  async know(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    this.services = await api.services();
    if (!this.session || !this.services.accounts) return;
    await this.ask<{ account: Account }>('me').then((r) => (this.account = r.account), () => this.forget());
  }
  ask<T>(what: string, body: Record<string, unknown> = {}): Promise<T> {
    return api.account<T>(what, { ...this.by, ...body });
  }
  // After a login: the seats of this browser belong to the account from now on.
  async enter(r: { account: Account; session: string }): Promise<void> {
    this.session = r.session;
    this.account = r.account;
    this.asked = true;
    localStorage.setItem(KEY, r.session);
    const secrets = heldSeats().map((s) => s.secret);
    if (secrets.length) await this.ask('keep', { secrets }).catch(() => undefined);
  }
  async change(what: Record<string, unknown>): Promise<void> {
    this.account = (await this.ask<{ account: Account }>('change', what)).account;
  }
  games(): Promise<GamePage> {
    return this.ask<GamePage>('games', { filter: { count: 100 } });
  }
  forget(): void {
    this.session = this.account = null;
    localStorage.removeItem(KEY);
  }
  // For requests that may go without an account.
  get by(): { session?: string } {
    return this.session ? { session: this.session } : {};
  }
}

export const member = new Member();
