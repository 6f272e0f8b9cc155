/** A lesson, answered in place. */

import { pageBoard } from "../board/board.js";
import { throwConfetti } from "../joy/celebration.js";
import { announce, attempt, element } from "../shared/page.js";
import { fetchPage, putInPlace, state } from "./fetch_page.js";
import { finish } from "./progress.js";

const board = pageBoard();
const { lesson } = element("lesson").dataset;

/** Try a square; of several tries at once the last one counts. @param {number} square */
async function answer(square) {
  const body = new URLSearchParams({ square: String(square) });
  const page = await fetchPage(`/learn/${lesson}`, { method: "POST", body });
  if (page) show(page);
}

/** @param {Document} page */
function show(page) {
  const result = state(page);
  putInPlace(page, "result", "after");
  if (result.is_right) {
    board.show(result.after);
    finish(lesson);
    throwConfetti([...board.querySelectorAll("[data-last], [data-winning]")]);
  }
  // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
  announce(element("result").innerText);
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  attempt(() => answer(event.detail));
});
if (element("answer")?.dataset.right === "yes") finish(lesson);
