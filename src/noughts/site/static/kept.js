/** The games that this browser keeps, each as the engine wrote it; where it may not, the page does while it is open. */

import { save } from "./shared/storage.js";

/** @typedef {Record<string, unknown>} Games by their ids; null for one that there is not, or is deleted */

/** Other sites of the same host have their own. */
const NAME = `noughts ${new URL("../../", import.meta.url).pathname}`;
const STORE = "games";

/** @type {Promise<IDBDatabase | null> | undefined} */
let opening;
/** What a page keeps that has no storage. @type {Map<string, unknown>} */
const memory = new Map();

/** Return the database, or null where there is none, as in some private windows. */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1); // or throws
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = forget; // by the browser, as when it has little memory or its data are cleared
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  }).catch(() => null);
  return opening;
}

/** Let the database be opened anew. */
function forget() {
  opening = undefined;
}

/**
 * Return what a request of the database comes to.
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransactionMode} mode */
async function store(mode) {
  const begin = async () => (await open())?.transaction(STORE, mode).objectStore(STORE) ?? null;
  return begin().catch((error) => {
    if (error.name !== "InvalidStateError") throw error;
    forget(); // it was closed, and nobody was told
    return begin();
  });
}

/** Return these games. @param {string[]} ids @returns {Promise<Games>} */
export async function read(ids) {
  const games = ids.length ? await store("readonly") : null;
  const values = games ? await Promise.all(ids.map((id) => result(games.get(id)))) : ids.map((id) => memory.get(id));
  return Object.fromEntries(ids.map((id, at) => [id, values[at] ?? null]));
}

/** Return the ids of all games. @returns {Promise<string[]>} */
export async function ids() {
  const games = await store("readonly");
  return games ? (await result(games.getAllKeys())).map(String) : [...memory.keys()];
}

/**
 * Keep games, unless one of them is no longer what was read: another tab was quicker. True if they are kept.
 * @param {Games} changed
 * @param {Games} before as they were read
 */
export async function write(changed, before) {
  const entries = Object.entries(changed);
  const games = entries.length ? await store("readwrite") : null;
  if (entries.length) save("kept", true); // home looks at it before anything is loaded
  if (!games) {
    for (const [id, game] of entries) game === null ? memory.delete(id) : memory.set(id, game);
    return true;
  }
  const { transaction } = games;
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () => reject(transaction.error);
  });
  for (const [id, game] of entries) {
    const now = (await result(games.get(id))) ?? null;
    if (JSON.stringify(now) !== JSON.stringify(before[id] ?? null)) {
      done.catch(() => {});
      transaction.abort();
      return false;
    }
    game === null ? games.delete(id) : games.put(game, id);
  }
  return done;
}
