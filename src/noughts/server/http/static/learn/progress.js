/** The lessons done in this browser, shown wherever they are listed. */

import { load, save } from "../shared/storage.js";

const NAME = "lessons";

/** Remember that a lesson is done, and show it. @param {string} lesson */
export function finish(lesson) {
  save(NAME, [...new Set([...done(), lesson])]);
  showProgress();
}

/** Show which lessons of the page are done. */
export function showProgress() {
  const finished = done();
  /** @type {NodeListOf<any>} */
  const items = document.querySelectorAll("#lessons [data-lesson]");
  for (const item of items) {
    item.querySelector(".done").hidden = !finished.includes(item.dataset.lesson);
  }
}

/** What is stored may be spoilt. */
function done() {
  const stored = load(NAME);
  return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
}

showProgress();
