/**
 * Without a connection a page says so; with it, the files of the pages come from the cache. Games and
 * answers of the API are never cached.
 */

const FILES = "{{ root }}";
const CACHE = `${FILES} {{ language() }}`; // another language has another page for no connection
const OFFLINE = "/offline";
const NEEDED = {{ needed|tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidyUp());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(online(request));
  else if (pathname.startsWith(`${FILES}/`)) event.respondWith(cached(request));
});

async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE, ...NEEDED]);
  await self.skipWaiting();
}

/** Remove the files of older versions and other languages. */
async function tidyUp() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

const online = (request) => fetch(request).catch(() => caches.match(OFFLINE));

const cached = async (request) => (await caches.match(request)) ?? fetch(request);
