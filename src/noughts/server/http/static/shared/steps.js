/** Stepping through something in place, by the links that lead from step to step without script. */

import { isBare, isField } from "../board/keys.js";
import { element, followed, within } from "./page.js";
import { addressOf } from "./transport.js";

/**
 * Step by links, arrow keys and the slider.
 * @param {object} how
 * @param {string} how.name of the step in addresses, and the id of the slider
 * @param {number} how.last the number of the last step
 * @param {() => number} how.now the number of the one that is shown
 * @param {(to: number) => void} how.step
 * @param {HTMLElement[]} [how.links] which lead to steps too
 * @param {string} [how.own] where arrows have something else to do
 */
export function listenForSteps({ name, last, now, step, links = [], own = "" }) {
  /** @param {number} to */
  const go = (to) => step(Math.min(Math.max(to, 0), last));

  /** @param {MouseEvent} event */
  function onLink(event) {
    const link = followed(event);
    if (!link) return;
    event.preventDefault();
    go(Number(addressOf(link.href).searchParams.get(name)));
  }

  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !isBare(event) || isField(event) || (own && within(event, own))) return;
    event.preventDefault();
    go(now() + by);
  });
  for (const link of [...links, ...["first", "back", "forward", "last"].map(element)]) {
    link.addEventListener("click", onLink);
  }
  const slider = element(name);
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  slider.disabled = false;
}

/**
 * Show where one is: on the slider, and by what the links lead to.
 * @param {string} name
 * @param {number} now
 * @param {number} last
 * @param {(step: number) => string} address
 */
export function showStep(name, now, last, address) {
  element(name).value = now;
  element("first").href = address(0);
  element("back").href = address(Math.max(now - 1, 0));
  element("forward").href = address(Math.min(now + 1, last));
  element("last").href = address(last);
}
