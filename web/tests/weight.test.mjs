// SPDX-License-Identifier: MIT
// What a browser must fetch before the table opens, in both languages; and all there is, with the pages and guides that are fetched when
// somebody wants them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const FIRST = 180, ALL = 200; // KB

export const tests = {
  'the client weighs 180 KB gzipped or less until the table is open, and 200 with everything that can be wanted later': async () => {
    const all = readdirSync(dist, { recursive: true }).filter((f) => /\.(html|js|css|svg|webmanifest)$/.test(f));
    const text = (f) => readFileSync(join(dist, f), 'utf8');
    const weigh = (files) => [...files].reduce((sum, f) => sum + gzipSync(text(f), { level: 9 }).length / 1024, 0);
    // The page with what it names, the painter, and what the scripts import at once.
    const first = new Set(all.filter((f) => !f.startsWith('assets') || text('index.html').includes(f) || f.includes('paint_worker')));
    for (const f of first)
      for (const [, name] of f.endsWith('.js') ? text(f).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g) : []) first.add(join('assets', name));
    console.log(`      ${weigh(first).toFixed(1)} KB in ${first.size} files, ${weigh(all).toFixed(1)} KB in ${all.length}`);
    assert.ok(first.has('sw.js') && [...first].some((f) => /^assets.index.*js$/.test(f)));
    assert.ok(weigh(first) <= FIRST, [...first].join(' '));
    assert.ok(weigh(all) <= ALL, all.join(' '));
  },
};
