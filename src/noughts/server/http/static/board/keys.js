/** The keys of the board: which square a key leads to, and what a letter asks for. */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const SHORTCUTS = { h: "hint", u: "undo", n: "rematch", "?": "help" };

/**
 * The square that a key moves the focus to, or undefined.
 * @param {KeyboardEvent} event
 * @param {number} from
 * @param {number} columns
 * @param {number} rows
 * @returns {number | undefined}
 */
export function squareTowards(event, from, columns, rows) {
  const [row, column] = [Math.floor(from / columns), from % columns];
  if (event.key === "Home") return event.ctrlKey ? 0 : row * columns;
  if (event.key === "End") return event.ctrlKey ? rows * columns - 1 : (row + 1) * columns - 1;
  const step = isPlain(event) ? STEPS[event.key] : undefined;
  if (!step) return undefined;
  const to = [clamp(row + step[0], rows), clamp(column + step[1], columns)];
  return to[0] * columns + to[1];
}

/**
 * The square of 3x3 that a digit takes, or undefined. The number pad lies like the board, whatever
 * NumLock says: `code` names the key and not what it types. The top row counts in reading order.
 * @param {KeyboardEvent} event
 * @returns {number | undefined}
 */
export function squareOfDigit(event) {
  const [, place, digit] = /^(Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (!digit || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (place === "Numpad") return [6, 7, 8, 3, 4, 5, 0, 1, 2][digit - 1];
  return event.shiftKey ? undefined : digit - 1;
}

/**
 * What a letter asks for, or undefined.
 * @param {KeyboardEvent} event
 * @returns {string | undefined}
 */
export function shortcutOf(event) {
  const bare = !event.ctrlKey && !event.altKey && !event.metaKey;
  return bare ? SHORTCUTS[event.key.toLowerCase()] : undefined;
}

/**
 * Whether somebody types or chooses in an element, so that its keys are its own.
 * @param {Element} target
 */
export const isField = (target) =>
  target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/** Whether a dialog lies over the page. */
export const isOverlaid = () => document.querySelector("dialog[open], :popover-open") !== null;

/**
 * Whether a key leads to the board from elsewhere: an arrow that has nothing else to do there.
 * @param {KeyboardEvent} event
 */
export const leadsToBoard = (event) =>
  isPlain(event) && event.key in STEPS && !event.target.closest("a, input, summary");

const isPlain = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;

const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
