// SPDX-License-Identifier: MIT
// Somebody who has never played: reads the briefing, takes the guide, and does what it marks until the battle is over.
import assert from 'node:assert/strict';
import { openPage, resting, settled } from './table.mjs';

const MOST = 900, PATIENCE = 120000; // clicks; ms without a mark, machines' moves among them

// Where the ring is now, once it and the map rest.
async function mark(page) {
  await resting(page);
  const look = () => page.evaluate(() => {
    const ring = document.querySelector('[data-guide-mark]'), box = ring?.getBoundingClientRect();
    return ring ? { what: ring.getAttribute('data-guide-mark'), x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) } : null;
  });
  const first = await look();
  await page.waitForTimeout(180); // longer than the guide takes to look again
  const then = await look();
  return first && then && first.what === then.what && Math.abs(first.x - then.x) + Math.abs(first.y - then.y) < 6 ? then : null;
}

// From the lobby to the end of the battle; at most a tenth of the clicks may be the guide's own.
async function learn(browser, address, battle, book) {
  const page = await openPage(browser, { settings: { briefing: true } });
  await page.goto(address);
  await page.click(`[data-play="${battle}"]`);
  await page.waitForFunction((b) => document.querySelector('[data-begin]') && (document.querySelector(`input[value="${b}"]`)?.checked ?? true), book);
  await page.click('[data-begin]');
  await page.waitForSelector('[data-briefing]');
  await page.click('[data-guide-on]');
  await page.waitForSelector('[data-guide]');
  const lessons = new Set(), helped = [];
  let clicks = 0;
  for (let idle = Date.now(); clicks < MOST && Date.now() - idle < PATIENCE; ) {
    if ((await page.locator('.table').getAttribute('data-over')) === 'true') break;
    lessons.add(await page.locator('[data-guide]').getAttribute('data-guide'));
    const at = await mark(page);
    if (!at) continue;
    if (at.what === '[data-guide-do]') helped.push(await page.locator('.prompt').innerText());
    await page.mouse.click(at.x, at.y);
    await page.mouse.move(at.x + 120, at.y + 160);
    await settled(page);
    ++clicks;
    idle = Date.now();
  }
  assert.equal(await page.locator('.table').getAttribute('data-over'), 'true', `not over after ${clicks} clicks: ${await page.locator('.prompt').innerText()}`);
  console.log(`      ${clicks} clicks, ${helped.length} done by the guide itself, lessons ${[...lessons].sort((a, b) => a - b).join(' ')}`);
  assert.ok(helped.length <= clicks / 10, `the guide had to do it itself: ${helped.join(' | ')}`);
  assert.ok(lessons.size >= 7, `lessons ${[...lessons]}`);
  assert.deepEqual(page.faults, []);
}

export const tests = {
  'a newcomer finishes The Bridge by the clicks the guide marks, and by nothing else': ({ address, browser }) => learn(browser, address, 'train-jdg-1-bridge', 'beginners'),
  'and The Hedge, which teaches La Bataille': ({ address, browser }) => learn(browser, address, 'train-lb-1-hedge', 'bataille'),
};
