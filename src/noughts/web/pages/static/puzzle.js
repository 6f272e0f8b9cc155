/** A puzzle, answered in place. */

import { post } from "./api.js";
import "./board.js";
import { announce, clearAlert, element, showProblem } from "./page.js";
import { flag } from "./squares.js";

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
  if (result.is_right) board.show(result.after);
  announce(result.text);
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  answer(event.detail);
});
