/** A puzzle, answered in place, and the streak of those solved at the first try. */

import { pageBoard } from "../board/board.js";
import { countAnswer, showStreak } from "../joy/streak.js";
import { post } from "../shared/api.js";
import { announce, attempt, element, flag } from "../shared/page.js";

/** @import { PuzzleResult } from "api" */

const board = pageBoard();
const { puzzle } = element("puzzle").dataset;

/** @param {number} square */
async function answer(square) {
  /** @type {PuzzleResult} */
  const { is_right: isRight, text, after } = await post(`/puzzles/${puzzle}`, { square });
  const place = element("answer");
  place.textContent = text;
  flag(place, "right", isRight ? "yes" : "no");
  element("answer-none").hidden = true;
  element("answer-again").hidden = isRight;
  element("analysis").hidden = !isRight;
  const isCalled = document.querySelector(".own-room.main") !== null; // to a game of a room
  element("next").classList.toggle("main", isRight && !isCalled);
  if (isRight) board.show(after);
  showStreak(element("streak"), countAnswer(puzzle, isRight));
  announce(text);
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  attempt(() => answer(event.detail));
});
showStreak(element("streak"));
