/** What the page says while somebody waits for the engine, which is loaded once. */

import { _ } from "./shared/language.js";
import { element } from "./shared/page.js";

const PATIENCE = 1_000; // milliseconds, before which nobody wonders

let part = 0;
let isReady = false;
/** How many answers are waited for by somebody who has been told so. */
let waiting = 0;
/** What the status said before. */
let before = "";

/** Follow how an engine is loaded. @param {EventTarget} engine */
export function follow(engine) {
  engine.addEventListener("progress", (/** @type {any} */ { detail }) => {
    part = detail;
    if (waiting) show();
  });
  engine.addEventListener("ready", () => {
    isReady = true;
    hide();
  });
}

/**
 * Return an answer; if it takes a while since the engine is not there yet, say how far that is.
 * @template Answer
 * @param {Promise<Answer>} answer
 */
export async function saying(answer) {
  if (isReady) return answer;
  let isTold = false;
  const timer = setTimeout(() => {
    isTold = true;
    waiting += 1;
    show();
  }, PATIENCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isTold) waiting -= 1;
    if (!waiting) hide();
  }
}

const text = () => _("Getting ready: {percent} %", { percent: Math.round(part * 100) });

function show() {
  const place = element("status");
  if (isReady || !place) return;
  if (!("loading" in place.dataset)) before = place.textContent;
  place.dataset.loading = "";
  place.textContent = text();
}

/** Say again what was said before, unless something else is said by now. */
function hide() {
  const place = element("status");
  if (!place || !("loading" in place.dataset)) return;
  delete place.dataset.loading;
  if (place.textContent === text()) place.textContent = before;
}
