// SPDX-License-Identifier: MIT
// A server on a free loopback port with its own store, Debian's Chromium, and the small moves every test makes.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// How long something may take on a machine that does much else besides (ms). Tests wait for what they can see; these only end a test that hangs.
const PATIENCE = 45000, LONG = 120000;

const tambour = process.env.TAMBOUR ?? join(root, 'build', 'tambour');

// Whole games of machines as files: the same for the same seed.
export function simulated(battle, { book, games, seed, players = 'random,random' }) {
  const folder = mkdtempSync(join(tmpdir(), 'tambour-games-'));
  try {
    execFileSync(tambour, ['simulate', battle, '--ruleset', book, '--games', games, '--seed', seed, '--players', players, '--save', folder].map(String), { cwd: root });
    return readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const shippedData = join(root, 'data');

// `folder` and `port` of a server that was killed start it again where it was.
export async function startServer({ folder = mkdtempSync(join(tmpdir(), 'tambour-table-')), port = 0, data = shippedData, options = [] } = {}) {
  const child = spawn(tambour, ['serve', '--port', String(port), '--store', join(folder, 'games.db'), '--log-level', 'warning', ...options], { cwd: root, env: { ...process.env, TAMBOUR_DATA: data } });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the server did not start: ${said}`)), LONG);
    const hear = (chunk) => {
      said += chunk;
      const found = /http:\/\/\S+:\d+/.exec(said);
      if (found) (clearTimeout(late), resolve(found[0].replace('localhost', '127.0.0.1')));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const ended = (signal) => new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
  const stop = () => ended('SIGTERM').then(() => rmSync(folder, { recursive: true, force: true }));
  return { address, folder, port: Number(new URL(address).port), stop, kill: () => ended('SIGKILL') };
}

export const startBrowser = () => chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });

// A page with settings of its own. What goes wrong in it is gathered in page.faults.
export async function openPage(browser, { size = { width: 1400, height: 880 }, settings = {}, context: given } = {}) {
  const context = given ?? (await browser.newContext({ viewport: size }));
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (e) => page.faults.push(e.message));
  page.on('console', (m) => m.type() === 'error' && !/WebSocket|ERR_INTERNET|Failed to load resource/.test(m.text()) && page.faults.push(m.text()));
  await page.addInitScript((s) => {
    if (location.protocol.startsWith('http') && !localStorage.getItem('tambour.settings')) localStorage.setItem('tambour.settings', JSON.stringify(s));
  }, { language: 'en', pace: 'instant', name: 'Anne', follow: false, briefing: false, ...settings });
  page.setDefaultTimeout(PATIENCE);
  return page;
}

export async function post(address, path, body) {
  const answer = await fetch(address + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

// The smallest training battle the server can play: what the lobby offers a newcomer.
export async function training(address) {
  const { battles } = await (await fetch(`${address}/api/battles`)).json();
  const card = battles.filter((b) => b.playable.length && b.id.startsWith('train-')).sort((a, b) => a.units - b.units)[0];
  if (!card) throw new Error('the server has no training battle it can play');
  return card;
}

// Makes a game without the lobby; kinds as in POST /api/games, first side first.
export async function newGame(address, card, kinds, extra = {}) {
  const [a, b] = card.sides;
  return post(address, '/api/games', { battle: card.id, book: card.playable[0], seats: { [a]: kinds[0], [b]: kinds[1] }, pace_ms: 0, ...extra });
}

// Opens a game in the seat of a side, or as a watcher, and waits until this table is laid: another may lie open before it.
export async function openTable(page, address, { game, seats }, side) {
  await page.goto(`${address}/#/game/${game}${side ? `/${seats[side].secret}` : ''}`);
  await page.waitForSelector(`.table[data-game="${game}"]`);
}

export const seq = (page) => page.locator('.table').getAttribute('data-seq').then(Number);
export const question = (page) => page.locator('.prompt').getAttribute('data-question');

// Waits until what was done has had its effect: nothing sent is unanswered but odds and advice, and the page is drawn.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-busy') !== 'true', undefined, { polling: 'raf' });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// Waits until nothing at all is unanswered: odds and advice are there too.
export async function answered(page) {
  await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-asking') === '0', undefined, { polling: 'raf', timeout: LONG });
  await settled(page);
}

// Waits until another entry than this is the last one shown.
export const past = (page, before) => page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);

// A click on something that may be gone when it comes: false if it is.
export async function clickIfThere(page, selector) {
  const found = page.locator(selector).first();
  for (let tries = 0; tries < 15 && (await found.count()); ++tries)
    if (await found.click({ timeout: 3000 }).then(() => true, () => false)) return true;
  if (await found.count()) throw new Error(`${selector} cannot be clicked`);
  return false;
}

// Waits until it is this page's turn (true), or the battle is over (false).
export async function myTurn(page, limit = LONG) {
  await page.waitForSelector('.prompt[data-mine="true"], .table[data-over="true"]', { timeout: limit });
  return (await page.locator('.table').getAttribute('data-over')) !== 'true';
}

// The point of the window where a hex lies once the map rests; the whole map is shown if it lies outside.
export async function hexPoint(page, hex) {
  await resting(page);
  const at = await pointOf(page, hex), box = await page.locator('.viewport').boundingBox();
  if (!box || (at.x > box.x && at.y > box.y && at.x < box.x + box.width && at.y < box.y + box.height)) return at;
  await page.keyboard.press('z');
  await settled(page);
  await resting(page);
  return pointOf(page, hex);
}

export const resting = (page) => page.waitForFunction(() => document.querySelector('.sheet svg') && !document.querySelector('.sheet.moving'));

function pointOf(page, hex) {
  return page.evaluate((h) => {
    const sheet = document.querySelector('.sheet svg');
    const c = Number(h.slice(0, 2)), r = Number(h.slice(2)), R = 40, H = R * Math.sqrt(3);
    const p = new DOMPoint(R + (c - 1) * 1.5 * R, H / 2 + (r - 1) * H + (c & 1 ? H / 2 : 0)).matrixTransform(sheet.getScreenCTM());
    return { x: p.x, y: p.y };
  }, hex);
}

export async function clickHex(page, hex) {
  const p = await hexPoint(page, hex);
  await page.mouse.click(p.x, p.y);
}

// A battle that machines have fought out, as a game of the server's with its log: the same one for the same seed.
export async function fought(address, card, { players, seed = 1, book = card.playable[0] } = {}) {
  const [file] = simulated(card.id, { book, games: 1, seed, players });
  const { game } = await newGame(address, card, [{ kind: 'human' }, { kind: 'human' }], { book, from: { file } });
  const { log } = await (await fetch(`${address}/api/games/${game}/log`)).json();
  return { game, log };
}

// Opens such a game as it was when this many entries were in its log, for the side that did what followed.
export async function openAt(page, address, card, game, seq, side, rival = 'human') {
  const seats = Object.fromEntries(card.sides.map((s) => [s, s === side ? { kind: 'human', name: 'Anne' } : { kind: rival }]));
  const made = await post(address, '/api/games', { from: { game, seq }, seats, pace_ms: 0 });
  await openTable(page, address, made, side);
  await myTurn(page);
  await settled(page);
}

// Battles fought out until `found` picks an entry of a log, and `opened` finds what it wants on the page that shows the game just before it.
// Returns the entry.
export async function openBefore(page, address, card, found, { players, rival, opened = async () => true } = {}) {
  for (let seed = 1; seed <= 12; ++seed) {
    const { game, log } = await fought(address, card, { players, seed });
    for (const entry of log.filter((e, i) => found(e, log[i + 1])).slice(0, 6)) {
      await openAt(page, address, card, game, entry.seq - 1, entry.by, rival);
      if (await opened(entry)) return entry;
    }
  }
  throw new Error('in no battle of machines did it come about');
}

// Opens a battle just before a fight, with the drawer opened on it.
export const openFight = (page, address, card, { players, verbs = /^(resolve|melee|fire)/, rival, weight = 'tbody tr' } = {}) =>
  openBefore(page, address, card, (e) => e.act && verbs.test(e.act.verb) && e.act.hex !== undefined, {
    players, rival,
    opened: async (entry) => {
      await clickHex(page, entry.act.hex);
      await settled(page);
      await clickIfThere(page, ':is(.menu, .pinned) [data-act]');
      await answered(page);
      return (await page.locator(`.drawer ${weight}`).count()) > 0;
    },
  });
