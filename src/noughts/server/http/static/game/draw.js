/** Draws the state of a game on its page. */

import { pageBoard } from "../board/board.js";
import { element, flag, hide } from "../shared/page.js";
import { keepAddress } from "../shared/transport.js";
import { beginsNext, canTake, isAwaited, isThinkingLong, OTHER } from "./state.js";

/** @import { GameView } from "api" */
/** @import { State } from "./state.js" */

/** Draw what has changed. @param {State} before @param {State} now */
export function draw(before, now) {
  const { game, advice } = now;
  pageBoard().ariaBusy = String(now.isBusy);
  element("advice").textContent = advice;
  element("advice-none").hidden = advice !== "" || !game || game.is_shared || game.ending !== null;
  if (game === null) return drawFirst(before, now);
  drawBoard(before, { ...now, game });
  if (game !== before.game) drawGame(game);
  const turn = game.ending ? "" : (game.board.turn ?? "");
  flag(element("table"), "turn", turn && now.pending !== null ? OTHER[turn] : turn);
  element("values")?.setAttribute("aria-pressed", String(now.isValued));
  drawThinking(now);
}

/** Draw the mark on the first screen that begins a game, or take it back. @param {State} before @param {State} now */
function drawFirst(before, { pending }) {
  if (before.pending === pending) return;
  if (before.pending !== null) pageBoard().pend(before.pending, "");
  if (pending !== null) pageBoard().pend(pending, pageBoard().turn);
}

/** @param {State} before @param {State & { game: GameView }} now */
function drawBoard(before, { game, hint, worths, pending }) {
  const board = pageBoard();
  const isOther = game !== before.game || hint !== before.hint || worths !== before.worths;
  const isRefused = pending === null && before.pending !== null && !game.board.marks[before.pending];
  const side = pending !== null && canTake(game, pending) ? game.board.turn : null; // of the mark to be confirmed
  const marks = side ? game.board.marks.with(/** @type {number} */ (pending), side) : game.board.marks; // drawn once
  if (isOther || isRefused) board.show({ ...game.board, marks }, { isOpen: game.is_your_turn, hint, worths });
  if (side) board.pend(/** @type {number} */ (pending), side);
}

/** @param {GameView} game */
function drawGame(game) {
  document.title = game.title;
  /** @type {Record<string, any>} */
  const score = game.score;
  flag(element("score"), "counted", score.x + score.o + score.drawn > 0);
  for (const side of element("score").children) {
    side.querySelector("dd").textContent = score[side.dataset.side];
    const seat = game.seats[side.dataset.side];
    if (seat) side.querySelector(".seat").textContent = seat.text;
  }
  element("record").replaceChildren(...game.moves.map(listed));
  element("moves-played").hidden = game.moves.length === 0;
  element("why").hidden ||= game.ending === null;
  drawActions(game);
  if (element("table").dataset.game !== game.id) follow(game);
}

/** @param {string} move */
function listed(move) {
  const item = document.createElement("li");
  item.textContent = move;
  return item;
}

/** Draw the buttons of what can be done; each has its place, so that none moves another. @param {GameView} game */
function drawActions(game) {
  const isOver = game.ending !== null;
  const hidden = {
    start: true,
    undo: !game.can_undo,
    hint: isOver,
    values: isOver,
    rematch: game.is_shared ? !game.can_rematch : !isOver,
    new: !game.can_resign,
    resigning: !game.can_resign || "plain" in element("table").dataset,
  };
  for (const [id, isHidden] of Object.entries(hidden)) if (element(id)) hide(element(id), isHidden);
  const next = element("next-first");
  if (next) next.textContent = next.dataset[beginsNext(game)];
  element("version").value = game.version;
  element("over").hidden = !isOver;
  element("analysis").href = `/a/${game.board.position}`;
}

/** Use the address of a new game, in forms and links too. @param {GameView} game */
function follow(game) {
  const address = `/g/${game.id}`;
  element("table").dataset.game = game.id;
  keepAddress(address, true);
  if (!game.is_shared) element("review").href = `${address}/review`;
  element("moves").action = `${address}/play`;
  element("shows").action = address;
  for (const id of ["undo", "resign", "rematch"]) element(id).formAction = `${address}/${id}`;
}

/**
 * Draw the status: that the server is out of reach; once the computer's thought is slow, that it thinks, with
 * an offer to have a long one's move.
 * @param {State} state
 */
export function drawThinking(state) {
  const isThinking = isAwaited(state) && !state.isLost;
  if (isThinking && !state.isSlow) return;
  const status = element("status");
  const { thinkingText, lostText } = status.dataset;
  if (element("move-now")) hide(element("move-now"), !(isThinking && isThinkingLong(state)));
  status.textContent = (isThinking && thinkingText) || (state.isLost && lostText) || state.game?.status;
}
