/**
 * The levels as steps to climb, on each board: what one has beaten or held as X and as O, kept in this browser,
 * each with its game, whose picture can be shared.
 */

import { _ } from "../shared/language.js";
import { element, flag } from "../shared/page.js";
import { load, save } from "../shared/storage.js";

const NAME = "ladder";
const MOST = 100; // badges; the oldest goes first
const LONGEST = 1_000; // letters of a position
const TOP = ["perfect", "strongest"]; // whom to hold to a draw is as much as one can do
/** @type {Side[]} */
const SIDES = ["x", "o"];

/**
 * @typedef {{level: string, board: string, side: Side, isDraw: boolean, position: string}} Badge `position` is
 *   how the game ended
 * @typedef {{id: string, name: string}} Level
 */

/** Return the badges, the last one first. @returns {Badge[]} */
export function badges() {
  const saved = load(NAME);
  return Array.isArray(saved) ? saved.filter(isBadge).slice(0, MOST) : [];
}

/** Keep a badge, if the game earns one that is not there yet; return whether it does. @param {Badge} badge */
export function earn(badge) {
  const { board, level, side, isDraw } = badge;
  if ((isDraw && !TOP.includes(level)) || find(board, level, side)) return false;
  save(NAME, [badge, ...badges()].slice(0, MOST));
  return true;
}

export const clearBadges = () => save(NAME, []);

/** @param {string} board @param {string} level @param {Side} side */
const find = (board, level, side) =>
  badges().find((badge) => badge.board === board && badge.level === level && badge.side === side);

/** True if it is a badge: extensions, other programs and people write into storage too. @param {any} badge */
function isBadge(badge) {
  const isText = (/** @type {string} */ name) => typeof badge[name] === "string" && badge[name].length <= LONGEST;
  return (
    badge !== null &&
    typeof badge === "object" &&
    ["level", "board", "position"].every(isText) &&
    SIDES.includes(badge.side) &&
    typeof badge.isDraw === "boolean"
  );
}

/** Return what a badge is for. @param {Badge} badge @param {string} level its name */
export function badgeText({ isDraw, side }, level) {
  const values = { level, side: side.toUpperCase() };
  return isDraw ? _("Held {level} as {side}", values) : _("Beat {level} as {side}", values);
}

/** Return a link to a badge, where its picture can be shared. @param {Badge} badge @param {string} level its name */
export function badgeLink(badge, level) {
  const { position, level: id, side } = badge;
  const link = document.createElement("a");
  link.href = `/learn/badge?${new URLSearchParams({ position, level: id, side })}`;
  link.setAttribute("aria-label", badgeText(badge, level));
  return link;
}

/** Return the steps of a board as dots, of which those that were climbed are full. @param {string} board @param {Level[]} levels */
export function dots(board, levels) {
  const place = document.createElement("span");
  place.className = "dots";
  const held = levels.map(({ id }) => SIDES.some((side) => find(board, id, side)));
  place.append(...held.map((isHeld) => flagged("span", "held", isHeld)));
  place.role = "img";
  place.ariaLabel = _("{count} of {all}", { count: held.filter(Boolean).length, all: levels.length });
  return place;
}

/** Return the steps of a board, each with the marks that it was climbed with. @param {string} board @param {Level[]} levels */
export function ladder(board, levels) {
  const list = document.createElement("ol");
  list.className = "ladder";
  list.append(...levels.map((level) => step(board, level)));
  return list;
}

/** @param {string} board @param {Level} level */
function step(board, { id, name }) {
  const marks = SIDES.map((side) => {
    const badge = find(board, id, side);
    const place = badge ? badgeLink(badge, name) : document.createElement("span");
    place.append(element(`mark-${side}`).content.cloneNode(true));
    return place;
  });
  const item = flagged(
    "li",
    "held",
    marks.some((mark) => mark.localName === "a"),
  );
  const label = document.createElement("span");
  label.textContent = name;
  item.append(label, ...marks);
  return item;
}

/** @param {string} name @param {string} what @param {boolean} is */
function flagged(name, what, is) {
  const made = document.createElement(name);
  flag(made, what, is);
  return made;
}

/** Show at a choice of a level what it was climbed with. @param {HTMLElement} choice @param {string} board @param {string} level */
export function markChoice(choice, board, level) {
  flag(choice, "held", SIDES.filter((side) => find(board, level, side)).join(""));
}
