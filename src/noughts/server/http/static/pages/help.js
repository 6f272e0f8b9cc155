/** The help's offer to keep the site that plays without a connection; on plain HTTP in a LAN no browser can. */

import { _ } from "../shared/language.js";
import { isKept, keep } from "../shared/offline.js";
import { element } from "../shared/page.js";
import { save } from "../shared/storage.js";
import { keepOffline } from "../shared/transport.js";

const { offline: home = "" } = document.documentElement.dataset;
const button = element("keep");
const state = element("keeping");

function showKept() {
  button.hidden = true;
  element("play-offline").hidden = false;
  state.textContent = _("This browser has kept it: it works without a connection.");
}

async function onKeep() {
  save("offline", true); // so that other pages keep it up to date
  button.disabled = true;
  state.textContent = _("Keeping it – you can go on playing meanwhile…");
  try {
    await Promise.all([keep(home), navigator.serviceWorker.ready]); // which leads to it
    showKept();
  } catch {
    state.textContent = _("It couldn't be kept – try again when the connection is better.");
    button.disabled = false;
  }
}

button.addEventListener("click", onKeep);
keepOffline();
element("offline").hidden = !navigator.serviceWorker;
if (await isKept(home)) showKept();
