/**
 * The board: turns the buttons of the server into a grid with one tab stop.
 *
 * Taking a square fires `take` with its number, and a letter fires `shortcut` with its action. A
 * handler prevents the default; a `take` without a handler submits the form.
 *
 * On a big board on a touch screen a tap only aims; a second one or a button takes the square. The rest of what
 * only such boards need is in `pane.js`.
 */

import { _ } from "../shared/language.js";
import { element, find, flag, isOverlaid, within } from "../shared/page.js";
import { isField, leadsToBoard, shortcutOf, squareOfDigit, squareTowards } from "./keys.js";

/** @import { Advice, BoardView, EndingReason, MoveWorth } from "api" */

const BIG = 8; // columns, beyond which squares are smaller than a finger on a phone
const FINGER = 44; // pixels

export class NoughtsBoard extends HTMLElement {
  /** @type {HTMLButtonElement[]} */
  #squares = [];
  /** Which kind of pointer touched the board last. */
  #pointer = "";
  /** The square aimed at. @type {HTMLButtonElement | null} */
  #aim = null;

  connectedCallback() {
    document.addEventListener("keydown", this.#onKey);
    if (this.#squares.length) return;
    this.#squares = [...this.querySelectorAll("button.square")].map(makeCell);
    this.#part(".grid").setAttribute("role", "grid");
    for (const row of this.querySelectorAll(".row")) row.setAttribute("role", "row");
    this.#stopAt(this.#squares.findIndex((square) => "last" in square.dataset));
    this.#panTo(this.#stop);
    this.addEventListener("pointerdown", (event) => {
      this.#pointer = event.pointerType;
    });
    this.addEventListener("click", (event) => this.#onClick(event));
    if (this.columns > BIG) import("./pane.js").then(({ watchPane }) => watchPane(this));
    this.addEventListener("focusin", (event) => {
      const at = this.#indexOf(event.target);
      if (at >= 0) this.#stopAt(at);
    });
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

  /** Whose turn it is on the board. @returns {Side | ""} */
  get turn() {
    return /** @type {any} */ (this.dataset.turn ?? "");
  }

  /** True if a square can be taken. @param {number} at */
  isFree(at) {
    return this.#squares[at].ariaDisabled !== "true";
  }

  /** True if this many squares are what is on the page. @param {BoardView} view */
  fits(view) {
    return view.width === this.columns && view.height === this.rows;
  }

  /**
   * Show a position.
   * @param {BoardView} view
   * @param {{isOpen?: boolean, worths?: MoveWorth[], hint?: Advice | null, mistake?: number | null, lines?: number[][]}}
   *   [shown] whether its free squares can be taken, what they are worth, which one the coach proposes,
   *   which mark was a mistake, and the lines that decide
   */
  show(view, { isOpen = false, worths = [], hint = null, mistake = null, lines = hint?.lines ?? [] } = {}) {
    this.#aimAt(null);
    const worthOf = new Map(worths.map((worth) => [worth.square, worth]));
    flag(this, "turn", view.turn ?? "");
    flag(this, "open", isOpen);
    this.#squares.forEach((square, at) => {
      const worth = view.marks[at] ? undefined : worthOf.get(at);
      const label = worth?.label ?? view.labels[at];
      setMark(square, view.marks[at]);
      setWorth(square, worth);
      square.ariaLabel = at === mistake ? _("{square}, a mistake", { square: label }) : label;
      flag(square, "pending", false);
      flag(square, "last", at === view.last_move);
      flag(square, "winning", view.winning.includes(at));
      flag(square, "hint", at === hint?.square);
      flag(square, "mistake", at === mistake);
      setOpen(square, isOpen && !view.marks[at]);
    });
    this.#part(".strokes").replaceChildren(...view.lines.map((line) => stroke(line, view.width)));
    this.#threaten(lines);
    if (view.last_move !== null) this.#panTo(this.#squares[view.last_move]);
  }

  /** Point at what the coach speaks of after a game. @param {EndingReason} reason */
  explain({ lines, mistake }) {
    this.#threaten(lines);
    this.#squares.forEach((square, at) => {
      flag(square, "mistake", at === mistake);
    });
  }

  /** Let lines pulse: the threats that the coach speaks of. @param {number[][]} lines */
  #threaten(lines) {
    for (const line of lines) this.#part(".strokes").append(stroke(line, this.columns, "threat"));
  }

  /** Show a mark that is not confirmed yet, or take it back. @param {number} at @param {Side | ""} mark */
  pend(at, mark) {
    this.#aimAt(null);
    setMark(this.#squares[at], mark);
    flag(this.#squares[at], "pending", mark !== "");
  }

  /** Give the board the focus; the page does not scroll. */
  focus() {
    this.#stop.focus({ preventScroll: true });
  }

  get #stop() {
    return this.#part('.square[tabindex="0"]');
  }

  /** @param {string} selector @returns {any} */
  #part(selector) {
    return this.querySelector(selector);
  }

  /** @param {any} target */
  #indexOf(target) {
    return this.#squares.indexOf(target);
  }

  /** Bring into sight what one looks at: the square aimed at, or else the last move. */
  showLast() {
    this.#panTo(this.#aim ?? this.#part("[data-last]") ?? this.#stop);
  }

  /**
   * Bring a square with its neighbours into sight, where the pane is smaller than the board; the page stays.
   * @param {HTMLElement} square
   */
  #panTo(square) {
    const pane = this.#part(".pane");
    const [seen, place] = [pane.getBoundingClientRect(), square.getBoundingClientRect()];
    const [x, y] = [place.x - seen.x, place.y - seen.y];
    const near = 2 * place.width;
    const isSeen = Math.min(x, y) >= near && x <= seen.width - near && y <= seen.height - near;
    if (!isSeen) pane.scrollBy(x - seen.width / 2, y - seen.height / 2);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const square = within(event, ".square");
    const at = this.#indexOf(square);
    if (at < 0) return;
    const isTap = this.#pointer === "touch" && event.detail > 0; // 0 is a key, or the button
    const isSmall = this.columns > BIG && square.offsetWidth < FINGER;
    const isAiming = isSmall && isTap && square !== this.#aim;
    const isOpen = square.ariaDisabled !== "true";
    if (isOpen && isAiming) this.#aimAt(square);
    if (!isOpen || isAiming || !this.#fire("take", at)) event.preventDefault();
  }

  /** @param {HTMLButtonElement | null} square */
  #aimAt(square) {
    if (square === this.#aim) return;
    if (this.#aim) flag(this.#aim, "aim", false);
    this.#aim = square;
    if (square) flag(square, "aim", true);
    this.#fire("aim", square);
  }

  /** The keys work wherever no field has the focus, and nothing lies over the page. @param {KeyboardEvent} event */
  #onKey = (event) => {
    if (event.defaultPrevented || isField(event) || isOverlaid()) return;
    if (this.#onDigit(event) || this.#onStep(event) || this.#onShortcut(event)) event.preventDefault();
  };

  /** From elsewhere on the page an arrow leads to the board; on it, to the next square. @param {KeyboardEvent} event */
  #onStep(event) {
    const from = this.#indexOf(event.target);
    if (from < 0) {
      const isArrival = "open" in this.dataset && leadsToBoard(event);
      if (isArrival) this.focus();
      return isArrival;
    }
    const to = squareTowards(event, from, this.columns, this.rows);
    if (to !== undefined) this.#squares[to].focus();
    return to !== undefined;
  }

  /** Before the steps: with NumLock off, the number pad types arrows, Home and End. @param {KeyboardEvent} event */
  #onDigit(event) {
    const square = this.columns === 3 && this.rows === 3 ? squareOfDigit(event) : undefined;
    if (square === undefined || !("open" in this.dataset)) return false;
    this.#squares[square].focus();
    if (!event.repeat) this.#squares[square].click();
    return true;
  }

  /** @param {KeyboardEvent} event */
  #onShortcut(event) {
    const asked = event.repeat ? undefined : shortcutOf(event);
    return asked !== undefined && !this.#fire("shortcut", asked);
  }

  /** Fire an event; false if a listener handled it. @param {string} name @param {unknown} detail */
  #fire(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  /** Make one square the tab stop; the middle one at first, half as far from every other. @param {number} at */
  #stopAt(at) {
    const stop = at < 0 ? Math.floor(this.#squares.length / 2) : at;
    this.#stop?.setAttribute("tabindex", "-1");
    this.#squares[stop].tabIndex = 0;
  }
}

/** @param {Element} button */
function makeCell(button) {
  /** @type {any} */
  const square = button;
  square.setAttribute("role", "gridcell");
  square.tabIndex = -1;
  setOpen(square, !square.disabled);
  return square;
}

/**
 * Not `disabled`, with which a square would lose its focus and its place in the order.
 * @param {HTMLButtonElement} square
 * @param {boolean} isOpen
 */
function setOpen(square, isOpen) {
  square.disabled = false;
  square.ariaDisabled = isOpen ? null : "true";
}

/**
 * Put a mark into a square, or remove it; the same mark is left alone.
 * @param {HTMLElement} square
 * @param {Side | ""} mark
 */
function setMark(square, mark) {
  if ((square.dataset.mark ?? "") === mark) return;
  square.querySelector(".mark")?.remove();
  flag(square, "mark", mark);
  if (!mark) return;
  const drawn = element(`mark-${mark}`).content.cloneNode(true);
  drawn.firstElementChild.classList.add("fresh");
  square.append(drawn);
}

/**
 * Write what a move is worth into its square, or remove that.
 * @param {HTMLElement} square
 * @param {MoveWorth | undefined} worth
 */
function setWorth(square, worth) {
  square.querySelector(".worth")?.remove();
  if (!worth) return;
  const label = document.createElement("span");
  label.className = "worth";
  label.textContent = worth.text;
  label.dataset.value = worth.value;
  flag(label, "best", worth.is_best);
  square.append(label);
}

/**
 * Return the stroke through a line, from centre to centre.
 * @param {number[]} line
 * @param {number} width
 */
function stroke(line, width, kind = "") {
  const centres = line.map((at) => [(at % width) + 0.5, Math.floor(at / width) + 0.5]);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("class", kind);
  path.setAttribute("pathLength", "1");
  path.setAttribute("d", `M${centres[0]}L${centres.at(-1)}`);
  return path;
}

/** Return the board of the page, which another first screen replaces. @returns {NoughtsBoard} */
export const pageBoard = () => find("noughts-board");

customElements.define("noughts-board", NoughtsBoard);
