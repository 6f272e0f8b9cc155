/** The streak of puzzles that were solved at the first try, kept in this browser. */

import { _ } from "../shared/language.js";
import { count, load, save } from "../shared/storage.js";

const NAME = "puzzles";

/** @typedef {{now: number, best: number, last: string}} Streak `last` is the puzzle last counted */

/** Return the stored streak, of nought where something else is stored. */
function loadStreak() {
  const stored = load(NAME);
  return { now: count(stored?.now), best: count(stored?.best), last: String(stored?.last ?? "") };
}

/**
 * Count the first answer to a puzzle; later ones to the same change nothing.
 * @param {string} puzzle
 * @param {boolean} isRight
 * @returns {Streak}
 */
export function countAnswer(puzzle, isRight) {
  const streak = loadStreak();
  if (puzzle === streak.last) return streak;
  const now = isRight ? streak.now + 1 : 0;
  const next = { now, best: Math.max(streak.best, now), last: puzzle };
  save(NAME, next);
  return next;
}

/** Show the streak, if there ever was one. @param {HTMLElement} place @param {Streak} streak */
export function showStreak(place, { now, best } = loadStreak()) {
  place.textContent = best ? _("Streak: {now} · best: {best}", { now, best }) : "";
}
