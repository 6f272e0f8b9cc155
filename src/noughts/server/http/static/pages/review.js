/** The review of a game, stepped through in place. */

import { get } from "../shared/api.js";
import "../board/board.js";
import { boardAfter } from "../board/moves.js";
import { announce, element } from "../shared/page.js";

const place = element("review");
const board = document.querySelector("noughts-board");
const slider = element("ply");
const links = [...element("record").querySelectorAll("a")];
const last = links.length - 1;

let ply = Number(place.dataset.ply);
let review = null;

/** Show the game after so many moves. */
function step(to) {
  ply = Math.min(Math.max(to, 0), last);
  const move = review.moves[ply - 1];
  const mistake = move?.change ? move.square : null;
  board.show(boardAt(ply), { worths: move?.better, mistake });
  const text = move?.text ?? links[0].lastElementChild.textContent;
  element("status").textContent = text;
  announce(text);
  slider.value = ply;
  element("try-ply").value = ply;
  history.replaceState(null, "", links[ply].href);
  markLinks();
}

/** The board after so many moves; of the last one it also shows the line that won. */
function boardAt(ply) {
  return ply === last ? review.end : review.moves.slice(0, ply).reduce(boardAfter, review.start);
}

function markLinks() {
  links.forEach((link, at) => {
    if (at === ply) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  const record = element("record");
  const { offsetTop, offsetHeight } = links[ply];
  record.scrollTop = offsetTop - record.offsetTop - (record.clientHeight - offsetHeight) / 2;
  const targets = { first: 0, back: ply - 1, forward: ply + 1, last };
  for (const [id, to] of Object.entries(targets)) {
    element(id).href = links[Math.min(Math.max(to, 0), last)].href;
  }
}

/** Arrows step wherever they have nothing else to do. */
function onKey(event) {
  const isTaken = event.target.closest?.(".grid, input, select, textarea");
  if (isTaken || event.ctrlKey || event.altKey || event.metaKey) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  step(ply + by);
}

function onLink(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(Number(new URL(event.currentTarget.href).searchParams.get("ply")));
}

async function start() {
  const { game, round } = place.dataset;
  review = await get(`/games/${game}/review${round && `?round=${round}`}`);
  const steps = ["first", "back", "forward", "last"].map(element);
  for (const link of [...links, ...steps]) link.addEventListener("click", onLink);
  slider.addEventListener("input", () => step(slider.valueAsNumber));
  slider.disabled = false;
  document.addEventListener("keydown", onKey);
  markLinks();
}

// Without an answer the links stay links.
start().catch(() => {});
