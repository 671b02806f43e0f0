// SPDX-License-Identifier: MIT
// Back and forth through games that run and games that are over.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fought, myTurn, newGame, openPage, openTable, seq, shippedData, startServer, training } from './table.mjs';
import { dice, playOn } from './robot.mjs';

const board = (page) => page.locator('.counter').evaluateAll((all) => all.map((c) => `${c.dataset.unit}@${c.dataset.hex}`).sort().join(' '));
const at = (page) => page.locator('nav[aria-label="Replay"] input').inputValue().then(Number);

export const tests = {
  'a finished game is replayed by act, activation and turn, there and back to the same boards': async ({ address, browser }) => {
    const card = await training(address);
    const made = await fought(address, card);
    const page = await openPage(browser);
    await openTable(page, address, made);
    await page.waitForSelector('.table[data-over="true"]');
    await page.getByRole('button', { name: 'Replay it' }).click();
    await page.waitForFunction(() => document.querySelector('nav[aria-label="Replay"] input')?.value === '0');
    const start = await board(page), seen = [start];
    const step = async (key, press) => {
      const before = await at(page);
      await press();
      await page.waitForFunction((n) => Number(document.querySelector('nav[aria-label="Replay"] input').value) !== n, before);
    };
    for (let i = 0; i < 12; ++i) (await step(']', () => page.keyboard.press(']')), seen.push(await board(page)));
    for (let i = 11; i >= 0; --i) (await step('[', () => page.keyboard.press('[')), assert.equal(await board(page), seen[i], `act ${i} back`));
    assert.equal(await board(page), start);
    await step('turn', () => page.click('button[aria-label="One turn on"]'));
    await step('turn', () => page.click('button[aria-label="One turn on"]'));
    const second = await at(page);
    await step('activation', () => page.click('button[aria-label="One activation on"]'));
    await step('activation', () => page.click('button[aria-label="One activation back"]'));
    assert.equal(await at(page), second);
    await page.keyboard.press('End');
    await page.waitForFunction(() => { const r = document.querySelector('nav[aria-label="Replay"] input'); return r.value === r.max; });
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('nav[aria-label="Replay"] input').value === '0');
    // a line of the log leads to its position, and a link shares it
    await page.locator('.entry .seq').nth(20).click();
    await page.waitForFunction(() => document.querySelector('nav[aria-label="Replay"] input').value !== '0');
    const shared = await at(page), there = await board(page);
    const other = await openPage(browser);
    await other.goto(`${address}/#/game/${made.game}/at/${shared}`);
    await other.waitForFunction((n) => document.querySelector('nav[aria-label="Replay"] input')?.value === String(n), shared);
    assert.equal(await board(other), there);
    assert.deepEqual([...page.faults, ...other.faults], []);
  },

  'a running game is looked back at, and the game goes on where it was': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    await page.goto(`${address}/#/new/${card.id}`);
    await page.click('[data-begin]');
    await page.waitForSelector('.table');
    await playOn(page, { rnd: dice(6), most: 25, bold: 80 });
    const now = await board(page), last = await seq(page);
    await page.locator('.prompt').click();
    await page.keyboard.press('Home');
    await page.waitForSelector('nav[aria-label="Replay"]');
    assert.equal(await page.locator('.prompt').getAttribute('data-mine'), 'false', 'nothing can be played in the past');
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.waitForSelector('nav[aria-label="Replay"]', { state: 'detached' });
    if ((await seq(page)) === last) assert.equal(await board(page), now);
    assert.deepEqual(page.faults, []);
  },

  'names in the log flash on the map': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    await page.goto(`${address}/#/new/${card.id}`);
    await page.click('[data-begin]');
    await page.waitForSelector('.table');
    await playOn(page, { rnd: dice(6), most: 30, bold: 80, until: async () => (await page.locator('.event .link').count()) > 1 });
    await page.locator('.event .link').last().click();
    await page.waitForSelector('.overlays .flash');
  },

  'a finished game whose battle has changed since can be read act by act': async ({ browser }) => {
    const own = mkdtempSync(join(tmpdir(), 'tambour-record-')), data = join(own, 'data');
    cpSync(shippedData, data, { recursive: true });
    let server = await startServer({ data });
    try {
      const card = await training(server.address);
      const { levels } = await (await fetch(`${server.address}/api/levels`)).json();
      const { game } = await newGame(server.address, card, [{ kind: levels[0] }, { kind: levels[0] }]);
      const watcher = await openPage(browser);
      await openTable(watcher, server.address, { game });
      await myTurn(watcher); // none of ours: it is over
      const { log } = await (await fetch(`${server.address}/api/games/${game}/log`)).json();
      await server.kill();
      const sheet = join(data, 'battles', card.id, 'battle.txt');
      writeFileSync(sheet, readFileSync(sheet, 'utf8').replace(/^turns .*$/m, 'turns 1'));
      server = await startServer({ folder: server.folder, data });
      const page = await openPage(browser);
      await page.goto(`${server.address}/#/game/${game}`);
      await page.getByRole('link', { name: 'Read its record' }).click();
      await page.waitForSelector('ol li');
      const acts = log.filter((e) => e.kind === 'act').length;
      assert.equal(await page.locator('ol li').count(), acts + 1, 'every act and the end');
      assert.match(await page.locator('ol li').last().innerText(), /./);
      assert.deepEqual(page.faults, []);
    } finally {
      await server.stop();
      rmSync(own, { recursive: true, force: true });
    }
  },
};
