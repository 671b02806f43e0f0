// SPDX-License-Identifier: MIT
// The Bridge by keyboard alone. What a screen reader would say is written down, to be read as a story: build/bridge-heard.txt.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { myTurn, newGame, openPage, openTable, question, seq, settled, training } from './table.mjs';
import { dice, sight } from './robot.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'build');
const MOST = 700; // gestures

// Gathers what live regions, alerts and the focused element say, in order.
async function listen(page) {
  await page.addInitScript(() => {
    const heard = (globalThis.heard = []), last = new Map();
    const say = (who, text) => {
      const line = text.replace(/\s+/g, ' ').trim();
      if (!line || last.get(who) === line) return;
      last.set(who, line);
      heard.push(line);
    };
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="alert"], [role="status"], [role="alertdialog"]';
    const entry = (n) => n.closest?.('[data-spoken] > p, [data-spoken-news] > p') ?? n.closest?.(LIVE);
    new MutationObserver((all) => {
      for (const m of all) {
        const nodes = m.type === 'characterData' ? [m.target.parentElement].filter((n) => !n?.closest('[aria-relevant="additions"]')) : [...m.addedNodes].filter((n) => n.textContent?.trim()).map((n) => (n.nodeType === 1 ? n : m.target));
        for (const n of nodes) {
          const at = n && (n.matches?.(LIVE) ? n : n.closest?.(LIVE) ? entry(n) : n.querySelector?.(LIVE));
          if (at && !at.closest('[aria-hidden="true"]')) say(at, at.innerText ?? '');
        }
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
    document.addEventListener('focusin', (e) => {
      const name = e.target.getAttribute?.('aria-label') ?? e.target.innerText;
      if (name) say('focus', `[${name}]`);
    });
  });
}

const pressed = async (page, key) => {
  await page.keyboard.press(key);
  await settled(page);
};
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-act') ?? document.activeElement?.getAttribute('data-answer-act') ?? document.activeElement?.getAttribute('data-next') ?? document.activeElement?.className ?? '');

// F6 and Tab lead to a button; Enter presses it.
async function button(page, css) {
  for (let i = 0; i < 6; ++i) {
    await pressed(page, 'F6');
    for (let j = 0; j < 14; ++j) {
      if (await page.evaluate((sel) => document.activeElement?.matches(sel), css)) return pressed(page, 'Enter');
      if (!(await page.evaluate((sel) => document.activeElement?.closest('header, .answer, .drawer, .menu, .fan, .hint, .why') && document.querySelector(sel)?.closest('header, .answer, .drawer, .menu, .fan, .hint, .why') === document.activeElement.closest('header, .answer, .drawer, .menu, .fan, .hint, .why'), css))) break;
      await pressed(page, 'Tab');
    }
  }
  throw new Error(`${css} cannot be reached by F6 and Tab`);
}

const column = (h) => Number(h.slice(0, 2)), row = (h) => Number(h.slice(2));
// Walks the cursor to a hex with the keys of the six directions.
async function walk(page, to) {
  for (let i = 0; i < 30; ++i) {
    const at = await page.evaluate(() => /(?:Hex|Hexagone) (\d{4})/.exec([...document.querySelectorAll('[data-spoken] p')][2]?.textContent ?? '')?.[1] ?? document.querySelector('.counter.selected')?.getAttribute('data-hex') ?? null);
    if (!at || at === to) return;
    const dc = column(to) - column(at), even = column(at) % 2 === 0, dr = row(to) - row(at);
    const key = dc === 0 ? (dr > 0 ? 's' : 'w') : dc > 0 ? (dr > 0 || (dr === 0 && even) ? 'd' : 'e') : dr > 0 || (dr === 0 && even) ? 'a' : 'q';
    await pressed(page, key);
  }
}

async function act(page, see, rnd) {
  if (see.why) return pressed(page, 'Escape');
  if (see.go.length) return pressed(page, 'Enter');
  if (await page.locator('.drawer [data-next]').count()) return button(page, '[data-next]');
  if (await page.locator('[data-answer-act]').count()) return button(page, '[data-answer-act]');
  if (see.menu.length) return (await page.evaluate(() => document.activeElement?.closest('.menu') !== null) ? pressed(page, 'Enter') : button(page, ':is(.menu, .fan) [data-act]'));
  if (see.ghost) return pressed(page, 'Enter');
  if (see.targets.length && rnd.chance(70)) return (await walk(page, rnd.pick(see.targets)), pressed(page, 'Enter'));
  if (see.reach.length && rnd.chance(75)) return (await walk(page, rnd.pick(see.reach)), pressed(page, 'Enter'));
  if (see.handles.length) return (await pressed(page, rnd.chance(50) ? 'f' : 'g'), pressed(page, 'Enter'));
  if (see.units.length && rnd.chance(60)) {
    for (let i = rnd.next(3); i >= 0; --i) await pressed(page, 'Tab');
    return pressed(page, 'Enter');
  }
  if (see.bar.length) return button(page, `header [data-act="${rnd.pick(see.bar)}"]`);
  if (see.targets.length) return (await walk(page, rnd.pick(see.targets)), pressed(page, 'Enter'));
  return (await pressed(page, 'Tab'), pressed(page, 'Enter'));
}

export const tests = {
  'The Bridge is finished by keyboard, and what is heard tells the story': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    await listen(page);
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'random' }], { book: 'beginners' });
    await openTable(page, address, made, card.sides[0]);
    await myTurn(page);
    const rnd = dice(4);
    let done = 0, still = 0;
    for (; done < MOST && (await myTurn(page)); ++done) {
      const before = await seq(page), see = await sight(page);
      await act(page, see, rnd);
      await settled(page);
      const ring = await page.evaluate(() => document.activeElement !== document.body && getComputedStyle(document.activeElement).outlineStyle !== 'none');
      if (see.units.length && !see.bar.length) assert.ok(ring || (await page.evaluate(() => document.activeElement === document.body)), 'focus is seen');
      still = (await seq(page)) > before ? 0 : still + 1;
      if (still > 12) await pressed(page, 'Escape');
      if (still > 45) throw new Error(`no way forward at ${await page.locator('.prompt').innerText()} ${JSON.stringify(see)} ${await focused(page)}`);
    }
    assert.equal(await page.locator('.table').getAttribute('data-over'), 'true', `not over after ${done} gestures`);
    await page.waitForSelector('dialog[open]');
    const heard = await page.evaluate(() => globalThis.heard);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'bridge-heard.txt'), `${heard.join('\n')}\n`);
    const story = heard.join('\n');
    console.log(`      ${done} gestures, ${heard.length} lines heard`);
    // Unit with its place, hex with its ground, what Enter does, the question, dice, and the end.
    assert.match(story, /1st Line, infantry, .*\d{4}, facing \w+, .*strength \d/);
    assert.match(story, /Hex \d{4}; .*(in reach|out of reach)/);
    assert.match(story, /Enter commits: .* → \d{4}/);
    assert.match(story, /Movement: click a unit to move|Movement/);
    assert.match(story, /die \d|dice/i);
    assert.match(story, /goes from \d{4} to \d{4}, facing/);
    assert.match(story, /The battle is over/);
    assert.match(story, /(\w+ victory|A draw): Blue −?\d+, White −?\d+/);
    // What a die said is heard once, as a sentence without the numbers of rules.
    for (const line of heard.filter((l) => /\bdie \d/.test(l))) assert.doesNotMatch(line, /\d-[a-z]\b|^\d+ |▸/, line);
    assert.ok(!/undefined|\[object|\{\w+\}/.test(story));
    assert.deepEqual(page.faults, []);
  },

  'Enter and Esc do only what they say': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'random' }], { book: 'beginners' });
    await openTable(page, address, made, card.sides[0]);
    await myTurn(page);
    const rnd = dice(3);
    while (!((await question(page)) === 'ChooseMover' && (await sight(page)).units.length)) await act(page, await sight(page), rnd);
    const idle = await seq(page);
    await pressed(page, 'Escape');
    await pressed(page, 'Enter');
    assert.equal(await seq(page), idle, 'with nothing chosen, neither plays');
    await pressed(page, 'Tab');
    await pressed(page, 'Enter');
    await page.waitForSelector('.overlays .reach');
    const held = await seq(page);
    await pressed(page, 'Enter');
    assert.equal(await seq(page), held, 'Enter without a ghost does nothing to a unit in hand');
    const { reach } = await sight(page);
    await walk(page, reach[0]);
    await page.waitForSelector('.overlays .ghost');
    await pressed(page, 'Escape');
    assert.equal(await page.locator('.overlays .ghost').count(), 0, 'Esc drops the ghost');
    assert.equal(await seq(page), held);
    await walk(page, reach[0]);
    await pressed(page, 'Enter');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, held);
    const gone = await seq(page);
    for (let i = 0; i < 3; ++i) await pressed(page, 'Escape');
    assert.ok((await seq(page)) === gone, 'Esc takes back nothing that was committed');
    assert.deepEqual(page.faults, []);
  },
};
