/** Who answers a page, and at what addresses: here an engine in the page, on a site of static files. */

import { Engine } from "../engine.js";
import * as kept from "../kept.js";
import { addressAt, placeOf } from "../places.js";
import { follow, saying } from "../progress.js";
import { SITE } from "../site.js";
import { load, save } from "./storage.js";

/** @import { Places } from "../places.js" */

/** @typedef {{method: string, path: string, body: string | null, games: kept.Games}} Asked */

/**
 * @typedef {object} Answer of the engine
 * @property {number} status
 * @property {unknown} [body] of the API
 * @property {string} [page]
 * @property {string} [redirect] the address that has the answer
 * @property {string} [file] in base64
 * @property {string} [type] of the file
 * @property {string[]} [needs] the games that the request has to bring; a star stands for all
 * @property {kept.Games} [games] which changed
 */

const ALL = "*";
const MOST_TURNS = 20; // of one request: what it needs, other tabs, redirects
const GAME = /\/(?:g|games)\/([0-9a-f]{24})\b/;
const THOUGHT = /^\/api\/v1\/games\/[0-9a-f]{24}\?after=/;
/** What is answered once before a snapshot is made, so that it has what most requests need. */
const FIRST = JSON.stringify({
  ...{ method: "GET", path: "/", body: null, language: "en", now: "2026-01-01T00:00:00Z", seed: "" },
  games: { [ALL]: null },
});
/** The statuses whose responses have no body. */
const EMPTY = [204, 205, 304];

/** The address of the site, with a slash at its end. */
export const root = new URL("../../../", import.meta.url).href;

/** @type {Places} */
const places = {
  root,
  home: SITE.homes[document.documentElement.lang] ?? "",
  static: new URL("../", import.meta.url).href.slice(root.length),
  built: SITE.built,
};

export const engine = new Engine(root + SITE.engine, SITE.files, [FIRST]);
follow(engine);

/** The last request for a computer's move: as the engine has it, and as it was asked. @type {[string, Asked]} */
let thought = ["", { method: "", path: "", body: null, games: {} }];

/**
 * Ask for what is at an address.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function request(address, options = {}) {
  const { pathname, search } = addressOf(address);
  if (pathname.startsWith("/static/")) return fetch(placeOf(pathname, places));
  const answer = await ask(options.method ?? "GET", pathname + search, options.body ? String(options.body) : null);
  return answer.redirect ? request(answer.redirect) : responseOf(answer, pathname.slice(-4));
}

/**
 * Ask the engine, and keep the games that it changed before anybody sees its answer.
 * @param {string} method
 * @param {string} path with its query
 * @param {string | null} body
 * @returns {Promise<Answer>}
 */
export async function ask(method, path, body) {
  if (path.endsWith("/move-now")) return moveNow(method, path);
  /** @type {Set<string>} */
  const needed = new Set(GAME.exec(path)?.slice(1));
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const games = await kept.read([...needed]);
    const { needs = null, ...answer } = await answered({ method, path, body, games });
    if (needs === null && (await kept.write(answer.games ?? {}, games))) return answer;
    for (const id of needs?.includes(ALL) ? [ALL, ...(await kept.ids())] : (needs ?? [])) needed.add(id);
  }
  throw new Error(`${path}: no answer after ${MOST_TURNS} turns`);
}

/** @param {Asked} asked @returns {Promise<Answer>} */
async function answered(asked) {
  const request = stated(asked);
  if (asked.method === "GET" && THOUGHT.test(asked.path)) thought = [request, asked];
  return JSON.parse(await saying(engine.answer(request)));
}

/** @param {Asked} asked */
const stated = (asked) => JSON.stringify({ ...circumstances(), ...asked });

/** What an answer depends on besides. */
function circumstances() {
  const site = { static: "/static/1", server: SITE.server, address: places.root + places.home };
  return { language: document.documentElement.lang, now: new Date().toISOString(), seed: seed(), site };
}

/** The number of this browser from which the ids of its games are made. @returns {string} */
function seed() {
  const known = load("seed");
  if (typeof known === "string") return known;
  const made = String(crypto.getRandomValues(new BigUint64Array(1))[0]);
  save("seed", made);
  return made;
}

/**
 * Have the move that a computer thinks about at once: whoever waits for that gets it.
 * @param {string} method
 * @param {string} path
 * @returns {Promise<Answer>}
 */
async function moveNow(method, path) {
  const [pending, asked] = thought;
  const [game, after] = asked.path.split("?");
  if (`${game}/move-now` !== path) return { status: 200, body: {} };
  return JSON.parse(await engine.interrupt(pending, stated({ ...asked, method, path: `${path}?${after}` })));
}

/** @param {Answer} answer @param {string} ending of the address, by which drawings may be wanted as a picture */
async function responseOf({ status, body, page, file, type }, ending) {
  if (file === undefined) {
    const text = page ?? (EMPTY.includes(status) ? null : JSON.stringify(body));
    return new Response(text, { status });
  }
  const content = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  const blob = new Blob([content], { type });
  if (ending === ".png") return new Response(await (await import("../pictures.js")).asPng(blob), { status });
  if (ending === ".gif") return new Response(await (await import("../pictures.js")).asGif(blob), { status });
  return new Response(blob, { status });
}

/** Return the address of this page, or what a link or form leads to, as a server would have it. */
export function addressOf(link = location.href) {
  const here = new URL(addressAt(location.href, places) ?? "/", location.origin);
  const isAddress = /^([/?]|$)/.test(link); // and no place on this site yet
  return new URL((isAddress ? null : addressAt(new URL(link, location.href).href, places)) ?? link, here);
}

/** Return an address to share, by default this page's. */
export function linkTo(address = location.href) {
  const { pathname, search, hash } = addressOf(address);
  return placeOf(pathname + search + hash, places);
}

/** Return where an address is in another language, by default this page's. @param {string} language */
export function inLanguage(language, address = location.href) {
  const { pathname, search } = addressOf(address);
  return placeOf(pathname + search, { ...places, home: SITE.homes[language] ?? "" });
}

/**
 * Return what to share of a game: its last position, since only this browser has the game.
 * @param {string} _game
 * @param {string} position
 */
export const sharedAddress = (_game, position) => position;

/** Open another page, which may take the place of this one. @param {string} address */
export const go = (address, isInstead = false) => location[isInstead ? "replace" : "assign"](linkTo(address));

/** Let an address be this page's, in place of the one before or as a step that leads back. @param {string} address */
export const keepAddress = (address, isStep = false) =>
  history[isStep ? "pushState" : "replaceState"](null, "", linkTo(address));

/** Keep what a page shows where there is no connection: what a site keeps is said elsewhere. */
export const keepOffline = () => {};
