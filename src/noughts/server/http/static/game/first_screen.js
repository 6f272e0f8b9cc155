/** The first screen: the empty board of the chosen game, as the server renders it. */

import { Problem } from "../shared/api.js";
import { element } from "../shared/page.js";
import { chosenQuery } from "./settings.js";

/** The last request: choices can change faster than the server answers. */
let last = null;

/**
 * Replace the game on the page by the first screen; throws Problem.
 * @param {{isNew: boolean}} how whether the way back leads to what is on the page now
 */
export async function showFirstScreen({ isNew }) {
  const address = `/?${chosenQuery()}`;
  last = address;
  const answer = await fetch(address).catch(() => null);
  if (!answer) throw new Problem("", 0);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (last !== address) return;
  const table = page.getElementById("table");
  if (!table) throw new Problem(page.title, answer.status);
  show(table);
  element("new-game").elements.shown.value = chosenBoard(page);
  document.title = page.title;
  history[isNew ? "pushState" : "replaceState"](null, "", address);
}

/** Fill the table anew; the element itself stays, since other modules know it. */
function show(fresh) {
  const table = element("table");
  for (const name of Object.keys(table.dataset)) delete table.dataset[name];
  Object.assign(table.dataset, fresh.dataset);
  table.replaceChildren(...fresh.children);
}

const chosenBoard = (page) => page.getElementById("new-game").elements.shown.value;
