// SPDX-License-Identifier: MIT
// The cases that prove each rule row, gathered from the case files: one file a book, proofs/<book>.json, for the page of rules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../cases', import.meta.url));

// { cases: [title], rows: { row: [which cases] } } by book, from the lines "case <title>" and "proves <book> <row> …".
export function proofs() {
  const books = {};
  for (const file of readdirSync(folder, { recursive: true }).filter((f) => f.endsWith('.txt')).sort()) {
    let title = '';
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const [word, book, ...rows] = line.replace(/#.*/, '').trim().split(/\s+/);
      if (word === 'case') title = line.slice(5).trim();
      if (word !== 'proves') continue;
      const proved = (books[book] ??= { cases: [], rows: {} });
      if (proved.cases.at(-1) !== title) proved.cases.push(title);
      for (const row of rows) (proved.rows[row] ??= []).push(proved.cases.length - 1);
    }
  }
  return books;
}

export function proving() {
  return {
    name: 'proofs',
    apply: 'build',
    generateBundle() {
      for (const [book, proved] of Object.entries(proofs())) this.emitFile({ type: 'asset', fileName: `proofs/${book}.json`, source: JSON.stringify(proved) });
    },
  };
}
