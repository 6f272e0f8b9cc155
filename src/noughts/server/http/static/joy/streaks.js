/** Results against the computer are counted, and streaks have consequences. */

import { _, ngettext } from "../shared/language.js";
import { levelName, levelsOf } from "./levels.js";
import { element } from "../shared/page.js";
import { count } from "./statistics.js";
import { showStatistics } from "./statistics_table.js";

const ENOUGH = 3; // wins or losses in a row, after which another level is proposed

/**
 * Count a result against the computer.
 * @param {object} game a GameView
 * @param {"won" | "drawn" | "lost"} result
 */
export function countResult(game, result) {
  const { name: level } = Object.values(game.seats).find((seat) => seat.is_computer);
  const { board } = game.board;
  const line = count(`${game.id}/${game.round}`, { level, board, result });
  showStatistics();
  if (line.streak > 1) showStreak(game, line.streak);
  if (Math.abs(line.streak) >= ENOUGH) propose(game, line);
}

/** Before another game. */
export function forgetStreak() {
  document.querySelector(".streak")?.remove();
  element("proposal").hidden = true;
}

function showStreak(game, streak) {
  const badge = document.createElement("dd");
  badge.className = "streak";
  badge.textContent = ngettext("{count} win in a row", "{count} wins in a row", streak);
  document.querySelector(`.score [data-side="${ownSide(game)}"]`).append(badge);
}

/** Propose the level above after wins, the one below after losses, if the board has it. */
function propose(game, { level, board, streak }) {
  const levels = levelsOf(board);
  const other = levels.includes(level) && levels[levels.indexOf(level) + Math.sign(streak)];
  if (!other) return;
  const form = element("proposal");
  form.elements.board.value = board;
  form.elements.opponent.value = other;
  form.elements.side.value = ownSide(game);
  form.elements.first.value = game.first;
  form.querySelector("button").textContent = _("Try {level}?", { level: levelName(other) });
  form.hidden = false;
}

const ownSide = ({ seats }) => Object.keys(seats).find((side) => seats[side].is_you);
