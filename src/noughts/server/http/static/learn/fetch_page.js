/** Pages of this site, fetched to put parts of them in place. */

import { Problem } from "../shared/api.js";
import { element } from "../shared/page.js";

let asked = 0;

/**
 * A page as a document, or null if a later one was asked for meanwhile; throws Problem, also for
 * a page that says what was wrong.
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function fetchPage(address, options) {
  asked += 1;
  const number = asked;
  const answer = await fetch(address, options).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (number !== asked) return null;
  if (!answer || !text) throw new Problem("", 0);
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!answer.ok) throw new Problem(page.querySelector(".error .lead")?.textContent ?? "", answer.status);
  return page;
}

/** Put these parts of a fetched page in place, by their ids. @param {Document} page @param {...string} ids */
export function putInPlace(page, ...ids) {
  for (const id of ids) element(id).replaceChildren(...(page.getElementById(id)?.childNodes ?? []));
}

/** What the server wrote into a page for scripts. @returns {any} */
export const state = (page = document) => JSON.parse(page.getElementById("state")?.textContent ?? "null");
