/**
 * A board of squares smaller than a finger: its pane is pinched and dragged, and a square is aimed at before it is played.
 */

import { _ } from "../shared/language.js";
import { announce, find } from "../shared/page.js";

/** @import { NoughtsBoard } from "./board.js" */

const LEAST = 24; // pixels of a square
const MOST = 88;

/** What the status said before a square was aimed at. */
let status = "";

/** Let a board be zoomed, and its squares be aimed at. @param {NoughtsBoard} board */
export function watchPane(board) {
  const pane = /** @type {HTMLElement} */ (board.querySelector(".pane"));
  const zoom = /** @type {HTMLInputElement} */ (board.querySelector(".zoom input"));
  zoom.addEventListener("change", () => {
    board.style.removeProperty("--least");
    board.showLast();
  });
  watchPinch(pane, (side, x, y) => resize(board, pane, side, x, y));
  board.addEventListener("aim", ({ detail }) => showAim(detail));
  find("[data-play]")?.addEventListener("click", () => find("[data-aim]")?.click());
}

/**
 * Give squares another side; what is at a place of the pane stays there.
 * @param {HTMLElement} board @param {HTMLElement} pane @param {number} side @param {number} x @param {number} y
 */
function resize(board, pane, side, x, y) {
  const before = sideOf(pane);
  board.style.setProperty("--least", `${Math.round(Math.min(Math.max(side, LEAST), MOST))}px`);
  const ratio = sideOf(pane) / before;
  pane.scrollTo((pane.scrollLeft + x) * ratio - x, (pane.scrollTop + y) * ratio - y);
}

/** @param {HTMLElement} pane */
const sideOf = (pane) => /** @type {HTMLElement} */ (pane.querySelector(".square")).offsetWidth;

/**
 * Tell which side of squares two fingers ask for, or the wheel with Ctrl, which is what a touchpad makes of a pinch.
 * One finger moves the pane by itself.
 * @param {HTMLElement} pane
 * @param {(side: number, x: number, y: number) => void} resize
 */
function watchPinch(pane, resize) {
  let [apart, side] = [0, 0];
  pane.addEventListener("touchstart", ({ touches }) => {
    if (touches.length === 2) [apart, side] = [distance(touches), sideOf(pane)];
  });
  pane.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault(); // else the page is zoomed
    const [first, second] = event.touches;
    const { x, y } = pane.getBoundingClientRect();
    const middle = [(first.clientX + second.clientX) / 2 - x, (first.clientY + second.clientY) / 2 - y];
    resize((side * distance(event.touches)) / apart, middle[0], middle[1]);
  });
  pane.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = pane.getBoundingClientRect();
    resize(sideOf(pane) * (event.deltaY < 0 ? 1.1 : 0.9), event.clientX - x, event.clientY - y);
  });
}

/** @param {TouchList} touches */
const distance = ([first, second]) => Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);

/** Say which square is aimed at, and what plays it; or what the status said before. @param {HTMLElement | null} square */
function showAim(square) {
  const [place, button] = [find(".status"), find("[data-play]")];
  const wasAimed = !button.hidden;
  button.hidden = !square;
  if (!square) {
    if (wasAimed) place.textContent = status;
    return;
  }
  if (!wasAimed) status = place.textContent;
  const [name] = (square.ariaLabel ?? "").split(","); // which the label begins with
  button.textContent = _("Play {square}", { square: name });
  place.textContent = _("{square}: tap again to play it", { square: name });
  announce(place.textContent);
}
