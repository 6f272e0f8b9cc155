/** What every page has: a live region, a place for errors, and elements by id. */

import { Problem } from "./api.js";

/**
 * The element with an id.
 * @param {string} id
 * @returns {any}
 */
export const element = (id) => document.getElementById(id);

/**
 * Announce a sentence; a new node each time, so that a repeated one is read again.
 * @param {string} text
 */
export function announce(text) {
  const said = document.createElement("p");
  said.textContent = text;
  element("announcer").replaceChildren(...(text ? [said] : []));
}

/** Clear the last error. */
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
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
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
 * Show or hide an element; if it had the focus, the board gets it.
 * @param {HTMLElement} place
 * @param {boolean} isHidden
 */
export function hide(place, isHidden) {
  const hasFocus = isHidden && !place.hidden && place.contains(document.activeElement);
  place.hidden = isHidden;
  if (hasFocus) document.querySelector("noughts-board").focus();
}
