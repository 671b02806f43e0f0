// SPDX-License-Identifier: MIT
// What is open, pointed at or highlighted on this screen. Nothing here reaches the server.
import type { HexNo } from './protocol';

export class Desk {
  hover = $state<HexNo | null>(null);
  hoverUnit = $state<string | null>(null);
  cursor = $state<HexNo | null>(null); // moved by the keyboard
  flash = $state.raw<HexNo[]>([]);
  formation = $state<string | null>(null); // a marker pointed at
  tool = $state<'none' | 'sight'>('none');
  sightFrom = $state<HexNo | null>(null);
  threats = $state(false);
  watched = $state<HexNo | null>(null); // the hex whose units' field of fire stays on the map
  hidden = $state(false);
  reverse = $state(false);
  tab = $state<'map' | 'units' | 'log'>('map');
  sheet = $state<'none' | 'keys' | 'acts' | 'menu' | 'victory' | 'branch' | 'briefing' | 'army'>('none');
  rule = $state.raw<{ book: string; rule: string } | null>(null);
  toast = $state('');

  private flashTimer = 0;
  private toastTimer = 0;

  flashHexes(hexes: HexNo[]): void {
    this.flash = hexes;
    clearTimeout(this.flashTimer);
    this.flashTimer = window.setTimeout(() => (this.flash = []), 1600);
  }

  say(text: string): void {
    this.toast = text;
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => (this.toast = ''), 4000);
  }

  // Browsers keep the clipboard from pages on plain http; the text is then shown instead.
  copy(text: string, done: string): void {
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard) clipboard.writeText(text).then(() => this.say(done), () => this.say(text));
    else this.say(text);
  }
}
