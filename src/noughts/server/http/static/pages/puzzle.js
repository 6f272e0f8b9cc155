/** A puzzle, answered in place, and the streak of those solved at the first try. */

import { post } from "../shared/api.js";
import "../board/board.js";
import { announce, clearAlert, element, showProblem } from "../shared/page.js";
import { flag } from "../board/squares.js";
import { countAnswer, showStreak } from "../joy/streak.js";

const board = document.querySelector("noughts-board");
const { puzzle } = element("puzzle").dataset;

async function answer(square) {
  clearAlert();
  try {
    show(await post(`/puzzles/${puzzle}`, { square }));
  } catch (error) {
    showProblem(error, () => answer(square));
  }
}

function show(result) {
  const place = element("answer");
  place.textContent = result.text;
  flag(place, "right", result.is_right ? "yes" : "no");
  element("answer-none").hidden = true;
  element("answer-again").hidden = result.is_right;
  element("analysis").hidden = !result.is_right;
  const isCalled = document.querySelector(".own-room.main") !== null; // to a game of a room
  element("next").classList.toggle("main", result.is_right && !isCalled);
  if (result.is_right) board.show(result.after);
  showStreak(element("streak"), countAnswer(puzzle, result.is_right));
  announce(result.text);
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  answer(event.detail);
});
showStreak(element("streak"));
