// SPDX-License-Identifier: MIT
// La Bataille by clicks: The Hedge with a line that wheels and an assault, The Square with a charge that meets one. Random games, always the
// same ones, are opened just before something of the kind happens; from there on nothing is done but by clicks.
import assert from 'node:assert/strict';
import { answered, clickHex, clickIfThere, hexPoint, newGame, myTurn, openPage, openTable, seq, settled, simulated } from './table.mjs';
import { dice, playOn } from './robot.mjs';

const GAMES = 60, MOST = 8; // acts from the first to the last of a chain
const json = async (url) => (await fetch(url)).json();
const cardOf = async (address, id) => (await json(`${address}/api/battles`)).battles.find((b) => b.id === id);
const logOf = async (address, game) => (await json(`${address}/api/games/${game}/log`)).log;
const told = (log, fact) => log.some((e) => e.events?.some((v) => v.fact === fact));

// Opens a game for both sides before `first`, where `last` follows within a few acts and without dice. Acts are those in between.
async function openBefore(browser, address, battle, first, last = first) {
  const card = await cardOf(address, battle), humans = [{ kind: 'human', name: 'Anne' }, { kind: 'human', name: 'Boris' }];
  for (const file of simulated(battle, { book: 'bataille', games: GAMES, seed: 1 })) {
    const acts = file.split('\n').filter((l) => l.startsWith('act ')).map((l) => l.split(' ').slice(1));
    const from = acts.findIndex((a, i) => first(a[1]) && acts.slice(i, i + MOST).some((b) => last(b[1])));
    if (from < 0) continue;
    const chain = acts.slice(from, from + MOST), end = chain.findIndex((a) => last(a[1]));
    if (chain.slice(0, end).some((a) => a[0] === 'Chance')) continue;
    const made = await newGame(address, card, humans, { book: 'bataille', from: { file, acts: from } });
    const pages = {};
    for (const side of card.sides) {
      pages[side] = await openPage(browser, { settings: { name: side } });
      await openTable(pages[side], address, made, side);
    }
    return { game: made.game, pages, chain: chain.slice(0, end + 1).map(([who, ...act]) => ({ side: card.sides[who === 'First' ? 0 : 1], act })) };
  }
  throw new Error(`in ${GAMES} games of ${battle} nothing of the kind came about`);
}

// The map has been laid out and lies still.
const atRest = (page) =>
  page.waitForFunction(() => {
    const m = document.querySelector('.sheet svg')?.getScreenCTM(), now = m ? [m.a, m.e, m.f].join() : '';
    const still = now !== '' && now === window.lastSeen;
    window.lastSeen = now;
    return still;
  }, undefined, { polling: 200 });

// One act with the gestures a player has for it.
async function byClicks(page, [verb, ...operands]) {
  const text = [verb, ...operands].join(' '), act = `[data-act="${text}"]`;
  await myTurn(page);
  await atRest(page);
  const before = await seq(page);
  const hex = operands.find((o) => /^\d{4}$/.test(o)), unit = page.locator(`.counter[data-unit="${operands[0]}"]`);
  if (hex) await clickHex(page, hex);
  else if (!(await clickIfThere(page, `header ${act}`)) && !(await clickIfThere(page, `[data-answer-act="${text}"]`)) && (await unit.count())) await unit.dispatchEvent('click');
  await settled(page);
  await clickIfThere(page, `:is(.menu, .pinned) ${act}`);
  await settled(page);
  if (await page.locator('.drawer .go .primary').count()) await clickIfThere(page, '.drawer .go .primary');
  else if (await page.locator('[data-commit]').count()) await clickIfThere(page, '[data-commit]');
  else if ((await seq(page)) === before) await clickIfThere(page, `header ${act}`); // some units could still act: once more
  await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);
}

const covers = (page, unit) => page.evaluate((u) => Number(document.querySelector(`.counter[data-unit="${u}"] .long`)?.getAttribute('data-hexes') ?? 1), unit);

export const tests = {
  'a line of two hexes wheels by clicks, and is one bar with a chevron in each hex': async ({ address, browser }) => {
    const { pages, chain } = await openBefore(browser, address, 'train-lb-1-hedge', (v) => v === 'pivot');
    const [{ side, act }] = chain, page = pages[side], unit = act[1];
    await myTurn(page);
    assert.ok((await covers(page, unit)) >= 2);
    const before = await page.locator(`.counter[data-unit="${unit}"] .chevron`).first().getAttribute('d');
    await byClicks(page, act);
    assert.match(await page.locator('.lines .entry').last().innerText(), new RegExp(`wheel around ${act[2]}`));
    assert.ok((await covers(page, unit)) >= 2);
    assert.equal(await page.locator(`.counter[data-unit="${unit}"] .chevron`).count(), await covers(page, unit));
    assert.notEqual(await page.locator(`.counter[data-unit="${unit}"] .chevron`).first().getAttribute('d'), before);
    assert.deepEqual(page.faults, []);
  },

  'a leader leaves his stack to be seen, and every step of a march tells what it costs and leaves': async ({ address, browser }) => {
    const { pages, chain } = await openBefore(browser, address, 'train-lb-1-hedge', (v) => v === 'move');
    const [{ side, act }] = chain, page = pages[side];
    await myTurn(page);
    await atRest(page);
    const { roster } = await json(`${address}/api/battles/train-lb-1-hedge?book=bataille`), leaders = roster.filter((r) => r.leader).map((r) => r.id);
    const led = await page.locator('.counter').evaluateAll((all, ids) => {
      const width = (c) => c.querySelector('.face rect').getBoundingClientRect().width;
      return all.filter((c) => ids.includes(c.dataset.unit)).flatMap((c) => {
        const stack = all.filter((u) => u.dataset.hex === c.dataset.hex && !ids.includes(u.dataset.unit));
        return stack.length ? [{ leader: c.dataset.unit, share: width(c) / width(stack[0]), faced: stack.some((u) => u.querySelector('.chevron') || u.querySelector('.letter, [data-form="square"], [data-form="limbered"]')) }] : [];
      });
    }, leaders);
    assert.ok(led.length > 0);
    for (const { leader, share, faced } of led) assert.ok(share < 0.7 && faced, `${leader} ${share} ${faced}`);
    const left = () => page.locator('.labels .mp').allTextContents();
    await page.waitForFunction(() => new Set([...document.querySelectorAll('.labels .mp')].map((x) => x.textContent)).size > 1);
    for (const points of await left()) assert.match(points, /^(\d+½?|½)$/);
    const p = await hexPoint(page, act[2]);
    await page.mouse.move(p.x, p.y);
    await page.waitForSelector('[data-path] .cost');
    for (const cost of await page.locator('[data-path] .cost').allTextContents()) assert.match(cost, /^−(\d+½?|½)$/), assert.notEqual(cost, '−0');
    assert.deepEqual(page.faults, []);
  },

  'fire is weighed hex by hex, every unit tells its Increments, and the order of battle lists it under its leader': async ({ address, browser }) => {
    const { pages, chain } = await openBefore(browser, address, 'train-lb-1-hedge', (v) => v === 'fire-at');
    const [{ side, act }] = chain, page = pages[side];
    await myTurn(page);
    await clickHex(page, act[2]);
    await settled(page);
    await clickIfThere(page, `:is(.menu, .pinned) [data-act="${act.join(' ')}"]`);
    await answered(page);
    await page.locator(`[data-risk="${act[2]}"]`, { hasText: /%|−/ }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    const { roster } = await json(`${address}/api/battles/train-lb-1-hedge?book=bataille`), units = roster.filter((r) => !r.leader).map((r) => r.id);
    assert.ok(units.length > 6 && roster.some((r) => r.leader));
    const shown = await page.locator('.counter').evaluateAll((all) => all.map((c) => [c.dataset.unit, c.querySelector('.strength')?.textContent ?? '']));
    for (const [unit, strength] of shown) assert.equal(/^\d+$/.test(strength), units.includes(unit), `${unit}: ${strength}`);
    await page.keyboard.press('o');
    await page.waitForSelector('[data-army]');
    for (const r of roster.filter((x) => x.side === side)) assert.equal(await page.locator(`[data-army="${r.id}"]`).count(), 1, r.id);
    for (const r of roster.filter((x) => x.side === side && x.commander)) await page.locator(`li:has(> .head [data-army="${r.commander}"]) > .units [data-army="${r.id}"]`).waitFor({ state: 'attached' });
    assert.deepEqual(page.faults, []);
  },

  'an assault is declared by a click, stays drawn until it is fought, and its throw is two dice': async ({ address, browser }) => {
    const { game, pages, chain } = await openBefore(browser, address, 'train-lb-1-hedge', (v) => v === 'assault');
    const [{ side, act }] = chain, page = pages[side];
    await byClicks(page, act);
    assert.ok(told(await logOf(address, game), 'AssaultDeclared'));
    await page.waitForSelector(`.strikes.waiting [data-strike$=" ${act[2]}"]`, { state: 'attached' });
    const fought = async () => { const log = await logOf(address, game); return ['AssaultBegan', 'AssaultOff'].some((f) => told(log, f)); };
    const thrown = () => page.locator('.throw').evaluateAll((all) => all.some((t) => t.children.length === 2)); // dice are shown while they are news
    for (let i = 0; i < 300 && !((await fought()) && (await thrown())); ++i) {
      const { to_act } = await json(`${address}/api/games/${game}`);
      if (to_act) await playOn(pages[to_act], { rnd: dice(i), bold: 5, most: 1 });
      else break;
    }
    assert.ok(await fought(), 'the assault was never fought');
    assert.ok(await thrown(), 'no throw of two dice was shown');
    for (const p of Object.values(pages)) assert.deepEqual(p.faults, []);
  },

  'a charge is declared and ridden by clicks, and a battalion forms square before it': async ({ address, browser }) => {
    const { game, pages, chain } = await openBefore(browser, address, 'train-lb-2-square', (v) => v === 'declare-charge', (v) => v === 'form-square');
    for (const { side, act } of chain) await byClicks(pages[side], act);
    const log = await logOf(address, game), { side, act } = chain.at(-1), page = pages[side];
    assert.ok(told(log, 'ChargeDeclared'));
    assert.match(await page.locator('.lines').innerText(), /forms? square|test (passed|failed)/);
    // Two dice say whether it is in time.
    await page.waitForFunction(() => [...document.querySelectorAll('.throw')].some((t) => t.children.length === 2));
    const formed = await page.locator(`.counter[data-unit="${act[1]}"] [data-form="square"], .counter[data-unit="${act[1]}"] .letter`).count();
    assert.equal(formed > 0, told(log, 'SquareFormed') || told(log, 'Disordered') || told(log, 'Routed'));
    for (const p of Object.values(pages)) assert.deepEqual(p.faults, []);
  },
};
