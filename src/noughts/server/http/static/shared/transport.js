/** Who answers a page, and at what addresses: here a server, at those of its pages. A site without one has another. */

import { load } from "./storage.js";

/** Ask for what is at an address. @param {string} address @param {RequestInit} [options] */
export const request = (address, options) => fetch(address, options);

/** Return the address of this page, or what a link or form leads to. */
export const addressOf = (link = location.href) => new URL(link, location.href);

/** Return an address to share, by default this page's. */
export const linkTo = (address = location.href) => addressOf(address).href;

/**
 * Return what to share of a game: its own address, since others can open it.
 * @param {string} game
 * @param {string} _position the address of its last position, which is less
 */
export const sharedAddress = (game, _position) => `/g/${game}`;

/** Open another page, which may take the place of this one. @param {string} address */
export const go = (address, isInstead = false) => location[isInstead ? "replace" : "assign"](address);

/** Let an address be this page's, in place of the one before or as a step that leads back. @param {string} address */
export const keepAddress = (address, isStep = false) =>
  history[isStep ? "pushState" : "replaceState"](null, "", address);

/**
 * Keep what a page shows where there is no connection; on plain HTTP in a LAN nothing can. A site that plays
 * without one takes megabytes, so it is for those who asked for it, or have installed the page.
 */
export function keepOffline() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
  const { offline } = document.documentElement.dataset;
  if (!offline) return;
  const keep = () => import("./offline.js").then((site) => site.keep(offline)).catch(() => {}); // the next page tries again
  addEventListener("appinstalled", keep);
  if (load("offline") || matchMedia("(display-mode: standalone)").matches) keep();
}
