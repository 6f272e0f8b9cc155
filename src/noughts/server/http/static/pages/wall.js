/**
 * The wall as a stage, beside what room.js shows on it: who climbed between two rounds, a table that
 * turns its pages, and the sounds and confetti of the end.
 */

import { play } from "../joy/sounds.js";
import { announce, element } from "../shared/page.js";
import { load } from "../shared/storage.js";

const CLIMB = 8_000; // milliseconds for which those who climbed are shown
const PAGE = 6_000; // of a table that is longer than the screen is high
const FIRST = 4_600; // until the first place is revealed, as in the style sheet
const MOST = 5; // climbers

/** @import { Tune } from "../joy/sounds.js" */

const stage = element("room");
let page = 0;
let hasEnded = false;
let table = read();

/** Return the table as it stands: the round, and the place of each. */
function read() {
  const lines = [...document.querySelectorAll("#room-table li")];
  return {
    round: Number(element("room-table")?.dataset.round ?? 0),
    places: new Map(
      lines.map((line) => [line.querySelector(".who")?.textContent ?? "", Number(line.firstElementChild?.textContent)]),
    ),
  };
}

/**
 * Return who climbed between two tables, those who climbed most first.
 * @param {Map<string, number>} before
 * @param {Map<string, number>} after
 */
export function climbers(before, after) {
  return [...after]
    .map(([name, place]) => ({ name, place, steps: (before.get(name) ?? place) - place }))
    .filter(({ steps }) => steps > 0)
    .sort((one, other) => other.steps - one.steps || one.place - other.place)
    .slice(0, MOST);
}

/** @param {ReturnType<climbers>} climbing */
function showClimbers(climbing) {
  if (!climbing.length) return;
  const list = document.createElement("ol");
  for (const { name, place, steps } of climbing) {
    const line = document.createElement("li");
    line.append(`▲ ${steps}`, Object.assign(document.createElement("strong"), { textContent: name }), `→ ${place}`);
    list.append(line);
  }
  const shown = document.createElement("section");
  shown.className = "climb";
  shown.append(Object.assign(document.createElement("h2"), { textContent: stage.dataset.climbText }), list);
  stage.append(shown);
  announce(shown.textContent ?? "");
  sound("joined");
  setTimeout(() => shown.remove(), CLIMB);
}

/** @param {Tune} tune */
function sound(tune) {
  if (load("sounds") === true) play(tune);
}

/** Show the lines of one page of the table. */
function turn() {
  const list = document.querySelector("#room-table ol");
  const lines = /** @type {HTMLElement[]} */ ([...(list?.children ?? [])]);
  for (const line of lines) line.hidden = false;
  const [first, last, side] = [lines[0], lines.at(-1), element("room-side")];
  if (!first || !last || !side) return;
  const { top, height } = first.getBoundingClientRect();
  const room = Math.floor((side.getBoundingClientRect().bottom - top) / height);
  if (room >= lines.length || room < 1) return;
  const begin = (page % Math.ceil(lines.length / room)) * room;
  for (const [at, line] of lines.entries()) line.hidden = at < begin || at >= begin + room;
}

/** Take note of what the server has changed on the wall. */
function notice() {
  const now = read();
  if (now.round > table.round && table.round > 0) showClimbers(climbers(table.places, now.places));
  if (now.round !== table.round) table = now;
  const winner = document.querySelector('.podium [data-place="1"]');
  if (winner && !hasEnded) setTimeout(celebrate, FIRST, winner);
  hasEnded = winner !== null;
  turn();
}

/** @param {Element} winner */
async function celebrate(winner) {
  sound("won");
  const { throwConfetti } = await import("../joy/celebration.js");
  throwConfetti([winner]);
}

if (stage) {
  notice();
  const changes = new MutationObserver(notice);
  for (const id of ["room-side", "room-boards"]) changes.observe(element(id), { childList: true });
  addEventListener("resize", turn);
  setInterval(() => {
    page += 1;
    turn();
  }, PAGE);
}
