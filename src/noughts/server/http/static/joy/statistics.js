/** What was won, drawn and lost against each level on each board, kept in this browser. */

import { load, save } from "../shared/storage.js";

const NAME = "statistics";
const MOST = 50; // lines; the one that was last played on longest ago goes first
const RESULTS = ["won", "drawn", "lost"];

/**
 * @typedef {{level: string, board: string, won: number, drawn: number, lost: number,
 *   streak: number, best: number}} Line how often; a streak of losses is below nought
 */

/**
 * The lines, the last played first.
 * @returns {Line[]}
 */
export function statistics() {
  const saved = load(NAME);
  return Array.isArray(saved?.lines) ? saved.lines.filter(isLine).slice(0, MOST) : [];
}

/**
 * Count a result once; the line it belongs to.
 * @param {string} game its id and round
 * @param {{level: string, board: string, result: "won" | "drawn" | "lost"}} ended
 */
export function count(game, { level, board, result }) {
  const lines = statistics();
  const isThis = (line) => line.level === level && line.board === board;
  const line = lines.find(isThis) ?? { level, board, won: 0, drawn: 0, lost: 0, streak: 0, best: 0 };
  if (load(NAME)?.last === game) return line; // it was taken back, and has ended again
  line[result] += 1;
  line.streak = streakAfter(line.streak, result);
  line.best = Math.max(line.best, line.streak);
  save(NAME, { last: game, lines: [line, ...lines.filter((each) => !isThis(each))] });
  return line;
}

export function clear() {
  save(NAME, { lines: [] });
}

/** @param {number} streak @param {string} result */
function streakAfter(streak, result) {
  if (result === "won") return Math.max(streak, 0) + 1;
  if (result === "lost") return Math.min(streak, 0) - 1;
  return 0;
}

/** Whether it is a line: extensions, other programs and people write into storage too. */
function isLine(line) {
  const isCount = (name) => Number.isSafeInteger(line[name]) && line[name] >= 0;
  const isName = (name) => typeof line[name] === "string" && line[name].length <= 40;
  return (
    line !== null &&
    typeof line === "object" &&
    ["level", "board"].every(isName) &&
    [...RESULTS, "best"].every(isCount) &&
    Number.isSafeInteger(line.streak)
  );
}
