/** Parts of a fetched page, put in place, and the values that the server wrote into it for scripts. */

import { element } from "../shared/page.js";

/** Put these parts of a fetched page in place, by their ids. @param {Document} page @param {...string} ids */
export function putInPlace(page, ...ids) {
  for (const id of ids) element(id).replaceChildren(...(page.getElementById(id)?.childNodes ?? []));
}

/** Return the values that the server wrote into a page for scripts. @returns {any} */
export const state = (page = document) => JSON.parse(page.getElementById("state")?.textContent ?? "null");
