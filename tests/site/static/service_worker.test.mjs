/** What keeps a site in the browser: versions that come whole or not at all, and what is kept of them. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

const SOURCE = readFileSync(new URL("../../../src/noughts/site/static/service_worker.js", import.meta.url), "utf8");
const ROOT = "https://host.example/below/";
const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);
const hashes = (files) => Object.fromEntries(Object.entries(files).map(([address, text]) => [address, hash(text)]));

const ENGLISH = { "": "home 1", "learn/": "learn 1" };
const GERMAN = { "de/": "Haus 1", "de/learn/": "Lernen 1" };
const FIRST = { shared: { "static/1/a.js": "a 1", "engine/e-1": "engine" }, languages: [ENGLISH, GERMAN] };
const SECOND = {
  shared: { "static/2/a.js": "a 2", "engine/e-1": "engine" },
  languages: [{ "": "home 2", "learn/": "learn 1" }, GERMAN],
};

/** What the host has, what was asked of it and what the browser had cached; what fails. */
let [host, asked, stale, isOffline, caches, windows, fails] = [];

beforeEach(() => {
  [host, asked, stale, isOffline, caches, windows, fails] = [{}, [], {}, false, new Map(), [ROOT], false];
});

const publish = ({ shared, languages }) => {
  host = Object.assign({}, shared, ...languages);
};

class FakeCache {
  kept = new Map();
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
  put = async (url, response) => void this.kept.set(url, await response.text());
  delete = async (url) => this.kept.delete(url);
  match = async (url, { ignoreSearch } = {}) => {
    const name = [...this.kept.keys()].find((key) => key === url || (ignoreSearch && key.split("?")[0] === url));
    return name && new Response(this.kept.get(name));
  };
}

async function fetch(request, { cache } = {}) {
  const url = request.url ?? request;
  const address = url.slice(ROOT.length).split("?")[0];
  if (isOffline) throw new TypeError("no network");
  asked.push(address);
  const text = (cache === "default" && stale[address]) || host[address];
  return new Response(text ?? "", { status: text === undefined ? 404 : 200 });
}

/** A version of the worker in this browser: what it does on events, and what came of installing it. */
function worker({ shared, languages }) {
  const heard = new Map();
  const self = {
    location: { href: `${ROOT}service_worker.js` },
    clients: { matchAll: async () => windows.map((url) => ({ url })), claim: async () => {} },
    skipWaiting: async () => {},
    addEventListener: (type, hear) => heard.set(type, hear),
  };
  const open = async (name) => {
    if (fails) throw new DOMException("no storage", "UnknownError");
    return caches.get(name) ?? caches.set(name, new FakeCache()).get(name);
  };
  const site = JSON.stringify({ shared: hashes(shared), languages: languages.map(hashes) });
  const source = SOURCE.replace(/^const SITE = .*$/m, `const SITE = ${site};`);
  new Function("self", "caches", "fetch", source)(self, { open }, fetch);
  const wait = (type) => new Promise((resolve) => heard.get(type)({ waitUntil: resolve }));
  return {
    install: () => wait("install"),
    activate: () => wait("activate"),
    /** What a page outside of the site is told that asks to keep a language. */
    tell: (home) =>
      new Promise((postMessage) =>
        heard.get("message")({ data: { keep: home }, ports: [{ postMessage }], waitUntil: () => {} }),
      ),
    /** The answer to a request, or null if it is not the worker's. */
    async ask(address, method = "GET", mode = "no-cors") {
      let [answer, after] = [null, []];
      heard.get("fetch")({
        request: { method, mode, url: new URL(address, ROOT).href },
        respondWith: (response) => (answer = response),
        waitUntil: (promise) => after.push(promise),
      });
      const response = await answer;
      await Promise.all(after);
      return response && (response.status === 302 ? response.headers.get("location") : response.text());
    },
  };
}

async function arrive(version) {
  publish(version);
  const now = worker(version);
  await now.install();
  await now.activate();
  return now;
}

test("after the first visit all is there without a network, whatever the query", async () => {
  const now = await arrive(FIRST);
  isOffline = true;
  for (const [address, text] of Object.entries({ ...FIRST.shared, ...ENGLISH })) assert.equal(await now.ask(address), text);
  assert.equal(await now.ask("learn/?step=2"), "learn 1");
  assert.equal(await now.ask("learn/index.html"), "learn 1");
  assert.equal(await now.ask("learn"), `${ROOT}learn/`);
  assert.equal(await now.ask("learn?step=2"), `${ROOT}learn/?step=2`);
});

test("pages are kept in the languages that are read, all of one as soon as one is asked for", async () => {
  const now = await arrive(FIRST);
  assert.ok(!asked.some((address) => address.startsWith("de/")));
  assert.equal(await now.ask("de/learn/"), "Lernen 1");
  isOffline = true;
  assert.equal(await now.ask("de/"), "Haus 1");
});

test("an update fetches no pages for those who read another language, nor for other sites of the host", async () => {
  windows = [`${ROOT}de/`, "https://host.example/", "https://host.example/learn/"];
  await arrive(FIRST);
  await arrive(SECOND);
  assert.ok(!asked.includes("") && !asked.includes("learn/"));
  assert.ok(asked.includes("de/learn/"));
});

test("a page outside of the site has it keep a language, and is told if that comes", async () => {
  windows = ["https://host.example/"];
  const now = await arrive(FIRST);
  assert.equal(await now.tell("de/"), true);
  assert.equal(await now.tell("xx/"), false);
  isOffline = true;
  assert.equal(await now.tell(""), false);
  assert.equal(await now.ask("de/"), "Haus 1");
});

test("a page in a language that is not kept is shown in one that is, or else that one's home", async () => {
  const now = await arrive(FIRST);
  isOffline = true;
  assert.equal(await now.ask("de/learn/?step=2", "GET", "navigate"), `${ROOT}learn/?step=2`);
  assert.equal(await now.ask("nothing?x=1", "GET", "navigate"), ROOT);
  await assert.rejects(now.ask("de/learn/"), TypeError);
});

test("where the browser's storage fails, the host answers", async () => {
  const now = await arrive(FIRST);
  fails = true;
  assert.equal(await now.ask("learn/"), "learn 1");
  isOffline = true;
  await assert.rejects(now.ask("learn/", "GET", "navigate"), TypeError);
});

test("what the host does not have is left to the host, and so are other requests and sites", async () => {
  const now = await arrive(FIRST);
  host.other = "else";
  assert.equal(await now.ask("other"), "else");
  assert.equal(await now.ask("learn/", "POST"), null);
  assert.equal(await now.ask("https://host.example/elsewhere/"), null);
  assert.deepEqual([...caches.keys()], [`noughts-site ${ROOT}`]);
});

test("a version fetches what is new in it, and open pages of the last one still find their files", async () => {
  await arrive(FIRST);
  asked = [];
  const now = await arrive(SECOND);
  assert.deepEqual(asked.sort(), ["", "static/2/a.js"]);
  isOffline = true;
  assert.equal(await now.ask(""), "home 2");
  assert.equal(await now.ask("static/1/a.js"), "a 1");
});

test("what only older versions have goes when one more comes", async () => {
  await arrive(FIRST);
  await arrive(SECOND);
  const now = await arrive({ ...SECOND, shared: { ...SECOND.shared, "static/2/a.js": "a 3" } });
  isOffline = true;
  await assert.rejects(now.ask("static/1/a.js"), TypeError);
});

for (const [name, spoil] of Object.entries({
  "that is missing": () => delete host["static/2/a.js"],
  "of another version": () => (host["static/2/a.js"] = "a 1"),
  "that does not come": () => (isOffline = true),
})) {
  test(`with a file ${name} a version does not begin, and the last one stays whole`, async () => {
    const last = await arrive(FIRST);
    publish(SECOND);
    spoil();
    await assert.rejects(worker(SECOND).install());
    isOffline = true;
    assert.equal(await last.ask(""), "home 1");
    assert.equal(await last.ask("static/1/a.js"), "a 1");
    isOffline = false;
    const now = await arrive(SECOND);
    assert.equal(await now.ask(""), "home 2");
  });
}

test("what the browser has cached of another version is fetched again", async () => {
  stale = { "": "home 0" };
  const now = await arrive(FIRST);
  isOffline = true;
  assert.equal(await now.ask(""), "home 1");
});

test("what the browser has thrown away is kept again", async () => {
  const now = await arrive(FIRST);
  caches.clear();
  assert.equal(await now.ask("static/1/a.js"), "a 1");
  isOffline = true;
  assert.equal(await now.ask("engine/e-1"), "engine");
});
