/** The form of a new game: the levels of each board, and the settings for the API. */

import { element } from "./page.js";

/** Offer the levels of the chosen board, now and whenever another is chosen. */
export function watchSettings() {
  element("new-game").addEventListener("change", offer);
  offer();
}

/**
 * The settings as the API takes them, for a board.
 * @param {string} board
 */
export function settingsFor(board) {
  const form = new FormData(element("new-game"));
  const opponent = form.get("opponent") === "two" ? null : form.get("opponent");
  const [per, seconds] = (form.get("clock") ?? "").split("-");
  const clock = per ? { per, seconds: Number(seconds) } : undefined;
  // A disabled field is not in the form: two people choose no side, and only friends a clock.
  return { board, opponent, side: form.get("side") ?? undefined, first: form.get("first"), clock };
}

function offer() {
  const board = element("board-choice").value;
  const choices = [...document.querySelectorAll("#new-game [data-boards]")];
  for (const choice of choices) choice.hidden = !isOffered(choice, board);
  const shown = choices.filter((choice) => !choice.hidden);
  const lost = choices.some((choice) => choice.hidden && choice.control.checked);
  // If the board lacks the chosen level, choose its strongest one.
  if (lost) shown.at(-1).control.checked = true;
  for (const note of document.querySelectorAll("#new-game [data-board]")) {
    note.hidden = note.dataset.board !== board;
  }
  const { opponent } = settingsFor(board);
  element("own-side").disabled = opponent === null;
  element("clock-choice").disabled = opponent !== "friend";
}

const isOffered = (choice, board) => choice.dataset.boards.split(" ").includes(board);
