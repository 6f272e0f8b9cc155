/**
 * Calls a player back whose page is hidden: by its title and icon, by a sound, and by a notification where
 * they have asked for that.
 */

import { element, find } from "../shared/page.js";
import { load, save } from "../shared/storage.js";

const MARK = "● ";
const ICONS = ["favicon.svg", "favicon-called.svg"];

/** The notification that is shown. @type {Notification | null} */
let shown = null;

/** True if this browser has notifications, and nobody has forbidden them. */
const isPossible = () => "Notification" in globalThis && Notification.permission !== "denied";

const isChosen = () => isPossible() && Notification.permission === "granted" && load("calls") === true;

/** Offer notifications; browsers ask for permission only when one has pressed something. */
export function offerCalls() {
  const bell = element("bell");
  if (!bell || !isPossible()) return;
  bell.disabled = false;
  bell.setAttribute("aria-pressed", String(isChosen()));
  bell.addEventListener("click", async () => {
    const isOn = !isChosen() && (await Notification.requestPermission()) === "granted";
    save("calls", isOn);
    bell.setAttribute("aria-pressed", String(isOn));
    bell.disabled = !isPossible();
  });
}

/**
 * Call the player back, unless the page is seen.
 * @param {string} text what has happened
 * @param {string} game whose call takes the place of the one before
 */
export async function call(text, game) {
  if (!document.hidden) return;
  mark(true);
  if (load("sounds") === true) (await import("../joy/sounds.js")).play("joined");
  if (isChosen()) await notify(text, game);
}

/** @param {string} text @param {string} game */
async function notify(text, game) {
  const options = { body: text, tag: game, data: location.href, icon: find('link[rel="apple-touch-icon"]').href };
  const title = document.title.replace(MARK, "");
  try {
    shown = new Notification(title, options);
    shown.addEventListener("click", () => focus());
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration(); // which phones want to show it
    await worker?.showNotification(title, options);
  }
}

/** Close what a phone shows, which knows of notifications by its service worker alone. */
async function closeOnPhone() {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close();
}

/** Mark the page as one that calls, or no longer. @param {boolean} isCalling */
function mark(isCalling) {
  const title = document.title.replace(MARK, "");
  document.title = isCalling ? MARK + title : title;
  const icon = find('link[rel="icon"]');
  icon.href = icon.href.replace(/[^/]+$/, ICONS[Number(isCalling)]);
  if (isCalling) navigator.setAppBadge?.().catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  mark(false);
  shown?.close();
  closeOnPhone();
});
