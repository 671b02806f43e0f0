// SPDX-License-Identifier: MIT
// Runs the browser tests one after the other on one server and one browser, with Node's own test runner:
//   node tests/run.mjs [part of a file's or test's name]
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBrowser, startServer } from './table.mjs';

const LIMIT = 900000; // ms: ends a test that hangs, on the slowest machine
const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv[2] ?? '';
const server = await startServer();
const browser = await startBrowser();
after(async () => {
  await browser.close();
  await server.stop();
});
afterEach(() => Promise.all(browser.contexts().map((c) => c.close())));

for (const file of readdirSync(here).filter((f) => f.endsWith('.test.mjs')).sort()) {
  const { tests } = await import(join(here, file));
  for (const [name, run] of Object.entries(tests))
    if (`${file} ${name}`.includes(wanted)) test(name, { timeout: LIMIT }, () => run({ address: server.address, browser }));
}
