// SPDX-License-Identifier: MIT
// What a browser must fetch before the table opens.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');

export const tests = {
  'the client weighs 180 KB gzipped or less': async () => {
    const files = ['index.html', ...readdirSync(join(dist, 'assets')).map((f) => join('assets', f))];
    const weight = files.reduce((sum, f) => sum + gzipSync(readFileSync(join(dist, f)), { level: 9 }).length, 0);
    console.log(`      ${(weight / 1024).toFixed(1)} KB`);
    assert.ok(weight <= 180 * 1024, `${weight} bytes`);
  },
};
