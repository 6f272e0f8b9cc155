/** A game between two people, beside the board: the invitation, names, presence, offers, clocks, the connection. */

import { commandId } from "../shared/api.js";
import { _ } from "../shared/language.js";
import { announce, attempt, element, find, flag, hide, paragraph } from "../shared/page.js";
import { copy, share } from "../shared/sharing.js";
import { load, save } from "../shared/storage.js";
import { call, offerCalls } from "./calling.js";
import { Live } from "./live.js";
import { offerReactions, showReaction } from "./reactions.js";
import { isWaiting } from "./state.js";

/** @import { GameView, PresenceState } from "api" */

/** @typedef {{send: Live["send"], show: (game: GameView) => void}} LiveGame */

/** @type {("undo" | "draw" | "rematch")[]} */
const OFFERS = ["undo", "draw", "rematch"];
const SHORT = 20; // seconds, below which tenths are shown
const TICK = 100; // milliseconds
const ENOUGH = 3; // wins, for the best of five
const LOST = 1_500; // milliseconds without a connection until that is said: mostly it is back at once

/** @type {GameView} */
let shown;
let shownAt = 0;
let claiming = 0;
let lost = 0;

/**
 * Set up what is beside the board, and subscribe to the game.
 * @param {GameView} game
 * @param {(game: GameView) => void} view what shows the game after each change
 * @returns {LiveGame}
 */
export function connect(game, view) {
  const link = element("link");
  link.addEventListener("focus", () => link.select());
  element("elsewhere").hidden = !/^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  element("copy").addEventListener("click", () => copy(link.value, element("copy")));
  element("share").hidden = !navigator.share;
  element("share").addEventListener("click", () => share({ title: document.title, url: link.value }));
  show(game);
  setInterval(showClocks, TICK);
  const live = new Live(game.id, game.version, {
    view,
    presence: showPresence,
    reaction: showReaction,
    connection: showConnection,
  });
  offerReactions((body) => live.react(body));
  askNames((name) => live.send("rename", { name, version: shown.version, command: commandId() }).then(view));
  offerCalls();
  return { send: (type, body) => live.send(type, body), show };
}

/**
 * Keep the name that is typed for the next friend, and show it to this one.
 * @param {(name: string) => Promise<void>} rename
 */
function askNames(rename) {
  const kept = load("name") ?? "";
  const waiting = element("naming");
  const own = waiting.elements.name;
  const joining = element("seat").querySelector("form");
  joining.elements.name.value = kept;
  joining.addEventListener("submit", () => save("name", joining.elements.name.value));
  waiting.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    save("name", own.value);
    attempt(() => rename(own.value));
  });
  if (element("invitation").hidden || own.value || !kept) return;
  own.value = kept;
  attempt(() => rename(kept));
}

/** True if the opponent offers this. @param {string} kind */
const isAsked = (kind) => shown.offer?.kind === kind && !shown.offer.is_yours;

/** @param {GameView} game */
function show(game) {
  const before = shown ?? game;
  element("invitation").hidden = !isWaiting(game) || game.can_sit;
  element("seat").hidden = !game.can_sit;
  if (game.can_sit) element("seat-title").textContent = game.status; // whose name may come later
  showOffer(game, isPlaying(game));
  hide(element("reacting"), !isPlaying(game) || isWaiting(game));
  if (element("other-game")) hide(element("other-game"), game.can_resign || !isPlaying(game));
  if (game.ending) element("review").href = `/g/${game.id}/review?round=${game.round}`;
  if (game.ending || game.is_your_turn) claimIn(null);
  shown = game;
  for (const kind of OFFERS) showAsking(kind);
  showSeries(before);
  shownAt = performance.now();
  showClocks();
  if (isWanted(before)) call(game.announcement || game.status, game.id);
}

/** True if the player is wanted now, and was not before: to move, to answer, or since the friend has come. @param {GameView} before */
function isWanted(before) {
  const isAskedAnew = shown.offer && !shown.offer.is_yours && shown.offer.text !== before.offer?.text;
  const isTurn = shown.is_your_turn && !before.is_your_turn;
  return isPlaying(shown) && (isTurn || isAskedAnew || (isWaiting(before) && !isWaiting(shown)));
}

/** Show how the best of five stands, and announce by whom it was decided. @param {GameView} before */
function showSeries(before) {
  const text = seriesText(shown);
  element("presence").dataset.series = text;
  // After the ending itself, which is announced once all is shown.
  if (text && decider(shown) && !before.ending) queueMicrotask(() => element("announcer").append(paragraph(text)));
}

/** Return how the best of five stands, from the first win to the third; a room has a table of its own. @param {GameView} game */
function seriesText(game) {
  const { score, room } = game;
  const most = Math.max(score.x, score.o);
  const values = { score: `${score.x}–${score.o}`, name: decider(game)?.text };
  if (room || most === 0) return "";
  if (most < ENOUGH) return _("Best of five: {score}", values);
  if (decider(game)?.is_you) return _("You win the best of five, {score}!", values);
  return decider(game) ? _("{name} wins the best of five, {score}", values) : "";
}

/** Return the player whose third win a game was, before the other had as many. @param {GameView} game */
function decider({ ending, score, seats }) {
  const side = ending?.winner;
  return side && score[side] === ENOUGH && Math.min(score.x, score.o) < ENOUGH ? seats[side] : null;
}

/**
 * Show what one can ask the opponent for. What one can only now and then keeps its place meanwhile, as
 * does what the button to accept does: to another game one agrees by asking for it.
 * @param {typeof OFFERS[number]} kind
 */
function showAsking(kind) {
  const button = element(kind);
  const isItsTime = { undo: !shown.ending, draw: shown.can_resign, rematch: shown.ending && !shown.room }[kind];
  const can = isItsTime && shown[`can_${kind}`] && (kind === "rematch" || !isAsked(kind));
  if (!can && button === document.activeElement) find("noughts-board").focus();
  hide(button, !can && !(isItsTime && isPlaying(shown)));
  button.disabled = !can;
}

/** @param {GameView} game */
const isPlaying = ({ seats }) => Object.values(seats).some((seat) => seat.is_you);

/** Show what is offered, or that it was declined. @param {GameView} game @param {boolean} isPlaying */
function showOffer({ offer, declined }, isPlaying) {
  const decline = element("decline");
  hide(element("accept"), !offer || offer.is_yours || !isPlaying || offer.kind === "rematch");
  hide(decline, !offer || !isPlaying);
  hide(element("offer"), !offer && !declined);
  if (offer || declined) element("offer-text").textContent = offer?.text ?? declined;
  if (offer) decline.textContent = offer.is_yours ? decline.dataset.withdraw : decline.dataset.decline;
}

/** @param {PresenceState} who */
function showPresence(who) {
  element("presence").textContent = who.text;
  find('.score [data-side="x"]').dataset.presence = who.x;
  find('.score [data-side="o"]').dataset.presence = who.o;
  claimIn(isPlaying(shown) && !shown.is_your_turn ? who.claim_in : null);
}

/** Offer to claim the win after some seconds; null withdraws that. @param {number | null} seconds */
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
  const { clock } = shown;
  if (!clock) return;
  const passed = (performance.now() - shownAt) / 1000;
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(".clock");
  for (const place of places) {
    const side = place.dataset.clock ?? "";
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
  const two = [minutes, seconds % 60].map((number) => String(number).padStart(2, "0"));
  return hours ? `${hours}:${two[0]}:${two[1]}` : `${minutes}:${two[1]}`;
}

/** @param {boolean} isOpen */
function showConnection(isOpen) {
  if (!isOpen) {
    lost ||= setTimeout(() => flag(element("table"), "lost", true), LOST);
    return;
  }
  clearTimeout(lost);
  lost = 0;
  flag(element("table"), "lost", false);
}
