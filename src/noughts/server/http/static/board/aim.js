/** Aiming on a big board: on a touch screen a tap aims, and a second one or a button plays. */

import { _ } from "../shared/language.js";
import { flag } from "./squares.js";

const BIG = 9; // columns, beyond which squares are smaller than a finger

export class Aim {
  #board;
  /** Which kind of pointer touched the board last. */
  #pointer = "";
  /** The square aimed at. */
  #square = null;

  /** @param {HTMLElement} board a noughts-board */
  constructor(board) {
    this.#board = board;
    board.addEventListener("pointerdown", (event) => {
      this.#pointer = event.pointerType;
    });
    this.#button?.addEventListener("click", () => this.#square?.click());
  }

  /**
   * Whether a click only aims.
   * @param {MouseEvent} event
   * @param {HTMLElement} square
   */
  takes(event, square) {
    const isTap = this.#pointer === "touch" && event.detail > 0; // 0 is a key, or the button
    if (this.#board.columns <= BIG || !isTap || square === this.#square) return false;
    this.#at(square);
    return true;
  }

  /** Aim at nothing. */
  clear() {
    this.#at(null);
  }

  get #button() {
    return this.#board.querySelector("[data-play]");
  }

  #at(square) {
    if (this.#square) flag(this.#square, "aim", false);
    this.#square = square;
    if (square) flag(square, "aim", true);
    if (!this.#button) return;
    this.#button.hidden = !square;
    if (square) this.#button.textContent = _("Play {square}", { square: nameOf(square) });
  }
}

/** The name that the label of a square begins with. */
const nameOf = (square) => square.getAttribute("aria-label").split(",")[0];
