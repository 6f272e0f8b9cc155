/** The keys of the board: which square a key leads to, and what a letter asks for. */

import { within } from "../shared/page.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @type {Record<string, string>} */
const SHORTCUTS = { h: "hint", u: "undo", n: "rematch", "?": "help" };

/**
 * Return the square that a key moves the focus to, or undefined.
 * @param {KeyboardEvent} event
 * @param {number} from
 * @param {number} columns
 * @param {number} rows
 */
export function squareTowards(event, from, columns, rows) {
  const [row, column] = [Math.floor(from / columns), from % columns];
  if (event.key === "Home") return event.ctrlKey ? 0 : row * columns;
  if (event.key === "End") return event.ctrlKey ? rows * columns - 1 : (row + 1) * columns - 1;
  const step = isBare(event) && !event.shiftKey ? STEPS[event.key] : undefined;
  return step && clamp(row + step[0], rows) * columns + clamp(column + step[1], columns);
}

/**
 * Return the square of 3x3 that a digit takes, or undefined. The number pad lies like the board, whatever
 * NumLock says: `code` names the key and not what it types. The top row counts in reading order.
 * @param {KeyboardEvent} event
 */
export function squareOfDigit(event) {
  const [, place, digit] = /^(Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (!digit || !isBare(event)) return undefined;
  if (place === "Numpad") return [6, 7, 8, 3, 4, 5, 0, 1, 2][Number(digit) - 1];
  return event.shiftKey ? undefined : Number(digit) - 1;
}

/** Return the action that a letter asks for, or undefined. @param {KeyboardEvent} event */
export const shortcutOf = (event) => (isBare(event) ? SHORTCUTS[event.key.toLowerCase()] : undefined);

/** True if an event is in a field, whose keys are its own. @param {Event} event */
export const isField = (event) =>
  event.target instanceof Element && event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/**
 * True if a key leads to the board from elsewhere: an arrow that has nothing else to do there.
 * @param {KeyboardEvent} event
 */
export const leadsToBoard = (event) =>
  isBare(event) && !event.shiftKey && event.key in STEPS && !within(event, "a, input, summary");

/** True if no key is held that makes another something else. @param {KeyboardEvent} event */
export const isBare = (event) => !event.ctrlKey && !event.altKey && !event.metaKey;

/** @param {number} value @param {number} count */
const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
