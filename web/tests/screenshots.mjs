// SPDX-License-Identifier: MIT
// Pictures for the README, into docs/img: made by playing, so every run shows another game.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answered, clickHex, hexPoint, myTurn, newGame, openBefore, openFight, openPage, openTable, startBrowser, startServer, training } from './table.mjs';
import { dice, playOn, sight } from './robot.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'img');
mkdirSync(folder, { recursive: true });
const PAINTED = 6000; // ms until the ground of the largest map is surely painted
const server = await startServer(), browser = await startBrowser();
const shot = async (page, name) => {
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`docs/img/${name}.png`);
};

async function table(card, options = {}) {
  const page = await openPage(browser, options);
  const made = await newGame(server.address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'recruit' }]);
  await openTable(page, server.address, made, card.sides[0]);
  await myTurn(page);
  return page;
}

async function lobby() {
  const page = await openPage(browser);
  await page.goto(server.address);
  await page.waitForFunction(() => document.querySelectorAll('.thumb [data-painted="true"]').length >= 3);
  await shot(page, 'lobby');
}

async function zooms() {
  const { battles } = await (await fetch(`${server.address}/api/battles`)).json();
  const card = battles.find((b) => b.id === 'marengo-1800' && b.playable.length) ?? battles.filter((b) => b.playable.length).sort((a, b) => b.units - a.units)[0];
  const page = await table(card);
  await page.waitForTimeout(PAINTED);
  await shot(page, 'board-whole');
  await page.keyboard.press('0');
  const marengo = Object.entries((await (await fetch(`${server.address}/api/battles/${card.id}`)).json()).map.names).find(([, n]) => card.id.startsWith(n.toLowerCase()))?.[0];
  if (marengo) {
    for (let i = 0; i < 12; ++i) {
      const p = await hexPoint(page, marengo);
      if (Math.abs(p.x - 500) < 80 && Math.abs(p.y - 430) < 80) break;
      if (Math.abs(p.x - 500) >= 80) await page.keyboard.press(p.x < 500 ? 'ArrowLeft' : 'ArrowRight');
      if (Math.abs(p.y - 430) >= 80) await page.keyboard.press(p.y < 430 ? 'ArrowUp' : 'ArrowDown');
    }
  }
  await shot(page, 'board');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('+');
  await shot(page, 'board-near');
}

async function moveAndWhy(card) {
  const page = await table(card);
  await playOn(page, { rnd: dice(3), bold: 90, until: async () => (await sight(page)).reach.length > 12 });
  const { reach } = await sight(page);
  const p = await hexPoint(page, reach[Math.floor(reach.length * 0.7)]);
  await page.mouse.move(p.x, p.y);
  await shot(page, 'move');
  await clickHex(page, '1003');
  await page.waitForSelector('.why');
  await shot(page, 'why');
}

async function stack(card) {
  const page = await table(card);
  const hex = await page.locator('.counter').evaluateAll((all) => all.map((c) => c.dataset.hex).find((h, i, hexes) => hexes.indexOf(h) !== i));
  const p = await hexPoint(page, hex);
  await page.mouse.move(p.x - 150, p.y - 100);
  await page.mouse.move(p.x, p.y, { steps: 4 });
  await page.waitForSelector('.fan');
  await shot(page, 'stack');
}

async function drawer(card) {
  const page = await openPage(browser);
  await openFight(page, server.address, card, { players: 'recruit,recruit', verbs: /^(shock|resolve)/, rival: 'recruit', weight: 'tbody tr:nth-child(2)' });
  await page.waitForSelector('.drawer .units');
  await shot(page, 'drawer');
  await page.click('.drawer .go .primary');
  if (await page.waitForSelector('.drawer [data-next]', { timeout: 1500 }).catch(() => null)) await page.click('.drawer [data-next]');
  await page.waitForSelector('.drawer .lit-table');
  await page.waitForTimeout(1200);
  await shot(page, 'result');
}

// A battery of La Bataille aims at a line; its shot bounces on.
async function bataille() {
  const { battles } = await (await fetch(`${server.address}/api/battles`)).json();
  const page = await openPage(browser);
  await openBefore(page, server.address, battles.find((b) => b.id === 'train-lb-1-hedge'), (e) => e.act?.verb === 'fire-at', {
    opened: async (entry) => {
      await clickHex(page, entry.act.hex);
      await answered(page);
      return (await page.locator('[data-risk]').count()) > 1;
    },
  });
  await shot(page, 'bataille');
}

// Two machines fight it out, so that there is something to plot.
async function victory() {
  const { battles } = await (await fetch(`${server.address}/api/battles`)).json();
  const page = await openPage(browser), card = battles.find((b) => b.id === 'train-jdg-2-square' && b.playable.length) ?? (await training(server.address));
  const made = await newGame(server.address, card, [{ kind: 'recruit', name: 'Anne' }, { kind: 'recruit' }]);
  await page.goto(`${server.address}/#/game/${made.game}`);
  await page.waitForSelector('dialog[open] .plots', { timeout: 90000 });
  await shot(page, 'victory');
}

async function small(card) {
  const page = await table(card, { size: { width: 800, height: 1000 }, settings: { language: 'fr' } });
  await playOn(page, { rnd: dice(3), bold: 90, until: async () => (await sight(page)).reach.length > 6 });
  await shot(page, 'small-french');
}

const card = await training(server.address), wanted = process.argv[2];
for (const [name, make] of Object.entries({ lobby, zooms, stack, moveAndWhy, drawer, bataille, victory, small })) {
  if (!wanted || wanted === name) await make(card);
  await Promise.all(browser.contexts().map((c) => c.close()));
}
await browser.close();
await server.stop();
