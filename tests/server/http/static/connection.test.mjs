/** Connections that break, fall silent or are blocked, and what brings them back. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { elements, fire, leave, opened, pass, script, settle } from "./page.mjs";

const { Connection, openSocket } = await script("game/connection.js");
const { persist, showProblem } = await script("shared/page.js");
const { post, Problem } = await script("shared/api.js");
const HELLO = { type: "hello", heartbeat: 10 };
let heard;

function connect(open = () => openSocket("/live")) {
  const receive = (message) => heard.push(message.type);
  return new Connection(open, { receive, change: (isOpen) => heard.push(isOpen) });
}

const connectEvents = () => connect(() => new EventSource("/events"));

const last = () => opened.at(-1);

beforeEach(() => {
  leave();
  heard = [];
});

test("a connection that breaks is opened again, after pauses that double up to eight seconds", () => {
  connectEvents();
  for (const pause of [300, 600, 1_200, 2_400, 4_800, 8_000, 8_000]) {
    const before = opened.length;
    last().onerror();
    assert.ok(last().isClosed);
    pass(pause - 1);
    assert.equal(opened.length, before);
    pass(1);
    assert.equal(opened.length, before + 1);
  }
  last().hear(HELLO); // and then begins with the shortest again
  last().onerror();
  pass(300);
  assert.equal(opened.length, 9);
  assert.deepEqual(heard, [...Array(7).fill(false), true, "hello", false]);
});

test("a socket that is cut is opened again; what came over the old one is not heard", () => {
  connect();
  const first = last();
  assert.equal(first.address, "ws://here/live");
  first.hear(HELLO);
  first.onclose({ code: 1006 });
  pass(300);
  last().hear(HELLO);
  first.hear({ type: "view" });
  first.onclose({ code: 1006 });
  assert.deepEqual(heard, [true, "hello", false, true, "hello"]);
  assert.equal(opened.length, 2);
});

test("where sockets stay silent they are blocked, and tried once a minute until one works", () => {
  const connection = connect();
  pass(6_000); // nothing came over the first
  pass(300);
  assert.ok(!connection.isBlocked);
  pass(6_000); // nor over the second
  assert.ok(connection.isBlocked);
  for (const count of [3, 4]) {
    pass(59_999);
    assert.equal(opened.length, count - 1);
    pass(1);
    assert.equal(opened.length, count);
    if (count === 3) last().onclose({ code: 1006 }); // still blocked
  }
  last().hear(HELLO);
  assert.ok(!connection.isBlocked && !last().isClosed);
});

test("events that stay silent say nothing of sockets", () => {
  const connection = connectEvents();
  for (const pause of [300, 600, 1_200]) {
    pass(6_000);
    pass(pause);
  }
  assert.deepEqual([connection.isBlocked, opened.length], [false, 4]);
});

test("where requests do not get through either, sockets are tried again after pauses that double", () => {
  const connection = connect();
  last().onclose({ code: 1006 });
  pass(300);
  last().onclose({ code: 1006 });
  assert.ok(connection.isBlocked);
  connection.unblock();
  pass(1_199);
  assert.equal(opened.length, 2);
  pass(1);
  assert.deepEqual([connection.isBlocked, opened.length], [false, 3]);
});

test("where the network is away no socket counts as blocked", () => {
  connect();
  navigator.onLine = false;
  for (const pause of [300, 600, 1_200]) {
    pass(6_000);
    pass(pause);
  }
  navigator.onLine = true;
  assert.ok(opened.every((source) => source instanceof WebSocket));
});

test("silence of two and a half heartbeats is the end of a connection", () => {
  connect();
  last().hear({ ...HELLO, heartbeat: 4 });
  pass(9_999);
  assert.ok(!last().isClosed);
  pass(1);
  assert.ok(last().isClosed);
  pass(300);
  assert.equal(opened.length, 2);
});

test("where there is no such game nothing is opened again", () => {
  connect();
  last().onclose({ code: 4404 });
  pass(1_000_000);
  for (const change of ["offline", "online"]) fire(globalThis, change);
  pass(1_000_000);
  assert.equal(opened.length, 1);
});

test("the network's end is noticed at once, and its return ends any pause", () => {
  connect();
  last().hear(HELLO);
  fire(globalThis, "offline");
  assert.deepEqual(heard, [true, "hello", false]);
  for (let attempt = 0; attempt < 5; attempt += 1) last().onclose({ code: 1006 });
  fire(globalThis, "online");
  pass(300);
  assert.equal(opened.length, 2);
});

test("a page that is left ends its connection, and opens it when it comes back from the cache", () => {
  connect();
  last().hear(HELLO);
  fire(globalThis, "pagehide");
  pass(1_000_000);
  assert.deepEqual([opened.length, last().isClosed], [1, true]);
  fire(globalThis, "pageshow", { persisted: true });
  assert.equal(opened.length, 2);
});

test("a request that does not get through is made again after pauses that double, or when one wants it", async () => {
  const alert = { children: [], dataset: { away: "away" }, append() {}, replaceChildren: (...all) => (alert.children = all) };
  elements.set("alert", alert);
  document.querySelectorAll = () => [alert];
  document.createElement = () => Object.assign(new EventTarget(), { append() {} });
  let isUp = false;
  const request = mock.fn(async () => (isUp ? "answer" : Promise.reject(new Problem("", 0))));
  const lost = mock.fn();
  const answer = persist(request, lost);
  for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
    await settle();
    const before = request.mock.callCount();
    assert.equal(alert.children.length, Number(pause > 500)); // a moment is nothing to tell of
    assert.equal(lost.mock.callCount() > 0, pause > 500);
    pass(pause - 1);
    await settle();
    assert.equal(request.mock.callCount(), before);
    pass(1);
  }
  await settle();
  isUp = true;
  dispatchEvent(new Event("online"));
  assert.equal(await answer, "answer");
  assert.deepEqual(alert.children, []);
  await assert.rejects(persist(async () => Promise.reject(new Problem("too late", 409))), { status: 409 });
});

test("an answer that does not come is waited for twenty seconds, besides what a computer thinks", async () => {
  const patience = new AbortController();
  const timeout = mock.method(AbortSignal, "timeout", () => patience.signal);
  fetch.mock.mockImplementation((_address, { signal }) => {
    return new Promise((_answer, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const answer = post("/games/a/play", { square: 4 }, 10);
  patience.abort();
  await assert.rejects(answer, { status: 0, passes: true });
  assert.deepEqual(timeout.mock.calls[0].arguments, [30_000]);
  timeout.mock.restore();
});

test("a refusal is told as the server words it, and another try is offered where one may help", () => {
  const alert = { children: [], dataset: { away: "away", again: "again" } };
  alert.append = (...all) => alert.children.push(...all);
  alert.replaceChildren = (...all) => (alert.children = all);
  elements.set("alert", alert);
  document.createElement = () => Object.assign(new EventTarget(), { append() {} });
  const told = (error) => {
    showProblem(error, () => {});
    return alert.children.map(({ textContent }) => textContent);
  };
  assert.deepEqual(told(new Problem("a1 is already taken by X", 422)), ["a1 is already taken by X"]);
  assert.deepEqual(told(new Problem("Not so fast", 429)), ["Not so fast", "again"]);
  assert.deepEqual(told(new Problem("", 0)), ["away", "again"]);
  assert.throws(() => told(new TypeError("a bug")), TypeError);
});

test("a page says when it is hidden and when it is seen, also after a reconnection", () => {
  const sent = () => last().sent.map(({ type }) => type);
  connect();
  last().hear(HELLO);
  document.hidden = true;
  fire(document, "visibilitychange");
  assert.deepEqual(sent(), ["away"]);
  last().onclose({ code: 1006 });
  pass(300);
  last().hear(HELLO);
  document.hidden = false;
  fire(document, "visibilitychange");
  assert.deepEqual(sent(), ["away", "here"]);
});
