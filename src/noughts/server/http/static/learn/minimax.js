/** Minimax, stepped through in place: every step came with the page. */

import { announce, element, find } from "../shared/page.js";
import { listenForSteps, showStep } from "../shared/steps.js";
import { state } from "./fetch_page.js";

/** @typedef {{node: number, colour: string, label: string, words: string, text: string, skipped: number[]}} Step */

const PACE = 900; // milliseconds between two steps that play by themselves
const RESTED = 300; // milliseconds until the address names the step: Safari allows 100 changes in 30 s

/** @type {Step[]} */
const steps = state();
const place = element("search");
const play = element("playing");
const begin = play.textContent;
/** @type {NodeListOf<HTMLElement>} */
const items = document.querySelectorAll("#tree li");
const last = steps.length - 1;

let now = Number(place.dataset.step);
let timer = 0;
let naming = 0;

/** Show the search after a step. @param {number} to */
function show(to) {
  now = to;
  const done = steps.slice(0, now + 1);
  const known = new Map(done.map((step) => [step.node, step]));
  const skipped = new Set(done.flatMap((step) => step.skipped));
  for (const item of items) {
    const id = Number(item.id.slice("node-".length));
    showNode(item, id, known.get(id), skipped.has(id));
  }
  showPath(steps[now].node);
  element("status").textContent = steps[now].text;
  element("visited").textContent = known.size;
  showStep("step", now, last, address);
  clearTimeout(naming);
  naming = setTimeout(() => history.replaceState(null, "", address(now)), RESTED);
}

/** @param {HTMLElement} item @param {number} id @param {Step | undefined} step @param {boolean} isSkipped */
function showNode(item, id, step, isSkipped) {
  const colour = step?.colour ?? (isSkipped ? "skipped" : "");
  /** @type {any} */
  const node = item.querySelector(".node");
  const unknown = colour === "skipped" ? place.dataset.skipped : place.dataset.untried;
  item.dataset.colour = colour;
  node.querySelector(".known").textContent = step?.label ?? "";
  node.querySelector(".words").textContent = step?.words ?? unknown;
  element(`dot-${id}`).setAttribute("href", `#as-${colour || "none"}`);
}

/** Mark the way from the root to the node where the computer is. @param {number} node */
function showPath(node) {
  for (const marked of document.querySelectorAll("[data-path]")) marked.removeAttribute("data-path");
  document.querySelector("#tree [aria-current]")?.removeAttribute("aria-current");
  const current = element(`node-${node}`);
  current.setAttribute("aria-current", "step");
  for (let item = current; item; item = item.parentElement.closest("#tree li")) {
    item.toggleAttribute("data-path", true);
    element(item.id.replace("node", "edge"))?.toggleAttribute("data-path", true);
  }
  panTo(node);
}

/** Bring a node into sight on the map, and in the list where all of it is shown. @param {number} node */
function panTo(node) {
  const map = element("map");
  const dot = element(`dot-${node}`).getBoundingClientRect();
  map.scrollLeft += dot.left - map.getBoundingClientRect().left - map.clientWidth / 2;
  const tree = find(".tree");
  const item = element(`node-${node}`).firstElementChild.getBoundingClientRect();
  tree.scrollTop += item.top - tree.getBoundingClientRect().top - tree.clientHeight / 2;
}

/** @param {number} to */
function address(to) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(to));
  return url.href;
}

/** A step by hand ends playing, and is read out. @param {number} to */
function step(to) {
  stop();
  show(to);
  announce(steps[now].text);
}

function start() {
  if (now === last) show(0);
  timer = setInterval(advance, PACE);
  play.textContent = play.dataset.pause;
}

function advance() {
  show(now + 1);
  if (now < last) return;
  stop();
  announce(steps[now].text);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = begin;
}

listenForSteps({ name: "step", last, now: () => now, step, own: "#map" });
play.addEventListener("click", () => (timer ? stop() : start()));
play.disabled = false;
element("whole").addEventListener("change", () => panTo(steps[now].node));
showStep("step", now, last, address);
panTo(steps[now].node);
