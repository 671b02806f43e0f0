// SPDX-License-Identifier: MIT
// Keyboard only, 800 pixels, French, text at 200 %, the reading pages.
import assert from 'node:assert/strict';
import { clickHex, fought, myTurn, newGame, openFight, openPage, openTable, question, seq, settled, training } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

async function table(address, browser, options) {
  const card = await training(address), page = await openPage(browser, options);
  await page.goto(`${address}/#/new/${card.id}`);
  await page.click('[data-begin]');
  await page.waitForSelector('.table');
  await myTurn(page);
  return { page, card };
}

const pressed = async (page, key) => {
  await page.keyboard.press(key);
  await settled(page);
};

const plain = (text) => text.replaceAll('\u00a0', ' '); // signs are kept on their line by such spaces

export const tests = {
  'a turn is played with the keyboard alone': async ({ address, browser }) => {
    const { page } = await table(address, browser);
    const first = await seq(page);
    let moved = false, turned = false;
    for (let i = 0; i < 160 && !(moved && turned); ++i) {
      if (!(await myTurn(page))) break;
      const see = await sight(page), before = await seq(page);
      if (see.menu.length) await pressed(page, 'Enter');
      else if (see.reach.length && !moved) {
        for (const key of ['d', 'e', 'w', 's', 'a', 'q']) {
          await pressed(page, key);
          if (await page.locator('.overlays .ghost').count()) break;
        }
        await pressed(page, 'Enter');
        moved = (await seq(page)) > before;
      } else if (see.handles.length) {
        await pressed(page, 'g');
        assert.equal(await page.locator('.handle.chosen').count(), 1, 'G turns the unit in hand');
        await pressed(page, 'Enter');
        turned = moved;
      } else if (see.units.length && (await question(page)) === 'ChooseMover') {
        await pressed(page, 'Tab');
        assert.equal(await page.locator('.counter.selected').count(), 1, 'Tab picks a unit');
        await pressed(page, 'Enter');
      } else {
        await pressed(page, ':');
        await page.keyboard.type(see.bar[0] ?? 'pass');
        await pressed(page, 'Enter');
        await pressed(page, 'Escape');
        await pressed(page, 'Escape');
      }
      await settled(page);
    }
    assert.ok(moved && turned, `a unit moved and turned by keys (${(await seq(page)) - first} acts)`);
    await pressed(page, 'u');
    await pressed(page, '?');
    await page.waitForSelector('dialog[open] kbd');
    await pressed(page, 'Escape');
    await pressed(page, '/');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'chat');
    assert.deepEqual(page.faults, []);
  },

  'keys for overview, sight line, threats and hidden counters': async ({ address, browser }) => {
    const { page } = await table(address, browser);
    const scale = () => page.locator('.sheet').evaluate((e) => new DOMMatrix(getComputedStyle(e).transform).a);
    const whole = await scale();
    await pressed(page, '+');
    assert.ok((await scale()) > whole);
    await pressed(page, 'z');
    assert.ok(Math.abs((await scale()) - whole) < 0.01);
    await page.keyboard.down('h');
    assert.equal(await page.locator('.sheet .away').count(), 1);
    await page.keyboard.up('h');
    await pressed(page, 't');
    assert.equal(await page.locator('.overlays .threat').count(), 1);
    await page.mouse.move(420, 300); // the line begins under the pointer
    await pressed(page, 'l');
    await page.mouse.move(600, 420);
    await page.waitForSelector('.sight svg');
    await page.waitForSelector('.sight [data-clear]');
    await pressed(page, 'Escape');
    assert.equal(await page.locator('.sight svg').count(), 0);
  },

  'at 800 pixels: tabs, a bottom sheet, targets of 44 pixels, nothing wider than the screen': async ({ address, browser }) => {
    const { page } = await table(address, browser, { size: { width: 800, height: 1000 } });
    for (const tab of ['units', 'log', 'map']) {
      await page.click(`.tabs [data-tab="${tab}"]`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 800, `${tab} fits`);
    }
    const small = await page.locator('button:visible:not(.link, .rule, .seq)').evaluateAll((all) => all.filter((b) => b.getBoundingClientRect().height < 43.5).map((b) => b.outerHTML.slice(0, 80)));
    assert.deepEqual(small, []);
    await playOn(page, { rnd: dice(9), most: 40, bold: 90, until: async () => (await sight(page)).reach.length > 0 });
    const hex = (await sight(page)).reach[0], before = await seq(page);
    await clickHex(page, hex);
    await clickHex(page, hex);
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);
    await page.click('.tabs [data-tab="units"]');
    assert.ok(await page.locator('.sides').isVisible());
    assert.ok(!(await page.locator('.viewport').isVisible()));
  },

  'in French: lobby, prompt, buttons, log': async ({ address, browser }) => {
    const page = await openPage(browser, { settings: { language: 'fr' } }), card = await training(address);
    await page.goto(address);
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await page.getByRole('heading', { name: 'Batailles' }).waitFor();
    await page.click(`[data-play="${card.id}"]`);
    await page.getByRole('button', { name: 'À la bataille' }).click();
    await page.waitForSelector('.table');
    await myTurn(page);
    await page.getByRole('button', { name: /Annuler/ }).waitFor();
    const english = /\b(Choose|Give|Declare|Test|Try|Move on|Fire)\b/;
    for (let i = 0; i < 6; ++i) {
      assert.doesNotMatch(await page.locator('.prompt').innerText(), english);
      await playOn(page, { rnd: dice(20 + i), most: 3, bold: 60 });
    }
    const log = await page.locator('.lines').innerText();
    assert.doesNotMatch(log, /\b(moves to|is drawn|faces|goes into the cup|test passed|test failed)\b/);
    assert.match(log, /Tour 1|est tiré|mouvement en|face|dé \d/);
    assert.deepEqual(page.faults, []);
  },

  'in French: titles, histories and sides in the lobby': async ({ address, browser }) => {
    const cards = async (language) => (await (await fetch(`${address}/api/battles?language=${language}`)).json()).battles;
    const english = await cards('en'), french = await cards('fr'), page = await openPage(browser, { settings: { language: 'fr' } });
    const made = await newGame(address, english[0], [{ kind: 'open' }, { kind: 'random' }]);
    await page.goto(address);
    for (const [i, card] of english.entries()) {
      const told = french[i], shown = page.locator(`[data-battle="${card.id}"]`);
      await shown.getByText(told.title, { exact: true }).waitFor();
      const text = plain(await shown.innerText());
      assert.ok(text.includes(card.sides.map((s) => told.side_names[s]).join(' – ')), text);
      assert.ok(text.includes(told.history.slice(0, 40)) && text.includes(told.teaches));
      for (const left of [card.title, card.history.slice(0, 40), ...card.sides.filter((s) => told.side_names[s] !== s)]) assert.ok(!text.includes(left), `${card.id}: ${left}`);
    }
    const row = page.locator(`[data-game="${made.game}"]`);
    await row.getByText(french[0].title).waitFor();
    assert.ok(plain(await row.innerText()).includes(`${french[0].side_names[english[0].sides[1]]} : hasard`));
    await page.click('[data-language]');
    await page.locator(`[data-battle="${english[0].id}"]`).getByText(english[0].title, { exact: true }).waitFor();
    assert.deepEqual(page.faults, []);
  },

  'in French: no name of a battle stays English at the table, nor what the server says': async ({ address, browser }) => {
    const { battles } = await (await fetch(`${address}/api/battles`)).json();
    for (const id of ['train-jdg-1-bridge', 'train-tg-1-causeway', 'train-gs-1-mill']) {
      const card = battles.find((b) => b.id === id), page = await openPage(browser, { settings: { language: 'fr' } });
      const told = async (language) => (await fetch(`${address}/api/battles/${id}?language=${language}`)).json();
      const english = await told('en'), french = await told('fr');
      const names = (b) => [b.card.title, ...Object.values(b.card.side_names), ...Object.values(b.map.names), ...b.roster.map((r) => r.name), ...Object.values(b.markers)];
      const left = names(english).filter((n) => !names(french).includes(n)).map((n) => new RegExp(`(?<![\\p{L}\\d])${n}(?![\\p{L}\\d])`, 'u'));
      assert.ok(left.length > 5);
      const { game } = await fought(address, card);
      await openTable(page, address, { game });
      await page.waitForSelector('.table[data-over="true"]');
      await page.getByRole('heading', { name: /^(Victoire des .*|Partie nulle)$/ }).waitFor();
      const text = await page.evaluate(() => document.body.textContent);
      for (const name of left) assert.doesNotMatch(text, name);
      for (const name of [french.card.title, ...Object.values(french.card.side_names)]) assert.ok(text.includes(name), name);
      assert.doesNotMatch(await page.locator('.lines').innerText(), /\b(the|is|to|against|die|turn|moves|fires|faces)\b/i);
      assert.deepEqual(page.faults, []);
    }
    const { page } = await table(address, browser, { settings: { language: 'fr' } });
    for (const [typed, answer] of [['zzz', /^«\s?zzz\s?» n’est pas un acte/], ['rally b1', /^Interdit\s: .*\(\S+\)$/]]) {
      await pressed(page, ':');
      await page.keyboard.type(typed);
      await pressed(page, 'Enter');
      await page.waitForFunction((re) => new RegExp(re).test(document.querySelector('.notice').textContent), answer.source);
      await pressed(page, 'Escape');
    }
    assert.deepEqual(page.faults, []);
  },

  'in French: the rules, a refusal, the sums of a fight': async ({ address, browser }) => {
    const rows = async (book, language) => new Map((await (await fetch(`${address}/api/rules/${book}?language=${language}`)).json()).rows.map((r) => [r.rule, r]));
    const { page, card } = await table(address, browser, { settings: { language: 'fr' } });
    const game = /game\/([^/]+)/.exec(page.url())[1], { book } = await (await fetch(`${address}/api/games/${game}`)).json();
    const inBook = async (name) => {
      const french = await rows(name, 'fr'), english = await rows(name, 'en');
      return (rule) => (assert.notEqual(french.get(rule).summary, english.get(rule).summary), french.get(rule));
    };
    let told = await inBook(book);
    await playOn(page, { rnd: dice(3), bold: 90, until: async () => (await sight(page)).reach.length > 0 });
    await clickHex(page, '1201');
    const why = page.locator('.why');
    await why.waitFor();
    const { title, summary } = told((await why.locator('.quiet').innerText()).split(' ')[0]);
    await why.getByText(summary, { exact: true }).waitFor();
    assert.ok((await why.locator('b').innerText()).endsWith(title));
    await why.getByRole('button', { name: 'Voir la règle' }).click();
    await page.locator('dialog[open] article.this').getByText(summary, { exact: true }).waitFor();

    await openFight(page, address, card);
    told = await inBook(card.playable[0]);
    const line = page.locator('.drawer .ledger tbody tr').first();
    await line.getByText(told(await line.locator('.rule').innerText()).title).first().waitFor();

    await page.goto(`${address}/#/rules/jdg`);
    await page.fill('input[type=search]', 'deroute');
    const found = [...(await rows('jdg', 'fr')).values()].filter((r) => /déroute/i.test(`${r.title} ${r.summary}`)).length;
    await page.waitForFunction((n) => document.querySelectorAll('dt').length === n, found);
    assert.ok(found > 20);
    await page.goto(`${address}/#/charts/${book}`);
    await page.getByText('rapport de forces', { exact: true }).first().waitFor();
    assert.deepEqual(page.faults, []);
  },

  'text at 200 % keeps the table usable': async ({ address, browser }) => {
    const { page } = await table(address, browser, { settings: { textScale: 200 } });
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
    assert.ok(await page.locator('.prompt').isVisible());
    assert.ok((await page.locator('.viewport').boundingBox()).height > 300, 'the map keeps its place');
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1400);
  },

  'rules, charts and coverage are there to read': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address), book = card.playable[0];
    await page.goto(`${address}/#/rules/${book}`);
    const { rows } = await (await fetch(`${address}/api/rules/${book}`)).json();
    await page.fill('input[type=search]', 'cavalry');
    const found = rows.filter((r) => `${r.rule} ${r.title} ${r.summary}`.toLowerCase().includes('cavalry'));
    await page.waitForFunction((n) => document.querySelectorAll('dt').length === n, found.length);
    assert.ok(found.length > 5 && found.length < rows.length);
    await page.goto(`${address}/#/charts/${book}`);
    await page.waitForSelector('figure table td');
    await page.goto(`${address}/#/coverage`);
    await page.waitForSelector('meter');
    assert.ok((await page.locator('tbody tr').count()) >= 5);
    assert.deepEqual(page.faults, []);
  },

  'a hot-seat game hands the board from seat to seat': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    await page.goto(`${address}/#/new/${card.id}`);
    await page.selectOption('[data-against]', 'hotseat');
    await page.click('[data-begin]');
    await page.waitForSelector('.table');
    const acting = new Set();
    await playOn(page, { rnd: dice(8), most: 60, bold: 15, until: async () => (acting.add(await page.locator('.side.acting b').first().innerText()), acting.size === 2) });
    assert.deepEqual([...acting].sort(), [...card.sides].sort());
  },
};
