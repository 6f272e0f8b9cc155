/** A room as pages beside it hear of it, and the way to the next game there. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { announced, elements, fire, leave, opened, pass, script, settle } from "./page.mjs";

const { watchRoom } = await script("game/own_room.js");
const { climbers } = await script("pages/wall.js");
const { cancel, goSoon, settle: decide } = await script("game/going.js");

const CHANGED = { type: "room", what: "room" };
const [SPREAD, AGAIN] = [500, 3_000]; // milliseconds

/** Hold back the answers to requests, in order: a room's version each, or a status. */
function hold() {
  const held = [];
  fetch.mock.mockImplementation(() => new Promise((done) => held.push(done)));
  return async (number, { version = 0, status = 200 }) => {
    held[number]({ ok: status < 400, status, json: async () => ({ version, detail: "" }) });
    await settle();
  };
}

/** Watch a room whose answers are held back; what was shown, and how to be notified of a change. */
function watched() {
  const shown = [];
  const answer = hold();
  watchRoom("ROOM", (room) => shown.push(room.version));
  const change = () => {
    opened[0].hear(CHANGED);
    pass(SPREAD);
  };
  return { answer, change, shown };
}

beforeEach(() => {
  leave();
  fetch.mock.resetCalls();
  location.assign.mock.resetCalls();
  document.hidden = false;
  document.activeElement = null;
  cancel();
});

test("of changes that come together the room is asked about once", async () => {
  const { answer, change, shown } = watched();
  opened[0].hear(CHANGED);
  change();
  await answer(0, { version: 3 });
  assert.deepEqual([fetch.mock.callCount(), shown], [1, [3]]);
});

test("a late answer about a room does not undo a later one", async () => {
  const { answer, change, shown } = watched();
  change();
  change();
  await answer(1, { version: 4 });
  await answer(0, { version: 3 });
  assert.deepEqual(shown, [4]);
});

for (const status of [429, 503]) {
  test(`a room that could not be asked about, by ${status}, is asked about again`, async () => {
    const { answer, change, shown } = watched();
    change();
    await answer(0, { status });
    pass(AGAIN);
    await answer(1, { version: 4 });
    assert.deepEqual(shown, [4]);
  });
}

test("a room that there is not, or from which one was removed, is not asked about again", async () => {
  const { answer, change } = watched();
  change();
  await answer(0, { status: 404 });
  pass(1_000_000);
  assert.equal(fetch.mock.callCount(), 1);
});

elements.set("stay", { hidden: true });
const stay = elements.get("stay");
let games = 0;

/** Be called to a game that nobody was called to before. */
function call() {
  games += 1;
  goSoon(`${games}`, { href: `/g/${games}`, textContent: "Next: Calm Cat →" });
  return `/g/${games}`;
}

const went = () => location.assign.mock.calls.map((call) => call.arguments[0]);

test("the next game opens after six seconds, which are counted and announced", () => {
  const address = call();
  assert.match(announced(), /^Next: Calm Cat →\. It opens in 6 seconds – press Escape to stay here\.$/);
  assert.deepEqual([stay.hidden, stay.textContent], [false, "Stay here (6)"]);
  pass(5_000);
  goSoon(`${games}`, { href: address, textContent: "" }); // it is notified of it again
  assert.deepEqual([stay.textContent, went()], ["Stay here (1)", []]);
  pass(1_000);
  assert.deepEqual(went(), [address]);
  pass(60_000);
  assert.equal(went().length, 1);
});

const press = (key) => fire(document, "keydown", { key });
const onLink = { closest: (selector) => (selector === "a[href]" ? {} : null) };
const click = (target, more = {}) => fire(document, "click", { target: { closest: () => null, ...target }, ...more });

for (const [how, isHere, stays] of [
  ["Escape", () => press("Escape"), true],
  ["the button", () => click({ closest: (selector) => (selector === "#stay" ? {} : null) }), true],
  ["a link that is followed", () => click(onLink), true],
  ["a form that is sent", () => fire(document, "submit"), true],
  ["another key", () => press("a"), false],
  ["a click beside", () => click({}), false],
  ["a link that opens another tab", () => click(onLink, { ctrlKey: true }), false],
]) {
  test(`${how} ${stays ? "keeps one here, for this game" : "does not keep one from the game"}`, () => {
    call();
    isHere();
    pass(6_000);
    assert.equal(went().length, stays ? 0 : 1);
    goSoon(`${games}`, { href: "/g/again", textContent: "" });
    pass(6_000);
    assert.ok(!went().includes("/g/again"));
  });
}

for (const [what, begin, end] of [
  ["is hidden", () => (document.hidden = true), () => (document.hidden = false)],
  ["is typed into", () => (document.activeElement = { matches: () => true }), () => (document.activeElement = null)],
]) {
  test(`while the page ${what} nothing is counted`, () => {
    call();
    begin();
    pass(60_000);
    assert.equal(stay.textContent, "Stay here (6)");
    end();
    pass(6_000);
    assert.equal(went().length, 1);
  });
}

test("to a game that one chose not to be taken to, one is never taken", () => {
  decide("settled");
  goSoon("settled", { href: "/g/settled", textContent: "" });
  pass(60_000);
  assert.deepEqual([went(), stay.hidden], [[], true]);
});

test("those who climbed most between two rounds come first, and five at most", () => {
  const before = new Map(["Ann", "Ben", "Cat", "Dan", "Eve", "Fox", "Gus"].map((name, at) => [name, at + 1]));
  const after = new Map([["Gus", 1], ["Fox", 2], ["Ann", 3], ["Eve", 4], ["Dan", 4], ["New", 6], ["Cat", 7]]);
  assert.deepEqual(
    climbers(before, after).map(({ name, steps }) => `${name} ${steps}`),
    ["Gus 6", "Fox 4", "Eve 1"],
  );
  assert.equal(climbers(before, new Map([...before].map(([name, place]) => [name, place - 1]))).length, 5);
});
