// SPDX-License-Identifier: MIT
// Keeps the table's own files, and what may be read by anybody, for when there is no connection. Games are never kept.
const VERSION = __VERSION__, SHELL = __SHELL__;
const OWN = `shell-${VERSION}`, READ = 'reading';
const READING = /^\/api\/(battles|rules|charts|coverage|verbs|levels)/;

self.addEventListener('install', (e) => e.waitUntil(caches.open(OWN).then((c) => c.addAll(SHELL)).then(() => self.skipWaiting())));
self.addEventListener('activate', (e) =>
  e.waitUntil(caches.keys().then((all) => Promise.all(all.filter((k) => k !== OWN && k !== READ).map((k) => caches.delete(k)))).then(() => self.clients.claim())));

// What the server says now, or what it said last.
async function fresh(request, name, key) {
  const kept = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(key, answer.clone());
    return answer;
  } catch (e) {
    const old = await kept.match(key);
    if (old) return old;
    throw e;
  }
}

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== location.origin) return;
  if (e.request.mode === 'navigate') e.respondWith(fresh(e.request, OWN, '/'));
  else if (SHELL.includes(url.pathname)) e.respondWith(caches.match(e.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(e.request)));
  else if (READING.test(url.pathname)) e.respondWith(fresh(e.request, READ, e.request));
});

// A tap on a notice leads to the game it speaks of.
self.addEventListener('notificationclick', (e) => {
  e.notification.close();
  const to = new URL(e.notification.data?.to ?? '/', location.origin).href;
  e.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) => {
    const open = all.find((c) => c.url === to) ?? all[0];
    return open ? open.navigate(to).then((c) => c?.focus(), () => open.focus()) : self.clients.openWindow(to);
  }));
});
