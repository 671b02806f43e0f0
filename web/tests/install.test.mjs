// SPDX-License-Identifier: MIT
// The table as a thing to install: what browsers ask of a manifest, and what is left without a connection.
import assert from 'node:assert/strict';
import { openPage, training } from './table.mjs';

// Width and height of a PNG file.
const sizeOf = (png) => (assert.equal(png.toString('latin1', 1, 4), 'PNG'), [png.readUInt32BE(16), png.readUInt32BE(20)]);

export const tests = {
  'the manifest has all that browsers ask for, and its icons are what it says': async ({ address, browser }) => {
    const page = await openPage(browser);
    await page.goto(address);
    const href = await page.locator('link[rel="manifest"]').getAttribute('href'), answer = await fetch(address + href);
    assert.match(answer.headers.get('content-type'), /manifest\+json/);
    const manifest = await answer.json();
    for (const member of ['id', 'name', 'short_name', 'description', 'start_url', 'scope']) assert.ok(manifest[member], member);
    assert.ok(manifest.short_name.length <= 12);
    assert.ok(['standalone', 'fullscreen', 'minimal-ui'].includes(manifest.display));
    assert.equal(await page.locator('meta[name="theme-color"]').getAttribute('content'), manifest.theme_color);
    assert.match(await page.locator('meta[name="viewport"]').getAttribute('content'), /width=device-width/);
    assert.doesNotMatch(await page.locator('meta[name="viewport"]').getAttribute('content'), /user-scalable=no|maximum-scale/);
    for (const icon of manifest.icons.filter((i) => i.type === 'image/png')) {
      const [width, height] = sizeOf(Buffer.from(await (await fetch(address + icon.src)).arrayBuffer()));
      assert.equal(`${width}x${height}`, icon.sizes, icon.src);
    }
    for (const wanted of ['192x192', '512x512']) assert.ok(manifest.icons.some((i) => i.sizes === wanted && i.purpose === 'any'), wanted);
    assert.ok(manifest.icons.some((i) => i.purpose === 'maskable'));
    sizeOf(Buffer.from(await (await fetch(address + (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')))).arrayBuffer()));
    assert.deepEqual(page.faults, []);
  },

  'without a connection the table opens, shows what it has and says what is missing': async ({ address, browser }) => {
    const card = await training(address), page = await openPage(browser), { context } = { context: page.context() };
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.locator(`[data-battle="${card.id}"]`).waitFor();
    await page.goto(`${address}/#/rules/${card.playable[0]}`);
    await page.locator('dt').first().waitFor();
    await page.waitForFunction(async (book) => (await Promise.all((await caches.keys()).map(async (k) => (await (await caches.open(k)).keys()).map((r) => r.url)))).flat().some((u) => u.includes(`/api/rules/${book}`)), card.playable[0]);
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(`${address}/#/rules/${card.playable[0]}`);
    await page.locator('dt').first().waitFor();
    await page.goto(`${address}/#/`);
    await page.locator('[data-offline]', { hasText: 'No connection' }).waitFor();
    await page.locator(`[data-battle="${card.id}"]`).waitFor();
    await page.goto(`${address}/#/game/k3v9qx2m7rta`);
    await page.locator('[data-offline]').waitFor();
    const kept = await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (k) => (await (await caches.open(k)).keys()).map((r) => new URL(r.url).pathname)))).flat());
    assert.deepEqual(kept.filter((p) => p.startsWith('/api/games') || p.startsWith('/api/account')), [], 'games are never kept');
    await context.setOffline(false);
  },
};
