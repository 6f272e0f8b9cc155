/** The form of a new game: the levels of each board, and the settings for the API. */

import { element } from "../shared/page.js";

const form = element("new-game");

/** Whether there is a choice: not beside a game against a friend. */
export const hasChoices = form !== null;

/**
 * Offer the levels of the chosen board, and call a function when a choice changes.
 * @param {() => void} choose
 */
export function watchSettings(choose) {
  form.addEventListener("change", (event) => {
    if (event.target.name === "other") return; // which its button sends
    offerLevels();
    choose();
  });
  document.addEventListener("click", closeMore);
  offerLevels();
}

/** The settings as the API takes them. */
export function chosenSettings() {
  const { board, opponent: against, side, first, clock, seconds } = fields();
  const opponent = against === "two" ? null : against;
  const isComputer = opponent !== null && opponent !== "friend";
  const [per, length] = clock.split("-");
  return {
    board,
    opponent,
    side,
    first,
    clock: per && opponent === "friend" ? { per, seconds: Number(length) } : undefined,
    seconds: isComputer && isSearched() ? Number(seconds) || undefined : undefined,
  };
}

/** The settings as the first page takes them. */
export function chosenQuery() {
  const { board, opponent, side, first } = fields();
  return new URLSearchParams({ board, opponent, side, first }).toString();
}

/** Make the choices those that `restoreChoices` restores. */
export function keepChoices() {
  for (const input of form.querySelectorAll("input[type=radio]")) {
    input.defaultChecked = input.checked;
  }
  for (const option of form.querySelectorAll("option")) option.defaultSelected = option.selected;
}

/** Show the choices of the game on the page again. */
export function restoreChoices() {
  form.reset();
  offerLevels();
}

const fields = () => Object.fromEntries(new FormData(form));

function offerLevels() {
  const board = form.elements.board.value;
  const choices = [...form.querySelectorAll("[data-boards]")];
  for (const choice of choices) choice.hidden = !choice.dataset.boards.split(" ").includes(board);
  const isLost = choices.some((choice) => choice.hidden && choice.control.checked);
  // If the board lacks the chosen level, choose its highest one.
  if (isLost) choices.filter((choice) => !choice.hidden).at(-1).control.checked = true;
  for (const note of form.querySelectorAll("[data-board]")) {
    note.hidden = note.dataset.board !== board;
  }
}

/** Whether the computer searches on the chosen board. */
const isSearched = () => "searched" in element("board-choice").selectedOptions[0].dataset;

/** A click elsewhere than on choices closes the further options, as it does a menu. */
function closeMore(event) {
  const more = form.querySelector(".more-options");
  if (more.open && !form.contains(event.target)) more.open = false;
}
