// SPDX-License-Identifier: MIT
// Runs the browser tests one after the other; closes with "N passed, M failed".
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBrowser, startServer } from './table.mjs';

const LIMIT = 300000;
const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv[2] ?? '';
const files = readdirSync(here).filter((f) => f.endsWith('.test.mjs')).sort();
const server = await startServer();
const browser = await startBrowser();
let passed = 0, failed = 0;

for (const file of files) {
  const { tests } = await import(join(here, file));
  for (const [name, run] of Object.entries(tests)) {
    if (!`${file} ${name}`.includes(wanted)) continue;
    const began = Date.now();
    let timer;
    try {
      await Promise.race([run({ address: server.address, browser }), new Promise((_, no) => (timer = setTimeout(() => no(new Error('took too long')), LIMIT)))]);
      ++passed;
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (e) {
      ++failed;
      console.log(`FAIL  ${name}: ${e.stack ?? e}`);
    } finally {
      clearTimeout(timer);
      await Promise.all(browser.contexts().map((c) => c.close()));
    }
  }
}
await browser.close();
await server.stop();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
