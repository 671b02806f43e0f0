// SPDX-License-Identifier: MIT
// One WebSocket for one seat, joined again with the last seq whenever it breaks: nothing is missed, nothing comes twice.
import { api } from './api';
import { told } from './errors';
import type { Hello, ServerError, Update } from './protocol';
import { settings } from './settings.svelte';
import { t } from './words';

export type Link = 'joining' | 'open' | 'broken' | 'refused';
export type Heard = Update | Hello | ServerError | ({ type: string; id?: number } & Record<string, unknown>);

interface Waiting {
  resolve: (answer: Heard) => void;
  reject: (why: ServerError) => void;
}

const FIRST_WAIT = 250, LONGEST_WAIT = 8000, ANSWER_LIMIT = 20000; // ms

// In the player's language; a refusal is told by its rule.
async function inWords(e: ServerError): Promise<ServerError> {
  const { refusal } = e, { language } = settings;
  if (!refusal || language === 'en') return { ...e, message: told(e.message) };
  const { rows } = await api.rules(refusal.book, language).catch(() => ({ rows: [] }));
  const { summary, rule } = rows.find((r) => r.rule === refusal.rule) ?? refusal;
  return { ...e, message: t('why.sentence', { summary, rule }) };
}

export class GameSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private wait = FIRST_WAIT;
  private closed = false;
  private timer = 0;

  constructor(
    private readonly game: string,
    private readonly secret: string | null,
    private readonly lastSeq: () => number,
    private readonly onMessage: (m: Heard) => void,
    private readonly onLink: (l: Link) => void,
  ) {
    this.open();
    addEventListener('online', this.again);
    document.addEventListener('visibilitychange', this.looked);
  }

  // Who does not look wants to be told by other ways. Whoever comes back after long may find a connection that died meanwhile.
  private looked = (): void => {
    if (this.secret) this.send({ type: 'away', on: document.hidden });
    if (!document.hidden) this.again();
  };

  private again = (): void => {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return;
    this.wait = FIRST_WAIT;
    this.reopen();
  };

  private open(): void {
    this.onLink('joining');
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?game=${this.game}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'join', game: this.game, ...(this.secret ? { seat: this.secret } : {}), from: this.lastSeq() }));
    socket.onmessage = (e) => this.hear(JSON.parse(String(e.data)) as Heard);
    socket.onclose = () => this.lost(socket);
  }

  private hear(m: Heard): void {
    if (m.type === 'hello') {
      this.wait = FIRST_WAIT;
      this.onLink('open');
      if (document.hidden) this.looked();
    }
    if (m.type === 'error' && ['game', 'recorded'].includes((m as ServerError).code)) {
      this.closed = true;
      this.onLink('refused');
    }
    // Updates come before the answer they belong to, so the caller finds the table already changed.
    const id = m.type === 'update' || m.type === 'hello' ? undefined : (m as { id?: number }).id;
    const asked = id === undefined ? undefined : this.waiting.get(id);
    if (!asked) return this.onMessage(m);
    this.waiting.delete(id!);
    if (m.type === 'error') void inWords(m as ServerError).then(asked.reject);
    else asked.resolve(m);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    for (const w of this.waiting.values()) w.reject({ type: 'error', code: 'broken', message: t('error.broken') });
    this.waiting.clear();
    if (this.closed) return;
    this.onLink('broken');
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private reopen(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    this.open();
  }

  ask<T extends Heard = Heard>(message: Record<string, unknown>, limit = ANSWER_LIMIT): Promise<T> {
    const id = this.nextId++;
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.reject({ type: 'error', code: 'broken', message: t('error.offline') } satisfies ServerError);
    this.socket.send(JSON.stringify({ ...message, id }));
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (a: Heard) => void, reject });
      setTimeout(() => {
        if (this.waiting.delete(id)) reject({ type: 'error', code: 'late', message: t('error.late') } satisfies ServerError);
      }, limit);
    });
  }

  // What is answered by updates, or not at all.
  send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.again);
    document.removeEventListener('visibilitychange', this.looked);
    this.socket?.close();
  }
}
