/**
 * Going to the next game of a room, or to its podium, by itself after some seconds: announced, and called
 * off by a button or Escape. It waits while the player types, reads a dialog or has the page hidden.
 */

import { _ } from "../shared/language.js";
import { announce, element, followed, isOverlaid, within } from "../shared/page.js";
import { go } from "../shared/transport.js";

const SECONDS = 6;
const TYPING = "input, textarea, select";

/** The id of the game, or the code of the room with the podium, and the address. */
let game = "";
let address = "";
let left = 0;
let timer = 0;
/** Games that one was taken to, or chose not to be. @type {Set<string>} */
const settled = new Set();

/** Never go to a game by itself. @param {string} id */
export const settle = (id) => settled.add(id);

/**
 * Go to a game or room soon, unless that is settled; the link beside the button leads there too.
 * @param {string} id
 * @param {HTMLAnchorElement} link
 */
export function goSoon(id, link) {
  const isSettled = settled.has(id);
  element("stay").hidden = isSettled;
  if (isSettled || game === id) return;
  cancel();
  game = id;
  address = link.href;
  left = SECONDS;
  showLeft();
  const next = { next: `${link.textContent}.`, count: SECONDS };
  announce(_("{next} It opens in {count} seconds – press Escape to stay here.", next));
  timer = setInterval(tick, 1_000);
}

/** Stop counting: there is no next game any more. */
export function cancel() {
  clearInterval(timer);
  game = "";
  if (element("stay")) element("stay").hidden = true;
}

function showLeft() {
  element("stay").hidden = false;
  element("stay").textContent = _("Stay here ({count})", { count: left });
}

function tick() {
  if (isOccupied()) return;
  left -= 1;
  if (left > 0) return showLeft();
  settle(game);
  cancel();
  go(address);
}

function isOccupied() {
  return document.hidden || isOverlaid() || Boolean(document.activeElement?.matches(TYPING));
}

function stay() {
  if (!game) return;
  settle(game);
  cancel();
  announce(_("You stay here"));
}

/** Let a player who follows a link or sends a form go where that leads, however long it takes. */
function leave() {
  if (game) settle(game);
  cancel();
}

document.addEventListener("click", (event) => {
  if (within(event, "#stay")) stay();
  else if (followed(event)) leave();
});
document.addEventListener("submit", (event) => {
  if (!within(event, "[method=dialog]")) leave(); // that closes what lies over the page, and leads nowhere
});
document.addEventListener("keydown", (event) => event.key === "Escape" && !isOccupied() && stay());
