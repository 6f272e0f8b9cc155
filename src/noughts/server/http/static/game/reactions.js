/** Reactions: a player chooses one of five, and all who watch see it beside them for a moment. */

import { commandId } from "../shared/api.js";
import { _ } from "../shared/language.js";
import { announce, element, find, within } from "../shared/page.js";

/** @import { ReactionMessage } from "api" */

const SHOWN = 4_000; // milliseconds
const PAUSE = 2_000; // milliseconds between two of one player, as the server wants it
const KNOWN = 20; // reactions, of which one that asks again and again is told more than once

/** The ids of the reactions that were shown, the latest last. @type {string[]} */
let known = [];

/**
 * Send the reaction that is pressed.
 * @param {(body: {reaction: string, command: string}) => void} react
 */
export function offerReactions(react) {
  const choice = element("reactions");
  choice.addEventListener("click", (/** @type {Event} */ event) => {
    const pressed = within(event, "[name=reaction]");
    if (!pressed) return;
    event.preventDefault();
    choice.close();
    react({ reaction: pressed.value, command: commandId() });
    const all = choice.querySelectorAll("[name=reaction]");
    for (const button of all) button.disabled = true;
    setTimeout(() => {
      for (const button of all) button.disabled = false;
    }, PAUSE);
  });
}

/** Show a reaction, unless it was shown. @param {ReactionMessage} reaction */
export function showReaction({ side, reaction, command }) {
  const chosen = find(`#reactions [value="${reaction}"]`);
  if (!chosen || known.includes(command)) return; // of five that this page may not know
  known = [...known.slice(-KNOWN), command];
  const place = find(`#score [data-side="${side}"]`);
  place.querySelector(".reaction")?.remove();
  const shown = document.createElement("dd");
  shown.className = "reaction";
  shown.append(...chosen.cloneNode(true).childNodes);
  place.append(shown);
  setTimeout(() => shown.remove(), SHOWN);
  const name = place.querySelector(".seat").textContent;
  announce(_("{name}: {words}", { name, words: chosen.textContent.trim() }));
}
