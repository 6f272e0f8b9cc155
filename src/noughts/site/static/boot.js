/**
 * Starts a page of a site. Its content was written when the site was built, or comes from the engine;
 * then the scripts that it names run, and what a server would do with its forms is done here.
 */

import { keepPlaced, show } from "./content.js";
import * as kept from "./kept.js";
import { Problem } from "./shared/api.js";
import { element, followed, showProblem } from "./shared/page.js";
import { save } from "./shared/storage.js";
import { addressOf, ask, engine, go, inLanguage, linkTo, request, root } from "./shared/transport.js";
import { SITE } from "./site.js";

const LARGEST_FILE = 500_000; // bytes, as the engine says of one that has more

/** True once the page shows what its address asks for, and its scripts run. */
let isReady = false;

async function start() {
  addEventListener("submit", onSubmit);
  addEventListener("click", onClick);
  keepPlaced();
  const scripts = await showContent();
  await Promise.all(scripts.map((script) => import(script)));
  isReady = true;
  document.documentElement.dataset.ready = "";
  const { early } = /** @type {any} */ (globalThis); // what was pressed before, as the page itself has noted
  if (early?.isConnected) early.click();
  if (document.querySelector("noughts-board")) engine.start();
  navigator.serviceWorker?.register(`${root}service_worker.js`).catch(() => {}); // not on plain HTTP
}

/** Show what the address asks for, and return its scripts. @returns {Promise<string[]>} */
async function showContent() {
  const { dataset } = document.documentElement;
  const table = element("table");
  if (table) table.inert = "waiting" in dataset; // as the page itself has found
  try {
    return (await isBuilt()) ? builtScripts() : await showAnswer();
  } finally {
    if (table) table.inert = false;
    delete dataset.waiting;
  }
}

/** True if what was built is what the address asks for: but home, with a game, shows that. */
async function isBuilt() {
  const { pathname, search } = addressOf();
  if (history.state?.page || search || !SITE.built.includes(pathname)) return false;
  if (pathname !== "/") return true;
  const isKept = (await kept.ids()).length > 0;
  save("kept", isKept);
  return !isKept;
}

function builtScripts() {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll("link[data-start]");
  return [...links].map(({ href }) => href);
}

/** Show what the engine answers at this address, or what it answered to a form; and return its scripts. */
async function showAnswer() {
  if (history.state?.page) {
    addEventListener("popstate", () => location.reload()); // back to what the form was on
    return show(history.state.page);
  }
  const { pathname, search } = addressOf();
  const { page, redirect, file } = await ask("GET", pathname + search, null);
  if (page) return show(page);
  if (redirect) go(redirect, true);
  if (file) location.replace(URL.createObjectURL(await (await request(pathname + search)).blob()));
  return new Promise(() => {}); // while that is opened
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  /** @type {any} */
  const [form, button] = [event.target, event.submitter];
  const method = button?.dataset.method || button?.getAttribute("formmethod") || form.dataset.method || form.method;
  if (event.defaultPrevented || method === "dialog") return;
  event.preventDefault();
  if (!isReady) return;
  const { pathname, search } = addressOf(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "");
  const data = new FormData(form, button);
  const file = [...data.values()].find((value) => value instanceof File);
  const fields = new URLSearchParams(/** @type {any} */ (data));
  if (method === "get") go(`${pathname}?${fields}`);
  else if (file) sendFile(pathname, [...data.keys()][0], file);
  else send(pathname + search, String(fields));
}

/**
 * Have the engine do what a form asks for, and show what it answers; again where it does not.
 * @param {string} address
 * @param {string} fields
 */
async function send(address, fields) {
  try {
    const answer = await ask("POST", address, fields);
    if (answer.redirect) go(answer.redirect);
    else stay(address, answer);
  } catch {
    showProblem(new Problem("", 0), () => send(address, fields));
  }
}

/**
 * Have the engine take a file; of one that is too large it gets so much that it says so.
 * @param {string} address
 * @param {string} name of the field
 * @param {File} file
 */
async function sendFile(address, name, file) {
  try {
    const text = await file.slice(0, LARGEST_FILE + 1).text();
    await send(address, String(new URLSearchParams({ [name]: text })));
  } catch {
    showProblem(new Problem("", 0), () => sendFile(address, name, file)); // it can no longer be read
  }
}

/** Show what was answered to a form, as often as the page is loaded. @param {string} address @param {{page?: string}} answer */
function stay(address, { page }) {
  history.pushState({ page }, "", linkTo(address));
  location.reload();
}

/** Other links lead where they say. @param {MouseEvent} event */
function onClick(event) {
  const link = followed(event);
  if (!link || event.defaultPrevented || !link.href.startsWith("http")) return;
  const action = link.hasAttribute("download") ? download : link.hreflang ? translate : null;
  if (!action) return;
  event.preventDefault();
  action(link);
}

/** Show this page, as it is now, in another language. @param {HTMLAnchorElement} link */
const translate = ({ hreflang }) => location.assign(inLanguage(hreflang));

/** Save what the engine makes. @param {HTMLAnchorElement} link */
async function download(link) {
  const answer = await request(link.href).catch(() => null);
  if (!answer?.ok) return showProblem(new Problem("", 0));
  const { pathname } = addressOf(link.href);
  const name = link.download || pathname.slice(pathname.lastIndexOf("/") + 1);
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

start().catch(() => {
  // What was built is there all the same, if not the place to say so.
  if (element("alert")) showProblem(new Problem("", 0), () => location.reload());
});
