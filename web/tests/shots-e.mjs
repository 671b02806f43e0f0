import { mkdirSync } from 'node:fs';
import { myTurn, newGame, openPage, openTable, resting, settled, startBrowser, startServer } from './table.mjs';
const out = '/tmp/e-shots'; mkdirSync(out, { recursive: true });
const server = await startServer(), browser = await startBrowser();
const { battles } = await (await fetch(`${server.address}/api/battles`)).json();
const sizes = { 800: [800, 1000], 1440: [1440, 900], 2560: [2560, 1440], p: [390, 844], l: [844, 390] };
const only = process.argv[2] ?? '', wantedSize = process.argv[3], lang = process.argv[4];
const jobs = ['lobby', 'new', 'briefing', 'marengo-1800', 'austerlitz-1805-south', 'quatre-bras-1815', 'train-lb-1-hedge', 'train-lb-2-square', 'train-lb-3-guard'];
for (const [s, [width, height]] of Object.entries(sizes)) if (!wantedSize || s === wantedSize)
  for (const language of ['en', 'fr']) if (!lang || lang === language)
    for (const job of jobs) {
      if (!job.includes(only)) continue;
      const touch = s === 'p' || s === 'l';
      const context = await browser.newContext({ viewport: { width, height }, ...(touch ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}) });
      const page = await openPage(browser, { context, settings: { language, briefing: job === 'briefing' } });
      if (job === 'lobby') { await page.goto(server.address); await page.waitForSelector('.thumb [data-painted="true"]'); await page.waitForTimeout(2500); }
      else if (job === 'new') { await page.goto(`${server.address}/#/new/quatre-bras-1815`); await page.waitForSelector('[data-begin]'); await page.waitForTimeout(800); }
      else {
        const id = job === 'briefing' ? 'marengo-1800' : job, card = battles.find((b) => b.id === id);
        if (!card) { console.log('no', id); continue; }
        const made = await newGame(server.address, card, [{ kind: 'human', name: 'Anne' }, { kind: 'recruit' }]);
        await openTable(page, server.address, made, card.sides[0]);
        await myTurn(page); await settled(page); await resting(page); await page.waitForTimeout(2500);
      }
      await page.screenshot({ path: `${out}/${job}-${s}-${language}.png` });
      console.log(job, s, language, page.faults.join(';'));
      await context.close();
    }
await browser.close(); await server.stop();
