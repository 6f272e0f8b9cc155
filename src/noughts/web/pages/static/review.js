/** The review of a game, stepped through in place. */

import { get } from "./api.js";
import "./board.js";
import { announce, element } from "./page.js";

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
  board.show(ply ? review.moves[ply - 1].after : review.start);
  const text = ply ? review.moves[ply - 1].text : links[0].lastElementChild.textContent;
  element("status").textContent = text;
  announce(text);
  slider.value = ply;
  history.replaceState(null, "", `?ply=${ply}`);
  markLinks();
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
    element(id).href = `?ply=${Math.min(Math.max(to, 0), last)}`;
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
  review = await get(`/games/${place.dataset.game}/review`);
  const steps = ["first", "back", "forward", "last"].map(element);
  for (const link of [...links, ...steps]) link.addEventListener("click", onLink);
  slider.addEventListener("input", () => step(slider.valueAsNumber));
  slider.closest("label").hidden = false;
  document.addEventListener("keydown", onKey);
}

// Without an answer the links stay links.
start().catch(() => {});
