/**
 * Keeps a site in the browser, which then works without a network.
 *
 * `noughts/site/offline.py` writes what the site has: the addresses of its files below the folder of
 * this script, each with a hash of its content. A file is kept under both, so versions share what is
 * the same in them. A version begins to answer once all of its files are here, as they were built; if
 * one does not come, the version before goes on. Pages that are open then still find the files of
 * theirs, which go when the version after comes.
 *
 * Of the pages those of a language are kept together, as soon as one of them is asked for.
 *
 * @typedef {Record<string, string>} Files hashes by address
 */

/** @type {{ shared: Files, languages: Files[] }} */
const SITE = { shared: {}, languages: [] };

const FILES = Object.assign({}, SITE.shared, ...SITE.languages);
const worker = /** @type {any} */ (self); // whose types are not those of a page
const ROOT = new URL("./", worker.location.href).href;
/** Other sites of the same host have their own. */
const NAME = `noughts-site ${ROOT}`;
/** Where the cache has the list of what a version keeps. */
const LIST = `${ROOT}?list`;
const AT_ONCE = 6;
const HASH = 16; // hexadecimal digits

/** @param {string} address @param {string} hash */
const placeOf = (address, hash) => `${ROOT}${address}?${hash}`;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepAsked(event)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(ROOT)) event.respondWith(answer(event));
});

/** Keep what all need, and the pages of each language in which one is open or was kept before. */
async function install() {
  const cache = await caches.open(NAME);
  const places = (await cache.keys()).map(({ url }) => url).filter((place) => place !== LIST);
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true }); // on all sites of the host
  const pages = open
    .map((/** @type {any} */ { url }) => url)
    .filter((/** @type {string} */ url) => url.startsWith(ROOT));
  const addresses = new Set([...places, ...pages].map(addressOf));
  await keep(SITE.shared);
  for (const pages of SITE.languages) if (Object.keys(pages).some((page) => addresses.has(page))) await keep(pages);
  await worker.skipWaiting();
}

/** Keep the pages of a language, by its home, for a page outside of the site, and say if they are here. @param {any} event */
async function keepAsked({ data, ports: [port] }) {
  const pages = SITE.languages.find((pages) => pages[data.keep]);
  const hasCome = await keep(pages ?? {}).then(
    () => pages !== undefined,
    () => false,
  );
  port.postMessage(hasCome);
}

/** Forget what neither this version has nor the one before, whose pages may be open. */
async function activate() {
  const cache = await caches.open(NAME);
  const before = (await (await cache.match(LIST))?.json()) ?? [];
  const own = Object.entries(FILES).map(([address, hash]) => placeOf(address, hash));
  const wanted = new Set([LIST, ...own, ...before]);
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  await cache.put(LIST, Response.json(own));
  await worker.clients.claim();
}

/** Fetch the files that are not here yet; rejected if one is not to be had as it was built. @param {Files} files */
async function keep(files) {
  const cache = await caches.open(NAME);
  const places = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.entries(files).filter(([address, hash]) => !places.has(placeOf(address, hash)));
  const left = missing.values();
  const take = async () => {
    for (const [address, hash] of left) await download(cache, address, hash);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** @param {Cache} cache @param {string} address @param {string} hash */
async function download(cache, address, hash) {
  // What the browser has cached may be of another version.
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(ROOT + address, { cache: mode });
    const isRight = response.ok && !response.redirected && (await hashOf(response.clone())) === hash;
    if (isRight) return cache.put(placeOf(address, hash), response);
  }
  throw new Error(`${ROOT}${address} is not what was built`);
}

/** @param {Response} response */
async function hashOf(response) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, HASH);
}

/** What is kept, also of the version before; else what the host has. @param {any} event */
async function answer(event) {
  const { request } = event;
  const [address, { search }] = [addressOf(request.url), new URL(request.url)];
  const hash = FILES[address];
  if (!hash && FILES[`${address}/`]) return Response.redirect(`${ROOT}${address}/${search}`);
  const kept = await (hash ? find(placeOf(address, hash)) : find(ROOT + address, { ignoreSearch: true }));
  if (kept) return kept;
  const group = [SITE.shared, ...SITE.languages].find((files) => files[address]);
  if (group) event.waitUntil(keepOnce(group));
  try {
    return await fetch(request);
  } catch (error) {
    const other = request.mode === "navigate" ? await otherPage(address, search) : undefined;
    if (other === undefined) throw error;
    return Response.redirect(ROOT + other);
  }
}

/** What is kept at a place; nothing where the browser's storage fails. @param {string} place @param {CacheQueryOptions} [options] */
async function find(place, options) {
  try {
    return await (await caches.open(NAME)).match(place, options);
  } catch {
    return undefined;
  }
}

/**
 * Return where a page is in a language that is kept, else a home; undefined if there is none.
 * @param {string} address
 * @param {string} search
 */
async function otherPage(address, search) {
  const homes = SITE.languages.map((pages) => Object.keys(pages).sort((one, other) => one.length - other.length)[0]);
  const own = homes.filter((home) => address.startsWith(home)).sort((one, other) => other.length - one.length)[0] ?? "";
  const isKept = async (/** @type {string} */ page) => FILES[page] && (await find(placeOf(page, FILES[page])));
  for (const home of homes)
    if (await isKept(home + address.slice(own.length))) return home + address.slice(own.length) + search;
  for (const home of homes) if (await isKept(home)) return home;
}

/** @type {Map<Files, Promise<void>>} */
const keeping = new Map();

/** Keep files that a page needs; if they do not come, the next page tries again. @param {Files} files */
function keepOnce(files) {
  const kept = keeping.get(files) ?? keep(files).finally(() => keeping.delete(files));
  keeping.set(files, kept);
  return kept.catch(() => {});
}

/** The address of a file below the root, which for a page is that of its folder. @param {string} url */
function addressOf(url) {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(ROOT.length).replace(/(^|\/)index\.html$/, "$1");
}
