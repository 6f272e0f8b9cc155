/** What the coach says of the game on the page: a hint, and what each move is worth. */

import { get } from "../shared/api.js";
import { announce, element } from "../shared/page.js";

let hint = null;
let worths = [];
let wantsValues = false;

/** What the board shows of it: the proposed square, and the values of the moves. */
export const advice = () => ({ hint, worths });

/** Whether values are to be shown after each move. */
export const isValued = () => wantsValues;

/** Forget what was said of an earlier position. */
export function forgetAdvice() {
  hint = null;
  worths = [];
  element("advice").textContent = "";
}

/**
 * Ask for a hint, and show it if the game is still the same then.
 * @param {() => object | null} current the game as it is now
 */
export async function showHint(current) {
  const { id, version } = current();
  const answer = await get(`/games/${id}/hint`);
  if (current()?.id !== id || current().version !== version) return;
  hint = answer.square;
  say(answer.text);
  announce(answer.text);
}

/**
 * Show what each move is worth; not announced, which would drown the announcement of a move.
 * @param {() => object | null} current the game as it is now
 */
export async function refreshValues(current) {
  const values = await get(`/games/${current().id}/values`);
  if (values.position !== current()?.board.position) return;
  worths = values.moves;
  say(values.text);
}

/**
 * Show the values from now on, or no more.
 * @param {() => object | null} current the game as it is now
 */
export async function toggleValues(current) {
  wantsValues = !wantsValues;
  element("values").setAttribute("aria-pressed", String(wantsValues));
  worths = [];
  say("");
  if (!wantsValues) return;
  await refreshValues(current);
  announce(element("advice").textContent);
}

/** Show the coach's place, and what it says there of a game that is over. */
export function showCoach(game) {
  const isOver = game.ending !== null;
  element("coach").hidden = game.is_shared && !isOver;
  element("advice-over").hidden = !isOver;
  element("analysis").href = `/a/${game.board.position}`;
  say(element("advice").textContent, isOver);
}

function say(text, isOver = false) {
  element("advice").textContent = text;
  element("advice-none").hidden = text !== "" || isOver;
}
