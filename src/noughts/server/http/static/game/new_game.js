/** The form of a new game: the levels of each board, the settings for the API, the first screen. */

import { fetchPage } from "../shared/api.js";
import { element, within } from "../shared/page.js";
import { keepAddress } from "../shared/transport.js";

const form = element("new-game");

/** True if there is a choice: not beside a game against a friend. */
export const hasChoices = form !== null;

/** Offer the levels of the chosen board, and call a function when a choice changes. @param {() => void} choose */
export function watchChoices(choose) {
  /** @param {Event} event */
  function onChange(event) {
    if (within(event, "[name=other]")) return; // which its button sends
    offerLevels();
    choose();
  }

  form.addEventListener("change", onChange);
  offerLevels();
}

/** Return the settings that are chosen, as the API takes them. */
export function chosenSettings() {
  return settings(fields(), "searched" in element("board-choice").selectedOptions[0].dataset);
}

/**
 * Return the settings in the fields of the form, as the API takes them.
 * @param {Record<string, string>} fields
 * @param {boolean} isSearched whether the computer searches on the chosen board
 */
export function settings({ board, opponent: against, side, first, clock, seconds }, isSearched) {
  const opponent = against === "two" ? null : against;
  const isComputer = opponent !== null && opponent !== "friend";
  const [per, length] = clock.split("-");
  return {
    board,
    opponent,
    side,
    first,
    clock: per && opponent === "friend" ? { per, seconds: Number(length) } : undefined,
    seconds: isComputer && isSearched ? Number(seconds) || undefined : undefined,
  };
}

/** True if a board is written into the field for any other. */
export const isOther = () => fields().other.trim() !== "";

/** Go to the chosen opponent, which is where the choices begin. */
export const focus = () => form.querySelector("[name=opponent]:checked").focus();

/** Make the choices those that `restoreChoices` restores. */
export function keepChoices() {
  for (const input of form.querySelectorAll("input[type=radio]")) input.defaultChecked = input.checked;
  for (const option of form.querySelectorAll("option")) option.defaultSelected = option.selected;
}

/** Show the choices of the game on the page again. */
export function restoreChoices() {
  form.reset();
  offerLevels();
}

/**
 * Replace the game on the page by the empty board of the chosen one, as the server renders it; throws Problem.
 * @param {{isNew: boolean}} how whether the way back leads to what is on the page now
 */
export async function showFirstScreen({ isNew }) {
  const { board, opponent, side, first } = fields();
  const address = `/?${new URLSearchParams({ board, opponent, side, first })}`;
  const page = await fetchPage(address); // choices can change faster than the server answers
  const fresh = page?.getElementById("table");
  if (!page || !fresh) return;
  const table = element("table"); // the element itself stays, since other modules know it
  for (const name of Object.keys(table.dataset)) delete table.dataset[name];
  Object.assign(table.dataset, fresh.dataset);
  const settings = element("settings"); // stays too, as what the open choices go back to
  const line = fresh.querySelector(".settings");
  settings.textContent = line?.textContent ?? "";
  line?.replaceWith(settings);
  table.replaceChildren(...fresh.children);
  form.elements.shown.value = page.querySelector("#new-game [name=shown]")?.getAttribute("value");
  document.title = page.title;
  keepAddress(address, isNew);
}

/** @returns {Record<string, any>} */
const fields = () => Object.fromEntries(new FormData(form));

function offerLevels() {
  const board = form.elements.board.value;
  const choices = [...form.querySelectorAll("[data-boards]")];
  for (const choice of choices) choice.hidden = !choice.dataset.boards.split(" ").includes(board);
  const isLost = choices.some((choice) => choice.hidden && choice.control.checked);
  // If the board lacks the chosen level, choose its highest one.
  if (isLost) choices.findLast((choice) => !choice.hidden).control.checked = true;
  for (const note of form.querySelectorAll("[data-board]")) note.hidden = note.dataset.board !== board;
}
