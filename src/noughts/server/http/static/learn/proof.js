/** A game against a proof, played in place. */

import { pageBoard } from "../board/board.js";
import { fetchPage } from "../shared/api.js";
import { announce, attempt, element, followed } from "../shared/page.js";
import { addressOf, keepAddress } from "../shared/transport.js";
import { putInPlace, state } from "./in_place.js";

const board = pageBoard();
let game = state();

/** Show a page of the game; true if it was not too late. @param {string} address */
async function open(address) {
  const page = await fetchPage(address);
  if (!page) return false;
  game = state(page);
  board.show(game.board, { isOpen: game.is_open, worths: game.pairs });
  putInPlace(page, "status", "actions");
  announce(game.text);
  return true;
}

/** @param {string} address */
async function goTo(address) {
  if (await open(address)) keepAddress(address, true);
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  const address = `?board=${game.board.board}&moves=${game.following[event.detail]}`;
  attempt(() => goTo(address));
});
element("actions").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const link = followed(event);
  if (!link) return;
  event.preventDefault();
  attempt(() => goTo(link.href));
});
addEventListener("popstate", () => attempt(() => open(addressOf().href)));
