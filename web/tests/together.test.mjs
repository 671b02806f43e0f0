// SPDX-License-Identifier: MIT
// Two browsers at one table, one of them cut off; watchers; a friend at the same screen.
import assert from 'node:assert/strict';
import { myTurn, newGame, openPage, openTable, seq, training } from './table.mjs';
import { dice, playOn } from './robot.mjs';

const entries = (page) => page.locator('.entry').evaluateAll((all) => all.map((e) => Number(e.dataset.seq)));
const frames = (page) => {
  const heard = [];
  page.on('websocket', (ws) => ws.on('framereceived', (f) => heard.push(String(f.payload))));
  return heard;
};

// A line to the server that can be cut and mended.
async function breakable(page) {
  const line = { cut: false, open: new Set(), joins: 0 };
  await page.routeWebSocket(/\/ws\?/, (ws) => {
    ++line.joins;
    if (line.cut) return void ws.close({ code: 1001 });
    const server = ws.connectToServer();
    line.open.add(ws);
    ws.onClose(() => (line.open.delete(ws), server.close()));
  });
  line.sever = async () => {
    line.cut = true;
    for (const ws of line.open) await ws.close({ code: 1001 });
  };
  return line;
}

async function seatByLink(address, browser, card) {
  const anne = await openPage(browser);
  await anne.goto(address);
  await anne.click(`[data-play="${card.id}"]`);
  await anne.selectOption('[data-against]', 'friend');
  await anne.click('[data-begin]');
  const link = await anne.locator('[data-invite]').inputValue();
  await anne.getByRole('button', { name: 'Go to the table' }).click();
  await anne.waitForSelector('.table');
  const bruno = await openPage(browser, { settings: { name: 'Bruno' } });
  const line = await breakable(bruno);
  await bruno.goto(link);
  await bruno.click('[data-sit]');
  await bruno.waitForSelector('.table');
  return { anne, bruno, line };
}

// Lets both play until `acts` more entries are in the first one's log.
async function exchange(anne, bruno, rnd, acts) {
  const goal = (await seq(anne)) + acts;
  while ((await seq(anne)) < goal) {
    const page = await Promise.any([anne, bruno].map((p) => p.waitForSelector('.prompt[data-mine="true"], .table[data-over="true"]').then(() => p)));
    if ((await page.locator('.table').getAttribute('data-over')) === 'true') return;
    const before = await seq(page);
    await playOn(page, { rnd, most: 1, bold: 25 });
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);
  }
}

export const tests = {
  'two browsers play each other through a link; one is cut off and resumes with nothing missed or doubled': async ({ address, browser }) => {
    const card = await training(address), rnd = dice(11);
    const { anne, bruno, line } = await seatByLink(address, browser, card);
    assert.match(await anne.locator('.entry.seat').innerText(), /Bruno/);
    await exchange(anne, bruno, rnd, 12);
    await line.sever();
    await bruno.waitForSelector('.broken');
    const cutAt = await seq(bruno);
    for (let i = 0; i < 3 && (await anne.locator('.prompt[data-mine="true"]').count()); ++i) await playOn(anne, { rnd, most: 1, bold: 90 }); // until it is the other's turn, who is away
    await anne.fill('#chat', 'are you still there?');
    await anne.keyboard.press('Enter');
    await anne.locator('.entry.chat').waitFor();
    line.cut = false;
    await bruno.waitForSelector('.broken', { state: 'detached' });
    await bruno.locator('.entry.chat', { hasText: 'are you still there?' }).waitFor();
    assert.ok((await seq(bruno)) > cutAt && line.joins >= 2);
    await exchange(anne, bruno, rnd, 6);
    for (const page of [anne, bruno]) {
      const seqs = await entries(page);
      assert.deepEqual(seqs, [...new Set(seqs)].sort((a, b) => a - b), 'no entry comes twice, none out of order');
      assert.equal(Number(await page.locator('.lines').getAttribute('data-entries')), await seq(page), 'none is missing');
      assert.deepEqual(page.faults, []);
    }
  },

  'a takeback past a die wants the other side’s consent and is logged': async ({ address, browser }) => {
    const card = await training(address), rnd = dice(4);
    const { anne, bruno } = await seatByLink(address, browser, card);
    await exchange(anne, bruno, rnd, 14);
    await anne.locator('.prompt').click();
    await anne.keyboard.press('Shift+U');
    await bruno.getByRole('button', { name: 'Agree' }).click();
    await bruno.locator('.entry.takeback').waitFor();
    await anne.locator('.entry.takeback').waitFor();
  },

  'a watcher comes by the public link, sees the fight and no order that lies face down': async ({ address, browser }) => {
    const card = await training(address);
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'human', name: 'Bruno' }]);
    const watcher = await openPage(browser);
    const heard = frames(watcher);
    await openTable(watcher, address, made);
    assert.equal(await watcher.locator('header .undo').count(), 0);
    assert.match(await watcher.locator('.watching').innerText(), /Watching/);

    // Both sides give orders through their own sockets; the watcher's wire must not tell which unit got one.
    const seats = Object.values(made.seats).map((s) => s.secret);
    const player = await openPage(browser);
    await player.addInitScript(([game, sides, secrets]) => localStorage.setItem('tambour.seats', JSON.stringify(sides.map((side, i) => ({ game, side, secret: secrets[i] })))), [made.game, Object.keys(made.seats), seats]);
    await openTable(player, address, { game: made.game });
    await myTurn(player);
    const orders = player.locator('[data-list-act^="order "]');
    await player.click('[data-sheet="acts"]');
    await player.waitForSelector('[data-list-act]');
    let given = 0;
    for (; given < 2 && (await orders.count()); ++given) {
      const at = await seq(player);
      await orders.first().click();
      await player.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) !== n, at);
    }
    assert.ok(given > 0, 'the battle begins with orders');
    await playOn(player, { rnd: dice(2), most: 12, bold: 5 });
    await watcher.waitForFunction(() => document.querySelectorAll('.entry').length > 2);
    const wire = heard.join('\n');
    assert.ok(wire.length > 1000, 'the watcher hears the game');
    assert.doesNotMatch(wire, /"verb":"order"/, 'no order act on the public wire');
    for (const secret of seats) assert.ok(!wire.includes(secret), 'no seat secret on the public wire');
    const hello = JSON.parse(heard.find((f) => f.includes('"hello"')));
    assert.ok(hello.view.counters.every((c) => !c.marks.includes('orders') && !c.marks.includes('no-orders')), 'face-down orders are not in the view');
    assert.deepEqual(watcher.faults, []);
  },

  'an open seat is listed in the lobby and taken there': async ({ address, browser }) => {
    const card = await training(address);
    const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'open' }]);
    const page = await openPage(browser, { settings: { name: 'Clara' } });
    await page.goto(address);
    await page.locator(`[data-game="${made.game}"]`).getByRole('button', { name: 'Sit down' }).click();
    await page.waitForSelector('.table');
    assert.equal(await page.locator('.you').count(), 1);
    const late = await fetch(`${address}/api/games/${made.game}/join`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Late"}' });
    assert.equal(late.status, 409);
  },
};
