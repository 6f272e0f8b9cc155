/** The positions solved in this browser, shown wherever lessons are listed. */

import { _ } from "../shared/language.js";
import { element } from "../shared/page.js";
import { load, save } from "../shared/storage.js";

const NAME = "lessons";
const STEPS = 5; // of a lesson

/** Remember that a position is solved, and show it. @param {string} lesson @param {number} step */
export function finish(lesson, step) {
  save(NAME, [...new Set([...done(), `${lesson}/${step}`])]);
  showProgress();
}

/** Remember the end of a game that Perfect could not win, for the badge. @param {string} position */
export const keepBadge = (position) => save("held", position);

/** Where the badge is shown, or null before it is earned. */
export function badge() {
  const held = load("held");
  return /^[xo_3]{15}$/.test(held) ? held : null;
}

/** Show how far one has come: of each lesson, and of the positions of this one. */
export function showProgress() {
  const solved = done();
  const items = all("#lessons [data-lesson]");
  const counts = items.map(
    ({ dataset: { lesson } }) => steps().filter((step) => solved.includes(`${lesson}/${step}`)).length,
  );
  for (const [at, item] of items.entries()) {
    const place = item.querySelector(".done");
    place.hidden = counts[at] === 0;
    place.textContent = _("{count} of {all}", { count: counts[at], all: STEPS });
    place.style.setProperty("--part", String(counts[at] / STEPS));
  }
  const own = element("lesson")?.dataset.lesson;
  for (const item of all("#steps [data-step]")) {
    item.querySelector(".done").hidden = !solved.includes(`${own}/${item.dataset.step}`);
  }
  showNext(items, counts);
}

/** On the overview: where to go on, and the badge once there is one. @param {any[]} items @param {number[]} counts */
function showNext(items, counts) {
  const goOn = element("go-on");
  const next = counts.findIndex((count) => count < STEPS);
  if (!goOn || !counts.some(Boolean)) return;
  element("earned").hidden = !badge();
  if (next < 0) return;
  const { lesson } = items[next].dataset;
  const step = steps().find((number) => !done().includes(`${lesson}/${number}`));
  goOn.textContent = goOn.dataset.more.replace("{number}", String(next + 1));
  goOn.href = `/learn/${lesson}?step=${step}`;
}

const steps = () => Array.from({ length: STEPS }, (_step, at) => at + 1);

/** @param {string} selector @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];

/** Return the solved positions; stored text may be spoilt. */
function done() {
  const stored = load(NAME);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
}

showProgress();
