// Figures the table must keep: size of the client, time to a playable board, answer to a click, frames while zooming.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { myTurn, newGame, openPage, startServer, training } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const TRIES = 3;
// The best of three tries, and no more than needed.
const best = async (measure, better, enough) => {
  let found;
  for (let i = 0; i < TRIES && !(found !== undefined && enough(found)); ++i) {
    const now = await measure();
    if (found === undefined || better(now, found)) found = now;
  }
  return found;
};

export const tests = {
  'the client weighs 150 KB gzipped or less': async () => {
    const files = ['index.html', ...readdirSync(join(dist, 'assets')).map((f) => join('assets', f))];
    const weight = files.reduce((sum, f) => sum + gzipSync(readFileSync(join(dist, f)), { level: 9 }).length, 0);
    console.log(`      ${(weight / 1024).toFixed(1)} KB`);
    assert.ok(weight <= 150 * 1024, `${weight} bytes`);
  },

  'from a cold start of the server to a playable board in 2 s': async ({ browser }) => {
    const page = await openPage(browser);
    const took = await best(async () => {
      const began = Date.now(), server = await startServer();
      const card = await training(server.address);
      const made = await newGame(server.address, card, [{ kind: 'human' }, { kind: 'random' }]);
      await page.goto(`${server.address}/#/game/${made.game}/${made.seats[card.sides[0]].secret}`);
      await page.waitForSelector('.counter.eligible, .prompt[data-mine="true"]');
      const ms = Date.now() - began;
      await server.stop();
      return ms;
    }, (a, b) => a < b, (ms) => ms <= 2000);
    console.log(`      ${took} ms`);
    assert.ok(took <= 2000, `${took} ms`);
  },

  'a click is answered on screen in 100 ms': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser);
    await page.goto(`${address}/#/new/${card.id}`);
    await page.click('[data-begin]');
    await page.waitForSelector('.table');
    await playOn(page, { rnd: dice(3), bold: 90, until: async () => (await sight(page)).reach.length > 3 });
    const hexes = (await sight(page)).reach;
    let i = 0;
    const took = await best(() => page.evaluate((hex) => new Promise((resolve) => {
      const c = Number(hex.slice(0, 2)), r = Number(hex.slice(2)), R = 40, H = R * Math.sqrt(3);
      const p = new DOMPoint(R + (c - 1) * 1.5 * R, H / 2 + (r - 1) * H + (c & 1 ? H / 2 : 0)).matrixTransform(document.querySelector('.sheet svg').getScreenCTM());
      const began = performance.now();
      document.elementFromPoint(p.x, p.y).dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: p.x, clientY: p.y }));
      const look = () => (document.querySelector('.overlays .ghost') ? requestAnimationFrame(() => resolve(performance.now() - began)) : requestAnimationFrame(look));
      look();
    }), hexes[i++ % hexes.length]), (a, b) => a < b, (ms) => ms <= 100);
    console.log(`      ${took.toFixed(0)} ms`);
    assert.ok(took <= 100, `${took} ms`);
  },

  'zooming the largest battle keeps 30 frames a second': async ({ address, browser }) => {
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
    const rate = await best(measure, (a, b) => a > b, (found) => found >= 30);
    console.log(`      ${card.id}: ${rate.toFixed(0)} frames a second`);
    assert.ok(rate >= 30, `${rate} frames a second`);
  },
};
