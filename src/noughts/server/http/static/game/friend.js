/** A game between two people, beside the board: the invitation, presence, offers and clocks. */

import { _ } from "../shared/language.js";
import { announce, element, hide } from "../shared/page.js";

const SHORT = 20; // seconds, below which tenths are shown
const TICK = 100; // milliseconds

let clock = null;
let clockHeard = 0;
let claiming = 0;

/** Set up the invitation's buttons, and start the clocks. */
export function startFriend() {
  const link = element("link");
  link.addEventListener("focus", () => link.select());
  element("elsewhere").hidden = !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  element("copy").addEventListener("click", copy);
  element("share").hidden = !navigator.share;
  element("share").addEventListener("click", () => {
    navigator.share({ title: document.title, url: link.value }).catch(() => {});
  });
  setInterval(showClocks, TICK);
}

/** Copy the link; without HTTPS, browsers offer only the old way. */
async function copy() {
  const link = element("link");
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    link.select();
    document.execCommand("copy");
  }
  element("copy").textContent = _("Copied");
  announce(_("Copied"));
}

/**
 * Show a game between two people.
 * @param {object} game a GameView
 */
export function showFriend(game) {
  const seats = Object.values(game.seats);
  const isWaiting = seats.some((seat) => seat.is_free);
  element("invitation").hidden = !isWaiting || game.can_sit;
  element("seat").hidden = !game.can_sit;
  showOffer(game.offer, seats.some((seat) => seat.is_you));
  showActions(game);
  if (game.ending || game.is_your_turn) claimIn(null);
  clock = game.clock;
  clockHeard = performance.now();
  showClocks();
}

function showOffer(offer, isPlaying) {
  hide(element("offer"), !offer);
  if (!offer) return;
  element("offer-text").textContent = offer.text;
  hide(element("accept"), offer.is_yours || !isPlaying);
  const decline = element("decline");
  hide(decline, !isPlaying);
  decline.textContent = offer.is_yours ? decline.dataset.withdraw : decline.dataset.decline;
}

function showActions(game) {
  hide(element("draw"), !game.can_draw);
  if (element("other-game")) hide(element("other-game"), game.can_resign);
  if (game.ending) element("review").href = `/g/${game.id}/review?round=${game.round}`;
}

/**
 * Show who is present.
 * @param {{x: string, o: string, text: string, claim_in: number | null}} who
 * @param {object} game
 */
export function showPresence(who, game) {
  element("presence").textContent = who.text;
  for (const side of ["x", "o"]) {
    element("score").querySelector(`[data-side="${side}"]`).dataset.presence = who[side];
  }
  const mayClaim = Object.values(game.seats).some((seat) => seat.is_you) && !game.is_your_turn;
  claimIn(mayClaim ? who.claim_in : null);
}

/** Offer to claim the win after some seconds; null withdraws that. */
function claimIn(seconds) {
  clearTimeout(claiming);
  if (seconds === 0 && !element("claiming").hidden) return; // it is offered already
  hide(element("claiming"), true);
  if (seconds === null) return;
  claiming = setTimeout(() => {
    element("claiming").hidden = false;
    announce(element("claiming").querySelector("p").textContent);
  }, seconds * 1000);
}

function showClocks() {
  if (!clock) return;
  const passed = (performance.now() - clockHeard) / 1000;
  for (const place of document.querySelectorAll(".clock")) {
    const side = place.dataset.clock;
    const isRunning = clock.running === side;
    const left = Math.max(0, clock.left[side] - (isRunning ? passed : 0));
    const text = timeText(left, isRunning);
    if (place.textContent !== text) place.textContent = text;
    place.toggleAttribute("data-running", isRunning);
    place.toggleAttribute("data-short", left < SHORT);
  }
}

/**
 * Seconds left as people read them; tenths only of a clock that runs.
 * @param {number} left
 * @param {boolean} isRunning
 */
export function timeText(left, isRunning) {
  if (left < SHORT && isRunning) return left.toFixed(1);
  const seconds = Math.ceil(left);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
