// SPDX-License-Identifier: MIT
// Where the eye is led: the map glides to what happens, arrows point out of the window, strikes pulse, declared attacks stay drawn.
import assert from 'node:assert/strict';
import { clickHex, fought, hexPoint, myTurn, newGame, openAt, openPage, openTable, resting, settled, training } from './table.mjs';

const cards = async (address) => (await (await fetch(`${address}/api/battles`)).json()).battles;
const lens = (page) => page.locator('.sheet').evaluate((s) => s.style.transform);

// A battle of machines, watched through a window that shows a part of the map only.
async function watch(browser, address, settings) {
  const card = (await cards(address)).find((b) => b.id === 'bleneau-1652');
  const made = await newGame(address, card, [{ kind: 'recruit' }, { kind: 'recruit' }], { pace_ms: 60 });
  const page = await openPage(browser, { size: { width: 760, height: 560 }, settings: { pace: 'fast', ...settings } });
  await openTable(page, address, made);
  for (let i = 0; i < 8; ++i) await page.keyboard.press('+');
  return page;
}

// A battle just after the first of two attacks that one side declares in a row. Returns that attack.
async function declaredOnce(page, address, card) {
  for (let seed = 1; seed <= 12; ++seed) {
    const { game, log } = await fought(address, card, { players: 'recruit,recruit', seed });
    const first = log.find((e, i) => e.act?.verb === 'shock' && log[i + 1]?.act?.verb === 'shock');
    if (first) return (await openAt(page, address, card, game, first.seq, first.by), first.act);
  }
  throw new Error('no two attacks were declared in a row');
}

export const tests = {
  'the map glides to what others do, and rests when that is switched off': async ({ address, browser }) => {
    const page = await watch(browser, address, { follow: true });
    await resting(page);
    const before = await lens(page);
    await page.waitForFunction((was) => document.querySelector('.sheet').style.transform !== was, before);
    await page.click('header .menu');
    await page.locator('[data-setting="follow"]').uncheck();
    await page.click('header .menu');
    await resting(page);
    const rest = await lens(page);
    await page.locator('[data-edge]').first().waitFor();
    assert.equal(await lens(page), rest, 'the map lies still, and an arrow points to what happens elsewhere');
    // Arrows come and go: the first that is there is clicked.
    await page.waitForFunction((was) => {
      if (document.querySelector('.sheet').style.transform !== was) return true;
      if (!document.querySelector('.sheet.moving')) document.querySelector('[data-edge]')?.click();
      return false;
    }, rest);
    assert.deepEqual(page.faults, []);
  },

  'a declared attack stays drawn, the fight that is weighed pulses, and its sheet shows where it is': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'train-tg-2-redoubt');
    const act = await declaredOnce(page, address, card);
    const drawn = await page.locator('.waiting [data-strike]').evaluateAll((all) => all.map((p) => p.dataset.strike));
    assert.ok(drawn.some((s) => s.endsWith(` ${act.hex}`)), `an arrow to ${act.hex} among ${drawn}`);
    const target = (await page.locator('.overlays .target').getAttribute('data-hexes')).split(' ')[0];
    await clickHex(page, target);
    await page.waitForSelector('.drawer');
    await page.locator(`.pulse.target[data-pulse="${target}"]`).waitFor();
    assert.ok((await page.locator('.pulse.striker').count()) > 0, 'those who strike pulse too');
    for (let i = 0; i < 6; ++i) await page.keyboard.press('+');
    for (let i = 0; i < 30; ++i) await page.keyboard.press('ArrowLeft');
    await page.click('.drawer [data-show]');
    await resting(page);
    const p = await hexPoint(page, target), box = await page.locator('.viewport').boundingBox();
    assert.ok(p.x > box.x && p.x < box.x + box.width && p.y > box.y && p.y < box.y + box.height, 'the target is in sight again');
    assert.deepEqual(page.faults, []);
  },

  'a question about a unit out of sight brings it into sight': async ({ address, browser }) => {
    const page = await openPage(browser, { settings: { follow: true } }), card = await training(address);
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'recruit' }]);
    await openTable(page, address, made, card.sides[0]);
    await myTurn(page);
    for (let i = 0; i < 8; ++i) await page.keyboard.press('+');
    for (let i = 0; i < 30; ++i) await page.keyboard.press('ArrowRight');
    await settled(page);
    await page.getByRole('button', { name: 'Advice' }).click();
    await page.waitForSelector('.advice');
    await page.click('.advice [data-show]');
    await page.waitForFunction(() => {
      const box = document.querySelector('.viewport').getBoundingClientRect(), at = document.querySelector('.counter.eligible')?.getBoundingClientRect();
      return at && [...document.querySelectorAll('.counter.eligible')].some((c) => { const r = c.getBoundingClientRect(); return r.left > box.left && r.right < box.right && r.top > box.top && r.bottom < box.bottom; });
    });
    assert.deepEqual(page.faults, []);
  },
};
