/** Positions that are shown on the board one after another. */

import { isMotionReduced } from "../shared/page.js";
import { pageBoard } from "./board.js";

const PAUSE = 750; // milliseconds between two moves

/** The timer of the next position. */
let playing = 0;

/**
 * Show positions one after another, at once where motion is not welcome; at the last one squares can be taken.
 * @param {any[]} frames
 * @param {{isOpen: boolean, worths?: any[], mistake?: number | null, lines?: number[][]}} shown
 */
export function playOut(frames, shown) {
  clearTimeout(playing);
  const [frame, ...rest] = isMotionReduced() ? frames.slice(-1) : frames;
  pageBoard().show(frame, { ...shown, isOpen: shown.isOpen && !rest.length });
  if (rest.length) playing = setTimeout(playOut, PAUSE, rest, shown);
}
