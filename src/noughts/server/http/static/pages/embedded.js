/** A board in a frame of another page: what is asked of an address is put in place, and the frame stays. */

import { pageBoard } from "../board/board.js";
import { playOut } from "../board/frames.js";
import { putInPlace, state } from "../learn/in_place.js";
import { fetchPage, get } from "../shared/api.js";
import { announce, attempt, element, flag, followed } from "../shared/page.js";
import { go } from "../shared/transport.js";

const PAUSE = 3_000; // milliseconds between two looks at a game that goes on

const board = pageBoard();
let now = state();

/** Show what is at an address of a page for this frame. @param {string} address @param {RequestInit} [options] */
async function open(address, options) {
  const page = await fetchPage(address, options);
  if (!page) return;
  const next = state(page);
  if (!board.fits(next.frames[0])) return go(address);
  now = next;
  playOut(now.frames, { isOpen: now.is_open, worths: now.worths, mistake: now.mistake, lines: now.lines });
  putInPlace(page, "says", "links", "whole");
  announce(`${now.status} ${now.text}`);
}

/** @param {number} square */
async function take(square) {
  if (now.method === "get") await open(`${now.address}&square=${square}`);
  else await open(now.address, { method: "POST", body: new URLSearchParams({ square: String(square) }) });
  flag(element("embedded"), "changed", true);
}

/** Show what happens in a game that others play, while somebody may see it. */
async function follow() {
  const { game, version } = now;
  if (!game || document.hidden) return;
  const known = await get(`/games/${game}`).catch(() => null);
  if (known && known.version !== version && now.game === game) await open(now.links.at(-1).address).catch(() => {});
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  attempt(() => take(event.detail));
});
element("links").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const link = followed(event, "[data-here]");
  if (!link) return;
  event.preventDefault();
  const address = link.getAttribute("href");
  attempt(async () => {
    await open(address);
    flag(element("embedded"), "changed", address !== "");
  });
});
setInterval(follow, PAUSE);
