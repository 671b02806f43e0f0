// SPDX-License-Identifier: MIT
// What wins is told before the first turn; points are accounted for; players may end a game before the rules do.
import assert from 'node:assert/strict';
import { fought, myTurn, newGame, openPage, openTable, settled } from './table.mjs';
import { dice, playOn } from './robot.mjs';

const cards = async (address) => (await (await fetch(`${address}/api/battles`)).json()).battles;

async function everySheet({ address, browser }, language) {
  const silent = new Set(['option', 'chart', 'code', 'deploy', 'control', 'held', 'like', 'without', 'award', 'vp', 'automatic', 'margin', 'margins', 'verdict', 'absent']);
  const page = await openPage(browser, { settings: { language, briefing: true } });
  for (const card of await cards(address))
    for (const book of card.playable) {
      const battle = await (await fetch(`${address}/api/battles/${card.id}?book=${book}&language=${language}`)).json();
      const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'random' }], { book });
      await openTable(page, address, made, card.sides[0]);
      await page.waitForSelector('[data-briefing]');
      const text = await page.locator('[data-briefing]').innerText(), where = `${card.id} ${book} ${language}: ${text}`;
      assert.doesNotMatch(text, /zone:|undefined|\{\w+\}|NaN|\b[a-z]+_[a-z]+\b/, where);
      const told = battle.sheet.filter((w) => !silent.has(w[0])).length, lines = await page.locator('.plain-list li').count();
      assert.ok(lines >= told, `${lines} lines for ${told} of the sheet in ${where}`);
      await page.click('[data-briefed]');
    }
  assert.deepEqual(page.faults, []);
}

export const tests = {
  'the briefing comes before turn 1, names what wins, and the map carries the points': async ({ address, browser }) => {
    const page = await openPage(browser, { settings: { briefing: true } });
    const card = (await cards(address)).find((b) => b.id === 'marengo-1800');
    const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'random' }]);
    await openTable(page, address, made, card.sides[0]);
    await page.waitForSelector('[data-briefing]');
    const text = await page.locator('[data-briefing]').innerText();
    for (const told of ['Marengo (1212)', 'What wins', 'Reinforcements', 'Special rules', 'handicap', 'Night on turn 10', 'A lead of up to 2 is a draw'])
      assert.ok(text.includes(told), `${told} in: ${text}`);
    assert.doesNotMatch(text, /award|zone:|_|undefined|\{/);
    await page.click('[data-briefed]');
    await page.waitForSelector('[data-briefing]', { state: 'detached' });
    assert.equal(await page.locator('[data-prize="1212"]').textContent(), '5');
    assert.equal(await page.locator('[data-turns="10"] li').count(), 10);
    await page.click('header .menu');
    await page.click('[data-menu="briefing"]');
    await page.waitForSelector('[data-briefing]');
    assert.deepEqual(page.faults, []);
  },

  'every line of every sheet has its words in English': (at) => everySheet(at, 'en'),
  'every line of every sheet has its words in French': (at) => everySheet(at, 'fr'),

  'a player resigns: both are told, and a rematch swaps the sides': async ({ address, browser }) => {
    const card = (await cards(address)).find((b) => b.id === 'train-jdg-1-bridge');
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'human', name: 'Bert' }]);
    const anne = await openPage(browser), bert = await openPage(browser);
    await openTable(anne, address, made, card.sides[0]);
    await openTable(bert, address, made, card.sides[1]);
    await anne.click('header .menu');
    await anne.click('[data-end="resign"]');
    assert.equal(await anne.locator('.table').getAttribute('data-over'), 'false', 'one press does not end the game');
    await anne.click('[data-end="resign"]');
    for (const page of [anne, bert]) {
      await page.waitForSelector('[data-ended="resign"]');
      assert.match(await page.locator('dialog').innerText(), /White victory/);
    }
    await bert.click('[data-rematch]');
    await bert.locator('[data-rematch-waits]').waitFor();
    await anne.locator('[data-rematch-asked]').waitFor();
    const old = made.game;
    await anne.click('[data-rematch]');
    await bert.click('[data-rematch-waits] a');
    for (const [page, side] of [[anne, card.sides[1]], [bert, card.sides[0]]]) {
      await page.waitForFunction((game) => !location.href.includes(game), old);
      await page.locator(`.side[data-side="${side}"] .you`).waitFor();
    }
    assert.deepEqual([...anne.faults, ...bert.faults], []);
  },

  'a draw is offered, refused, offered again and agreed': async ({ address, browser }) => {
    const card = (await cards(address)).find((b) => b.id === 'train-jdg-1-bridge');
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'human', name: 'Bert' }]);
    const anne = await openPage(browser), bert = await openPage(browser);
    await openTable(anne, address, made, card.sides[0]);
    await openTable(bert, address, made, card.sides[1]);
    for (const answer of ['no', 'yes']) {
      await anne.click('header .menu');
      await anne.click('[data-end="draw"]');
      await bert.click(`[data-draw="${answer}"]`);
      await bert.waitForSelector('[data-draw]', { state: 'detached' });
    }
    for (const page of [anne, bert]) await page.waitForSelector('[data-ended="draw"]');
    assert.deepEqual([...anne.faults, ...bert.faults], []);
  },

  'the account of points adds up to what the sides have': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'train-jdg-2-square');
    const { game } = await fought(address, card, { players: 'recruit,recruit' });
    await openTable(page, address, { game });
    await page.waitForSelector('.table[data-over="true"]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => Number(document.querySelector('[data-account]')?.dataset.account) > 0);
    await page.evaluate(() => (document.querySelector('.account').open = true));
    const newest = await page.locator('[data-account] li b').first().innerText();
    const points = await page.locator('.side .points > b').allInnerTexts();
    assert.equal(newest, points.join(' : '));
    assert.doesNotMatch(await page.locator('[data-account]').innerText(), /undefined|NaN/);
    assert.deepEqual(page.faults, []);
  },

  'advice is a plan with reasons, carried out unit by unit': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'train-tg-1-causeway');
    const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'recruit' }]);
    await openTable(page, address, made, card.sides[0]);
    await playOn(page, { rnd: dice(2), most: 60, bold: 0, until: async () => (await page.locator('.prompt').getAttribute('data-question')) === 'ChooseMover' });
    assert.ok(await myTurn(page));
    await page.getByRole('button', { name: 'Advice' }).click();
    await page.waitForSelector('[data-advice]');
    assert.ok(Number(await page.locator('[data-advice]').getAttribute('data-advice')) >= 1);
    assert.match(await page.locator('.advice small').first().innerText(), /gains|costs|nothing better/);
    const at = Number(await page.locator('.table').getAttribute('data-seq'));
    await page.click('[data-follow]');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n || document.querySelector('.drawer'), at);
    await settled(page);
    assert.deepEqual(page.faults, []);
  },
};
