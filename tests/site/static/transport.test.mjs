/** How a page of a site asks its engine, and at what addresses it is. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mock, test } from "node:test";
import { answer, database, kept, open, root, script } from "./site.mjs";

const ID = "0123456789abcdef01234567";
const OTHER = "89abcdef0123456789abcdef";
const RESPOND = "import sys; from noughts.site.pages import respond; print(respond(sys.stdin.read()))";

/** What Python answers. */
const engine = (request) =>
  JSON.parse(execFileSync(process.env.PYTHON, ["-c", RESPOND], { input: JSON.stringify(request) }).toString());

/** The record of a game, one a second. */
const record = (second) =>
  JSON.stringify({
    ...{ version: 1, rules: "3x3:3", start: null, first: "x", players: { x: "human", o: "medium" }, moves: ["b2", "a1"] },
    ...{ result: "*", termination: null, started: `2026-11-30T12:00:${10 + second}+00:00`, ended: null },
  });

const transport = await script("shared/transport.js");
const { get, post } = await script("shared/api.js");

test("a request brings the game that it names, and its answer keeps what changed", async () => {
  kept.set(ID, { moves: 1 });
  answer(({ games }) => ({ status: 200, body: games, games: { [ID]: { moves: 2 } } }));
  assert.deepEqual(await get(`/games/${ID}`), { [ID]: { moves: 1 } });
  assert.deepEqual(kept.get(ID), { moves: 2 });
});

test("a request is repeated with what it needs", async () => {
  kept.clear();
  kept.set(OTHER, { moves: 3 });
  answer(({ games }) => (OTHER in games ? { status: 200, body: games } : { needs: [OTHER, ID] }));
  assert.deepEqual(await post("/games", {}), { [OTHER]: { moves: 3 }, [ID]: null });
});

test("the list of games needs all of them", async () => {
  kept.clear();
  kept.set(ID, 1).set(OTHER, 2);
  answer(({ games }) => ("*" in games ? { status: 200, body: games } : { needs: ["*"] }));
  assert.deepEqual(await get("/games"), { "*": null, [ID]: 1, [OTHER]: 2 });
});

test("what another tab did meanwhile is not lost: the engine is asked again", async () => {
  kept.clear();
  kept.set(ID, { moves: 1 });
  const asked = [];
  answer(({ games }) => {
    asked.push(games[ID].moves);
    if (asked.length === 1) kept.set(ID, { moves: 5 });
    return { status: 200, body: {}, games: { [ID]: { moves: games[ID].moves + 1 } } };
  });
  await get(`/games/${ID}`);
  assert.deepEqual(asked, [1, 5]);
  assert.deepEqual(kept.get(ID), { moves: 6 });
});

test("of two tabs that begin the same game, one keeps it", async () => {
  kept.clear();
  const both = Promise.withResolvers();
  let begun = 0;
  answer(async ({ games }) => {
    if (!(ID in games)) return { needs: [ID] };
    if (games[ID]) return { status: 200, body: games[ID], games: {} };
    const made = { by: ++begun };
    if (begun === 2) both.resolve();
    await both.promise;
    return { status: 201, body: made, games: { [ID]: made } };
  });
  const other = await script("shared/transport.js", "other");
  const begin = ({ ask }) => ask("POST", "/api/v1/games", "{}");
  const [first, second] = await Promise.all([begin(transport), begin(other)]);
  assert.equal(begun, 2);
  assert.deepEqual([first.body, second.body], [kept.get(ID), kept.get(ID)]);
});

test("a game that was deleted is kept no longer", async () => {
  kept.clear();
  kept.set(ID, 1).set(OTHER, 2);
  answer(() => ({ status: 303, redirect: "/games", games: { [ID]: null } }));
  await transport.ask("POST", `/games/${ID}/forget`, "");
  assert.deepEqual([...kept.keys()], [OTHER]);
});

test("a file of forty games is opened by the engine itself, and once", async () => {
  kept.clear();
  const asked = [];
  answer((request) => {
    asked.push(request.path);
    return engine({ ...request, language: "en" });
  });
  const form = String(new URLSearchParams({ records: Array.from({ length: 40 }, (_, at) => record(at)).join("\n") }));
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await transport.ask("POST", "/games/open", form)).redirect, "/games");
    assert.equal(kept.size, 40);
  }
  assert.equal(asked.length, 4);
});

for (const [how, close] of Object.entries({
  "without a word": (connection) => connection.close(),
  "by the browser": (connection) => {
    connection.close();
    connection.onclose();
  },
  "for another version": (connection) => connection.onversionchange(),
})) {
  test(`a database that was closed ${how} is opened again`, async () => {
    kept.clear();
    kept.set(ID, 1);
    answer(({ games }) => ({ status: 200, body: games, games: { [ID]: games[ID] + 1 } }));
    await get(`/games/${ID}`);
    const { opened } = database;
    close(database.connection);
    assert.deepEqual(await get(`/games/${ID}`), { [ID]: 2 });
    assert.equal(kept.get(ID), 3);
    assert.equal(database.opened, opened + 1);
  });
}

test("sites of one host have databases of their own", () => {
  assert.equal(database.name, `noughts ${new URL(root).pathname}`);
});

test("a request that would never end is given up", async () => {
  answer(() => ({ needs: [ID] }));
  await assert.rejects(transport.ask("GET", "/games", null), /no answer/);
});

test("a page that leads to another is followed, as on a server", async () => {
  answer(({ path }) => (path === "/puzzles/random" ? { status: 303, redirect: "/puzzles/1" } : { status: 200, page: path }));
  assert.equal(await (await transport.request("/puzzles/random")).text(), "/puzzles/1");
});

test("a refusal is a problem with the engine's words and the game as it is", async () => {
  answer(() => ({ status: 409, body: { detail: "The game has moved on", game: { version: 3 } }, games: {} }));
  await assert.rejects(post(`/games/${ID}/play`, {}), { message: "The game has moved on", status: 409, game: { version: 3 } });
});

test("who waits long is told how far the engine is, until it fails", async () => {
  const status = document.getElementById("status");
  const failing = Promise.withResolvers();
  answer(() => failing.promise);
  const asked = transport.ask("GET", "/puzzles", null);
  await new Promise(setImmediate);
  mock.timers.tick(1_000);
  assert.equal(status.textContent, "Getting ready: 0 %");
  failing.reject(new Error("dead"));
  await assert.rejects(asked, /dead/);
  assert.equal(status.textContent, "You're X");
});

test("an engine that fails is a problem that may pass", async () => {
  answer(() => Promise.reject(new Error("dead")));
  await assert.rejects(get("/puzzles/today"), { status: 0, passes: true });
});

test("a file is a file", async () => {
  answer(() => ({ status: 200, file: btoa("<svg/>"), type: "image/svg+xml" }));
  const content = await (await transport.request("/puzzles/sheet/puzzles.svg")).blob();
  assert.deepEqual([content.type, await content.text()], ["image/svg+xml", "<svg/>"]);
});

test("a move that is wanted now interrupts the thought about it, and nothing else", async () => {
  kept.clear();
  kept.set(ID, { moves: 1 });
  const thought = Promise.withResolvers();
  const interrupted = [];
  globalThis.interrupted = (pending, request) => {
    interrupted.push([pending.path, request.path, request.games]);
    thought.resolve({ status: 200, body: { version: 3 }, games: {} });
    return { status: 200, body: {}, games: {} };
  };
  const thinking = Promise.withResolvers();
  answer(() => {
    thinking.resolve();
    return thought.promise;
  });
  await post(`/games/${ID}/move-now`, {});
  assert.deepEqual(interrupted, []);
  const reply = get(`/games/${ID}?after=2`);
  await thinking.promise;
  await post(`/games/${OTHER}/move-now`, {});
  await post(`/games/${ID}/move-now`, {});
  const paths = [`/api/v1/games/${ID}?after=2`, `/api/v1/games/${ID}/move-now?after=2`];
  assert.deepEqual(interrupted, [[...paths, { [ID]: { moves: 1 } }]]);
  assert.deepEqual(await reply, { version: 3 });
});

test("addresses are a server's, wherever the site is", () => {
  open(`page/?/g/${ID}/review?ply=3`);
  const path = ({ pathname, search }) => pathname + search;
  assert.equal(path(transport.addressOf()), `/g/${ID}/review?ply=3`);
  assert.equal(path(transport.addressOf("?ply=4")), `/g/${ID}/review?ply=4`);
  assert.equal(path(transport.addressOf("/learn")), "/learn");
  assert.equal(path(transport.addressOf(transport.linkTo("/learn?x=1"))), "/learn?x=1");
  assert.equal(path(transport.addressOf(transport.linkTo("/puzzles"))), "/puzzles");
});

test("pages are opened, and addresses kept, where the site has them", () => {
  open("learn/");
  transport.go("/g/1");
  transport.go("/learn", true);
  transport.keepAddress("/?board=4x4:3", true);
  transport.keepAddress(transport.linkTo("/puzzles"));
  assert.deepEqual(visited, ["page/?/g/1", "= learn/", "?board=4x4:3", "= page/?/puzzles"]);
});

test("a page is in another language at another place", () => {
  open("page/?/a/..._..._..._x_3");
  assert.ok(transport.inLanguage("de").endsWith("/de/page/?/a/..._..._..._x_3"));
});
