/** What a browser remembers: statistics, streaks, progress; whatever else stands where they are kept. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fire, script, stored } from "./page.mjs";

const { load, onSave, save } = await script("shared/storage.js");
const { clear, count, statistics } = await script("joy/statistics.js");
const { countAnswer, showStreak } = await script("joy/streak.js");
const { badge, finish, keepBadge } = await script("learn/progress.js");
const { countTry, daily, result } = await script("joy/daily.js");

const LINE = { level: "hard", board: "3x3:3", won: 0, drawn: 0, lost: 0, streak: 0, best: 0 };
const DAY = { day: "2026-11-24" };
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
    for (const name of ["statistics", "puzzles", "lessons", "daily"]) stored.set(`noughts.${name}`, text);
    assert.deepEqual(statistics(), []);
    assert.equal(count("a/1", ended("lost")).lost, 1);
    assert.equal(statistics().length, 1);
    assert.deepEqual(countAnswer("p", true), { now: 1, best: 1, last: "p" });
    finish("block", 1);
    assert.deepEqual(kept("lessons"), ["block/1"]);
    assert.deepEqual(countTry("2026-11-24", true), { ...DAY, tries: 1, solved: true, streak: 1, best: 1, last: "2026-11-24" });
  });
}

test("solved positions are kept once each, and nothing else that stands there", () => {
  stored.set("noughts.lessons", '[1, {}, "fork/2"]');
  for (const [lesson, step] of [["win", 1], ["fork", 2], ["win", 1]]) finish(lesson, step);
  assert.deepEqual(kept("lessons"), ["fork/2", "win/1"]);
  assert.equal(badge(), null);
  keepBadge("xox_oox_xxo_o_3");
  assert.equal(badge(), "xox_oox_xxo_o_3");
});

test("days in a row on which the puzzle is solved make a streak, and a result gives nothing away", () => {
  for (const [day, isRight] of [["28", false], ["28", true], ["28", false]]) countTry(`2026-02-${day}`, isRight);
  const next = countTry("2026-03-01", true);
  assert.deepEqual(next, { day: "2026-03-01", tries: 1, solved: true, streak: 2, best: 2, last: "2026-03-01" });
  assert.equal(daily("2026-03-02").streak, 2);
  assert.equal(daily("2026-03-03").streak, 0); // a day was left out
  countTry("2026-03-03", false);
  const said = "Puzzle of the day, 3 Mar 2026\n⬛🟩 2 tries · 1 day in a row · best: 2\nhttp://here/puzzles";
  assert.equal(result(countTry("2026-03-03", true), "http://here/puzzles"), said);
  countTry("2026-03-02", false); // on a page that was left open
  assert.equal(result(daily("2026-03-03"), "http://here/puzzles"), said);
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

const { badges, clearBadges, earn } = await script("joy/ladder.js");

test("a badge is for the first win against a level as a side, or a draw against the highest", () => {
  clearBadges();
  const game = (level, side, isDraw) => ({ level, board: "3x3:3", side, isDraw, position: "xox_oox_xxo_o_3" });
  for (const [level, side, isDraw, isNew] of [
    ["easy", "x", false, true],
    ["easy", "x", false, false],
    ["easy", "o", false, true],
    ["hard", "o", true, false],
    ["perfect", "o", true, true],
    ["strongest", "o", true, true],
  ])
    assert.equal(earn(game(level, side, isDraw)), isNew, `${level} ${side}`);
  assert.deepEqual(badges()[0], game("strongest", "o", true)); // the last one first
  assert.deepEqual(badges().map(({ level }) => level), ["strongest", "perfect", "easy", "easy"]);
});

test("what is no badge is left out, and the oldest of a hundred goes", () => {
  const badge = { level: "easy", board: "", side: "x", isDraw: false, position: "" };
  for (const spoilt of [null, 1, {}, { ...badge, side: "z" }, { ...badge, position: "x".repeat(1_001) }, { ...badge, isDraw: 1 }]) {
    stored.set("noughts.ladder", JSON.stringify([spoilt]));
    assert.deepEqual(badges(), []);
  }
  for (let at = 0; at < 101; at += 1) earn({ ...badge, board: String(at) });
  assert.deepEqual([badges().length, badges().at(-1).board], [100, "1"]);
});
