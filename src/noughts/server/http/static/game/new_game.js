/** The choices for the next game: their address, the settings for the API, the first screen. */

import { fetchPage } from "../shared/api.js";
import { element, within } from "../shared/page.js";
import { keepAddress } from "../shared/transport.js";

const form = element("new-game");

/** True if there is a choice: not beside a game against a friend. */
export const hasChoices = form !== null;

/** True if what is chosen is not for the game on the page, but for the next. */
let isForNext = false;

/** Call a function when a choice changes. @param {() => void} choose */
export function watchChoices(choose) {
  form.addEventListener("change", (/** @type {Event} */ event) => {
    if (within(event, "[name=board]")) showNumbers();
    choose();
  });
  form.addEventListener("click", (/** @type {Event} */ event) => {
    const field = within(event, ".stepper button")?.parentElement.querySelector("input");
    if (!field) return;
    field[within(event, "button:last-child") ? "stepUp" : "stepDown"]();
    choose();
  });
}

/** Let the numbers be those of the chosen board, from which one may go on. */
function showNumbers() {
  const numbers = form.elements.board.value.split(/[x:]/);
  if (numbers.length === 3)
    for (const [at, name] of ["width", "height", "k"].entries()) form.elements[name].value = numbers[at];
}

/** Return the settings that are chosen, as the API takes them. */
export const chosenSettings = () => settings(fields());

/**
 * Return the settings in the fields of the form, as the API takes them.
 * @param {Record<string, string>} fields
 */
export function settings({ shown: board, opponent, side, first, clock = "", seconds }) {
  const [per, length] = clock.split("-");
  return {
    board,
    opponent: opponent === "two" ? null : opponent,
    side,
    first,
    clock: per ? { per, seconds: Number(length) } : undefined,
    seconds: Number(seconds) || undefined,
  };
}

/** Return the address of the first screen with what is chosen. */
export function address() {
  const { shown: _shown, width: _width, height: _height, k: _k, ...chosen } = fields();
  return `/?${new URLSearchParams({ ...chosen, board: board() })}`;
}

function board() {
  const { board, width, height, k } = fields();
  return board === "custom" ? `${width}x${height}:${k}` : board;
}

/** True if the game that is chosen is another than the one on the page, which may be over. */
export const areForNext = () => isForNext;

/** Show what is chosen for when the game on the page is over, as the server renders it; throws Problem. */
export async function showNext() {
  const page = await fetchPage(address());
  if (!page) return;
  isForNext = true;
  showForm(page);
  showAgainst(page);
  const line = element("line");
  line.textContent = line.dataset.next.replace("{settings}", line.textContent);
  element("next-first").hidden = true; // which is said of the game on the page
}

/**
 * Replace the game on the page by the empty board of the next, as the server renders it; throws Problem.
 * @param {string} address
 * @param {{isNew: boolean}} how whether the way back leads to what is on the page now
 */
export async function showFirstScreen(address, { isNew }) {
  const page = await fetchPage(address); // choices can change faster than the server answers
  const fresh = page?.getElementById("table");
  if (!page || !fresh) return;
  const table = element("table"); // the element itself stays, since other modules know it
  for (const name of Object.keys(table.dataset)) delete table.dataset[name];
  Object.assign(table.dataset, fresh.dataset);
  showAgainst(page); // which stays where it is, since it may have the focus, or get it back
  refill(table.querySelector(".view"), fresh.querySelector(".view"), "#against");
  refill(table, fresh, ".view");
  showForm(page);
  isForNext = false;
  document.title = page.title;
  keepAddress(address, isNew);
}

/**
 * Replace what is in a place, but for its first part.
 * @param {any} place
 * @param {any} fresh
 * @param {string} kept a selector
 */
function refill(place, fresh, kept) {
  for (const part of [...place.children]) if (!part.matches(kept)) part.remove();
  for (const part of [...fresh.children]) if (!part.matches(kept)) place.append(part);
}

/** Show whom the game is against, and the other settings. @param {Document} page */
function showAgainst(page) {
  element("line").textContent = page.getElementById("line")?.textContent;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const fresh = page.querySelectorAll("#against a");
  for (const [at, link] of element("against").querySelectorAll("a").entries()) {
    link.setAttribute("href", fresh[at].getAttribute("href") ?? "");
    link.ariaCurrent = fresh[at].ariaCurrent;
  }
}

/** Show the choices that go with the others; the board that is chosen stays, and the focus where it is. @param {Document} page */
function showForm(page) {
  /** @type {any[]} */
  const [fresh, focused] = [page.getElementById("new-game"), document.activeElement];
  const isBoard = fresh.elements.shown.value === board();
  for (const [at, part] of [...fresh.children].entries()) {
    const old = form.children[at];
    if (old.isEqualNode(part) || (isBoard && old.contains(form.elements.board))) continue;
    const hasFocus = old.contains(focused);
    old.replaceWith(part);
    if (hasFocus) part.querySelector(`:is(input:checked, select)[name=${focused.name}]`)?.focus();
  }
  form.dispatchEvent(new Event("shown")); // without what others have marked in it
}

/** @returns {Record<string, any>} */
const fields = () => Object.fromEntries(new FormData(form));
