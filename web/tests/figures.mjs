// SPDX-License-Identifier: MIT
// make figures: how fast the table is in a real browser, beside what it should be. Nothing fails: a busy machine is no fault of the table.
import { myTurn, newGame, openPage, startBrowser, startServer, training } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

const TRIES = 3;

const tries = async (measure) => {
  const found = [];
  for (let i = 0; i < TRIES; ++i) found.push(await measure());
  return found;
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

  'frames a second while zooming the largest battle (aim 30)': async ({ address, browser }) => {
    const { battles } = await (await fetch(`${address}/api/battles`)).json();
    const card = battles.filter((b) => b.playable.length).sort((a, b) => b.units - a.units)[0];
    const made = await newGame(address, card, [{ kind: 'human' }, { kind: 'random' }]);
    const page = await openPage(browser);
    await page.goto(`${address}/#/game/${made.game}/${made.seats[card.sides[0]].secret}`);
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
  },
};

const server = await startServer(), browser = await startBrowser();
for (const [name, measure] of Object.entries(figures)) {
  const found = await measure({ address: server.address, browser });
  console.log(`${found.map((x) => x.toFixed(0)).join(' ')} ${name}`);
  await Promise.all(browser.contexts().map((c) => c.close()));
}
await browser.close();
await server.stop();
