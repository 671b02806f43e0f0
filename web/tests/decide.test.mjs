// SPDX-License-Identifier: MIT
// What a player is helped with: stacks that open, attackers that are ticked, standing orders, clocks, advice, links to a position.
import assert from 'node:assert/strict';
import { answered, clickHex, hexPoint, myTurn, newGame, openBefore, openPage, openTable, seq, training } from './table.mjs';
import { dice, playOn } from './robot.mjs';

const cards = async (address) => (await (await fetch(`${address}/api/battles`)).json()).battles;

async function sit(page, address, card, kinds = [{ kind: 'human', name: 'Anne' }, { kind: 'recruit' }]) {
  const made = await newGame(address, card, kinds);
  await openTable(page, address, made, card.sides[0]);
  return made;
}

// Opens a battle just before two units strike one hex in a row, with the first attack in the drawer. Returns the hex.
async function openJointAttack(page, address, card) {
  const shock = (e) => e?.act?.verb === 'shock';
  const first = await openBefore(page, address, card, (e, next) => shock(e) && shock(next) && next.act.hex === e.act.hex, {
    players: 'recruit,recruit',
    opened: async (entry) => {
      await clickHex(page, entry.act.hex);
      await answered(page);
      return (await page.locator('[data-tick]').count()) > 1;
    },
  });
  return first.act.hex;
}

export const tests = {
  'pointing at a stack opens a row of its counters with the ground under them': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    await sit(page, address, card);
    await myTurn(page);
    const { hex, units } = await page.locator('.counter').evaluateAll((all) => {
      const at = {};
      for (const c of all) (at[c.dataset.hex] ??= []).push(c.dataset.unit);
      const [hex, units] = Object.entries(at).find(([, u]) => u.length > 1);
      return { hex, units };
    });
    const p = await hexPoint(page, hex);
    await page.mouse.move(p.x - 200, p.y - 120);
    await page.mouse.move(p.x, p.y, { steps: 4 });
    await page.waitForSelector('[data-fan]');
    assert.deepEqual((await page.locator('[data-fan]').evaluateAll((all) => all.map((f) => f.dataset.fan))).sort(), units.sort());
    assert.match(await page.locator('.fan p').innerText(), new RegExp(`^${hex}.* · [\\w ]+ · level \\d`));
    await page.mouse.move(p.x - 300, p.y - 200, { steps: 4 });
    await page.waitForSelector('.fan', { state: 'detached' });
    assert.deepEqual(page.faults, []);
  },

  'attackers are ticked, the sums follow, and all are ordered at once': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'train-tg-2-redoubt');
    const hex = await openJointAttack(page, address, card);
    await page.waitForSelector('.drawer summary');
    assert.equal(await page.locator('[data-tick]:checked').count(), 1);
    const strikers = () => page.locator('.drawer .versus svg').count(), before = await strikers(), at = await seq(page);
    await page.locator('[data-tick]:not(:checked)').first().check();
    await page.waitForFunction((n) => document.querySelectorAll('.drawer .versus svg').length === n + 1 && !document.querySelector('.drawer .stale'), before);
    assert.equal(await page.locator('[data-tick]:checked').count(), 2);
    assert.equal(await seq(page), at, 'nothing is played by ticking');
    await page.click('.drawer .go .primary');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) >= n + 2, at);
    const told = await page.locator('.lines').innerText();
    assert.ok(told.split(new RegExp(`declares? shock against ${hex}`)).length >= 3, 'both attacks are in the log');
    assert.deepEqual(page.faults, []);
  },

  'a standing order answers for the player, says so, and can be dropped': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'train-gs-1-mill');
    const asked = async () => (await page.locator('[data-answer] [data-standing]').count()) > 0;
    await openBefore(page, address, card, (e) => /^(no|pass)$/.test(e.act?.verb ?? ''), { opened: asked });
    const at = await seq(page);
    await page.click('[data-answer] summary');
    await page.selectOption('[data-until]', 'game');
    await page.click('[data-standing="decline"]');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, at);
    await page.locator('.foreseen', { hasText: 'by standing order' }).first().waitFor();
    const away = await openPage(browser, { context: page.context() });
    await away.goto(page.url());
    await away.click('header .menu');
    await away.locator('[data-drop]').waitFor(); // kept by the server: another window of this player knows of it
    await page.click('header .menu');
    await page.locator('[data-drop]').click();
    await away.locator('[data-drop]').waitFor({ state: 'detached' });
    await page.waitForFunction(() => !/always decline/.test(document.querySelector('[role=menu]')?.textContent ?? ''));
    assert.deepEqual(page.faults, []);
  },

  'clocks run for the side that decides, advice is asked for and followed': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    await sit(page, address, card);
    await myTurn(page);
    const clock = page.locator(`[data-clock="${card.sides[0]}"]`), first = await clock.innerText();
    await page.waitForFunction(([side, was]) => document.querySelector(`[data-clock="${side}"]`).innerText !== was, [card.sides[0], first]);
    const at = await seq(page);
    await page.getByRole('button', { name: 'Advice' }).click();
    await page.click('[data-follow]');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n || document.querySelector('.drawer'), at);
    assert.deepEqual(page.faults, []);
  },

  'a player shares a position of the running game; the link shows it with public eyes': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    const made = await sit(page, address, card);
    await playOn(page, { rnd: dice(6), most: 25, bold: 80 });
    await page.locator('.prompt').click();
    await page.keyboard.press('Home');
    await page.waitForSelector('[data-share]');
    await page.keyboard.press(']');
    await page.waitForFunction(() => document.querySelector('nav[aria-label="Replay"] input')?.value !== '0');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await page.click('[data-share]');
    const link = await page.locator('.notice').innerText();
    assert.match(link, new RegExp(`#/game/${made.game}/moment/\\d+$`));
    const other = await openPage(browser);
    await other.goto(link);
    await other.waitForSelector('nav[aria-label="Replay"]');
    assert.equal(await other.locator('header .undo').count(), 0, 'whoever follows the link only watches');
    assert.deepEqual([...page.faults, ...other.faults], []);
  },
};
