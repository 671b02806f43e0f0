// SPDX-License-Identifier: MIT
// Two browsers play by post: invitation, notices by mail and chat room, the server killed between, a clock that runs out, a rematch.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer as web } from 'node:http';
import { createServer as socket } from 'node:net';
import { join } from 'node:path';
import { newGame, openPage, openTable, post, seq, startServer, training } from './table.mjs';
import { dice, playOn } from './robot.mjs';

const listening = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));

// A mail server that keeps what it is sent.
async function mailSink() {
  const mails = [];
  const server = socket((line) => {
    let text = '', data = false;
    line.write('220 sink\r\n');
    line.on('error', () => undefined);
    line.on('data', (chunk) => {
      text += chunk;
      for (let end = text.indexOf(data ? '\r\n.\r\n' : '\r\n'); end >= 0; end = text.indexOf(data ? '\r\n.\r\n' : '\r\n')) {
        const said = text.slice(0, end);
        text = text.slice(end + (data ? 5 : 2));
        if (data) (mails.push(decoded(said)), (data = false), line.write('250 kept\r\n'));
        else if (/^DATA/i.test(said)) ((data = true), line.write('354 go on\r\n'));
        else if (/^QUIT/i.test(said)) line.end('221 bye\r\n');
        else line.write('250 fine\r\n');
      }
    });
  });
  return { mails, port: await listening(server), close: () => server.close() };
}
// Quoted-printable and base64 bodies as text.
function decoded(mail) {
  const [head, ...rest] = mail.split('\r\n\r\n'), body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return `${head}\n\n${Buffer.from(body, 'base64').toString('utf8')}`;
  if (!/quoted-printable/i.test(head)) return `${head}\n\n${body}`;
  return `${head}\n\n${Buffer.from(body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, h) => String.fromCharCode(parseInt(h, 16))), 'latin1').toString('utf8')}`;
}

async function roomSink() {
  const calls = [];
  const server = web((request, answer) => {
    let body = '';
    request.on('data', (c) => (body += c)).on('end', () => (calls.push(body), answer.end('ok')));
  });
  return { calls, port: await listening(server), close: () => server.close() };
}

// So much time goes by while the server is down: all clocks in its store have run since then.
const DAY = 24 * 3600 * 1000;
const timePasses = (folder, ms) => execFileSync('python3', ['-c', `
import json, sqlite3, sys
store = sqlite3.connect(sys.argv[1])
for id, text in store.execute("SELECT id, clock FROM game WHERE clock != ''").fetchall():
    clock = json.loads(text)
    clock['since'] -= int(sys.argv[2])
    store.execute("UPDATE game SET clock = ? WHERE id = ?", (json.dumps(clock), id))
store.commit()
`, join(folder, 'games.db'), String(ms)]);

// Waits until `found` says something.
async function until(found, what, limit = 300000) {
  for (const end = Date.now() + limit; Date.now() < end; await new Promise((r) => setTimeout(r, 100))) {
    const it = await found();
    if (it) return it;
  }
  throw new Error(`no ${what} came`);
}

async function withServer(run, more = []) {
  const mail = await mailSink(), room = await roomSink();
  const options = ['--smtp', `smtp://127.0.0.1:${mail.port}`, '--mail-from', 'table@example.org', '--webhook-host', `127.0.0.1:${room.port}`, '--webhook-private', ...more];
  let server = await startServer({ options });
  const again = async (later = 0) => {
    await server.kill();
    timePasses(server.folder, later);
    server = await startServer({ folder: server.folder, port: server.port, options });
  };
  try {
    await run({ address: server.address, mail, room, again });
  } finally {
    await server.stop();
    mail.close();
    room.close();
  }
}

const someone = (browser, name) => openPage(browser, { settings: { name } });

async function account(page, address, name, mail = '') {
  await page.goto(`${address}/#/account`);
  await page.click('[data-fresh]');
  await page.fill('[data-name]', name);
  await page.fill('[data-pass]', `${name} at the bridge`);
  if (mail) await page.fill('[data-mail]', mail);
  await page.click('[data-enter]');
  await page.locator('[data-said], [data-trouble]').first().waitFor();
}

const link = (mail, page) => new RegExp(`\\S*#/${page}/\\S+`).exec(mail)?.[0];

async function exchange(pages, rnd, acts) {
  for (let done = 0; done < acts; ) {
    const page = await Promise.any(pages.map((p) => p.waitForSelector('.prompt[data-mine="true"]').then(() => p)));
    const before = await seq(page);
    await playOn(page, { rnd, most: 1, bold: 25 });
    await page.waitForFunction((n) => Number(document.querySelector('.table').dataset.seq) > n, before);
    ++done;
  }
}

export const tests = {
  'two browsers play by post: invitation, notices, a kill between, a clock that runs out, a rematch': ({ browser }) =>
    withServer(async ({ address, mail, room, again }) => {
      const card = await training(address), rnd = dice(7);
      const anne = await someone(browser, 'Anne'), bruno = await someone(browser, 'Bruno');
      await account(anne, address, 'anne');
      await anne.locator('[data-me]').waitFor();
      await anne.fill('[data-url]', `http://127.0.0.1:${room.port}/room`);
      await anne.click('[data-save-webhook]');
      await anne.locator('[data-webhook]').waitFor();
      await account(bruno, address, 'bruno', 'bruno@example.org');
      const welcome = await until(() => mail.mails.find((m) => link(m, 'enter')), 'mail with a link');
      await bruno.goto(link(welcome, 'enter').replace(/^.*#/, `${address}/#`));
      await bruno.click('[data-go]');
      await bruno.locator('[data-said]').waitFor();

      // Anne invites the account of Bruno, for their eyes only, a day for each decision.
      await anne.goto(`${address}/#/new/${card.id}/beginners`);
      await anne.selectOption('[data-against]', 'friend');
      await anne.fill('[data-to]', 'bruno');
      await anne.click('[data-terms] summary');
      await anne.selectOption('[data-visibility]', 'private');
      await anne.selectOption('[data-clock-kind]', 'days');
      await anne.fill('[data-clock-amount]', '1');
      await anne.locator('[data-clock-amount]').blur();
      await anne.click('[data-begin]');
      const invitation = await anne.locator('[data-invite]').inputValue();
      await anne.getByRole('button', { name: 'Go to the table' }).click();
      await anne.waitForSelector('.table');
      const told = await until(() => mail.mails.find((m) => /Subject:.*invitation/i.test(m)), 'invitation by mail');
      assert.match(told, /Anne/);
      assert.ok(!told.includes(invitation.split('/').at(-1)), 'no secret is in a mail');

      const thief = await someone(browser, 'Thief');
      await thief.goto(invitation);
      await thief.locator('[data-other]').waitFor();
      assert.equal(await thief.locator('[data-sit]').count(), 0, 'a stolen link offers no seat');

      await bruno.goto(address);
      await bruno.click('[data-invited]');
      await bruno.locator('[data-invited-by="Anne"]').waitFor();
      assert.match(await bruno.locator('dialog[open]').innerText(), /The Bridge[\s\S]*beginners[\s\S]*1 day a decision/);
      await bruno.click('[data-sit]');
      await bruno.waitForSelector('.table');
      await thief.goto('about:blank');
      await thief.goto(invitation);
      await thief.locator('[data-gone="taken"], [data-trouble]').waitFor();

      await exchange([anne, bruno], rnd, 6);
      await anne.locator('[data-notes] summary').click();
      await anne.fill('[data-notes] textarea', 'Watch the ford.');
      await anne.locator('[data-notes] textarea').blur();
      const stood = await seq(anne);
      await again();
      for (const page of [anne, bruno]) await page.waitForSelector('.broken', { state: 'detached' });
      await exchange([anne, bruno], rnd, 4);
      assert.ok((await seq(anne)) > stood);

      // Anne leaves in the middle of her move: she is told, her day runs out while the server rests, Bruno claims the win.
      await until(async () => (await anne.locator('.prompt').getAttribute('data-mine')) === 'true' || (await exchange([bruno], rnd, 1), false), 'move of Anne');
      const table = anne.url();
      await anne.goto('about:blank');
      const called = await until(() => room.calls.find((c) => /your move|Little time/.test(c)), 'call to the chat room');
      assert.match(JSON.parse(called).content, /The Bridge/);
      await again(DAY);
      await bruno.click('[data-claim]');
      await bruno.locator('[data-ended="time"]').waitFor();
      await anne.goto(table);
      await anne.locator('[data-ended="time"]').waitFor();

      await anne.click('[data-rematch]');
      await anne.locator('[data-rematch-waits]').waitFor();
      await bruno.locator('[data-rematch-asked]').waitFor();
      await bruno.click('[data-rematch]');
      await anne.click('[data-rematch-waits] a');
      for (const [page, side] of [[anne, card.sides[1]], [bruno, card.sides[0]]]) {
        await page.waitForFunction((old) => !location.href.includes(old), /game\/([^/]+)/.exec(table)[1]);
        await page.waitForSelector('.table');
        await page.locator(`.side[data-side="${side}"] .you`).waitFor();
      }
      await exchange([anne, bruno], rnd, 2);

      // Bruno's games: the old one is won, the new one goes on.
      await bruno.goto(address);
      await bruno.click('[data-finding]');
      await bruno.selectOption('[data-find-state]', 'won');
      await bruno.waitForFunction(() => document.querySelectorAll('aside [data-game]').length === 1);
      await bruno.fill('[data-find-against]', 'nobody');
      await bruno.waitForFunction(() => document.querySelectorAll('aside [data-game]').length === 0);
      for (const page of [anne, bruno, thief]) assert.deepEqual(page.faults, []);
    }),

  'a page out of sight says so, and when it is in sight again': async ({ address, browser }) => {
    const page = await someone(browser, 'Anne'), card = await training(address), sent = [];
    page.on('websocket', (ws) => ws.on('framesent', (f) => sent.push(JSON.parse(String(f.payload)))));
    await openTable(page, address, await newGame(address, card, [{ kind: 'human' }, { kind: 'random' }]), card.sides[0]);
    const look = (hidden) => page.evaluate((h) => {
      Object.defineProperty(document, 'hidden', { value: h, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
    const says = (on) => until(() => sent.some((m) => m.type === 'away' && m.on === on), `word that the page is ${on ? 'out of' : 'in'} sight`);
    await look(true);
    await says(true);
    await look(false);
    await says(false);
    assert.deepEqual(page.faults, []);
  },

  'wrong address, a host that is not called, expired links, a withdrawn invitation: each is said in a sentence': ({ browser }) =>
    withServer(async ({ address, mail }) => {
      const page = await someone(browser, 'Anne'), card = await training(address);
      await account(page, address, 'anne', 'no address');
      assert.match(await page.locator('[data-trouble]').innerText(), /no mail address/);
      await page.fill('[data-mail]', 'anne@example.org');
      await page.click('[data-enter]');
      await page.locator('[data-me]').waitFor();
      await page.fill('[data-url]', 'https://room.example/hook');
      await page.click('[data-save-webhook]');
      await page.locator('[data-trouble]').waitFor();
      assert.match(await page.locator('[data-trouble]').innerText(), /this server calls webhooks at 127.0.0.1:\d+ only, not at room.example/);
      const first = await until(() => mail.mails.find((m) => link(m, 'enter')), 'mail');
      const enter = link(first, 'enter').replace(/^.*#/, `${address}/#`);
      for (const [said, css] of [['in', '[data-said]'], ['used', '[data-trouble]']]) {
        await page.goto('about:blank');
        await page.goto(enter);
        await page.click('[data-go]');
        await page.locator(css).waitFor();
        if (said === 'used') assert.match(await page.locator(css).innerText(), /expired or was used/);
      }
      await page.goto(`${address}/#/account`);
      await page.click('[data-logout]');
      await page.locator('[data-login]').waitFor();
      await page.fill('[data-name]', 'anne');
      await page.fill('[data-pass]', 'a wrong passphrase');
      await page.click('[data-enter]');
      assert.match(await page.locator('[data-trouble]').innerText(), /name or passphrase is wrong/);

      const [a, b] = card.sides;
      const made = await post(address, '/api/games', { battle: card.id, book: card.playable[0], seats: { [a]: { kind: 'human', name: 'Anne' }, [b]: { kind: 'friend' } } });
      const join = `${address}/#/join/${made.game}/${made.seats[b].invite}`;
      await openTable(page, address, made, a);
      await page.click('[data-invitations] summary');
      assert.equal(await page.locator('[data-invite]').inputValue(), join, 'the invitation can be copied again');
      await page.click('[data-withdraw]');
      await page.locator('[data-invitation][data-state="withdrawn"]').waitFor();
      const guest = await someone(browser, 'Bruno');
      await guest.goto(join);
      assert.match(await guest.locator('[data-trouble], [data-gone]').first().innerText(), /withdrawn|no such invitation/);
      await page.click('[data-renew]');
      const renewed = await page.locator('[data-invite]').inputValue();
      assert.notEqual(renewed, join);
      await guest.goto('about:blank');
      await guest.goto(renewed);
      await guest.click('[data-decline]');
      await guest.getByRole('status').waitFor();
      await page.locator('[data-invitation][data-state="declined"]').waitFor();
    }),
};
