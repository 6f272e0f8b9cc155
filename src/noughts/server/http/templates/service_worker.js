/**
 * Without a connection a page says so, and leads to the site that plays without one if this browser has
 * kept it; with one, the files of the pages come from the cache. Games and answers of the API are never
 * cached.
 */

const FILES = "{{ root }}";
const CACHE = `${FILES} {{ language() }}`; // another language has another page for no connection
const OFFLINE = "/offline";
const PLAYING = "/offline?plays=true";
/** What the site has kept once it plays in this language, whatever the version; empty without a site. */
const KEPT = {{ (offline.home(language()) ~ "page/" if offline else "")|tojson }};
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

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(event.notification.data));
});

/** Show the page at an address, whether or not it is open. */
async function showPage(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await (pages.find(({ url }) => url === address)?.focus() ?? self.clients.openWindow(address));
}

async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE, ...(KEPT ? [PLAYING] : []), ...NEEDED]);
  await self.skipWaiting();
}

/** Remove the files of older versions and other languages; the site has caches of its own. */
async function tidyUp() {
  const names = (await caches.keys()).filter((name) => name.startsWith("/static/") && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

const isKept = async () => KEPT !== "" && (await caches.match(KEPT, { ignoreSearch: true })) !== undefined;

const online = (request) => fetch(request).catch(async () => caches.match((await isKept()) ? PLAYING : OFFLINE));

const cached = async (request) => (await caches.match(request)) ?? fetch(request);
