// SPDX-License-Identifier: MIT
// A battle against a machine and its end, by clicks; reasons; undo.
import assert from 'node:assert/strict';
import { clickHex, myTurn, newGame, openFight, openPage, openTable, question, seq, settled, training } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

const machine = async (address) => {
  const { levels } = await (await fetch(`${address}/api/levels`)).json();
  return levels.includes('recruit') ? 'recruit' : levels[0];
};

async function lobbyToTable(page, address, card) {
  await page.goto(address);
  await page.click(`[data-play="${card.id}"]`);
  await page.click('[data-begin]');
  await page.waitForSelector('.table');
}

export const tests = {
  'a link that was mangled on its way opens the first page': async ({ address, browser }) => {
    const page = await openPage(browser);
    for (const link of ['/#/%', '/#/game/%E0%A4%A/x', '/#/new/%', '/#/dice/%%%']) {
      await page.goto('about:blank');
      await page.goto(address + link);
      await page.waitForFunction(() => document.body.innerText.trim().length > 0);
    }
    await page.goto('about:blank');
    await page.goto(`${address}/#/%`);
    await page.waitForSelector('[data-play]');
    assert.deepEqual(page.faults, []);
  },

  'two clicks lead from the lobby to a training battle, and it is played to its end by clicks': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    await page.goto(address);
    await page.click(`[data-play="${card.id}"]`);
    await page.waitForFunction((l) => document.querySelector('[data-against]')?.value === `machine:${l}`, await machine(address));
    await page.click('[data-begin]');
    await page.waitForSelector('.table');
    const used = await playOn(page, { rnd: dice(7) });
    await page.waitForSelector('dialog[open] .score');
    assert.ok(used.unit > 3, `counters were clicked: ${JSON.stringify(used)}`);
    assert.ok(used.move > 3, `units were moved over the map: ${JSON.stringify(used)}`);
    assert.match(await page.locator('dialog[open] h2').innerText(), /victory|draw/);
    assert.ok((await page.locator('dialog[open] figure svg').count()) >= 2, 'points and losses are plotted');
    assert.match(await page.locator('dialog[open] .luck').first().innerText(), /tests passed: \d+ of \d+, [\d.]+ to be expected/);
    await page.click('dialog[open] a[href^="#/dice/"]');
    await page.click('[data-verify]');
    assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'good');
    assert.deepEqual(page.faults, []);
  },

  'an illegal click shows its reason, the rule and the nearest legal hex': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    await lobbyToTable(page, address, card);
    // A unit in hand, then a click far beyond its reach.
    const rnd = dice(3);
    await playOn(page, { rnd, bold: 90, until: async () => (await sight(page)).reach.length > 0 });
    await clickHex(page, '1201');
    const why = page.locator('.why');
    await why.waitFor();
    assert.match(await why.locator('.quiet').innerText(), /^\d+[.-]\S+/, 'the rule has its number');
    const said = await why.locator('p').first().innerText();
    assert.ok(said.length > 15, said);
    await why.getByRole('button', { name: /Nearest legal: \d{4}/ }).waitFor();
    await why.getByRole('button', { name: 'Show rule' }).click();
    await page.waitForSelector('dialog[open] article.this');
    assert.ok((await page.locator('dialog[open] article.this').innerText()).includes(said.slice(0, 20)));
  },

  'undo takes back a step, and the log strikes it out': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    await lobbyToTable(page, address, card);
    const rnd = dice(5), undo = page.locator('header .undo');
    const standing = () => page.locator('.counter').evaluateAll((all) => all.map((c) => `${c.dataset.unit} ${c.dataset.hex}`).sort());
    let stands;
    // A march after which a die falls or the enemy decides cannot be taken back (the last of a segment, for example): then another one.
    for (let march = 1; ; ++march) {
      let hex;
      await playOn(page, { rnd, bold: 90, until: async () => {
        const { reach } = await sight(page);
        if (reach.length <= 6) return false; // only the next steps: the whole reach is not known yet
        stands = await standing();
        const stops = await page.locator('[data-stops]').evaluateAll((all) => all.map((b) => b.dataset.stops)); // no undo after a die or a reaction
        hex = reach.find((h) => !stops.includes(h) && !stands.some((s) => s.endsWith(` ${h}`)));
        return hex !== undefined;
      } });
      const before = await seq(page);
      await clickHex(page, hex);
      assert.equal(await page.locator('.overlays .ghost').count(), 1, 'the first click places a ghost');
      assert.equal(await seq(page), before, 'and plays nothing');
      await clickHex(page, hex);
      await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);
      await settled(page);
      if (await undo.isEnabled()) break;
      assert.ok(march < 8, 'some march can be taken back');
    }
    while ((await undo.isEnabled()) && !(await page.locator('.entry.undone').count())) {
      const at = await seq(page);
      await undo.click();
      await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, at);
      await settled(page);
    }
    await myTurn(page);
    assert.ok((await page.locator('.entry.undone').count()) > 0, 'the log shows what was taken back');
    assert.equal(await question(page), 'ChooseMover', 'a march that has ended is taken back as a whole');
    assert.deepEqual(await standing(), stands, 'everybody stands where he stood');
  },

  'a game file is downloaded, and a finished battle is played on from its middle': async ({ address, browser }) => {
    const card = await training(address), level = await machine(address);
    const made = await newGame(address, card, [{ kind: level }, { kind: level }]);
    const page = await openPage(browser);
    await openTable(page, address, made);
    assert.equal(await myTurn(page), false, 'it is over');
    await page.keyboard.press('Escape');
    await page.click('header .menu');
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the game file' }).click()]);
    assert.match(file.suggestedFilename(), new RegExp(card.id));
    await page.click('header .menu');
    await page.click('nav[aria-label="Replay"] button[aria-label^="To the set-up"]');
    await page.waitForFunction(() => document.querySelector('nav[aria-label="Replay"] input').value === '0');
    for (let i = 0; i < 3; ++i) await page.click('nav[aria-label="Replay"] button[aria-label^="One activation on"]');
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.click('[data-begin]');
    await page.waitForFunction((g) => !location.hash.includes(g), made.game);
    assert.ok(await myTurn(page), 'the branched game is running');
  },

  'the combat drawer itemises a fight before the deliberate roll, and then shows the die': async ({ address, browser }) => {
    const page = await openPage(browser);
    await openFight(page, address, await training(address));
    const before = await seq(page);
    const values = await page.locator('.drawer tbody .value').allInnerTexts(), total = await page.locator('.drawer tfoot .value').innerText();
    const number = (text) => Number(text.replace('−', '-'));
    assert.equal(values.reduce((sum, v) => sum + number(v), 0), number(total), 'the lines add up');
    assert.equal(await seq(page), before, 'nothing is played by looking');
    await page.locator('.drawer tbody .rule').first().click();
    await page.waitForSelector('dialog[open] article.this');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.drawer summary');
    await page.click('.drawer .go .primary');
    await page.waitForSelector('.drawer .dice');
    assert.match(await page.locator('.drawer .dice').first().innerText(), /^\d+$/);
    assert.equal(await page.locator('.drawer .lit-table').first().locator('tr.lit').count(), 1, 'one row of the table is lit');
    assert.equal(await page.locator('.foreseen').count(), 1, 'the log keeps what was likely');
    assert.ok((await seq(page)) > before);
    assert.deepEqual(page.faults, []);
  },
};
