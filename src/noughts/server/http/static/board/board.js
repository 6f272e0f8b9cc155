/**
 * The board: turns the buttons of the server into a grid with one tab stop.
 *
 * Taking a square fires `take` with its number, and a letter fires `shortcut` with its action. A
 * handler prevents the default; a `take` without a handler submits the form.
 */

import { Aim } from "./aim.js";
import { isField, isOverlaid, leadsToBoard, shortcutOf, squareOfDigit, squareTowards } from "./keys.js";
import { _ } from "../shared/language.js";
import { flag, setMark, setWorth, strokes } from "./squares.js";

export class NoughtsBoard extends HTMLElement {
  /** @type {HTMLButtonElement[]} */
  #squares = [];
  /** @type {Aim} */
  #aim;

  connectedCallback() {
    document.addEventListener("keydown", this.#onKey);
    if (this.#squares.length) return;
    this.#squares = [...this.querySelectorAll(".square")];
    this.querySelector(".grid").setAttribute("role", "grid");
    for (const row of this.querySelectorAll(".row")) row.setAttribute("role", "row");
    for (const square of this.#squares) makeCell(square);
    this.#stopAt(this.#squares.findIndex((square) => "last" in square.dataset));
    this.#panTo(this.#stop);
    this.#aim = new Aim(this);
    this.#listen();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
  }

  get columns() {
    return Number(this.dataset.columns);
  }

  get rows() {
    return Number(this.dataset.rows);
  }

  /** Whether this many squares are what is on the page. */
  fits(view) {
    return view.width === this.columns && view.height === this.rows;
  }

  /**
   * Show a position.
   * @param {object} view a BoardView
   * @param {{isOpen?: boolean, worths?: object[], hint?: number | null, mistake?: number | null}}
   *   shown whether its free squares can be taken, what they are worth, which one the coach
   *   proposes, and which mark was a mistake
   */
  show(view, { isOpen = false, worths = [], hint = null, mistake = null } = {}) {
    this.#aim.clear();
    const worthOf = new Map(worths.map((worth) => [worth.square, worth]));
    flag(this, "turn", view.turn ?? "");
    flag(this, "open", isOpen);
    this.#squares.forEach((square, at) => {
      fill(square, view, at, worthOf.get(at));
      flag(square, "hint", at === hint);
      flag(square, "mistake", at === mistake);
      if (at === mistake) square.ariaLabel = _("{square}, a mistake", { square: square.ariaLabel });
      setOpen(square, isOpen && !view.marks[at]);
    });
    this.querySelector(".strokes").replaceChildren(...strokes(view.lines, view.width));
    this.#panTo(this.#squares[view.last_move]);
  }

  /**
   * Show a mark that is not confirmed yet.
   * @param {number} at
   * @param {string} mark
   */
  pend(at, mark) {
    this.#aim.clear();
    setMark(this.#squares[at], mark);
    flag(this.#squares[at], "pending", true);
  }

  /** Give the board the focus; the page does not scroll. */
  focus() {
    this.#stop.focus({ preventScroll: true });
  }

  get #stop() {
    return this.querySelector('.square[tabindex="0"]');
  }

  /** Bring a square into sight on a board that is wider than the page; the page itself stays. */
  #panTo(square) {
    const pane = this.querySelector(".pane");
    if (!square || pane.scrollWidth <= pane.clientWidth) return;
    const [seen, place] = [pane.getBoundingClientRect(), square.getBoundingClientRect()];
    const isSeen = place.left >= seen.left + place.width && place.right <= seen.right - place.width;
    if (!isSeen) pane.scrollLeft += place.left - seen.left - (seen.width - place.width) / 2;
  }

  #listen() {
    this.addEventListener("click", (event) => this.#onClick(event));
    this.querySelector(".zoom")?.addEventListener("change", () => this.#showLast());
    this.addEventListener("focusin", (event) => {
      if (this.#squares.includes(event.target)) this.#stopAt(this.#squares.indexOf(event.target));
    });
  }

  /** Once squares are larger, the last move is what one wants to see. */
  #showLast() {
    const last = this.querySelector("[data-last]") ?? this.#stop;
    last.scrollIntoView({ block: "nearest" });
    this.#panTo(last);
  }

  #onClick(event) {
    const square = event.target.closest(".square");
    const at = this.#squares.indexOf(square);
    if (at < 0) return;
    const isOpen = square.getAttribute("aria-disabled") !== "true";
    if (!isOpen || this.#aim.takes(event, square) || !this.#fire("take", at)) {
      event.preventDefault();
    }
  }

  /** The keys work wherever no field has the focus, and nothing lies over the page. */
  #onKey = (event) => {
    if (event.defaultPrevented || isField(event.target) || isOverlaid()) return;
    if (this.#onDigit(event) || this.#onStep(event) || this.#onShortcut(event)) {
      event.preventDefault();
    }
  };

  /** From elsewhere on the page an arrow leads to the board; on it, to the next square. */
  #onStep(event) {
    const from = this.#squares.indexOf(event.target);
    if (from < 0) return this.#onArrival(event);
    const to = squareTowards(event, from, this.columns, this.rows);
    this.#squares[to]?.focus();
    return to !== undefined;
  }

  #onArrival(event) {
    if (!("open" in this.dataset) || !leadsToBoard(event)) return false;
    this.focus();
    return true;
  }

  /** Before the steps: with NumLock off, the number pad types arrows, Home and End. */
  #onDigit(event) {
    const square = this.columns === 3 && this.rows === 3 ? squareOfDigit(event) : undefined;
    if (square === undefined || !("open" in this.dataset)) return false;
    this.#squares[square].focus();
    if (!event.repeat) this.#squares[square].click();
    return true;
  }

  #onShortcut(event) {
    const asked = event.repeat ? undefined : shortcutOf(event);
    return asked !== undefined && !this.#fire("shortcut", asked);
  }

  /** Fire an event; false when somebody handled it. */
  #fire(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  /** Make one square the tab stop; the middle one at first, half as far from every other. */
  #stopAt(at) {
    const stop = at < 0 ? Math.floor(this.#squares.length / 2) : at;
    this.#stop?.setAttribute("tabindex", "-1");
    this.#squares[stop].tabIndex = 0;
  }
}

function makeCell(square) {
  square.setAttribute("role", "gridcell");
  square.tabIndex = -1;
  setOpen(square, !square.disabled);
}

/** Not `disabled`, with which a square would lose its focus and its place in the order. */
function setOpen(square, isOpen) {
  square.disabled = false;
  if (isOpen) square.removeAttribute("aria-disabled");
  else square.setAttribute("aria-disabled", "true");
}

function fill(square, view, at, worth) {
  setMark(square, view.marks[at]);
  setWorth(square, view.marks[at] ? undefined : worth);
  square.setAttribute("aria-label", worth ? worth.label : view.labels[at]);
  flag(square, "pending", false);
  flag(square, "last", at === view.last_move);
  flag(square, "winning", view.winning.includes(at));
}

customElements.define("noughts-board", NoughtsBoard);
