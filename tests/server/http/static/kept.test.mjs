/** What a browser remembers: statistics, streaks, progress; whatever else stands where they are kept. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fire, script, stored } from "./page.mjs";

const { load, onSave, save } = await script("shared/storage.js");
const { clear, count, statistics } = await script("joy/statistics.js");
const { countAnswer, showStreak } = await script("joy/streak.js");
const { finish } = await script("learn/progress.js");

const LINE = { level: "hard", board: "3x3:3", won: 0, drawn: 0, lost: 0, streak: 0, best: 0 };
const ended = (result, more) => ({ level: "hard", board: "3x3:3", result, ...more });
const kept = (name) => JSON.parse(stored.get(`noughts.${name}`));

beforeEach(() => stored.clear());

test("what another window saves is told, and nothing else", () => {
  const told = [];
  onSave("changed", (value) => told.push(value));
  save("changed", { id: "a" });
  for (const key of ["noughts.changed", "noughts.sounds", null]) fire(globalThis, "storage", { key });
  assert.deepEqual(told, [{ id: "a" }]);
});

test("results are counted by level and board, the last played first, and cleared", () => {
  count("a/1", ended("lost"));
  count("b/1", ended("won", { level: "easy" }));
  count("a/2", ended("lost"));
  const [hard, easy] = statistics();
  assert.deepEqual(hard, { ...LINE, lost: 2, streak: -2 });
  assert.deepEqual(easy, { ...LINE, level: "easy", won: 1, streak: 1, best: 1 });
  clear();
  assert.deepEqual(statistics(), []);
});

test("a streak goes on, ends with a draw, and turns with the other result", () => {
  const results = ["won", "won", "drawn", "won", "lost", "lost", "won"];
  const streaks = results.map((result, game) => count(`${game}`, ended(result)).streak);
  assert.deepEqual(streaks, [1, 2, 0, 1, -1, -2, 1]);
  assert.equal(statistics()[0].best, 2);
});

test("a loss that was taken back and has come again counts once", () => {
  count("a/1", ended("lost"));
  assert.equal(count("a/1", ended("lost")).lost, 1);
  assert.equal(count("a/2", ended("lost")).lost, 2);
});

test("of more than fifty lines the one last played on longest ago goes", () => {
  for (let size = 1; size <= 60; size += 1) count(`${size}`, ended("won", { board: `${size}` }));
  const boards = statistics().map((line) => line.board);
  assert.deepEqual([boards.length, boards[0], boards.at(-1)], [50, "60", "11"]);
});

const spoilt = ["{{{", "5", "null", '{"lines":5}', '{"lines":[null,7,{"level":"easy","won":-1}]}', "[1]"];
for (const text of [...spoilt, '{"now":"x","best":-3,"last":{}}', '{"win":1}']) {
  test(`${text} in place of what is kept does no harm`, () => {
    for (const name of ["statistics", "puzzles", "lessons"]) stored.set(`noughts.${name}`, text);
    assert.deepEqual(statistics(), []);
    assert.equal(count("a/1", ended("lost")).lost, 1);
    assert.equal(statistics().length, 1);
    assert.deepEqual(countAnswer("p", true), { now: 1, best: 1, last: "p" });
    finish("block");
    assert.deepEqual(kept("lessons"), ["block"]);
  });
}

test("lessons are kept once each, and nothing else that stands there", () => {
  stored.set("noughts.lessons", '[1, {}, "fork"]');
  for (const lesson of ["win", "fork", "win"]) finish(lesson);
  assert.deepEqual(kept("lessons"), ["fork", "win"]);
});

test("the first try at each puzzle counts for a streak, which is shown once there was one", () => {
  const place = {};
  showStreak(place);
  assert.equal(place.textContent, "");
  const tries = [["a", true], ["a", false], ["b", true], ["c", false], ["c", true], ["d", true]];
  const now = tries.map(([puzzle, isRight]) => countAnswer(puzzle, isRight).now);
  assert.deepEqual(now, [1, 1, 2, 0, 0, 1]);
  showStreak(place);
  assert.equal(place.textContent, "Streak: 1 · best: 2");
});

test("a browser that forbids storage remembers while the page is open", () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  const get = () => {
    throw new DOMException("no");
  };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get });
  assert.equal(load("sounds"), null);
  save("sounds", true);
  assert.equal(load("sounds"), true);
  Object.defineProperty(globalThis, "localStorage", own);
});
