/** A lesson, answered in place; what follows a move is played on the board. */

import { pageBoard } from "../board/board.js";
import { playOut } from "../board/frames.js";
import { throwConfetti } from "../joy/celebration.js";
import { sound } from "../joy/speaker.js";
import { fetchPage } from "../shared/api.js";
import { announce, attempt, element, find, followed } from "../shared/page.js";
import { offerSnippet } from "../shared/snippet.js";
import { addressOf, keepAddress } from "../shared/transport.js";
import { putInPlace, state } from "./in_place.js";
import { finish, keepBadge, showProgress } from "./progress.js";

const board = pageBoard();
let now = state();

/** Try a square; of several tries at once the last one counts. @param {number} square */
async function answer(square) {
  const body = new URLSearchParams({ square: String(square) });
  const page = await fetchPage(now.address, { method: "POST", body });
  if (!page) return;
  show(page);
  // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
  announce(element("result").innerText);
  sound(now.is_done ? "won" : now.is_right ? "x" : "lost");
  if (!now.is_done) return;
  remember();
  throwConfetti([...board.querySelectorAll("[data-last], [data-winning]")]);
}

/** Show a page of the lesson. @param {Document} page */
function show(page) {
  now = state(page);
  putInPlace(page, "steps", "result", "after", "watch");
  showProgress();
  playOut(now.frames.length ? now.frames : [now.board], {
    isOpen: now.is_right ? !now.is_done : now.text === "",
    mistake: now.text && !now.is_right ? now.frames[0].last_move : null,
    lines: now.lines,
  });
}

function remember() {
  finish(now.lesson, now.step);
  if (now.badge.includes("position=")) keepBadge(now.board.position);
}

/** @param {string} address */
async function open(address) {
  const page = await fetchPage(address);
  if (!page) return;
  show(page);
  board.focus();
  announce(now.task);
}

element("after").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const link = followed(event, "[data-here]");
  if (!link) return;
  event.preventDefault();
  attempt(async () => {
    await open(link.href);
    keepAddress(link.href, true);
  });
});
board.addEventListener("take", (event) => {
  event.preventDefault();
  attempt(() => answer(event.detail));
});
board.addEventListener("shortcut", (event) => {
  const next = event.detail === "rematch" && find("#after .main");
  if (!next) return;
  event.preventDefault();
  next.click();
});
addEventListener("popstate", () => attempt(() => open(addressOf().href)));
offerSnippet(() => `/learn/${now.lesson}?step=${now.step}&seed=${now.seed}`);
if (now.is_done) remember();
