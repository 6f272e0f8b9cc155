/** A live game: commands over connections that break, and changes as they come. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { leave, opened, pass, script, settle } from "./page.mjs";

const { Live } = await script("game/live.js");
const HELLO = { type: "hello", heartbeat: 10 };
const COMMAND = { command: "c", version: 1, square: 4 };
let shown;
let live;

const last = () => opened.at(-1);
const view = (version, more = {}) => ({ type: "view", game: { version }, ...more });

function reconnect() {
  last().onclose({ code: 1006 });
  pass(300);
  last().hear(HELLO);
}

/** Block sockets, so that events are heard and requests are made. */
function goOneWay() {
  for (const pause of [300, 600]) {
    pass(6_000);
    pass(pause);
  }
  last().hear(HELLO);
}

/** Answer every request with a status and a body. */
function answerWith(status, body) {
  fetch.mock.resetCalls();
  fetch.mock.mockImplementation(async () => ({ ok: status < 400, status, json: async () => body }));
}

beforeEach(() => {
  leave();
  shown = [];
  const show = (kind) => (told) => shown.push([kind, told?.version ?? told]);
  live = new Live("id", 1, { view: show("view"), presence: show("presence"), connection: () => {} });
});

test("a command is sent again over the next connection, under its id, until it is answered", async () => {
  const answer = live.send("play", COMMAND); // before there is a connection
  last().hear(HELLO);
  const sent = { type: "play", ...COMMAND };
  assert.deepEqual(last().sent, [sent, sent]);
  reconnect();
  assert.deepEqual(last().sent, [sent]);
  last().hear(view(2, { command: "c" }));
  assert.deepEqual(await answer, { version: 2 });
  assert.deepEqual(shown, []); // whoever sent it shows the answer
  reconnect();
  assert.deepEqual(last().sent, []);
});

test("a command that stays unanswered for twenty seconds is given up", async () => {
  const answer = live.send("play", COMMAND);
  last().hear(HELLO);
  pass(20_000);
  await assert.rejects(answer, { status: 0, passes: true });
});

test("a refusal has its reason and the game as it is", async () => {
  const answer = live.send("play", COMMAND);
  last().hear({ type: "refused", command: "c", status: 409, detail: "too late", game: { version: 3 } });
  await assert.rejects(answer, { message: "too late", status: 409, passes: false, game: { version: 3 } });
});

test("where only events come, commands go by requests", async () => {
  goOneWay();
  answerWith(200, { version: 2 });
  assert.deepEqual(await live.send("play", COMMAND), { version: 2 });
  const [address, { body }] = fetch.mock.calls[0].arguments;
  assert.equal(address, "/api/v1/games/id/play");
  assert.deepEqual(JSON.parse(body), COMMAND);
  answerWith(409, { detail: "too late", game: { version: 3 } });
  await assert.rejects(live.send("undo", COMMAND), { message: "too late", status: 409 });
  assert.equal(fetch.mock.calls[0].arguments[0], "/api/v1/games/id/undo");
});

test("a request that fails for now is made again over the next connection", async () => {
  goOneWay();
  answerWith(503, { detail: "busy" });
  const answer = live.send("play", COMMAND);
  await settle();
  answerWith(200, { version: 2 });
  pass(300);
  last().hear(HELLO);
  assert.deepEqual(await answer, { version: 2 });
});

test("a connection asks for what came after the version that is shown", () => {
  assert.match(last().address, /\/games\/id\/live\?show=views&after=1$/);
  last().hear(view(5));
  reconnect();
  assert.match(last().address, /after=5$/);
});

test("a change applies to the version before it; after one that was missed all is asked for anew", () => {
  last().hear(view(2));
  last().hear({ type: "change", game: { version: 3, status: "Your turn" } });
  last().hear({ type: "change", game: { version: 3, status: "once more" } });
  assert.deepEqual(shown, [["view", 2], ["view", 3]]);
  assert.ok(!last().isClosed);
  last().hear({ type: "change", game: { version: 5 } });
  assert.deepEqual([shown.length, last().isClosed], [2, true]);
  reconnect();
  last().hear(view(5));
  last().hear({ type: "heartbeat", version: 5 });
  assert.ok(!last().isClosed);
  last().hear({ type: "heartbeat", version: 6 });
  assert.ok(last().isClosed);
});

test("who is there is told as it comes", () => {
  last().hear({ type: "presence", version: "x" });
  assert.deepEqual(shown, [["presence", "x"]]);
});
