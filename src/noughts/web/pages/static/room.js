/**
 * A room, or its wall, as it changes: notified of a change, the page requests itself again and puts
 * what differs in place. Forms are sent without leaving the page.
 */

import { Connection } from "./connection.js";
import { announce, element } from "./page.js";

const PAUSE = 1_000; // milliseconds between two requests: 40 pages then cost the server little
const SPREAD = 250; // over which pages that were notified together send their requests
const AGAIN = 3_000; // after a request that failed

const place = element("room");
const { code, boards } = place.dataset; // the latter on the wall alone
const path = `/r/${code}${boards === undefined ? "" : "/wall"}`;
let version = 0;
let timer = 0;
let fetchedAt = -Infinity;
let asked = 0;

function change(isOpen) {
  place.toggleAttribute("data-lost", !isOpen);
  if (isOpen) place.toggleAttribute("data-connected", true);
}

function receive(message) {
  const isNews = message.type === "changed" || message.version > version;
  version = message.version ?? version;
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

/** Show an answer, unless a later one was requested meanwhile; always show a refusal. */
async function show(answering, isOfForm = false) {
  asked += 1;
  const number = asked;
  const answer = await answering.catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (!text || answer.status >= 500 || answer.status === 429) return fetchSoon(AGAIN);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (isOfForm) renew(element("room-alert"), fresh.getElementById("room-alert"));
  if (number !== asked) return;
  const said = element("status")?.textContent;
  for (const part of document.querySelectorAll("[data-live]")) renew(part, fresh.getElementById(part.id));
  document.title = fresh.title;
  const says = element("status")?.textContent;
  if (says && says !== said) announce(says);
}

/** Replace a part's content; keeps the focus, and the choices in lists. */
function renew(part, fresh) {
  if (!fresh || fresh.innerHTML === part.innerHTML) return;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
  if (part instanceof HTMLSelectElement) {
    const chosen = part.value;
    part.replaceChildren(...fresh.childNodes);
    if (part.querySelector(`[value="${chosen}"]`)) part.value = chosen;
    return;
  }
  part.replaceChildren(...fresh.childNodes);
  if (focused && !element(focused)) part.querySelector("a, button")?.focus();
  else if (focused) element(focused).focus();
}

/** Send a form and show the page in the answer; forms that set the cookie are submitted as usual. */
function send(event) {
  const form = event.target;
  if (form.method !== "post" || "plain" in form.dataset) return;
  event.preventDefault();
  show(fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }), true);
}

const own = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
if (element("elsewhere")) element("elsewhere").hidden = !own;
document.addEventListener("submit", send);
document.addEventListener("visibilitychange", () => fetchSoon());
new Connection(
  { events: () => `/api/v1/rooms/${code}/live-events${boards === undefined ? "" : "?boards=true"}` },
  { receive, change },
);
