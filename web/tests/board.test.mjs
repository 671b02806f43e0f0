// SPDX-License-Identifier: MIT
// What the board and its cards tell of units: fields of fire, prices of ways, losses against demoralisation, the reverse of a counter.
import assert from 'node:assert/strict';
import { clickHex, hexPoint, myTurn, newGame, openAt, openBefore, openPage, openTable, seq, settled, simulated } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

const battles = async (address) => (await (await fetch(`${address}/api/battles`)).json()).battles;
const battle = async (address, card) => (await fetch(`${address}/api/battles/${card.id}?book=${card.playable[0]}`)).json();

async function sit(page, address, id) {
  const card = (await battles(address)).find((b) => b.id === id);
  const made = await newGame(address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'recruit' }]);
  await openTable(page, address, made, card.sides[0]);
  await myTurn(page);
  return card;
}

// The place on the map of the first unit whose arm is this, and points at it.
async function pointAt(page, roster, arm) {
  const ids = roster.filter((r) => arm.test(r.arm)).map((r) => r.id);
  const hex = await page.locator('.counter').evaluateAll((all, wanted) => all.find((c) => wanted.includes(c.dataset.unit))?.dataset.hex, ids);
  const p = await hexPoint(page, hex);
  await page.mouse.move(p.x - 60, p.y - 60);
  await page.mouse.move(p.x, p.y, { steps: 3 });
  return hex;
}
const marked = (page, name) => page.locator(`.overlays .${name}`).getAttribute('data-hexes').then((t) => t.split(' ').filter(Boolean));

// Random games of Marengo, always the same ones, until a side is asked the same thing twice with no die between; opens the game for that
// side just before.
async function openQuestions(page, address) {
  const card = (await battles(address)).find((b) => b.id === 'marengo-1800');
  for (const file of simulated(card.id, { book: 'jdg', games: 40, seed: 1 })) {
    const { game } = await newGame(address, card, [{ kind: 'human' }, { kind: 'human' }], { from: { file } });
    const { log } = await (await fetch(`${address}/api/games/${game}/log`)).json();
    const asked = async (seq) => (await (await fetch(`${address}/api/games/${game}/at/${seq}`)).json()).decision;
    const declined = log.filter((e, i) => /^(no|pass)$/.test(e.act?.verb ?? '') && log[i + 1]?.kind === 'act' && log[i + 1].by === e.by);
    for (const first of declined) {
      const [a, b] = [await asked(first.seq - 1), await asked(first.seq)];
      if (a.question !== b.question || a.seat !== b.seat) continue;
      await openAt(page, address, card, game, first.seq - 1, first.by);
      if (await page.locator('[data-pending]').count()) return;
    }
  }
  throw new Error('nobody was asked twice in a row');
}

// Does this overlay change what is seen in a free hex it marks? The same spot is photographed with it and without it.
async function painted(page, name) {
  await page.mouse.move(2, 2);
  await settled(page);
  const taken = await page.locator('.counter').evaluateAll((all) => all.map((c) => c.dataset.hex));
  const box = await page.locator('.viewport').boundingBox(), overlay = page.locator(`.overlays .${name}`);
  for (const hex of (await marked(page, name)).filter((h) => !taken.includes(h))) {
    const p = await hexPoint(page, hex), clip = { x: p.x - 9, y: p.y - 9, width: 18, height: 18 };
    if (p.x < box.x + 30 || p.y < box.y + 30 || p.x > box.x + box.width - 240 || p.y > box.y + box.height - 40) continue;
    const shown = await page.screenshot({ clip });
    await overlay.evaluate((e) => (e.style.visibility = 'hidden'));
    const bare = await page.screenshot({ clip });
    await overlay.evaluate((e) => (e.style.visibility = ''));
    return !shown.equals(bare);
  }
  throw new Error(`no free hex in sight is marked ${name}`);
}

export const tests = {
  'zones, threats, reach, targets and ghosts are seen on the map': async ({ address, browser }) => {
    const page = await openPage(browser), seen = new Set();
    for (let tries = 1; tries < 6 && !['zone', 'reach', 'ghost'].every((n) => seen.has(n)); ++tries) {
      await sit(page, address, 'train-jdg-1-bridge');
      await playOn(page, { rnd: dice(tries), most: 80, bold: 90, until: async () => (await sight(page)).reach.length > 3 && (await page.locator('.overlays .zone').count()) > 0 });
      const { reach } = await sight(page);
      if (!reach.length || !(await page.locator('.overlays .zone').count())) continue;
      for (const name of ['zone', 'reach']) assert.ok(await painted(page, name), `${name} is drawn`), seen.add(name);
      const taken = await page.locator('.counter').evaluateAll((all) => all.map((c) => c.dataset.hex));
      await clickHex(page, reach.find((h) => !taken.includes(h)));
      await page.waitForSelector('.overlays .ghost');
      assert.ok(await painted(page, 'ghost'), 'the ghost is drawn'), seen.add('ghost');
    }
    assert.deepEqual([...seen].sort(), ['ghost', 'reach', 'zone']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.waitForSelector('.overlays .threat');
    assert.ok(await painted(page, 'threat'), 'threats are drawn');
    await page.keyboard.press('t');
    const card = (await battles(address)).find((b) => b.id === 'train-jdg-1-bridge');
    const shot = (await openBefore(page, address, card, (e) => e.act?.verb === 'fire')).act;
    for (let i = 0; i < 12 && !(await page.locator(`.counter.selected[data-unit="${shot.who}"]`).count()); ++i) await page.keyboard.press('Tab');
    await page.waitForSelector('.overlays .target');
    const fill = await page.locator('.overlays .target').evaluate((e) => getComputedStyle(e).fill);
    assert.notEqual(fill, 'none', 'a target is filled; the enemy who stands on it hides the middle');
    assert.deepEqual(page.faults, []);
  },

  'a stack shows its field of fire: in sight, out of sight, and after a turn': async ({ address, browser }) => {
    for (const [id, arm, turns] of [['bleneau-1652', /^artillery$/, false], ['marengo-1800', /^art/, true], ['austerlitz-1805-south', /^art/, true]]) {
      const page = await openPage(browser), card = await sit(page, address, id);
      await pointAt(page, (await battle(address, card)).roster, arm);
      await page.keyboard.press('v');
      await page.waitForSelector('[data-arc]');
      assert.ok((await marked(page, 'arc-open')).length >= 2, `${id}: hexes in sight`);
      if (id === 'bleneau-1652') assert.ok((await marked(page, 'arc-blind')).length > 4, 'own horse stands in the way of the guns');
      assert.equal((await marked(page, 'arc-turned')).length > 0, turns, `${id}: what a turn opens`);
      await page.keyboard.press('Escape');
      await page.waitForSelector('[data-arc]', { state: 'detached' });
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  },

  'the ground is painted by a worker, and on the page where there is none; lobby and minimap alike': async ({ address, browser }) => {
    // How many colours a canvas shows in its middle.
    const colours = (page, selector) => page.locator(selector).first().evaluate((c) => {
      const copy = document.createElement('canvas').getContext('2d');
      copy.drawImage(c, c.width / 3, c.height / 3, 200, 100, 0, 0, 200, 100);
      const { data } = copy.getImageData(0, 0, 200, 100), seen = new Set();
      for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      return seen.size;
    });
    for (const worker of [true, false]) {
      const page = await openPage(browser), started = [];
      page.on('worker', (w) => started.push(w.url()));
      if (!worker) await page.addInitScript(() => delete window.OffscreenCanvas);
      await page.goto(address);
      await page.waitForSelector('.thumb [data-painted="true"]');
      assert.ok((await colours(page, '.thumb [data-painted="true"]')) > 50, 'a thumbnail');
      await sit(page, address, 'train-jdg-1-bridge');
      await page.waitForSelector('canvas.shown');
      assert.ok((await colours(page, 'canvas.shown')) > 50, 'the ground');
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      await page.waitForSelector('.minimap [data-painted="true"]');
      assert.ok((await colours(page, '.minimap [data-painted="true"]')) > 50, 'the minimap');
      assert.equal(started.length > 0, worker, 'who paints');
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  },

  'a large map opens where the first decision is, at a readable size': async ({ address, browser }) => {
    const page = await openPage(browser, { size: { width: 1280, height: 800 } });
    await sit(page, address, 'marengo-1800');
    await page.waitForFunction(() => new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform).a >= 0.84);
    const box = await page.locator('.viewport').boundingBox();
    const seen = await page.locator('.counter.eligible').evaluateAll((all, b) => all.filter((c) => {
      const r = c.getBoundingClientRect();
      return r.left > b.x && r.top > b.y && r.right < b.x + b.width && r.bottom < b.y + b.height;
    }).length, box);
    assert.ok(seen > 0, 'somebody who can act is in sight');
    await page.keyboard.press('z');
    assert.ok((await page.locator('.sheet').evaluate((e) => new DOMMatrix(getComputedStyle(e).transform).a)) < 0.84, 'Z shows the whole map');
    assert.deepEqual(page.faults, []);
  },

  'a counter over several hexes is one bar with its formation and facing in each': async ({ address, browser }) => {
    const page = await openPage(browser);
    let long = null;
    // No book at the table has such counters yet: one is made of a unit on its way to the page.
    const stretch = (text) => {
      const m = JSON.parse(text), units = m.view?.counters?.filter((c) => c.hex && c.facing) ?? [];
      const c = units.find((x) => x.id === long) ?? units[0];
      if (c) {
        long = c.id;
        Object.assign(c, { hex: '0605', hexes: ['0605', '0606', '0607'], facing: 'E', faces_side: false, values: { ...c.values, inc: 8 }, marks: ['line'] });
      }
      return JSON.stringify(m);
    };
    await page.routeWebSocket('**/ws?*', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((m) => socket.send(stretch(m)));
    });
    await sit(page, address, 'train-jdg-1-bridge');
    const unit = page.locator(`.counter[data-unit="${long}"]`);
    assert.equal(await unit.locator('.long').getAttribute('data-hexes'), '3');
    assert.equal(await unit.locator('[data-form="line"]').count(), 3, 'its formation in each hex');
    assert.equal(await unit.locator('.chevron').count(), 3, 'its facing in each hex');
    assert.deepEqual(await unit.locator('.long text').allTextContents(), ['3', '2'], 'what stands in the further hexes of 8 Increments');
    const p = await hexPoint(page, '0607');
    assert.equal(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y).closest('[data-unit]')?.dataset.unit, p), long, 'its last hex belongs to it');
    assert.deepEqual(page.faults, []);
  },

  'counters name their unit near by, and tell their state by their edge': async ({ address, browser }) => {
    const page = await openPage(browser);
    await page.routeWebSocket('**/ws?*', (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const m = JSON.parse(text), [a, b] = m.view?.counters?.filter((c) => c.hex) ?? [];
        if (a && b) (a.marks = ['disordered']), (b.marks = ['routed']);
        socket.send(JSON.stringify(m));
      });
    });
    await sit(page, address, 'train-jdg-1-bridge');
    assert.equal(await page.locator('.face .bars').count(), 1);
    assert.equal(await page.locator('.face .comb').count(), 1);
    const dashes = await page.locator('.face .bars, .face .comb').evaluateAll((all) => all.map((e) => getComputedStyle(e).strokeDasharray));
    assert.equal(new Set(dashes).size, 2, 'they differ without colour');
    const tag = page.locator('.counter .tag text').first(), shown = () => tag.evaluate((e) => getComputedStyle(e.parentElement).display !== 'none');
    await page.keyboard.press('0');
    assert.equal(await shown(), false);
    for (let i = 0; i < 4; ++i) await page.keyboard.press('+');
    assert.equal(await shown(), true);
    assert.ok((await tag.textContent()).length > 1);
    assert.deepEqual(page.faults, []);
  },

  'every formation of a side wears a colour of its own': async ({ address, browser }) => {
    const page = await openPage(browser), card = await sit(page, address, 'austerlitz-1805-south');
    const worn = new Map(), { roster } = await battle(address, card);
    for (const r of roster.filter((x) => !x.leader)) {
      const stripe = page.locator(`.counter[data-unit="${r.id}"] .face > path`).first();
      if (!(await stripe.count())) continue; // not on the map yet
      const column = `${r.side} ${r.formation}`, colour = await stripe.getAttribute('fill');
      assert.equal(worn.get(column) ?? colour, colour, `${column} wears one colour`);
      worn.set(column, colour);
    }
    const allied = [...worn].filter(([column]) => column.startsWith('Allied')).map(([, colour]) => colour);
    assert.equal(allied.length, 4, 'columns on the map');
    assert.equal(new Set(allied).size, allied.length, 'no two look alike');
    assert.deepEqual(page.faults, []);
  },

  'a battery in hand shows its field of fire before it fires': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await battles(address)).find((b) => b.id === 'train-jdg-1-bridge');
    const shot = (await openBefore(page, address, card, (e) => e.act?.verb === 'fire')).act;
    for (let i = 0; i < 12 && !(await page.locator(`.counter.selected[data-unit="${shot.who}"]`).count()); ++i) await page.keyboard.press('Tab');
    await page.waitForSelector('[data-arc]');
    const field = [...(await marked(page, 'arc-open')), ...(await marked(page, 'arc-turned'))];
    assert.ok(field.includes(shot.hex), 'what it fires at lies within its field');
    assert.ok((await sight(page)).targets.every((t) => field.includes(t)));
    assert.deepEqual(page.faults, []);
  },

  'a way shows the price of each step with its rule, in every book and in French': async ({ address, browser }) => {
    for (const [id, rule, language] of [['train-jdg-1-bridge', /4\.3/, 'en'], ['train-gs-1-mill', /TET-\d/, 'fr'], ['train-tg-1-causeway', /TC-\d/, 'en']]) {
      const page = await openPage(browser, { settings: { language } });
      let told = '';
      for (let tries = 1; tries < 6 && !rule.test(told); ++tries) {
        await sit(page, address, id);
        await playOn(page, { rnd: dice(tries), most: 60, bold: 90, until: async () => (await sight(page)).reach.length > 5 });
        const far = (await sight(page)).reach.at(-1);
        if (!far) continue;
        const p = await hexPoint(page, far);
        await page.mouse.move(p.x, p.y, { steps: 3 });
        told = (await page.waitForSelector('[data-path] small', { timeout: 15000 }).catch(() => null)) ? await page.locator('[data-path]').innerText() : '';
      }
      assert.match(told, rule, `${id}: ${told}`);
      assert.match(told, /−\d/, 'what the step costs');
      if (language === 'fr') assert.match(told, /Dégagé|Route|Bois|prix de chaque pas/);
      assert.equal(await page.locator('.drawer').count(), 0, 'a way opens no combat drawer');
      assert.deepEqual(page.faults, []);
      await page.context().close();
    }
  },

  'formations show what they have lost against what they bear': async ({ address, browser }) => {
    const page = await openPage(browser);
    await sit(page, address, 'train-gs-1-mill');
    const text = await page.locator('[data-formation]').evaluateAll((all) => all.map((f) => f.innerText.replace(/\s+/g, ' ').trim()));
    assert.ok(text.length >= 4 && text.every((t) => /\d+\/\d+$/.test(t)), text.join(' | '));
    assert.match(await page.locator('[data-formation]').first().getAttribute('title'), /morale points lost; it breaks at \d+/);
    assert.doesNotMatch((await page.locator('.sides .facts').allInnerTexts()).join(), /morale/i, 'told once');
    assert.deepEqual(page.faults, []);
  },

  'Shift turns the counters over': async ({ address, browser }) => {
    for (const [id, key] of [['train-jdg-1-bridge', 'sp'], ['train-gs-1-mill', 'cp'], ['train-tg-1-causeway', 'sp']]) {
      const page = await openPage(browser), card = await sit(page, address, id);
      const { roster } = await battle(address, card), shown = await page.locator('.counter').evaluateAll((all) => all.map((c) => c.dataset.unit));
      const one = roster.find((r) => shown.includes(r.id) && r[`back.${key}`] && r[`back.${key}`] !== '0' && r[`back.${key}`] !== r[key]);
      assert.ok(one, `${id} has a counter with another reverse`);
      const strength = () => page.locator(`.counter[data-unit="${one.id}"] .strength`).textContent();
      assert.equal(await strength(), one[key]);
      await page.keyboard.down('Shift');
      assert.equal(await strength(), one[`back.${key}`]);
      await page.keyboard.up('Shift');
      assert.equal(await strength(), one[key]);
      await page.context().close();
    }
  },

  'questions of one kind are asked together and answered in one go': async ({ address, browser }) => {
    const page = await openPage(browser);
    await openQuestions(page, address);
    const count = Number(await page.locator('[data-pending]').getAttribute('data-pending')), at = await seq(page);
    assert.ok(count >= 2);
    assert.equal(await page.locator('[data-pending] select').count(), count);
    const names = await page.locator('[data-pending] label span').allInnerTexts();
    assert.equal(new Set(names).size, count, `each says who is asked: ${names}`);
    await page.click('[data-decline-all]');
    await page.waitForFunction(([n, k]) => Number(document.querySelector('.table').dataset.seq) >= n + k, [at, count]);
    assert.deepEqual(page.faults, []);
  },
};
