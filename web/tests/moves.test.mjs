// SPDX-License-Identifier: MIT
// Moves as a player of counters makes them: dragged and dropped, by double-click, out of a stack's row, several on the same way.
import assert from 'node:assert/strict';
import { hexPoint, openBefore, openPage, question, seq, settled } from './table.mjs';

const cards = async (address) => (await (await fetch(`${address}/api/battles`)).json()).battles;
const standing = (page) => page.locator('.counter').evaluateAll((all) => Object.fromEntries(all.map((c) => [c.dataset.unit, c.dataset.hex])));
const reach = async (page) => (await page.locator('.overlays .reach').evaluateAll((all) => all.map((e) => e.dataset.hexes).join(' '))).split(' ').filter(Boolean);

// The Bridge with both seats here, up to the first movement.
async function movement(browser, address) {
  const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'train-jdg-1-bridge');
  await openBefore(page, address, card, (e) => /^select/.test(e.act?.verb ?? ''), { players: 'recruit,recruit' });
  assert.equal(await question(page), 'ChooseMover');
  await page.mouse.move(5, 5);
  return page;
}

const eligible = (page) => page.locator('.counter.eligible').evaluateAll((all) => all.map((c) => ({ unit: c.dataset.unit, hex: c.dataset.hex })));
// A unit that stands alone, and a stack of several that can act.
async function loneAndStack(page) {
  const all = await eligible(page), at = (hex) => all.filter((c) => c.hex === hex);
  return { lone: all.find((c) => at(c.hex).length === 1), stack: all.map((c) => at(c.hex)).find((s) => s.length > 1) };
}
async function drag(page, from, to, { shift = false } = {}) {
  if (shift) await page.keyboard.down('Shift');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 9, { steps: 3 });
  await page.waitForSelector('[data-dragged]');
  await page.waitForSelector('.overlays .reach');
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  if (shift) await page.keyboard.up('Shift');
}
// A hex of the reach some steps away that nobody stands in and no die guards.
async function goal(page, from) {
  await page.waitForFunction(() => [...document.querySelectorAll('.labels .mp')].some((m) => m.textContent.trim())); // the whole reach is told with points left
  const stops = await page.locator('[data-stops]').evaluateAll((all) => all.map((b) => b.dataset.stops)), taken = Object.values(await standing(page));
  const far = (h) => Math.abs(Number(h.slice(0, 2)) - Number(from.slice(0, 2))) + Math.abs(Number(h.slice(2)) - Number(from.slice(2)));
  return (await reach(page)).filter((h) => !stops.includes(h) && !taken.includes(h)).sort((a, b) => far(b) - far(a))[0];
}

export const tests = {
  'a counter is dragged to a hex in reach, and that is the move': async ({ address, browser }) => {
    const page = await movement(browser, address), { lone } = await loneAndStack(page), at = await seq(page);
    // A first drag that ends where it began only takes the unit in hand: so its reach is known.
    const p = await hexPoint(page, lone.hex);
    await drag(page, p, p);
    const to = await goal(page, lone.hex);
    await drag(page, p, await hexPoint(page, to));
    await page.waitForFunction(([u, h]) => document.querySelector(`.counter[data-unit="${u}"]`)?.dataset.hex === h, [lone.unit, to]);
    await settled(page);
    assert.ok((await seq(page)) > at + 1);
    assert.equal(await page.locator('.overlays .ghost').count(), 0, 'nothing is left to confirm');
    assert.deepEqual(page.faults, []);
  },

  'a double-click on a hex in reach commits the move; a drop out of reach says why': async ({ address, browser }) => {
    const page = await movement(browser, address), { lone } = await loneAndStack(page), p = await hexPoint(page, lone.hex);
    await drag(page, p, p);
    await goal(page, lone.hex);
    const inReach = await reach(page), far = await hexPoint(page, ['0101', '1201', '0110', '1210'].find((h) => !inReach.includes(h)));
    await page.mouse.move(p.x, p.y);
    await drag(page, p, far);
    await page.locator('.why').waitFor();
    await page.keyboard.press('Escape');
    const to = await goal(page, lone.hex), q = await hexPoint(page, to);
    await page.mouse.dblclick(q.x, q.y);
    await page.waitForFunction(([u, h]) => document.querySelector(`.counter[data-unit="${u}"]`)?.dataset.hex === h, [lone.unit, to]);
    assert.deepEqual(page.faults, []);
  },

  'a click on a stack opens its row: one is dragged out of it, or all are taken': async ({ address, browser }) => {
    const page = await movement(browser, address), { stack } = await loneAndStack(page), p = await hexPoint(page, stack[0].hex);
    await page.mouse.click(p.x, p.y);
    await page.waitForSelector('.fan.pinned');
    assert.equal(await page.locator('.fan.pinned [data-fan]').count(), stack.length);
    assert.equal(await page.locator('.menu [data-act]').count(), 0, 'no menu of sentences');
    const row = await page.locator(`[data-fan="${stack[1].unit}"]`).boundingBox();
    await drag(page, { x: row.x + 30, y: row.y + 30 }, p);
    await page.waitForSelector(`.counter.selected[data-unit="${stack[1].unit}"]`);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelectorAll('.counter.eligible').length > 1);
    await page.mouse.click(p.x, p.y);
    await page.click('[data-take="all"]');
    await page.waitForSelector('.counter.selected');
    const to = await goal(page, stack[0].hex), q = await hexPoint(page, to);
    await page.mouse.dblclick(q.x, q.y);
    await page.waitForFunction(([units, h]) => units.every((u) => document.querySelector(`.counter[data-unit="${u}"]`)?.dataset.hex === h), [stack.map((c) => c.unit), to]);
    assert.deepEqual(page.faults, []);
  },

  'units chosen with Shift march the same way': async ({ address, browser }) => {
    const page = await movement(browser, address), { lone, stack } = await loneAndStack(page), before = await standing(page);
    const [first, second] = [stack[0], lone];
    for (const c of [first, second]) {
      const p = await hexPoint(page, c.hex);
      await page.keyboard.down('Shift');
      await page.locator(`.counter[data-unit="${c.unit}"]`).dispatchEvent('click', { shiftKey: true, clientX: p.x, clientY: p.y });
      await page.keyboard.up('Shift');
      await settled(page);
    }
    await page.waitForSelector(`.counter.company[data-unit="${second.unit}"]`);
    const to = await goal(page, first.hex), q = await hexPoint(page, to);
    await page.mouse.dblclick(q.x, q.y);
    await page.waitForFunction(([a, from]) => document.querySelector(`.counter[data-unit="${a}"]`)?.dataset.hex !== from, [first.unit, first.hex]);
    await page.waitForFunction(([b, from]) => document.querySelector(`.counter[data-unit="${b}"]`)?.dataset.hex !== from || /same way/.test(document.querySelector('.notice')?.textContent ?? ''), [second.unit, before[second.unit]]);
    assert.deepEqual(page.faults, []);
  },
};
