/**
 * A room, or its wall, as it changes: notified of a change, the page requests itself again and puts
 * what differs in place. Forms are sent without leaving the page.
 */

import { Connection } from "../game/connection.js";
import { cancel, goSoon, settle } from "../game/going.js";
import { announce, element, find, within } from "../shared/page.js";

/** @import { RoomChange } from "api" */

const PAUSE = 1_000; // milliseconds between two requests: 40 pages then cost the server little
const SPREAD = 250; // over which pages that were notified together send their requests
const AGAIN = 3_000; // after a request that failed
const WELCOME = 4_000; // for which a page that was away says so
const TWICE = 1_000; // within which a second tap at the same place is meant for what was there at the first
const NEAR = 20; // pixels
const AIMING = 1_000; // after the pointer moved over the list of people: until then no name moves under it
const ANSWERS = ["room-alert", "inviting"]; // the answer to a form alone has what these parts say

const place = element("room");
const { code, boards } = place.dataset; // the latter on the wall alone
/**
 * Return the version of the room as it is shown; of the boards of a wall it tells nothing.
 * @param {HTMLElement | null | undefined} shown
 */
const versionOf = (shown) => Number(shown?.dataset.version ?? -1);
const path = `/r/${code}${boards === undefined ? "" : "/wall"}`;
let version = versionOf(place);
let timer = 0;
let fetchedAt = -Infinity;
let asked = 0;
/** True if the host has removed the reader; the page asks until they are let back in. */
let isOut = false;
/** When the pointer last moved over the list of people. */
let aimedAt = -Infinity;
let tapped = { timeStamp: -Infinity, clientX: 0, clientY: 0 };
/** What parts of the page were last rendered as: forms in them may have been opened and filled since. */
/** @type {Map<Element, string>} */
const rendered = new Map();

/** @param {boolean} isOpen */
function change(isOpen) {
  const isBack = isOpen && "lost" in place.dataset;
  place.toggleAttribute("data-lost", !isOpen && !isOut);
  if (isOpen && "connected" in place.dataset) fetchSoon(); // who came and went meanwhile, no version tells
  if (!isOpen) fetchSoon(AGAIN); // a member who was removed meanwhile is not let in, and only the page says so
  if (isOpen) place.toggleAttribute("data-connected", true);
  if (!isBack) return;
  // A player who was away sees that nothing was lost, for as long as it takes to read it.
  announce(find(".lost").dataset.backText);
  place.toggleAttribute("data-back", true);
  setTimeout(() => place.toggleAttribute("data-back", false), WELCOME);
}

/** Go to a board that gets ready while this page is open. */
function follow() {
  const link = element("go");
  if (link) goSoon(link.dataset.next, link);
  else cancel();
}

/** Follow the games, but send no player back to the board they have just come from. */
function startFollowing() {
  const { next } = element("go")?.dataset ?? {};
  if (next && document.referrer.endsWith(`/g/${next}`)) settle(next);
  follow();
}

/** Count down the time of an arena; at its end the page is fetched again. */
function countDown() {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll("[data-seconds]");
  for (const clock of clocks) {
    const left = Math.max(0, Number(clock.dataset.seconds) - 1);
    clock.dataset.seconds = String(left);
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left === 0) fetchSoon(AGAIN);
  }
}

/** @param {RoomChange} message */
function receive(message) {
  const isNews = message.what === "people" || message.what === "boards" || message.version > version;
  version = Math.max(version, message.version ?? -1);
  if (isNews) fetchSoon();
}

/** Fetch the page again, at most once per pause; a hidden page waits until it is shown. */
function fetchSoon(pause = Math.random() * SPREAD) {
  if (timer || document.hidden) return;
  timer = setTimeout(fetchPage, Math.max(pause, fetchedAt + PAUSE - performance.now()));
}

async function fetchPage() {
  timer = 0;
  fetchedAt = performance.now();
  await show(fetch(path));
}

/**
 * Show an answer, unless a later one was requested meanwhile; always show a refusal.
 * @param {Promise<Response>} answering
 */
async function show(answering, isOfForm = false) {
  asked += 1;
  const number = asked;
  const answer = await answering.catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (!answer || !text || answer.status >= 500 || answer.status === 429) return fetchSoon(AGAIN);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const id of isOfForm ? ANSWERS : []) if (element(id)) renew(element(id), fresh.getElementById(id));
  if (number !== asked) return;
  isOut = answer.status === 403 && fresh.getElementById("room")?.dataset.code === undefined;
  if (isOut) {
    place.toggleAttribute("data-lost", false); // no connection is lost, but refused
    fetchSoon(AGAIN);
  }
  const before = element("status")?.textContent;
  const isAiming = !isOfForm && !isOut && performance.now() - aimedAt < AIMING;
  for (const part of document.querySelectorAll("[data-live]")) {
    const news = fresh.getElementById(part.id);
    if (!isAiming || part.id !== "room-people") renew(part, news);
    else if (news?.innerHTML !== rendered.get(part)) fetchSoon(AIMING);
  }
  document.title = fresh.title;
  version = Math.max(version, versionOf(fresh.getElementById("room")));
  const status = element("status")?.textContent;
  if (status && status !== before) announce(status);
  follow();
}

/**
 * Replace a part's content, if that is news; keeps the focus, and the choices in lists.
 * @param {any} part
 * @param {HTMLElement | null} fresh
 */
function renew(part, fresh) {
  part.hidden = !fresh; // a player who was removed sees no more of the room
  if (!fresh || fresh.innerHTML === rendered.get(part)) return;
  rendered.set(part, fresh.innerHTML);
  const focused = part.contains(document.activeElement) ? document.activeElement?.id : "";
  if (part instanceof HTMLSelectElement) {
    const chosen = part.value;
    part.replaceChildren(...fresh.childNodes);
    const isThere = [...part.options].some(({ value }) => value === chosen);
    part.value = isThere ? chosen : ""; // the chosen one has gone: nobody else is chosen
    return;
  }
  const open = [...part.querySelectorAll("details[open][id]")].map(({ id }) => id);
  const over = part.querySelector("dialog[open]")?.id; // a question, if it is not about an earlier round
  const known = new Set([...part.querySelectorAll("[data-new]")].map(({ id }) => id));
  part.replaceChildren(...fresh.childNodes);
  for (const line of part.querySelectorAll("[data-new]")) if (known.has(line.id)) line.removeAttribute("data-new");
  for (const id of open) element(id)?.toggleAttribute("open", true);
  if (over) element(over)?.showModal();
  if (!focused) return;
  const isThere = element(focused)?.checkVisibility();
  if (!isThere) part.tabIndex = -1; // a second press there does nothing
  (isThere ? element(focused) : part).focus();
}

/** Ignore the second of two taps on a button: a press may put another one in its place. @param {MouseEvent} event */
function ignoreSecond(event) {
  if (!within(event, "form button")) return;
  const { timeStamp, clientX, clientY } = tapped;
  const isNear = Math.hypot(event.clientX - clientX, event.clientY - clientY) < NEAR;
  tapped = event;
  if (isNear && event.timeStamp - timeStamp < TWICE) event.preventDefault();
}

/** Send a form and show the page in the answer; forms that set the cookie are submitted as usual. @param {any} event */
function send(event) {
  const form = event.target;
  if (form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  form.closest("dialog")?.close(); // it is answered
  aimedAt = -Infinity; // what a press changes is shown at once
  const action = event.submitter?.hasAttribute("formaction") ? event.submitter.formAction : form.action;
  /** @type {any} */
  const fields = new FormData(form, event.submitter);
  show(fetch(action, { method: "POST", body: new URLSearchParams(fields) }), true);
}

const own = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
if (element("elsewhere")) element("elsewhere").hidden = !own;
for (const part of document.querySelectorAll("[data-live], #room-alert, #inviting")) rendered.set(part, part.innerHTML);
startFollowing();
element("room-people")?.addEventListener("pointermove", () => (aimedAt = performance.now()));
document.addEventListener("click", ignoreSecond);
document.addEventListener("submit", send);
setInterval(countDown, 1_000);
document.addEventListener("visibilitychange", () => fetchSoon());
const changes = `/api/v1/rooms/${code}/live-events${boards === undefined ? "" : "?boards=true"}`;
new Connection(() => new EventSource(changes), { receive, change });
