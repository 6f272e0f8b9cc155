/**
 * Minimax, stepped through in place: the tree and every step of it are a file, which browsers keep. Until
 * it has come the links lead to pages of the server.
 */

import { fetchPage } from "../shared/api.js";
import { announce, attempt, element, find } from "../shared/page.js";
import { listenForSteps, showStep } from "../shared/steps.js";
import { addressOf, keepAddress } from "../shared/transport.js";
import { putInPlace, state } from "./in_place.js";

const PACE = 900; // milliseconds between two steps that play by themselves
const RESTED = 300; // milliseconds until the address names the step: Safari allows 100 changes in 30 s

const place = element("search");
const play = element("playing");
const begin = play.textContent;
const last = Number(place.dataset.last);
/** Of each step the node, what is said, its label and colour, and the nodes skipped. @type {[number, string, [string, string], number[]][]} */
let steps = [];
let now = Number(place.dataset.step);
let timer = 0;
let naming = 0;

/** Show the search after a step. @param {number} to */
function show(to) {
  now = to;
  const done = steps.slice(0, now + 1);
  const [at, text] = steps[now];
  const known = new Map(done.map(([node, , state]) => [`node-${node}`, state]));
  element("visited").textContent = known.size;
  for (const node of done.flatMap((step) => step[3])) known.set(`node-${node}`, [place.dataset.skipped, "skipped"]);
  for (const item of document.querySelectorAll("#tree li")) {
    const [label, colour] = known.get(item.id) ?? ["", ""];
    item.setAttribute("data-colour", colour);
    for (const name of ["data-path", "aria-current"]) item.removeAttribute(name);
    find(`#${item.id} > .node > .known`).textContent = label;
  }
  const current = element(`node-${at}`);
  current.setAttribute("aria-current", "step");
  for (let item = current; item; item = item.parentElement.closest("#tree li")) item.dataset.path = "";
  pan();
  element("status").textContent = text;
  showStep("step", now, last, address);
  clearTimeout(naming);
  naming = setTimeout(() => keepAddress(address(now)), RESTED);
}

/** Bring the node where the computer is into sight, in a tree that is wider than the page. */
function pan() {
  const tree = find(".tree");
  const node = find("#tree [aria-current] > .node").getBoundingClientRect();
  tree.scrollLeft += node.left - tree.getBoundingClientRect().left - tree.clientWidth / 2;
}

/** @param {number} to */
function address(to) {
  const url = addressOf();
  url.searchParams.set("step", String(to));
  return url.pathname + url.search;
}

/** End playing, show a step chosen by hand, and read it out. @param {number} to */
function step(to) {
  stop();
  show(to);
  announce(steps[now][1]);
}

function start() {
  if (now === last) show(0);
  timer = setInterval(() => (now + 1 < last ? show(now + 1) : step(last)), PACE);
  play.textContent = play.dataset.pause;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = begin;
}

async function load() {
  const whole = await fetchPage(place.dataset.whole);
  if (!whole) return;
  putInPlace(whole, "tree");
  steps = state(whole);
  listenForSteps({ name: "step", last, now: () => now, step, own: ".tree" });
  play.addEventListener("click", () => (timer ? stop() : start()));
  play.disabled = false;
  element("whole").disabled = false;
  element("whole").addEventListener("change", pan);
  show(now);
}

attempt(load);
