// SPDX-License-Identifier: MIT
// What makes the table a thing to install: icons, manifest, and a service worker that knows the files of this build.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawn } from './png.mjs';

const beside = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');
const PAPER = [0x22, 0x30, 0x4a]; // --deep
const ICONS = [
  { name: 'icon-192.png', size: 192, purpose: 'any' },
  { name: 'icon-512.png', size: 512, purpose: 'any' },
  { name: 'icon-mask.png', size: 512, purpose: 'maskable', fills: 0.62, ground: PAPER },
  { name: 'icon-apple.png', size: 180, fills: 0.78, ground: PAPER },
];

const manifest = {
  id: '/',
  name: 'Tambour',
  short_name: 'Tambour',
  description: 'Horse-and-musket battles, played by the book',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ebe0c8',
  theme_color: '#22304a',
  categories: ['games'],
  icons: [
    { src: '/drum.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...ICONS.filter((i) => i.purpose).map(({ name, size, purpose }) => ({ src: `/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose })),
  ],
};

export function installable() {
  return {
    name: 'installable',
    apply: 'build',
    generateBundle(_, bundle) {
      const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source });
      const drum = beside('../public/drum.svg');
      for (const { name, size, fills, ground } of ICONS) emit(name, drawn(drum, size, { fills, ground }));
      emit('manifest.webmanifest', JSON.stringify(manifest));
      const files = Object.keys(bundle).filter((f) => f.startsWith('assets/')).map((f) => `/${f}`).sort();
      const shell = ['/', '/drum.svg', '/manifest.webmanifest', ...files], version = createHash('sha256').update(shell.join()).digest('hex').slice(0, 12);
      emit('sw.js', beside('worker.js').replace('__VERSION__', JSON.stringify(version)).replace('__SHELL__', JSON.stringify(shell)));
    },
  };
}
