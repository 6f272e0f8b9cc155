/** Wins, draws and losses against each level on each board, kept in this browser, and what follows from them. */

import { _, ngettext } from "../shared/language.js";
import { element, find } from "../shared/page.js";
import { load, save } from "../shared/storage.js";
import { badgeLink, badgeText, clearBadges, dots, earn, ladder, markChoice } from "./ladder.js";

/** @import { GameView } from "api" */

/**
 * @typedef {{level: string, board: string, won: number, drawn: number, lost: number,
 *   streak: number, best: number}} Line how often; a streak of losses is below nought
 */
/** @typedef {"won" | "drawn" | "lost"} Result */

const NAME = "statistics";
const MOST = 50; // lines; the one that was last played on longest ago goes first
const MOST_LADDERS = 5; // of boards
const ENOUGH = 3; // wins or losses in a row, after which another level is proposed
/** @type {Result[]} */
const RESULTS = ["won", "drawn", "lost"];

/** Return the lines, the last played first. @returns {Line[]} */
export function statistics() {
  const saved = load(NAME);
  return Array.isArray(saved?.lines) ? saved.lines.filter(isLine).slice(0, MOST) : [];
}

/**
 * Count a result once, and return the line it belongs to.
 * @param {string} game its id and round
 * @param {{level: string, board: string, result: Result}} ended
 */
export function count(game, { level, board, result }) {
  const lines = statistics();
  const isThis = (/** @type {Line} */ line) => line.level === level && line.board === board;
  const line = lines.find(isThis) ?? { level, board, won: 0, drawn: 0, lost: 0, streak: 0, best: 0 };
  if (load(NAME)?.last === game) return line; // it was taken back, and has ended again
  line[result] += 1;
  line.streak = streakAfter(line.streak, result);
  line.best = Math.max(line.best, line.streak);
  save(NAME, { last: game, lines: [line, ...lines.filter((other) => !isThis(other))] });
  return line;
}

export function clear() {
  save(NAME, { lines: [] });
  clearBadges();
}

/** @param {number} streak @param {Result} result */
function streakAfter(streak, result) {
  if (result === "won") return Math.max(streak, 0) + 1;
  if (result === "lost") return Math.min(streak, 0) - 1;
  return 0;
}

/** True if it is a line: extensions, other programs and people write into storage too. @param {any} line */
function isLine(line) {
  const isCount = (/** @type {string} */ name) => Number.isSafeInteger(line[name]) && line[name] >= 0;
  const isName = (/** @type {string} */ name) => typeof line[name] === "string" && line[name].length <= 40;
  return (
    line !== null &&
    typeof line === "object" &&
    ["level", "board"].every(isName) &&
    [...RESULTS, "best"].every(isCount) &&
    Number.isSafeInteger(line.streak)
  );
}

/** Count a result against the computer, and show what follows from it. @param {GameView} game @param {Result} result */
export function countResult(game, result) {
  const level = Object.values(game.seats).find((seat) => seat.is_computer)?.name ?? "";
  const side = Object.keys(game.seats).find((mark) => game.seats[mark].is_you) ?? "";
  const { board, position } = game.board;
  const line = count(`${game.id}/${game.round}`, { level, board, result });
  /** @type {import("./ladder.js").Badge} */
  const badge = { level, board, side: /** @type {Side} */ (side), isDraw: result === "drawn", position };
  const isNew = result !== "lost" && earn(badge);
  showStatistics();
  showClimb(line, badge, isNew);
  if (Math.abs(line.streak) >= ENOUGH) propose(line, side, game.first);
}

/**
 * Show at the end of a game how far one has climbed on its board, what it has earned, and the streak.
 * @param {Line} line
 * @param {import("./ladder.js").Badge} badge
 * @param {boolean} isNew whether it was earned now
 */
function showClimb({ level, board, streak }, badge, isNew) {
  const place = document.createElement("dd");
  const levels = levelsOf(board); // none of a board that has gone from the form
  const steps = levels.length ? [dots(board, levels)] : [];
  const said = [
    ...(isNew ? [badgeText(badge, levelName(level))] : []),
    ...(streak > 1 ? [ngettext("{count} win in a row", "{count} wins in a row", streak)] : []),
  ].join(" · ");
  if (!said && !steps.some((step) => step.querySelector("[data-held]"))) return;
  const text = isNew ? badgeLink(badge, levelName(level)) : document.createElement("span");
  text.textContent = said;
  text.removeAttribute("aria-label"); // it can be read
  place.className = "streak";
  place.append(...steps, text);
  find(`.score [data-side="${badge.side}"]`).append(place);
}

/**
 * Propose the level above after wins, the one below after losses, if the board has it.
 * @param {Line} line
 * @param {string} side
 * @param {Side} first
 */
function propose({ level, board, streak }, side, first) {
  const levels = levelsOf(board).map(({ id }) => id);
  const other = levels.includes(level) && levels[levels.indexOf(level) + Math.sign(streak)];
  if (!other) return;
  const form = element("proposal");
  form.elements.board.value = board;
  form.elements.opponent.value = other;
  form.elements.side.value = side;
  form.elements.first.value = first;
  form.querySelector("button").textContent = _("Try {level}?", { level: levelName(other) });
  form.hidden = false;
}

/** Take away the streak and the proposal, before another game. */
export function forgetStreak() {
  document.querySelector(".streak")?.remove();
  element("proposal").hidden = true;
}

export function showStatistics() {
  const lines = statistics();
  element("statistics").hidden = lines.length === 0;
  element("statistics-lines").replaceChildren(...lines.map(item));
  const played = [...new Set(lines.map(({ board }) => board))];
  const boards = played.filter((board) => levelsOf(board).length).slice(0, MOST_LADDERS);
  element("ladder").replaceChildren(...boards.flatMap((board) => [heading(board), ladder(board, levelsOf(board))]));
  markChoices();
}

/** Show at each level of the chosen board what it was climbed with. */
function markChoices() {
  const { board } = element("new-game").elements;
  for (const choice of choices()) markChoice(choice, board.value, levelOf(choice));
}

/** @param {string} board */
function heading(board) {
  const made = document.createElement("h3");
  made.textContent = boardName(board);
  return made;
}

/** @param {string} board */
const boardName = (board) => board.replace("x", "×").replace(/^3×3:3$/, "3×3");

/** @param {Line} line */
function item({ level, board, won, drawn, lost, streak, best }) {
  const shown = document.createElement("li");
  const counts = _("{won} won, {drawn} drawn, {lost} lost", { won, drawn, lost });
  const row = _("wins in a row: {count}, best: {best}", { count: Math.max(streak, 0), best });
  const parts = [levelName(level), boardName(board), counts];
  shown.textContent = [...parts, ...(best > 1 ? [row] : [])].join(" · ");
  return shown;
}

/** Return the name of a level in the language of the page. @param {string} level @returns {string} */
function levelName(level) {
  const choice = choices().find((option) => levelOf(option) === level);
  return (choice?.querySelector(".choice-name") ?? choice)?.textContent.trim() ?? level;
}

/** Return the levels of a board, weakest first. @param {string} board */
const levelsOf = (board) =>
  choices()
    .filter((choice) => choice.dataset.boards.split(" ").includes(board))
    .map((choice) => ({ id: levelOf(choice), name: levelName(levelOf(choice)) }));

/** Return the levels as the form of a new game lists them, weakest first. @returns {any[]} */
const choices = () => [...document.querySelectorAll("#new-game [data-boards]")];

/** @param {any} choice */
const levelOf = (choice) => choice.control.value;

// No first page waits for it.
const styles = document.createElement("link");
styles.rel = "stylesheet";
styles.href = new URL("../styles/ladder.css", import.meta.url).href;
document.head?.append(styles);
element("new-game")?.addEventListener("shown", markChoices);
element("clear-statistics")?.addEventListener("click", () => {
  clear();
  showStatistics();
});
