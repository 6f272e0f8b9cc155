/** What a page tells of a game, its clocks and its sounds. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { script } from "./page.mjs";

const { tellChange, tellMove } = await script("game/events.js");
const { timeText } = await script("game/friend.js");
const { play } = await script("joy/sounds.js");

const NAMES = ["a1", "b1", "a2", "b2"];
let told;
for (const what of ["began", "played", "ended"]) {
  document.addEventListener(`noughts:${what}`, ({ detail: { side, square } }) => {
    told.push([what, side, square].filter((each) => each !== undefined).join(" "));
  });
}

function game(moves, more = {}) {
  const seats = { x: { is_free: false }, o: { is_free: false } };
  return { id: "a", round: 1, first: "x", seats, ending: null, moves, board: { names: NAMES }, ...more };
}

beforeEach(() => {
  told = [];
});

for (const [what, before, after, expected, pending] of [
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
    tellChange(before, after, pending);
    assert.deepEqual(told, expected);
  });
}

test("a page tells of a mark as soon as it is shown", () => {
  tellMove(game([]), 2, "x");
  assert.deepEqual(told, ["played x 2"]);
});

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
