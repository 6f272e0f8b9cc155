/** A lesson, answered in place. */

import "../board/board.js";
import { throwConfetti } from "../joy/celebration.js";
import { announce, clearAlert, element, showProblem } from "../shared/page.js";
import { fetchPage, putInPlace, state } from "./fetch_page.js";
import { finish } from "./progress.js";

const board = document.querySelector("noughts-board");
const { lesson } = element("lesson").dataset;

/** Try a square; of several tries at once the last one counts. */
async function answer(square) {
  clearAlert();
  try {
    const body = new URLSearchParams({ square });
    const page = await fetchPage(`/learn/${lesson}`, { method: "POST", body });
    if (page) show(page);
  } catch (error) {
    showProblem(error, () => answer(square));
  }
}

function show(page) {
  const result = state(page);
  putInPlace(page, "result", "after");
  if (result.is_right) {
    board.show(result.after);
    finish(lesson);
    celebrate();
  }
  announce(element("result").innerText);
}

function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  throwConfetti(board.querySelectorAll("[data-last], [data-winning]"));
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  answer(event.detail);
});
if (element("answer")?.dataset.right === "yes") finish(lesson);
