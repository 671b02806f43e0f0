// SPDX-License-Identifier: MIT
// Plays a seat through the interface alone: counters, hexes, handles and buttons are clicked where a player would click them.
import { clickHex, clickIfThere, myTurn, seq, settled } from './table.mjs';

export function dice(seed) {
  let s = seed >>> 0;
  const next = (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * n);
  };
  return { next, pick: (list) => list[next(list.length)], chance: (percent) => next(100) < percent };
}

// What a player sees to click at this moment.
export const sight = (page) =>
  page.evaluate(() => {
    const texts = (selector, name) => [...document.querySelectorAll(selector)].map((e) => e.getAttribute(name));
    const hexes = (selector) => (document.querySelector(selector)?.getAttribute('data-hexes') ?? '').split(' ').filter(Boolean);
    return {
      why: document.querySelector('.why') !== null,
      go: texts('.drawer .go [data-act]', 'data-act'),
      menu: texts(':is(.menu, .pinned) [data-act]', 'data-act'),
      ghost: document.querySelector('[data-commit]') !== null,
      handles: texts('.handle', 'data-facing'),
      reach: hexes('.overlays .reach'),
      targets: [...hexes('.overlays .target'), ...hexes('.overlays .shape')],
      units: texts('.counter.eligible', 'data-unit'),
      enemies: [...document.querySelectorAll('.counter')].filter((c) => c.getAttribute('data-side') !== document.querySelector('.side.acting')?.getAttribute('data-side')).map((c) => c.getAttribute('data-hex')),
      bar: texts('header [data-act]', 'data-act'),
    };
  });

// Good enough to march to the sound of the guns: rows count as much as columns.
function nearest(hexes, goals) {
  const far = (h) => Math.min(99, ...goals.map((g) => Math.abs(Number(h.slice(0, 2)) - Number(g.slice(0, 2))) + Math.abs(Number(h.slice(2)) - Number(g.slice(2)))));
  return [...hexes].sort((a, b) => far(a) - far(b))[0];
}

const css = (act) => `[data-act="${act}"]`;

// One click or two that a player might make now; returns what was done.
async function gesture(page, see, rnd, bold, eager) {
  if (see.why) await page.keyboard.press('Escape');
  if (see.go.length) return (await clickIfThere(page, `.drawer .go ${css(see.go[0])}`), 'roll');
  if (see.menu.length) return (await clickIfThere(page, `:is(.menu, .pinned) ${css(rnd.pick(see.menu))}`), 'menu');
  if (see.ghost) return (await clickIfThere(page, '[data-commit]'), 'commit');
  if (see.targets.length && rnd.chance(bold)) return twice(page, rnd.pick(see.targets), 'target');
  if (see.reach.length && rnd.chance(60)) return twice(page, rnd.chance(eager) ? nearest(see.reach, see.enemies) : rnd.pick(see.reach), 'move');
  if (see.handles.length && rnd.chance(80)) return (await clickIfThere(page, `.handle[data-facing="${rnd.pick(see.handles)}"] circle`), 'face');
  if (see.units.length && rnd.chance(bold)) {
    const unit = page.locator(`.counter[data-unit="${rnd.pick(see.units)}"]`);
    return (await unit.dispatchEvent('click'), 'unit');
  }
  if (see.bar.length) return press(page, rnd.pick(see.bar));
  if (see.targets.length) return twice(page, rnd.pick(see.targets), 'target');
  if (see.units.length) return (await page.locator(`.counter[data-unit="${rnd.pick(see.units)}"]`).dispatchEvent('click'), 'unit');
  return 'nothing';
}

// A click places the ghost, a second one commits; a drawer or a menu may come between.
async function twice(page, hex, name) {
  await clickHex(page, hex);
  await settled(page);
  if (await page.locator(':is(.menu, .pinned) [data-act]').count()) return name;
  await clickHex(page, hex);
  return name;
}

// Ending a step with idle units wants a second press: the button has then turned solid.
async function press(page, act) {
  const where = `header ${css(act)}`;
  if (!(await clickIfThere(page, where))) return act;
  await settled(page);
  const armed = await page.evaluate((sel) => /can still act|peu(t|vent) encore agir/.test(document.querySelector(sel)?.textContent ?? ''), where);
  if (armed) await clickIfThere(page, where);
  return act;
}

// Plays until the battle is over or `most` acts are done; returns how often each gesture served.
export async function playOn(page, { rnd = dice(1), most = 4000, bold = 55, eager = 50, until = async () => false } = {}) {
  const used = {};
  for (let acts = 0, idle = 0; acts < most; ) {
    if (!(await myTurn(page)) || (await until())) return used;
    const before = await seq(page);
    const what = await gesture(page, await sight(page), rnd, idle > 6 ? 10 : bold, eager);
    await settled(page);
    const moved = (await seq(page)) > before;
    idle = moved ? 0 : idle + 1;
    if (moved) (++acts, (used[what] = (used[what] ?? 0) + 1));
    if (idle > 12) await page.keyboard.press('Escape');
    if (idle > 40) throw new Error(`no way forward at ${await page.locator('.prompt').innerText()} ${JSON.stringify(await sight(page))}`);
  }
  return used;
}
