/** The review of a game, stepped through in place. */

import { pageBoard } from "../board/board.js";
import { boardAfter } from "../board/moves.js";
import { get } from "../shared/api.js";
import { announce, element } from "../shared/page.js";
import { listenForSteps, showStep } from "../shared/steps.js";
import { keepAddress } from "../shared/transport.js";

/** @import { ReviewView } from "api" */

const place = element("review");
const record = element("record");
const board = pageBoard();
/** @type {HTMLAnchorElement[]} */
const links = [...record.querySelectorAll("a")];
const last = links.length - 1;

let ply = Number(place.dataset.ply);
/** @type {ReviewView} */
let review;

/** Show the game after some of its moves. @param {number} to */
function step(to) {
  ply = to;
  const move = ply > 0 ? review.moves[ply - 1] : undefined;
  board.show(boardAt(ply), { worths: move?.better, mistake: move?.change ? move.square : null });
  const text = move?.text ?? links[0].lastElementChild?.textContent ?? "";
  element("status").textContent = text;
  announce(text);
  element("try-ply").value = ply;
  keepAddress(links[ply].href);
  markLinks();
}

/** Return the board after some moves; of the last one it also shows the line that won. @param {number} ply */
function boardAt(ply) {
  return ply === last ? review.end : review.moves.slice(0, ply).reduce(boardAfter, review.start);
}

function markLinks() {
  links.forEach((link, at) => {
    link.ariaCurrent = at === ply ? "step" : null;
  });
  const { offsetTop, offsetHeight } = links[ply];
  record.scrollTop = offsetTop - record.offsetTop - (record.clientHeight - offsetHeight) / 2;
  showStep("ply", ply, last, (at) => links[at].href);
}

async function start() {
  const { game, round } = place.dataset;
  review = await get(`/games/${game}/review${round && `?round=${round}`}`);
  listenForSteps({ name: "ply", last, now: () => ply, step, links, own: ".grid" });
  markLinks();
}

// Without an answer the links stay links.
start().catch(() => {});
