/** As much of a browser as the scripts of a site need, with an engine whose answers a test writes. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { elements } from "../../server/http/static/page.mjs";

const SOURCES = new URL("../../../src/noughts/", import.meta.url);
const ENGINE = `export class Engine extends EventTarget {
  start() {}
  answer(request) { return globalThis.answering(JSON.parse(request)).then(JSON.stringify); }
  interrupt(...requests) { return JSON.stringify(globalThis.interrupted(...requests.map(JSON.parse))); }
}`;
const SITE = { built: ["/", "/learn"], homes: { en: "", de: "de/" }, engine: "engine/", files: {} };

// A site has the scripts of the server and its own in one folder.
const folder = mkdtempSync(join(tmpdir(), "noughts-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const scripts = join(folder, "static", "1");
cpSync(new URL("server/http/static", SOURCES), scripts, { recursive: true });
cpSync(new URL("site/static", SOURCES), scripts, { recursive: true });
writeFileSync(join(scripts, "engine.js"), ENGINE);
writeFileSync(join(scripts, "site.js"), `export const SITE = ${JSON.stringify(SITE)};`);

/** The address of the site. */
export const root = pathToFileURL(`${folder}/`).href;

/** A script of the site; each tab has its own. */
export const script = (name, tab = "") => import(pathToFileURL(join(scripts, name)).href + (tab && `?${tab}`));

/** What the database has kept, by the ids of games. */
export const kept = new Map();

/** Let the engine answer requests by a function, which may wait. */
export function answer(respond) {
  globalThis.answering = async (request) => respond(request);
}

/** A request of the database that comes to something in its turn, once somebody listens. */
function request(come, turn = Promise.resolve()) {
  const made = {};
  turn.then(() => {
    made.result = come();
    made.onsuccess?.();
  });
  return made;
}

/** The end of the last transaction: the next one waits for it. */
let last = Promise.resolve();

function transaction() {
  const [made, turn, over] = [{}, last, Promise.withResolvers()];
  const written = [];
  let waiting = 0;
  last = over.promise;
  made.end = (how) => {
    over.resolve();
    made.end = () => {};
    made[how]?.();
  };
  made.abort = () => {
    written.length = 0;
    made.end("onabort");
  };
  /** It is over once nothing more is asked of it. */
  const asked = (come) => {
    waiting += 1;
    return request(() => {
      setImmediate(() => {
        waiting -= 1;
        if (waiting) return;
        for (const [id, game] of written) game === null ? kept.delete(id) : kept.set(id, game);
        made.end("oncomplete");
      });
      return come();
    }, turn);
  };
  made.objectStore = () => ({
    transaction: made,
    get: (id) => asked(() => structuredClone(kept.get(id))),
    getAllKeys: () => asked(() => [...kept.keys()]),
    delete: (id) => asked(() => written.push([id, null])),
    put: (game, id) => asked(() => written.push([id, structuredClone(game)])),
  });
  return made;
}

/** The database, as it was opened last, and how often it was. */
export const database = { opened: 0, name: "", connection: null };

globalThis.indexedDB = {
  open(name) {
    database.opened += 1;
    database.name = name;
    let isClosed = false;
    database.connection = {
      close: () => (isClosed = true),
      transaction() {
        if (isClosed) throw new DOMException("closed", "InvalidStateError");
        return transaction();
      },
    };
    return request(() => database.connection);
  },
};
elements.set("status", { dataset: {}, textContent: "You're X" });

/** Open the site at a place. */
export function open(place) {
  const url = new URL(place, root);
  globalThis.history = {
    state: null,
    pushState: (_state, _title, to) => globalThis.visited.push(to.slice(root.length)),
    replaceState: (_state, _title, to) => globalThis.visited.push(`= ${to.slice(root.length)}`),
  };
  globalThis.visited = [];
  globalThis.location = {
    href: url.href,
    origin: "file://",
    assign: (to) => globalThis.visited.push(to.slice(root.length)),
    replace: (to) => globalThis.visited.push(`= ${to.slice(root.length)}`),
  };
}

open("");
