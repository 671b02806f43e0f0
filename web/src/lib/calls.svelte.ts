// SPDX-License-Identifier: MIT
// It is my turn: said by the tab's title and badge, by a drum roll and a notice of the browser where they are wanted.
import { api } from './api';
import { clockText } from './clock';
import type { GameCard } from './protocol';
import { route } from './router.svelte';
import { heldSeats } from './seats';
import { settings } from './settings.svelte';
import { t } from './words';

const EVERY = 30000; // ms between two looks at the games of this browser
const LOW = 0.1, LOW_AT_MOST = 86400000; // a clock runs low with a tenth of the time left, or a day

type Card = Pick<GameCard, 'game' | 'title' | 'over' | 'due' | 'terms'> & { yours: boolean };

const whole = (g: Card): number => ((g.terms?.clock.days ?? 0) * 1440 + (g.terms?.clock.minutes ?? 0)) * 60000;
const low = (g: Card): boolean => g.yours && !!g.due && !g.due.out && g.due.at - Date.now() < Math.min(LOW_AT_MOST, whole(g) * LOW);

class Calls {
  private known = new Map<string, { yours: boolean; over: boolean; low: boolean }>();
  private waiting = $state.raw(new Map<string, string>()); // games where it is my turn, and their titles
  readonly count = $derived(this.waiting.size);

  // Call once inside a component.
  attend(): void {
    $effect(() => {
      const here = route.parts[0] === 'game' ? this.waiting.get(route.parts[1] ?? '') : undefined;
      document.title = here ? t('notice.mine', { title: here }) : this.count ? `(${this.count}) Tambour` : 'Tambour';
      const badge = navigator as { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
      void (this.count ? badge.setAppBadge?.(this.count) : badge.clearAppBadge?.())?.catch(() => undefined);
      document.querySelector('link[rel="icon"]')?.setAttribute('href', this.count ? DOTTED : '/drum.svg');
    });
    $effect(() => {
      const timer = setInterval(() => void this.look(), EVERY);
      return () => clearInterval(timer);
    });
  }

  private async look(): Promise<void> {
    const secrets = heldSeats().map((s) => s.secret);
    if (secrets.length && !document.hidden && route.parts.length === 0) return; // the lobby looks by itself
    if (secrets.length) this.heard(await api.mine(secrets).catch(() => []));
  }

  // Cards of my games, from the lobby or a look.
  heard(games: GameCard[]): void {
    const held = new Set(heldSeats().map((s) => s.game + s.side));
    for (const g of games) if (g.side && (held.has(g.game + g.side) || g.secret === undefined)) this.tell({ ...g, yours: !g.over && g.to_act === g.side });
  }

  // The state of one game; what is new in it is called out if nobody looks.
  tell(g: Card): void {
    const was = this.known.get(g.game), now = { yours: g.yours, over: g.over, low: low(g) };
    this.known.set(g.game, now);
    if (this.waiting.has(g.game) !== g.yours) {
      const next = new Map(this.waiting);
      if (g.yours) next.set(g.game, g.title);
      else next.delete(g.game);
      this.waiting = next;
    }
    if (!was || !document.hidden) return;
    const text = now.over && !was.over ? t('notice.over', { title: g.title }) : now.low && !was.low ? `${t('notice.low', { title: g.title })} ${clockText(g.due!.at - Date.now(), t('clock.days'), t('clock.hours'))}` : now.yours && !was.yours ? t('notice.turn', { title: g.title }) : '';
    if (!text) return;
    if (settings.sound) roll();
    if (settings.notify) void show(text, g.game);
  }
}

async function show(text: string, game: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { tag: game, icon: '/icon-192.png', data: { to: `/#/game/${game}` } };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (worker) return worker.showNotification(text, options);
  new Notification(text, options).onclick = () => window.focus();
}

// Two seconds of a drum: bursts of noise that come closer together and swell.
export function roll(): void {
  const sound = new AudioContext(), gain = sound.createGain(), noise = sound.createBuffer(1, sound.sampleRate * 0.06, sound.sampleRate), data = noise.getChannelData(0);
  for (let i = 0; i < data.length; ++i) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  gain.connect(sound.destination);
  gain.gain.linearRampToValueAtTime(0.25, sound.currentTime + 1.1);
  for (let i = 0; i < 28; ++i) {
    const beat = sound.createBufferSource();
    beat.buffer = noise;
    beat.connect(gain);
    beat.start(sound.currentTime + 1.2 * (1 - (1 - i / 28) ** 1.4));
  }
  setTimeout(() => void sound.close(), 2000);
}

const DOTTED = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="5" y="10" width="22" height="14" fill="#274b7a"/><ellipse cx="16" cy="10" rx="11" ry="4" fill="#f3ead3" stroke="#8a6a2f" stroke-width="1.6"/><circle cx="24" cy="8" r="8" fill="#c0281c"/></svg>')}`;

export const calls = new Calls();
