// SPDX-License-Identifier: MIT
// A phone, held upright and sideways: The Bridge is finished by taps and nothing else; fingers move the map; nothing lies behind bars.
import assert from 'node:assert/strict';
import { fought, myTurn, newGame, openPage, openTable, seq, settled, training } from './table.mjs';
import { dice, sight } from './robot.mjs';

const UPRIGHT = { width: 390, height: 844 }, SIDEWAYS = { width: 844, height: 390 };
const MOST = 900; // taps

async function phone(browser, size, settings = {}) {
  const context = await browser.newContext({ viewport: size, hasTouch: true, isMobile: true });
  return openPage(browser, { context, settings: { follow: true, ...settings } });
}

async function sit(address, browser, size, card, settings) {
  const page = await phone(browser, size, settings), made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'random' }], { book: 'beginners' });
  await openTable(page, address, made, card.sides[0]);
  await myTurn(page);
  await resting(page);
  return page;
}

const resting = (page) => page.waitForFunction(() => !document.querySelector('.sheet.moving'));
const lens = (page) => page.locator('.sheet').evaluate((s) => {
  const m = new DOMMatrix(getComputedStyle(s).transform);
  return { k: m.a, x: m.e, y: m.f };
});

// A tap on the middle of what is there; false if it is gone or lies under something else.
async function tap(page, css) {
  const at = await page.evaluate((sel) => {
    const e = document.querySelector(sel);
    e?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const b = e?.getBoundingClientRect(), x = b && b.x + b.width / 2, y = b && b.y + b.height / 2;
    return b && e.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
  }, css);
  if (at) await page.touchscreen.tap(at.x, at.y);
  await settled(page);
  return at !== null;
}

// A tap on a hex; where it is out of sight or behind a card, the map is pushed with one finger until it is not.
async function tapHex(page, hex) {
  for (let i = 0; i < 6; ++i) {
    await resting(page);
    const p = await pointOf(page, hex), free = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.viewport') !== null && document.elementFromPoint(x, y)?.closest('.viewport') !== undefined && !document.elementFromPoint(x, y)?.closest('.minimap, .edge-arrow'), p);
    if (free) return void (await page.touchscreen.tap(p.x, p.y), await settled(page));
    const box = await page.locator('.viewport').boundingBox(), to = { x: box.x + box.width / 2, y: box.y + box.height * 0.35 };
    await push(page, { x: Math.max(-150, Math.min(150, to.x - p.x)), y: Math.max(-90, Math.min(90, to.y - p.y)) });
  }
}
const pointOf = (page, hex) => page.evaluate((h) => {
  const sheet = document.querySelector('.sheet svg'), c = Number(h.slice(0, 2)), r = Number(h.slice(2)), R = 40, H = R * Math.sqrt(3);
  const p = new DOMPoint(R + (c - 1) * 1.5 * R, H / 2 + (r - 1) * H + (c & 1 ? H / 2 : 0)).matrixTransform(sheet.getScreenCTM());
  return { x: p.x, y: p.y };
}, hex);

const fingers = async (page, type, points) => {
  const client = (page.client ??= await page.context().newCDPSession(page));
  await client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((p, id) => ({ ...p, id })) });
};
// One finger pushes the map from a place where no counter can be lifted.
async function push(page, by) {
  const from = await page.evaluate(() => {
    const box = document.querySelector('.viewport').getBoundingClientRect();
    for (let y = box.top + 12; y < box.bottom - 12; y += 24) for (let x = box.left + 30; x < box.right - 30; x += 24) {
      const e = document.elementFromPoint(x, y);
      if (e?.closest('.viewport') && !e.closest('[data-unit], .minimap, button, [role="button"]')) return { x, y };
    }
    return null;
  });
  if (!from) return;
  await fingers(page, 'touchStart', [from]);
  for (let i = 1; i <= 6; ++i) await fingers(page, 'touchMove', [{ x: from.x + (by.x * i) / 6, y: from.y + (by.y * i) / 6 }]);
  await fingers(page, 'touchEnd', []);
  await settled(page);
  await resting(page);
}

// One or two taps a player might make now.
async function act(page, see, rnd) {
  if (see.why) return tap(page, '.why .row button:last-child');
  if (see.go.length) return tap(page, '.drawer .go [data-act]');
  if (await page.locator('.drawer .close.primary').count()) return tap(page, '.drawer .close');
  if (await page.locator('[data-answer-act]').count()) return tap(page, '[data-answer-act]');
  if (see.menu.length) return tap(page, `:is(.menu, .pinned) [data-act="${rnd.pick(see.menu)}"]`);
  if (see.ghost && rnd.chance(30) && (await page.locator('[data-turn="1"]').count())) await tap(page, '[data-turn="1"]');
  if (see.ghost) return tap(page, '[data-commit]');
  if (see.targets.length && rnd.chance(80)) return tapHex(page, rnd.pick(see.targets));
  if (see.reach.length && rnd.chance(75)) return tapHex(page, rnd.pick(see.reach));
  if (await page.locator('[data-turn="1"]').count()) return tap(page, '[data-turn="1"]');
  if (see.units.length && rnd.chance(60)) return tapHex(page, await page.locator(`.counter[data-unit="${rnd.pick(see.units)}"]`).getAttribute('data-hex'));
  if (see.bar.length) return tap(page, `header [data-act="${rnd.pick(see.bar)}"]`);
  if (see.targets.length) return tapHex(page, rnd.pick(see.targets));
  if (see.units.length) return tapHex(page, await page.locator(`.counter[data-unit="${rnd.pick(see.units)}"]`).getAttribute('data-hex'));
  return tap(page, 'header [data-skip]');
}

// What a bar, or the window's edge, hides of the things a player needs. The account of a battle that is over covers the table, and may.
const behind = (page) => page.evaluate(() => {
  if (document.querySelector('.table').dataset.over === 'true') return [];
  const needed = ['header .prompt', 'header .menu', 'header .undo', '.tabs button', '[data-commit]', '.drawer .go .primary', '[data-answer-act]', '.why .row button'];
  return needed.flatMap((css) => [...document.querySelectorAll(css)]).filter((e) => e.getClientRects().length).flatMap((e) => {
    const b = e.getBoundingClientRect(), on = document.elementFromPoint(b.x + b.width / 2, b.y + Math.min(b.height / 2, 20));
    return b.x >= -1 && b.right <= innerWidth + 1 && b.y >= -1 && b.bottom <= innerHeight + 1 && on && (e.contains(on) || on.contains(e)) ? [] : [`${e.className || e.tagName} ${Math.round(b.x)},${Math.round(b.y)} ${Math.round(b.width)}×${Math.round(b.height)} under ${on?.className}`];
  });
});
const SMALL = 43.5;
const tooSmall = (page) => page.locator('button:visible:not(.link, .rule, .seq)').evaluateAll((all, least) => all.filter((b) => b.getBoundingClientRect().height < least).map((b) => b.outerHTML.slice(0, 90)), SMALL);

async function finish(address, browser, size) {
  const card = await training(address), page = await sit(address, browser, size, card), rnd = dice(5);
  let taps = 0, still = 0;
  for (; taps < MOST && (await myTurn(page)); ++taps) {
    const before = await seq(page);
    await act(page, await sight(page), rnd);
    if (taps % 12 === 0) assert.deepEqual(await behind(page), [], 'nothing a player needs lies behind something else');
    still = (await seq(page)) > before ? 0 : still + 1;
    if (still > 45) throw new Error(`no way forward at ${await page.locator('.prompt').innerText()} ${JSON.stringify(await sight(page))}`);
  }
  assert.equal(await page.locator('.table').getAttribute('data-over'), 'true', `not over after ${taps} taps`);
  await page.waitForSelector('dialog[open]');
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= size.width);
  assert.deepEqual(page.faults, []);
  console.log(`      ${size.width}×${size.height}: ${taps} taps`);
}

export const tests = {
  'The Bridge is finished by taps on a phone held upright': ({ address, browser }) => finish(address, browser, UPRIGHT),
  'The Bridge is finished by taps on a phone held sideways': ({ address, browser }) => finish(address, browser, SIDEWAYS),

  'a tap beside a unit leaves its move alone; facings are chosen, then committed': async ({ address, browser }) => {
    const card = await training(address), page = await sit(address, browser, UPRIGHT, card);
    const rnd = dice(2);
    while (!((await sight(page)).reach.length && (await page.locator('.handle').count()))) await act(page, await sight(page), rnd);
    const hand = await page.locator('.counter.selected').getAttribute('data-unit'), at = await page.locator('.counter.selected').getAttribute('data-hex');
    const before = await seq(page), { reach } = await sight(page);
    for (const hex of reach.slice(0, 6)) {
      await tapHex(page, hex);
      assert.equal(await seq(page), before, `a tap on ${hex} places a ghost and does nothing else`);
      assert.equal(await page.locator('.counter.selected').getAttribute('data-hex'), at);
    }
    await tap(page, '.hint button:last-child');
    for (const name of await page.locator('.handle').evaluateAll((all) => all.map((h) => h.dataset.facing))) await tap(page, `.handle[data-facing="${name}"]`);
    assert.equal(await seq(page), before, 'a tap on an arrow chooses a facing');
    assert.equal(await page.locator('.counter.selected').getAttribute('data-unit'), hand);
    assert.equal(await page.locator('.handle.chosen').count(), 1);
    await tap(page, '[data-commit]');
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);
    assert.deepEqual(page.faults, []);
  },

  'two fingers zoom and push the map; a tap on a map too small brings it nearer': async ({ address, browser }) => {
    const card = await training(address), page = await sit(address, browser, UPRIGHT, card), before = await seq(page);
    const box = await page.locator('.viewport').boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const opened = await lens(page);
    assert.ok(opened.k * 69 >= 44, `hexes of ${Math.round(opened.k * 69)} px`);
    const pinch = async (from, to, dx = 0) => {
      await fingers(page, 'touchStart', [{ x: x - from, y }, { x: x + from, y }]);
      for (let i = 1; i <= 8; ++i) {
        const r = from + ((to - from) * i) / 8, d = (dx * i) / 8;
        await fingers(page, 'touchMove', [{ x: x - r + d, y }, { x: x + r + d, y }]);
      }
      await fingers(page, 'touchEnd', []);
      await resting(page);
      return lens(page);
    };
    const near = await pinch(50, 100);
    assert.ok(Math.abs(near.k / opened.k - 2) < 0.1, `twice as large: ${near.k / opened.k}`);
    const pushed = await pinch(60, 60, -80);
    assert.ok(Math.abs(pushed.k - near.k) < 0.02 && Math.abs(pushed.x - near.x + 80) < 6, `pushed by ${pushed.x - near.x}`);
    let far = pushed;
    for (let i = 0; i < 5 && far.k > 0.5; ++i) far = await pinch(120, 40);
    await page.touchscreen.tap(x, y);
    await page.waitForFunction(() => new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform).a > 0.8);
    assert.equal(await seq(page), before, 'fingers that move the map play nothing');
    assert.deepEqual(page.faults, []);
  },

  'a large battle opens where units can act, in words for fingers, with targets of 44 pixels': async ({ address, browser }) => {
    const { battles } = await (await fetch(`${address}/api/battles`)).json(), card = battles.find((b) => b.id === 'marengo-1800');
    for (const size of [UPRIGHT, SIDEWAYS]) {
      const page = await sit(address, browser, size, card);
      assert.ok((await lens(page)).k * 69 >= 44);
      const box = await page.locator('.viewport').boundingBox();
      const seen = await page.locator('.counter').evaluateAll((all, b) => all.filter((c) => ((r) => r.x > b.x && r.right < b.x + b.width && r.y > b.y && r.bottom < b.y + b.height)(c.getBoundingClientRect())).length, box);
      assert.ok(seen > 4, `${seen} counters in sight`);
      assert.doesNotMatch(await page.locator('header').innerText(), /\b(click|Esc|Enter|press Tab)\b/i);
      assert.deepEqual(await tooSmall(page), []);
      for (const tab of ['units', 'log', 'map']) {
        assert.ok(await tap(page, `.tabs [data-tab="${tab}"]`));
        assert.deepEqual(await tooSmall(page), [], tab);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= size.width, `${tab} fits`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= size.height, `${tab} scrolls by itself, the bars stay`);
      }
      assert.deepEqual(page.faults, []);
    }
  },

  'text at 200 % in French: no page and no sheet is wider than a phone': async ({ address, browser }) => {
    const card = await training(address), { game } = await fought(address, card), page = await phone(browser, UPRIGHT, { textScale: 200, language: 'fr', briefing: true }), wrong = [];
    const [a, b] = card.sides, made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'friend' }], { clock: { kind: 'days', days: 3, timeout: 'claim' } });
    const fits = async (name) => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      wrong.push(...(await page.evaluate((n) => {
        const wide = [...document.querySelectorAll('html, .page, .lobby, .panel, .sheet-top, dialog[open]')].filter((e) => e.scrollWidth > e.clientWidth + 1);
        return wide.map((e) => `${n}: ${e.tagName}.${e.className} ${e.scrollWidth} > ${e.clientWidth}`);
      }, name)));
    };
    const at = async (name, path, css) => {
      await page.goto('about:blank');
      await page.goto(`${address}/#/${path}`);
      await page.locator(css).first().waitFor();
      await fits(name);
    };
    await at('lobby', '', `[data-battle="${card.id}"]`);
    await at('a new game', `new/${card.id}`, '[data-begin]');
    await page.selectOption('[data-against]', 'friend');
    await page.click('[data-terms] summary');
    await page.selectOption('[data-clock-kind]', 'days');
    await fits('terms');
    await at('an invitation', `join/${made.game}/${made.seats[b].invite}`, '[data-sit]');
    await at('account', 'account', '[data-login]');
    await at('rules', `rules/${card.playable[0]}`, 'dt');
    await at('fair dice', `dice/${game}`, 'h2');
    await at('the end', `game/${game}`, 'dialog[open] .score');
    await at('a replay', `game/${game}/at/12`, '[data-share]');
    await at('a briefing', `game/${made.game}/${made.seats[a].secret}`, 'dialog[open]');
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    for (const tab of ['map', 'units', 'log']) (await page.click(`.tabs [data-tab="${tab}"]`), await fits(tab));
    assert.deepEqual(wrong, []);
    assert.deepEqual(page.faults, []);
  },

  'text at 200 % leaves the map its room, at a desk and on a phone; nothing moves for those who want no motion': async ({ address, browser }) => {
    const card = await training(address), rnd = dice(3);
    const desk = await openPage(browser, { settings: { textScale: 200 } }), made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'random' }], { book: 'beginners' });
    await openTable(desk, address, made, card.sides[0]);
    await myTurn(desk);
    assert.ok((await desk.locator('.viewport').boundingBox()).width >= 1400 * 0.55, 'more than half of the width is map');
    const page = await sit(address, browser, UPRIGHT, card, { textScale: 200 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    while (!(await sight(page)).reach.length) await act(page, await sight(page), rnd);
    const box = await page.locator('.viewport').boundingBox(), hint = await page.locator('.hint').boundingBox();
    assert.ok((hint?.y ?? box.y + box.height) - box.y >= 844 * 0.4, `the map is ${Math.round((hint?.y ?? box.y + box.height) - box.y)} px high`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    assert.deepEqual(await page.evaluate(() => document.getAnimations().map((a) => a.animationName ?? 'ride')), []);
    assert.deepEqual(page.faults, []);
  },
};
