/** The keys of the board, and boards after moves of which only the changes are known. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.mjs";

const { shortcutOf, squareOfDigit, squareTowards, leadsToBoard } = await script("board/keys.js");
const { boardAfter, gameAfter } = await script("board/moves.js");

const WITH = ["ctrlKey", "altKey", "metaKey"];

for (const [key, to, ctrlKey = false] of [
  ["ArrowLeft", 5], ["ArrowRight", 7], ["ArrowUp", 1], ["ArrowDown", 11], ["Home", 5], ["End", 9],
  ["Home", 0, true], ["End", 14, true], ["ArrowLeft", undefined, true], ["Enter", undefined],
]) {
  test(`${ctrlKey ? "Control and " : ""}${key} leads from the second square of the middle row to ${to}`, () => {
    assert.equal(squareTowards({ key, ctrlKey }, 6, 5, 3), to);
  });
}

test("arrows stop at the edges", () => {
  assert.equal(squareTowards({ key: "ArrowUp" }, 2, 5, 3), 2);
  assert.equal(squareTowards({ key: "ArrowLeft" }, 5, 5, 3), 5);
  assert.equal(squareTowards({ key: "ArrowRight" }, 9, 5, 3), 9);
  assert.equal(squareTowards({ key: "ArrowDown" }, 12, 5, 3), 12);
});

test("the number pad lies like the board, and the row of digits counts in reading order", () => {
  const taken = (place) => [..."123456789"].map((digit) => squareOfDigit({ code: `${place}${digit}` }));
  assert.deepEqual(taken("Digit"), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(taken("Numpad"), [6, 7, 8, 3, 4, 5, 0, 1, 2]);
  assert.equal(squareOfDigit({ code: "Numpad7", key: "Home", shiftKey: true }), 0); // NumLock is off
  assert.equal(squareOfDigit({ code: "Digit7", shiftKey: true }), undefined);
  for (const code of ["Digit0", "Numpad0", "KeyA"]) assert.equal(squareOfDigit({ code }), undefined);
  for (const held of WITH) assert.equal(squareOfDigit({ code: "Digit1", [held]: true }), undefined);
});

test("letters ask, in either case, but not with keys that make them something else", () => {
  const asked = ["h", "U", "n", "?", "x"].map((key) => shortcutOf({ key }));
  assert.deepEqual(asked, ["hint", "undo", "rematch", "help", undefined]);
  for (const held of WITH) assert.equal(shortcutOf({ key: "n", [held]: true }), undefined);
});

test("an arrow leads to the board unless it has something else to do where it is", () => {
  const target = (found) => ({ closest: () => found });
  assert.ok(leadsToBoard({ key: "ArrowLeft", target: target(null) }));
  assert.ok(!leadsToBoard({ key: "ArrowLeft", target: target({}) }));
  assert.ok(!leadsToBoard({ key: "ArrowLeft", shiftKey: true, target: target(null) }));
  assert.ok(!leadsToBoard({ key: "Home", target: target(null) }));
});

const NAMES = ["a1", "b1", "a2", "b2", "a3", "b3"];
const BOARD = {
  width: 2,
  position: "x._.._.._o_2",
  names: NAMES,
  marks: ["x", "", "", "", "", ""],
  labels: ["a1, X, last move", ...NAMES.slice(1).map((name) => `${name}, empty`)],
  turn: "o",
  last_move: 0,
};

test("a board after a move has its mark, its text, whose turn it is, and labels that changed", () => {
  const after = boardAfter(BOARD, { square: 3, side: "o", labels: { 0: "a1, X", 3: "b2, O, last move" } });
  assert.equal(after.position, "x._.o_.._x_2");
  assert.deepEqual(after.marks, ["x", "", "", "o", "", ""]);
  assert.deepEqual([after.labels[0], after.labels[3]], ["a1, X", "b2, O, last move"]);
  assert.deepEqual([after.turn, after.last_move, BOARD.marks[3]], ["x", 3, ""]);
});

const GAME = {
  version: 4,
  board: BOARD,
  moves: ["a1"],
  seats: { x: { is_you: true }, o: { is_you: false } },
  is_your_turn: false,
  can_undo: false,
};
const WORDS = {
  label: "{square}, {mark}, last move",
  x: { status: "O to move", announcement: "X takes {square}." },
  o: { status: "Your turn", announcement: "O takes {square}." },
};

test("a game after a move is worded by what was sent before", () => {
  const played = (version, square) => ({ version, event: { type: "played", square } });
  const after = gameAfter(GAME, played(5, 3), WORDS);
  assert.deepEqual([after.version, after.moves, after.is_your_turn], [5, ["a1", "b2"], true]);
  assert.deepEqual([after.status, after.announcement], ["Your turn", "O takes b2."]);
  assert.deepEqual(after.board.labels.slice(0, 4), ["a1, X", "b1, empty", "a2, empty", "b2, O, last move"]);
  assert.equal(after.can_undo, false); // it was not one's own
  assert.equal(gameAfter(after, played(6, 1), WORDS).can_undo, true);
});

test("a change with a move that ends the game has its line, and one without leaves the board", () => {
  const move = { square: 3, side: "o", labels: {}, turn: null, winning: [1, 3], lines: [[1, 3]] };
  const over = gameAfter(GAME, { change: { version: 5, ending: {}, board: move } });
  assert.deepEqual([over.moves, over.board.turn, over.board.winning], [["a1", "b2"], null, [1, 3]]);
  const offered = gameAfter(GAME, { change: { version: 5, offer: { kind: "draw" }, board: null } });
  assert.deepEqual([offered.version, offered.board, offered.moves], [5, BOARD, ["a1"]]);
  assert.equal(gameAfter(GAME, { version: 5, event: { type: "sat" } }, WORDS), null); // a name follows
});
