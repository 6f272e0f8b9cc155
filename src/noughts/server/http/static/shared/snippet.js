/** HTML to copy, with which any page shows one of these in a frame. */

import { pageBoard } from "../board/board.js";
import { element } from "./page.js";
import { copy } from "./sharing.js";
import { addressOf, linkTo } from "./transport.js";

const WIDTH = 320; // pixels, what the smallest phone has; large boards want more
const LEAST = 24; // of a square
const EDGES = 60; // beside the board
const WORDS = 260; // above and below it
const TOOLS = 60; // above a board of squares that can be made larger
const BIG = 9; // columns, beyond which there are some

/** Let a button copy the HTML for the page at an address, by default this one. @param {() => string | undefined} address */
export function offerSnippet(address = () => undefined) {
  const button = element("snippet");
  button.addEventListener("click", () => copy(snippet(address()), button));
}

/** @param {string} [address] */
function snippet(address) {
  const { pathname, search } = addressOf(address);
  const { columns, rows } = pageBoard();
  const square = Math.max((WIDTH - EDGES) / columns, LEAST);
  const width = String(Math.round(square * columns) + EDGES);
  const height = String(Math.round(square * rows) + WORDS + (columns > BIG ? TOOLS : 0));
  const frame = document.createElement("iframe");
  const src = linkTo(`${pathname}${search ? `${search}&` : "?"}embed`);
  Object.assign(frame, { src, width, height, title: document.title, loading: "lazy" });
  frame.style.border = "0";
  return frame.outerHTML;
}
