/**
 * The fun of a game: sounds, celebrations, streaks, sharing. It only listens: the page works
 * without it. What is not needed at once is loaded when it is.
 */

import { hasComputer } from "../game/state.js";
import { element, flag, hide } from "../shared/page.js";
import { load } from "../shared/storage.js";
import { keepOffline } from "../shared/transport.js";
import { sound } from "./speaker.js";

const table = element("table");

/** @import { GameView } from "api" */

/**
 * Return a part that is loaded when it is needed; a page that is left meanwhile does without.
 * @template Part
 * @param {Promise<Part>} part
 * @returns {Promise<Part>}
 */
const loaded = (part) =>
  part.catch((error) => {
    if (!(error instanceof TypeError)) throw error;
    return new Promise(() => {}); // so that nothing follows
  });

/** Return the result for the person at the page: one player, both at one screen, or none. @param {GameView} game */
function resultOf({ ending, seats }) {
  const own = Object.keys(seats).filter((side) => seats[side].is_you);
  if (own.length === 0 || !ending || (ending.winner === null && ending.termination === "abandoned")) return "seen";
  if (ending.winner === null) return "drawn";
  return own.includes(ending.winner) ? "won" : "lost";
}

/** @param {CustomEvent<{game: GameView}>} event */
async function onEnd({ detail: { game } }) {
  const result = resultOf(game);
  flag(table, "result", result);
  hide(element("sharing-button"), false);
  loaded(import("./share.js"));
  if (result === "seen") return;
  sound(result);
  if (result === "won") celebrate();
  if (hasComputer(game)) (await loaded(import("./statistics.js"))).countResult(game, result);
}

async function celebrate() {
  const { throwConfetti } = await loaded(import("./celebration.js"));
  const squares = [...table.querySelectorAll("[data-winning]")];
  throwConfetti(squares.length ? squares : [table.querySelector(".grid")]);
}

function forgetEnd() {
  flag(table, "result", "");
  hide(element("sharing-button"), true);
}

/** @param {CustomEvent<{game: GameView}>} event */
async function onBeginning({ detail: { game } }) {
  forgetEnd();
  if (game.is_shared) sound("joined");
  else (await loaded(import("./statistics.js"))).forgetStreak();
}

/** @param {CustomEvent<{side: Side}>} event */
function onMove({ detail: { side } }) {
  forgetEnd(); // it may have been taken back
  sound(side);
}

document.addEventListener("noughts:began", onBeginning);
document.addEventListener("noughts:played", onMove);
document.addEventListener("noughts:ended", onEnd);
if (!element("sharing-button").hidden) loaded(import("./share.js"));
if (element("statistics") && load("statistics"))
  loaded(import("./statistics.js")).then(({ showStatistics }) => showStatistics());
keepOffline();
