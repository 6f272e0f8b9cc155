/** A live game: commands over connections that break, and changes as they come. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { leave, opened, pass, script, settle } from "./page.mjs";

const { Live } = await script("game/live.js");
const HELLO = { type: "hello", heartbeat: 10 };
const COMMAND = { command: "c", version: 1, square: 4 };
let shown;
let connected;
let live;

const last = () => opened.at(-1);
const view = (version) => ({ type: "view", game: { version } });
const event = (version, more) => ({ type: "event", version, event: {}, ...more });

function reconnect() {
  last().onclose({ code: 1006 });
  pass(300);
  last().hear(HELLO);
}

/** Block sockets, so that requests are made. */
async function goBlocked() {
  for (const pause of [300, 0]) {
    last().onclose({ code: 1006 });
    pass(pause);
  }
  await settle();
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
  connected = [];
  const connection = (isOpen) => connected.push(isOpen);
  const reaction = ({ command }) => shown.push(["reaction", command]);
  live = new Live("id", 1, { view: show("view"), presence: show("presence"), reaction, connection });
});

test("a command is sent again over the next connection, under its id, until it is answered", async () => {
  const answer = live.send("play", COMMAND); // before there is a connection
  last().hear(HELLO);
  const sent = { type: "play", ...COMMAND };
  assert.deepEqual(last().sent, [sent, sent]);
  reconnect();
  assert.deepEqual(last().sent, [sent]);
  last().hear(event(2, { command: "c", game: { version: 2 } }));
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

test("where sockets are blocked the game is asked for every two seconds, while the page is seen", async () => {
  answerWith(200, { version: 2 });
  await goBlocked();
  assert.deepEqual(connected, [false, true]);
  assert.equal(fetch.mock.calls[0].arguments[0], "/api/v1/games/id?after=1");
  answerWith(200, { version: 2 });
  pass(2_000);
  await settle();
  assert.equal(fetch.mock.calls[0].arguments[0], "/api/v1/games/id?after=2");
  assert.deepEqual(shown, [["view", 2]]); // and once only
  document.hidden = true;
  answerWith(200, { version: 3 });
  pass(2_000);
  await settle();
  assert.equal(fetch.mock.callCount(), 0);
  document.hidden = false;
  pass(2_000);
  await settle();
  assert.deepEqual(shown, [["view", 2], ["view", 3]]);
});

test("a socket that works again ends the requests", async () => {
  answerWith(200, { version: 1 });
  await goBlocked();
  pass(2_000);
  await settle();
  pass(58_000);
  last().hear(HELLO);
  answerWith(200, { version: 2 });
  pass(10_000);
  await settle();
  assert.deepEqual([fetch.mock.callCount(), connected.at(-1), last().isClosed], [0, true, false]);
});

test("requests that are refused for now are made again after pauses that double", async () => {
  answerWith(503, { detail: "busy" });
  await goBlocked();
  for (const pause of [4_000, 8_000, 16_000, 16_000]) {
    pass(pause - 1);
    await settle();
    const before = fetch.mock.callCount();
    pass(1);
    await settle();
    assert.equal(fetch.mock.callCount(), before + 1);
  }
  assert.ok(!connected.includes(true));
});

test("an answer that nobody expected ends no polling, but that there is no such game does", async () => {
  await goBlocked();
  for (const [status, calls] of [[500, 1], [404, 1], [200, 0]]) {
    answerWith(status, { detail: "", version: 1 });
    pass(16_000);
    await settle();
    assert.equal(fetch.mock.callCount(), calls);
  }
});

test("where requests do not get through either, sockets are tried again", async () => {
  fetch.mock.mockImplementation(async () => Promise.reject(new TypeError("no network")));
  const before = opened.length;
  await goBlocked();
  pass(1_200);
  assert.deepEqual([opened.length, connected.includes(true)], [before + 2, false]);
});

test("where sockets are blocked commands go by requests, also those that wait already", async () => {
  answerWith(200, { version: 2 });
  const early = live.send("draw", { command: "d", version: 1 });
  await goBlocked();
  assert.deepEqual(await early, { version: 2 });
  answerWith(200, { version: 2 });
  assert.deepEqual(await live.send("play", COMMAND), { version: 2 });
  const [address, { body }] = fetch.mock.calls[0].arguments;
  assert.equal(address, "/api/v1/games/id/play");
  assert.deepEqual(JSON.parse(body), COMMAND);
  answerWith(409, { detail: "too late", game: { version: 3 } });
  await assert.rejects(live.send("undo", COMMAND), { message: "too late", status: 409 });
  assert.equal(fetch.mock.calls[0].arguments[0], "/api/v1/games/id/undo");
});

test("a command that fails for now is sent again", async () => {
  answerWith(200, { version: 1 });
  await goBlocked();
  answerWith(503, { detail: "busy" });
  const answer = live.send("play", COMMAND);
  await settle();
  answerWith(200, { version: 2 });
  pass(2_000);
  assert.deepEqual(await answer, { version: 2 });
});

test("a connection asks for what came after the version that is shown", () => {
  assert.match(last().address, /\/games\/id\/live\?after=1$/);
  last().hear(view(5));
  reconnect();
  assert.match(last().address, /after=5$/);
});

test("a change applies to the version before it; after one that was missed all is asked for anew", () => {
  last().hear(view(2));
  last().hear(event(3, { change: { version: 3, status: "Your turn" } }));
  last().hear(event(3, { change: { version: 3, status: "once more" } }));
  assert.deepEqual(shown, [["view", 2], ["view", 3]]);
  assert.ok(!last().isClosed);
  last().hear(event(5, { change: { version: 5 } }));
  assert.deepEqual([shown.length, last().isClosed], [2, true]);
  reconnect();
  last().hear(view(5));
  last().hear({ type: "heartbeat", version: 5 });
  assert.ok(!last().isClosed);
  last().hear({ type: "heartbeat", version: 6 });
  assert.ok(last().isClosed);
});

test("who is there and how they react is told as it comes", () => {
  last().hear({ type: "presence", version: "x" });
  last().hear({ type: "reaction", command: "r" });
  assert.deepEqual(shown, [["presence", "x"], ["reaction", "r"]]);
  live.react({ reaction: "wow", command: "s" });
  assert.deepEqual(last().sent, [{ type: "react", reaction: "wow", command: "s" }]);
});

test("where sockets are blocked, the answers tell that, and what happened before one's own reaction", async () => {
  answerWith(200, { version: 1, presence: { x: "here" }, reactions: [{ command: "r" }] });
  await goBlocked();
  assert.deepEqual(shown, [["presence", { x: "here" }], ["reaction", "r"]]);
  answerWith(200, { version: 2, reactions: [{ command: "s" }] });
  live.react({ reaction: "wow", command: "s" });
  await settle();
  assert.equal(fetch.mock.calls[0].arguments[0], "/api/v1/games/id/react");
  assert.deepEqual(shown.slice(2), [["reaction", "s"], ["view", 2]]);
});

/** A server that takes a move, and what it sends over connections that break, all of which come late. */
function network() {
  const sockets = [];
  const answers = [];
  let version = 1;
  fetch.mock.resetCalls();
  fetch.mock.mockImplementation((_address, { method } = {}) => {
    if (method) version = 2;
    const game = { version };
    return new Promise((resolve) => answers.push(() => resolve({ ok: true, status: 200, json: async () => game })));
  });

  /** Take what was sent, and have the frames of new connections on their way. */
  function serve() {
    for (const socket of opened.slice(sockets.length)) sockets.push({ socket, read: 0, frames: [HELLO, view(version)] });
    const { socket, frames, ...here } = sockets.at(-1);
    for (const message of socket.sent.slice(here.read)) {
      if (message.type !== "play") continue;
      frames.push(event(2, { command: "c", ...(version === 1 ? { change: { version: 2 } } : { game: { version: 2 } }) }));
      version = 2;
    }
    sockets.at(-1).read = socket.sent.length;
    return sockets.at(-1);
  }

  return {
    frame() {
      const { socket, frames } = serve();
      if (!socket.isClosed && frames.length) socket.hear(frames.shift());
    },
    heartbeat() {
      const { socket, frames } = serve();
      if (!socket.isClosed) frames.push({ type: "heartbeat", version });
    },
    cut() {
      const { socket } = serve();
      if (!socket.isClosed) socket.onclose({ code: 1006 });
    },
    first: () => answers.shift()?.(),
    last: () => answers.pop()?.(),
    wait: () => pass(6_000),
  };
}

test("in whatever order frames and answers come or are lost, a move is answered within twenty seconds", async () => {
  const names = ["frame", "heartbeat", "cut", "first", "last", "wait"];
  const orders = [[]];
  for (const _step of [1, 2, 3, 4]) orders.push(...orders.flatMap((order) => names.map((name) => [...order, name])));
  for (const order of new Set(orders.map((names) => names.join()))) {
    leave();
    live = new Live("id", 1, { view() {}, presence() {}, reaction() {}, connection() {} });
    const happens = network();
    const told = [];
    live.send("play", COMMAND).then(
      (game) => told.push(game.version),
      (error) => told.push(error.status),
    );
    for (const name of order.split(",").filter(Boolean)) {
      happens[name]();
      await settle();
    }
    for (let second = 0; second < 20 && !told.length; second += 1) {
      for (const name of ["frame", "frame", "frame", "first"]) happens[name]();
      await settle();
      if (!told.length) pass(1_000);
    }
    await settle();
    const waited = order.split("wait").length - 1;
    assert.ok(told[0] === 2 || (told[0] === 0 && waited > 2), `${order}: ${told}`);
  }
});
