/** What every page has: a live region, a place for refusals, and elements by their ids. */

import { Problem } from "./api.js";

/**
 * The element with an id.
 * @param {string} id
 * @returns {any}
 */
export const element = (id) => document.getElementById(id);

/**
 * Have a sentence read out; a new node each time, so that the same one twice is read twice.
 * @param {string} text
 */
export function announce(text) {
  const said = document.createElement("p");
  said.textContent = text;
  element("announcer").replaceChildren(...(text ? [said] : []));
}

/** Take away what was refused before. */
export function clearAlert() {
  element("alert").replaceChildren();
}

/**
 * Say why something was refused, and offer to try again where that may help.
 * @param {unknown} error
 * @param {() => void} [again]
 */
export function showProblem(error, again) {
  if (!(error instanceof Problem)) throw error;
  const place = element("alert");
  const said = document.createElement("p");
  said.textContent = error.status ? sentence(error.message) : place.dataset.away;
  place.replaceChildren(said, ...(again && error.passes ? [tryAgain(place, again)] : []));
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function tryAgain(place, again) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = place.dataset.again;
  button.addEventListener("click", again);
  return button;
}

/**
 * Whether a button does something now; one that does not keeps its focus.
 * @param {HTMLButtonElement} button
 * @param {boolean} works
 */
export function enable(button, works) {
  button.disabled = false;
  if (works) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/**
 * Show or hide something; the focus does not vanish with it but goes to the board.
 * @param {HTMLElement} place
 * @param {boolean} isHidden
 */
export function hide(place, isHidden) {
  const hasFocus = isHidden && !place.hidden && place.contains(document.activeElement);
  place.hidden = isHidden;
  if (hasFocus) document.querySelector('.square[tabindex="0"]').focus();
}

/**
 * Whether a button has been told not to work.
 * @param {HTMLElement} button
 */
export const isOff = (button) => button.getAttribute("aria-disabled") === "true";
