/** A game against a proof, played in place. */

import "../board/board.js";
import { announce, clearAlert, element, showProblem } from "../shared/page.js";
import { fetchPage, putInPlace, state } from "./fetch_page.js";

const board = document.querySelector("noughts-board");
let game = state();

/** Show a page of the game; whether it came, and was not too late. */
async function open(address) {
  clearAlert();
  try {
    const page = await fetchPage(address);
    if (page) show(page);
    return page !== null;
  } catch (error) {
    showProblem(error, () => goTo(address));
    return false;
  }
}

function show(page) {
  game = state(page);
  board.show(game.board, { isOpen: game.is_open, worths: game.pairs });
  putInPlace(page, "status", "actions");
  announce(game.text);
}

async function goTo(address) {
  if (await open(address)) history.pushState(null, "", address);
}

function take(square) {
  goTo(`?board=${game.board.board}&moves=${game.following[square]}`);
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  take(event.detail);
});
element("actions").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(link.href);
});
addEventListener("popstate", () => open(location.href));
