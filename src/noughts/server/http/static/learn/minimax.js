/** Minimax, stepped through in place: every step came with the page. */

import { isField } from "../board/keys.js";
import { announce, element } from "../shared/page.js";
import { state } from "./fetch_page.js";

const PACE = 900; // milliseconds between two steps that play by themselves
const RESTED = 300; // milliseconds until the address names the step: Safari allows 100 changes in 30 s

const steps = state();
const place = element("search");
const slider = element("step");
const play = element("playing");
const begin = play.textContent;
const items = [...document.querySelectorAll("#tree li")];
const last = steps.length - 1;

let now = Number(place.dataset.step);
let timer = 0;
let naming = 0;

/** Show the search after a step. */
function show(to) {
  now = Math.min(Math.max(to, 0), last);
  const known = new Map(steps.slice(0, now + 1).map((step) => [step.node, step]));
  const skipped = new Set(steps.slice(0, now + 1).flatMap((step) => step.skipped));
  for (const item of items) showNode(item, known, skipped);
  showPath(steps[now].node);
  element("status").textContent = steps[now].text;
  element("visited").textContent = known.size;
  slider.value = now;
  showLinks();
  clearTimeout(naming);
  naming = setTimeout(() => history.replaceState(null, "", address(now)), RESTED);
}

function showNode(item, known, skipped) {
  const id = Number(item.id.slice("node-".length));
  const step = known.get(id);
  const colour = step?.colour ?? (skipped.has(id) ? "skipped" : "");
  const [score, words] = item.querySelector(".node").querySelectorAll(".known, .words");
  const unknown = colour === "skipped" ? place.dataset.skipped : place.dataset.untried;
  item.dataset.colour = colour;
  score.textContent = step?.label ?? "";
  words.textContent = step?.words ?? unknown;
  element(`dot-${id}`).setAttribute("href", `#as-${colour || "none"}`);
}

/** Mark the way from the root to the node where the computer is. */
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

/** Bring a node into sight on the map, and in the list where all of it is shown. */
function panTo(node) {
  const map = element("map");
  const dot = element(`dot-${node}`).getBoundingClientRect();
  map.scrollLeft += dot.left - map.getBoundingClientRect().left - map.clientWidth / 2;
  const tree = document.querySelector(".tree");
  const item = element(`node-${node}`).firstElementChild.getBoundingClientRect();
  tree.scrollTop += item.top - tree.getBoundingClientRect().top - tree.clientHeight / 2;
}

function showLinks() {
  const targets = { first: 0, back: now - 1, forward: now + 1, last };
  for (const [id, to] of Object.entries(targets)) element(id).href = address(to);
}

function address(to) {
  const url = new URL(location.href);
  url.searchParams.set("step", Math.min(Math.max(to, 0), last));
  return url.href;
}

/** A step by hand ends playing, and is read out. */
function step(to) {
  stop();
  show(to);
  announce(steps[now].text);
}

function start() {
  if (now === last) show(0);
  timer = setInterval(advance, PACE);
  showPlaying();
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
  showPlaying();
}

function showPlaying() {
  play.textContent = timer ? play.dataset.pause : begin;
}

/** Arrows step wherever they have nothing else to do. */
function onKey(event) {
  const isTaken = isField(event.target) || event.target.closest("#map");
  if (isTaken || event.ctrlKey || event.altKey || event.metaKey) return;
  const to = { ArrowLeft: now - 1, ArrowRight: now + 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  step(to);
}

function onLink(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(Number(new URL(event.currentTarget.href).searchParams.get("step")));
}

for (const id of ["first", "back", "forward", "last"]) element(id).addEventListener("click", onLink);
play.addEventListener("click", () => (timer ? stop() : start()));
slider.addEventListener("input", () => step(slider.valueAsNumber));
document.addEventListener("keydown", onKey);
slider.disabled = false;
play.disabled = false;
element("whole").addEventListener("change", () => panTo(steps[now].node));
showLinks();
panTo(steps[now].node);
