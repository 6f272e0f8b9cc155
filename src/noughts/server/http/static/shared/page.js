/** Parts of every page: elements by id, a live region, and a place for errors. */

import { Problem } from "./api.js";

// In milliseconds, before a request is sent again; doubled each time.
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;

/** Return the element with an id. @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** Return the first element that a selector finds. @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);

/**
 * Return the element around the target of an event that a selector finds, or null.
 * @param {Event} event
 * @param {string} selector
 */
export function within(event, selector) {
  /** @type {any} */
  const target = event.target;
  return target.closest?.(selector) ?? null;
}

/** Return the link that a click follows here, and not in another tab; or null. @param {MouseEvent} event */
export function followed(event, selector = "a[href]") {
  return event.ctrlKey || event.metaKey || event.shiftKey ? null : within(event, selector);
}

/**
 * Set a data attribute where there is a value, and remove it where there is none.
 * @param {HTMLElement} place
 * @param {string} name
 * @param {string | boolean} value
 */
export function flag(place, name, value) {
  if (value) place.dataset[name] = value === true ? "" : value;
  else delete place.dataset[name];
}

/** Return a new paragraph. @param {string} text */
export function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

/** Announce a sentence; a new node each time, so that a repeated one is read again. @param {string} text */
export const announce = (text) => element("announcer").replaceChildren(...(text ? [paragraph(text)] : []));

/** Clear the last error. */
export function clearAlert() {
  for (const place of document.querySelectorAll(".alert")) place.replaceChildren();
}

/**
 * Say why something was refused, and offer to try again where that may help.
 * @param {unknown} error
 * @param {() => void} [again]
 */
export function showProblem(error, again) {
  if (!(error instanceof Problem)) throw error;
  const { away, again: text } = element("alert").dataset;
  const place = find("dialog[open] .alert") ?? element("alert");
  place.replaceChildren(paragraph(error.status ? error.message : away));
  if (!again || !error.passes) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = text;
  button.addEventListener("click", again);
  place.append(button);
}

/**
 * Do something, and if that fails say why and offer to try again.
 * @param {() => unknown} work
 * @param {() => void} [again]
 */
export async function attempt(work, again = () => attempt(work)) {
  clearAlert();
  try {
    await work();
  } catch (error) {
    showProblem(error, again);
  }
}

/**
 * Return the answer to a request once it gets through: the same one is sent again while the server is out
 * of reach or busy, which the page says if it takes longer than a moment.
 * @template Answer
 * @param {() => Promise<Answer>} request
 * @param {() => void} [lost] what is called whenever the page says so
 */
export async function persist(request, lost = () => {}) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const answer = await request();
      if (pause > FIRST_PAUSE) clearAlert();
      return answer;
    } catch (error) {
      if (!(error instanceof Problem) || !error.passes) throw error;
      await new Promise((again) => {
        setTimeout(again, pause);
        addEventListener("online", again, { once: true });
        if (pause === FIRST_PAUSE) return;
        showProblem(error, () => again(null));
        lost();
      });
    }
  }
}

if (!("CommandEvent" in globalThis)) import("./commands.js");

/** True if a dialog lies over the page. */
export const isOverlaid = () => document.querySelector("dialog[open]") !== null;

/** True if the reader has asked for less motion. */
export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Show or hide an element; if it had the focus, the board gets it.
 * @param {HTMLElement} place
 * @param {boolean} isHidden
 */
export function hide(place, isHidden) {
  const hasFocus = isHidden && !place.hidden && place.contains(document.activeElement);
  place.hidden = isHidden;
  if (hasFocus) find("noughts-board").focus();
}
