// SPDX-License-Identifier: MIT
// axe-core finds nothing on any page, in both languages, at a desk and on a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { clickHex, fought, myTurn, newGame, openFight, openPage, openTable, settled, training } from './table.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// What is wrong, a line for each place.
async function faults(page) {
  await page.evaluate(() => Promise.all(document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity).map((a) => a.finished.catch(() => undefined))));
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap((v) => v.nodes.slice(0, 4).map((n) => `${v.id}: ${n.target.join(' ')} ${n.html.slice(0, 120)} ${(n.any[0] ?? n.all[0] ?? n.none[0])?.message ?? ''}`));
}

async function pagesOf(address, card) {
  const over = await fought(address, card), book = card.playable[0];
  return [['lobby', ''], ['rules', `#/rules/${book}`], ['sequence', `#/sequence/${book}`], ['charts', `#/charts/${book}`], ['coverage', '#/coverage'],
    ['fair dice', `#/dice/${over.game}`], ['replay', `#/game/${over.game}/at/12`], ['the end', `#/game/${over.game}`], ['a new game', `#/new/${card.id}`], ['account', '#/account'], ['a link to enter', '#/enter/x'], ['a link to stop', '#/stop/x'], ['no such game', '#/game/k3v9qx2m7rta'], ['no such invitation', `#/join/${over.game}/none`]];
}

// What stands still while the server is asked.
const loaded = (page) => page.waitForFunction(() => !/Unfolding|déplie/.test(document.body.innerText) && document.body.innerText.trim().length > 40);

const opened = {
  menu: (page) => page.click('header .menu'),
  acts: (page) => page.click('[data-sheet="acts"]'),
  keys: (page) => page.keyboard.press('?'),
  'why not': (page) => clickHex(page, '1201'),
  units: (page) => page.locator('[data-units] summary').dispatchEvent('click'),
};

async function table(address, card, page) {
  const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'random' }]);
  await openTable(page, address, made, card.sides[0]);
  await myTurn(page);
}

export const tests = {};
for (const language of ['en', 'fr'])
  for (const [where, size] of [['at a desk', { width: 1400, height: 880 }], ['on a phone', { width: 390, height: 844 }]])
    tests[`axe-core finds nothing on any page, ${language}, ${where}`] = async ({ address, browser }) => {
      const card = await training(address), wrong = {};
      const context = await browser.newContext({ viewport: size, ...(size.width < 500 ? { hasTouch: true, isMobile: true } : {}) });
      const page = await openPage(browser, { context, settings: { language } });
      for (const [name, path] of await pagesOf(address, card)) {
        await page.goto('about:blank');
        await page.goto(`${address}/${path}`);
        await loaded(page);
        const found = await faults(page);
        if (found.length) wrong[name] = found;
      }
      for (const [name, open] of Object.entries(opened)) {
        if (name === 'units' && size.width < 500) continue; // its own tab there
        await table(address, card, page);
        await settled(page);
        await open(page);
        await settled(page);
        const found = await faults(page);
        if (found.length) wrong[name] = found;
      }
      if (size.width > 500) {
        await openFight(page, address, card);
        const found = await faults(page);
        if (found.length) wrong['a fight'] = found;
      }
      for (const tab of size.width < 500 ? ['units', 'log'] : []) {
        await page.click(`.tabs [data-tab="${tab}"]`);
        const found = await faults(page);
        if (found.length) wrong[tab] = found;
      }
      assert.deepEqual(wrong, {});
    };
