// SPDX-License-Identifier: MIT
// make figures: how fast the table is in a real browser, beside what it should be. Nothing fails: a busy machine is no fault of the table.
import { clickIfThere, hexPoint, myTurn, newGame, openPage, openTable, seq, settled, startBrowser, startServer, training } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

const TRIES = 3, LONG = Number(process.env.LONG ?? 120) * 1000; // seconds for each figure that a game gives
const only = process.argv[2] ?? '';
const cards = async (address) => (await (await fetch(`${address}/api/battles`)).json()).battles;

const tries = async (measure) => {
  const found = [];
  for (let i = 0; i < TRIES; ++i) found.push(await measure());
  return found;
};

// Frames a second while the wheel zooms the map.
const framesOf = (pick) => async ({ address, browser }) => {
  const card = pick((await cards(address)).filter((b) => b.playable.length));
  const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'random' }]);
  const page = await openPage(browser);
  await openTable(page, address, made, card.sides[0]);
  await myTurn(page);
  // Frames a second over two seconds, with the wheel turned at every frame.
  const measure = () => page.evaluate(() => new Promise((resolve) => {
    const view = document.querySelector('.viewport'), box = view.getBoundingClientRect();
    const began = performance.now();
    let frames = 0;
    const beat = () => {
      const t = performance.now() - began;
      if (t > 2000) return resolve((frames * 1000) / t);
      view.dispatchEvent(new WheelEvent('wheel', { deltaY: Math.sin(t / 350) * 60, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true }));
      ++frames;
      requestAnimationFrame(beat);
    };
    requestAnimationFrame(beat);
  }));
  return tries(measure);
};

const figures = {
  'ms from a cold start of the server to a playable board (aim 2000)': async ({ browser }) => {
    const page = await openPage(browser);
    return tries(async () => {
      const began = Date.now(), server = await startServer();
      const card = await training(server.address);
      const made = await newGame(server.address, card, [{ kind: 'human' }, { kind: 'random' }]);
      await page.goto(`${server.address}/#/game/${made.game}/${made.seats[card.sides[0]].secret}`);
      await page.waitForSelector('.counter.eligible, .prompt[data-mine="true"]');
      const ms = Date.now() - began;
      await server.stop();
      return ms;
    });
  },

  'ms until a click is answered on screen (aim 100)': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    await page.goto(`${address}/#/new/${card.id}`);
    await page.click('[data-begin]');
    await page.waitForSelector('.table');
    await playOn(page, { rnd: dice(3), bold: 90, until: async () => (await sight(page)).reach.length > 3 });
    const hexes = (await sight(page)).reach;
    let i = 0;
    return tries(() => page.evaluate((hex) => new Promise((resolve) => {
      const c = Number(hex.slice(0, 2)), r = Number(hex.slice(2)), R = 40, H = R * Math.sqrt(3);
      const p = new DOMPoint(R + (c - 1) * 1.5 * R, H / 2 + (r - 1) * H + (c & 1 ? H / 2 : 0)).matrixTransform(document.querySelector('.sheet svg').getScreenCTM());
      const began = performance.now();
      document.elementFromPoint(p.x, p.y).dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: p.x, clientY: p.y }));
      const look = () => (document.querySelector('.overlays .ghost') ? requestAnimationFrame(() => resolve(performance.now() - began)) : requestAnimationFrame(look));
      look();
    }), hexes[i++ % hexes.length]));
  },

  'frames a second while zooming the largest battle (aim 30)': framesOf((all) => all.sort((a, b) => b.units - a.units)[0]),
  'frames a second while zooming Quatre-Bras (aim 30)': framesOf((all) => all.find((b) => b.id === 'quatre-bras-1815')),

  'frames a second while panning Austerlitz (aim 60)': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'austerlitz-1805-south');
    const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'random' }]);
    await openTable(page, address, made, card.sides[0]);
    await myTurn(page);
    await page.keyboard.press('0');
    await settled(page);
    // Frames a second over two seconds, with an arrow key at every frame, to and fro.
    return tries(() => page.evaluate(() => new Promise((resolve) => {
      const began = performance.now();
      let frames = 0;
      const beat = () => {
        const t = performance.now() - began;
        if (t > 2000) return resolve((frames * 1000) / t);
        document.querySelector('.viewport').dispatchEvent(new KeyboardEvent('keydown', { key: Math.floor(t / 500) % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true, cancelable: true }));
        ++frames;
        requestAnimationFrame(beat);
      };
      requestAnimationFrame(beat);
    })));
  },

  // Of one formation at The Bridge: three units, their commander and one attack, with the gestures a player would use.
  'clicks and drags for an activation of three units, a leader and one attack (aim 12)': async ({ address, browser }) => {
    const page = await openPage(browser), card = await training(address);
    const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'human' }], { book: 'jdg' });
    const seat = (side) => `${address}/#/game/${made.game}/${made.seats[side].secret}`;
    let counted = 0;
    const press = async (selector) => (await clickIfThere(page, selector)) && (++counted, await settled(page));
    const drag = async (from, to) => {
      const a = await hexPoint(page, from), b = await hexPoint(page, to);
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move(b.x, b.y, { steps: 6 });
      await page.mouse.up();
      ++counted;
      await settled(page);
      if (await page.locator('[data-commit]').count()) await press('[data-commit]');
    };
    // Both sides are played from here; White only ends its steps.
    for (let tries = 0; tries < 60; ++tries) {
      const { to_act: side } = await (await fetch(`${address}/api/games/${made.game}`)).json();
      await page.goto(seat(side ?? card.sides[0]));
      await page.reload();
      await page.waitForSelector('.prompt[data-mine="true"], .table[data-over="true"]');
      const asked = await page.locator('.prompt').getAttribute('data-question');
      const order = page.locator('.counter[data-unit="b3"].eligible');
      if (side === card.sides[0] && asked === 'PlaceOrders' && (await order.count())) await order.dispatchEvent('click');
      else if (side === card.sides[0] && asked === 'ChooseMover' && (await order.count())) break;
      else await playOn(page, { rnd: dice(1), most: 1, bold: 0 });
      await settled(page);
      if (await page.locator('[data-commit]').count()) await page.click('[data-commit]');
    }
    counted = 0;
    const before = await seq(page);
    await drag('0407', '0707');
    await drag('0307', '0606');
    await drag('0306', '0605');
    await drag('0305', '0506');
    for (let i = 0; i < 3 && (await page.locator('.prompt').getAttribute('data-question')) !== 'DeclareShock'; ++i) await press('header .primary, header [data-act="done"]');
    await page.mouse.click(...Object.values(await hexPoint(page, '0807')));
    ++counted;
    await page.waitForSelector('.drawer .go .primary');
    await press('.drawer .go .primary');
    await press('.drawer [data-next], header [data-act="done"]');
    const { log } = await (await fetch(`${address}/api/games/${made.game}/log`)).json();
    const done = log.filter((e) => e.seq > before - 3 && e.act?.who), moved = new Set(done.filter((e) => e.act.verb === 'move').map((e) => e.act.who));
    if (moved.size < 4 || !done.some((e) => e.act.verb === 'shock')) throw new Error(`moved ${[...moved]}, ${done.map((e) => e.act.text).join('; ')}`);
    return [counted];
  },

  // I pass whatever a machine's move asks me, with the button beside the answers.
  'questions in each enemy activation at Bléneau, worst last (aim 6)': async ({ address, browser }) => {
    const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'bleneau-1652');
    const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'recruit' }]);
    await openTable(page, address, made, card.sides[0]);
    const asked = new Map();
    let before = -1; // seq of the question counted last
    for (const end = Date.now() + LONG; Date.now() < end && (await myTurn(page, 120000)); ) {
      const question = await page.locator('.prompt').getAttribute('data-question');
      if (question === 'React') {
        const drawn = (await page.locator('.marker.now').allInnerTexts()).join(), turn = (await page.locator('.strip b').innerText());
        const now = await seq(page);
        if (now !== before) asked.set(turn + drawn, (asked.get(turn + drawn) ?? 0) + 1);
        before = now;
        await clickIfThere(page, '[data-answer-act="pass"]');
        await settled(page);
      } else await playOn(page, { rnd: dice(1), most: 1, bold: 0 });
    }
    return [...asked.values()].sort((a, b) => a - b).slice(-8);
  },

  ...Object.fromEntries(['recruit', 'veteran'].map((level) => [
    `ms between two decisions of mine at Austerlitz against a ${level}, median and longest (aim ${level === 'recruit' ? '1000, 3000' : '15000 longest'})`,
    async ({ address, browser }) => {
      const page = await openPage(browser), card = (await cards(address)).find((b) => b.id === 'austerlitz-1805-south');
      const made = await newGame(address, card, [{ kind: 'human' }, { kind: level }]);
      await openTable(page, address, made, card.sides[0]);
      const waits = [];
      for (const end = Date.now() + LONG; Date.now() < end && (await myTurn(page, 300000)); ) {
        const others = () => page.evaluate(() => document.querySelectorAll('.lines .entry').length);
        const before = await others();
        await playOn(page, { rnd: dice(2), most: 1, bold: 0 });
        const began = Date.now();
        if (!(await myTurn(page, 300000))) break;
        if ((await others()) > before + 1) waits.push(Date.now() - began);
      }
      waits.sort((a, b) => a - b);
      return [waits[waits.length >> 1] ?? 0, waits.at(-1) ?? 0];
    },
  ])),
};

const server = await startServer(), browser = await startBrowser();
for (const [name, measure] of Object.entries(figures).filter(([n]) => n.includes(only))) {
  const found = await measure({ address: server.address, browser });
  console.log(`${found.map((x) => x.toFixed(0)).join(' ')} ${name}`);
  await Promise.all(browser.contexts().map((c) => c.close()));
}
await browser.close();
await server.stop();
