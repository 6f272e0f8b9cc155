/** The state of a game's page and what it tells of the game, its settings, clocks and sounds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, pass, script, settle } from "./page.mjs";

const states = await script("game/state.js");
const { settings } = await script("game/new_game.js");
const tempo = await script("game/tempo.js");
const { timeText } = await script("game/friend.js");
const { play } = await script("joy/sounds.js");

const NAMES = ["a1", "b1", "a2", "b2"];
function game(moves, more = {}) {
  const seats = { x: { is_free: false }, o: { is_free: false } };
  return { id: "a", round: 1, first: "x", seats, ending: null, moves, board: { names: NAMES }, ...more };
}

const at = (shown, more = {}) => ({ ...states.FIRST, game: shown, ...more });

/** What happened, in short. */
const told = (before, now) =>
  states.happened(before, now).map(({ type, detail: { side, square } }) => {
    return [type.replace("noughts:", ""), side, square].filter((each) => each !== undefined).join(" ");
  });

for (const [what, before, after, expected, pending = null] of [
  ["a new game", null, game([]), ["began"]],
  ["the moves of a game that began with a reply", null, game(["b1"], { first: "o" }), ["began", "played o 1"]],
  ["what came since", game(["a1"]), game(["a1", "b1", "a2"]), ["played o 1", "played x 2"]],
  ["a reply, once one's own mark has been told", game([]), game(["a1", "b2"]), ["played o 3"], 0],
  ["nothing of moves taken back", game(["a1", "b1"]), game([]), []],
  ["another move in place of one", game(["a1"]), game(["b2"]), ["played x 3"]],
  ["the end, once", game(["a1"]), game(["a1", "b1"], { ending: {} }), ["played o 1", "ended"]],
  ["no second end", game(["a1"], { ending: {} }), game(["a1"], { ending: {} }), []],
  ["no end of a game that was over when it was opened", null, game([], { ending: {} }), ["began"]],
  ["the next round", game(["a1"], { ending: {} }), game([], { round: 2 }), ["began"]],
  ["a friend who sat down", game([], { seats: { o: { is_free: true } } }), game([]), ["began"]],
]) {
  test(`a page tells of ${what}`, () => {
    assert.deepEqual(told(at(before, { pending }), at(after)), expected);
  });
}

test("a page tells of a mark as soon as it is shown", () => {
  const shown = game([], { board: { names: NAMES, turn: "x" } });
  assert.deepEqual(told(at(shown), at(shown, { pending: 2 })), ["played x 2"]);
  assert.deepEqual(told(at(shown, { pending: 2 }), at(shown, { pending: 2, isBusy: true })), []);
});

test("a mark that was shown before there was a game is told with the game", () => {
  const shown = game([], { board: { names: NAMES, turn: "x" } });
  assert.deepEqual(told(at(null), at(null, { pending: 2 })), []);
  assert.deepEqual(told(at(null, { pending: 2 }), at(shown, { pending: 2 })), ["began", "played x 2"]);
});

const ADVISED = { hint: 2, worths: [{}], advice: "a2, which wins" };

test("advice is about one version of a game", () => {
  const now = at(game([], { version: 1 }), ADVISED);
  const same = states.received(now, game([], { version: 1 }));
  const next = states.received(now, game(["a1"], { version: 2 }));
  const other = states.received(now, game([], { version: 1, id: "b" }));
  assert.deepEqual([same.hint, next.hint, other.hint], [2, null, null]);
  assert.deepEqual([next.worths, next.advice, next.game.moves], [[], "", ["a1"]]);
});

test("a late answer changes nothing, but another game has versions of its own", () => {
  const now = at(game(["a1"], { version: 5 }));
  assert.equal(states.received(now, game([], { version: 4 })), now);
  assert.equal(states.received(now, game([], { version: 1, id: "b" })).game.id, "b");
});

test("squares pressed ahead wait in order, but only keys for the computer; a refusal forgets them", () => {
  const busy = at(game([]), { isBusy: true, pending: 1 });
  const now = states.pressed(states.pressed(busy, 2, false), 0, false);
  assert.deepEqual(now.ahead, [2, 0]);
  const long = at(game([], { seats: { o: { is_computer: true, seconds: 5 } } }), { isBusy: true, pending: 1 });
  for (const [asked, isByKey, ahead] of [[busy, false, []], [busy, true, [2]], [long, true, []]])
    assert.deepEqual(states.pressed(asked, 2, true, isByKey).ahead, ahead);
  const refused = states.refused(now);
  assert.deepEqual([refused.ahead, refused.pending, refused.isBusy], [[], null, true]);
});

test("nothing of a game that is left stays, but whether values are wanted", () => {
  const now = at(game(["a1"]), { ...ADVISED, ahead: [3], isValued: true });
  assert.deepEqual(states.left(now), { ...states.FIRST, isValued: true });
});

test("a free square can be taken in turn", () => {
  const board = { names: NAMES, marks: ["x", "", "", ""] };
  const free = (own) => [0, 1].map((square) => states.canTake(game([], { board, is_your_turn: own }), square));
  assert.deepEqual([free(true), free(false), states.canTake(null, 1)], [[false, true], [false, false], false]);
});

for (const [seconds, more, pending, isLong] of [
  [5, { is_thinking: true }, null, true],
  [5, {}, 3, true], // its thought begins with the move
  [5, {}, null, false],
  [0.5, { is_thinking: true }, null, false],
  [undefined, { is_thinking: true }, null, false],
  [5, { is_thinking: true, ending: {} }, null, false],
]) {
  test(`a thought of ${seconds} seconds can${isLong ? "" : "not"} be ended, with ${JSON.stringify(more)}`, () => {
    const seats = { x: {}, o: { is_computer: true, seconds } };
    assert.equal(states.isThinkingLong(at(game([], { is_thinking: false, seats, ...more }), { pending })), isLong);
  });
}

test("a reply comes 400 ms after one's own mark, or at once by the next key and where nothing may move", async () => {
  leave(); // from now on time is held
  const told = [];
  const rest = (name) => tempo.pause().then(() => told.push(name));
  const wait = async (milliseconds) => [pass(milliseconds), await settle()];
  globalThis.matchMedia = () => ({ matches: false });
  rest("reply");
  await wait(399);
  assert.deepEqual(told, []);
  await wait(1);
  rest("hurried");
  assert.deepEqual([tempo.hurry(), tempo.hurry()], [true, false]);
  await settle();
  rest("left");
  rest("next");
  await settle();
  assert.deepEqual(told, ["reply", "hurried", "left"]); // no pause is forgotten for another
  await wait(400);
  globalThis.matchMedia = () => ({ matches: true });
  rest("still");
  await settle();
  assert.deepEqual(told.slice(3), ["next", "still"]);
});

test("a thought is spoken of after 600 ms, and one that has ended is not", () => {
  leave();
  const said = [];
  for (const [name, lasts] of [["slow", 600], ["quick", 599], ["", 1_000]]) {
    tempo.watchThought(name !== "", () => said.push(name));
    pass(lasts);
  }
  assert.deepEqual(said, ["slow"]);
});

test("who begins the next game is the other one", () => {
  const seats = (x, o) => ({ x: { is_you: x }, o: { is_you: o } });
  const next = (first, ...own) => states.beginsNext(game([], { first, seats: seats(...own) }));
  assert.deepEqual([next("x", true, false), next("o", true, false)], ["other", "own"]);
  assert.deepEqual([next("x", true, true), next("o", true, true)], ["other", "own"]);
});

const FIELDS = { shown: "4x4:3", board: "custom", side: "x", first: "lot" };

for (const [what, fields, expected] of [
  ["two at one screen", { opponent: "two" }, { opponent: null }],
  ["a level", { opponent: "hard" }, { opponent: "hard" }],
  ["a level that searches", { opponent: "hard", seconds: "5" }, { opponent: "hard", seconds: 5 }],
  ["a level in its own time", { opponent: "hard", seconds: "" }, { opponent: "hard" }],
  ["a friend", { opponent: "friend", clock: "" }, { opponent: "friend" }],
  ["a friend, with a clock", { opponent: "friend", clock: "game-300" },
    { opponent: "friend", clock: { per: "game", seconds: 300 } }],
]) {
  test(`the settings against ${what}`, () => {
    const sent = JSON.parse(JSON.stringify(settings({ ...FIELDS, ...fields })));
    assert.deepEqual(sent, { board: "4x4:3", side: "x", first: "lot", ...expected });
  });
}

for (const [left, isRunning, text] of [
  [0, true, "0.0"], [4.96, true, "5.0"], [19.94, true, "19.9"], [20, true, "0:20"], [19.94, false, "0:20"],
  [59.2, true, "1:00"], [61, true, "1:01"], [3_599.5, true, "1:00:00"], [3_661, false, "1:01:01"],
]) {
  test(`a clock with ${left} seconds left that ${isRunning ? "runs" : "stands"} shows ${text}`, () => {
    assert.equal(timeText(left, isRunning), text);
  });
}

test("a tune has its notes, but not before the first click, which browsers wait for", async () => {
  const heard = [];
  const node = { connect: (next) => next, stop: () => {}, frequency: {} };
  const ramp = () => {};
  const gain = { setValueAtTime: ramp, linearRampToValueAtTime: ramp, exponentialRampToValueAtTime: ramp };
  globalThis.AudioContext = class {
    state = "suspended";
    currentTime = 7;
    resume = async () => {
      this.state = "running";
    };
    createOscillator = () => ({ ...node, start: (from) => heard.push(from) });
    createGain = () => ({ ...node, gain });
  };
  await play("won");
  assert.deepEqual(heard, []);
  navigator.userActivation = { hasBeenActive: true };
  await play("won");
  assert.deepEqual(heard, [7, 7.1, 7.2, 7.3]);
  await play("x");
  assert.equal(heard.length, 5);
});
