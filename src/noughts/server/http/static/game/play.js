/** The page of a game: sends commands, and shows the answers of the server. */

import { advice, forgetAdvice, isValued, refreshValues, showCoach, showHint, toggleValues } from "./advice.js";
import { Problem, commandId, get, post } from "../shared/api.js";
import "../board/board.js";
import { tellChange, tellMove } from "./events.js";
import { showFirstScreen } from "./first_screen.js";
import { announce, clearAlert, element, hide, showProblem } from "../shared/page.js";
import { chosenSettings, hasChoices, keepChoices, restoreChoices, watchSettings } from "./settings.js";
import { flag } from "../board/squares.js";

/** The live connection of a game between two people; alone, requests do. */
let live = null;
let friend = null;

/** The game as last received; null before the first move of a new one. */
let game = null;
/** The seconds of a thought that one may want to end. */
const LONG = 1;
/** Whether a command is under way. */
let isBusy = false;
/** The squares pressed meanwhile: people can be quicker than their connection. */
let waiting = [];
/** The square that was taken and is not confirmed yet. */
let pending = null;
/** The timer after which a lost connection is shown. */
let lost = 0;
/** The first screen, or the script of a live game, while it is fetched. */
let preparing = Promise.resolve();

const current = () => game;
const board = () => document.querySelector("noughts-board");

/** Show the game, after it changed or was asked about. */
function show(next) {
  if (!board().fits(next.board)) return location.assign(`/g/${next.id}`);
  const isOther = game !== null && next.id !== game.id;
  if (game !== null && !isOther && next.version < game.version) return; // a late answer
  if (game === null || isOther || next.version !== game.version) forgetAdvice();
  const before = game;
  game = next;
  showBoard();
  showText();
  showActions();
  showThinking();
  friend?.showFriend(game);
  if (element("table").dataset.game !== game.id) follow();
  tellChange(before, game, pending);
}

function showBoard() {
  const isOpen = game.is_your_turn;
  board().show(game.board, { isOpen, ...advice() });
  if (pending !== null && isOpen && !game.board.marks[pending]) {
    board().pend(pending, game.board.turn);
  }
  flag(element("table"), "turn", game.ending ? "" : (game.board.turn ?? ""));
}

function showText() {
  document.title = game.title;
  element("status").textContent = game.status;
  const { x, o, drawn } = game.score;
  flag(element("score"), "counted", x + o + drawn > 0);
  for (const side of element("score").children) {
    side.querySelector("dd").textContent = game.score[side.dataset.side];
    const seat = game.seats[side.dataset.side];
    if (seat) side.querySelector(".seat").textContent = seat.text;
  }
  element("record").replaceChildren(...game.moves.map(listed));
  element("moves-played").hidden = game.moves.length === 0;
}

function listed(move) {
  const item = document.createElement("li");
  item.textContent = move;
  return item;
}

/** Show the buttons of what can be done; each has its place, so that none moves another. */
function showActions() {
  const isOver = game.ending !== null;
  element("version").value = game.version;
  if (element("start")) hide(element("start"), true);
  hide(element("undo"), !game.can_undo);
  for (const id of ["hint", "values"]) if (element(id)) hide(element(id), isOver);
  hide(element("rematch"), game.is_shared ? !game.can_rematch : !isOver);
  for (const id of ["new", "resigning"]) if (element(id)) hide(element(id), !game.can_resign);
  showCoach(game);
}

/** Use the address of a new game, in forms and links too. */
function follow() {
  const address = `/g/${game.id}`;
  element("table").dataset.game = game.id;
  history.pushState(null, "", address);
  if (!game.is_shared) element("review").href = `${address}/review`;
  element("moves").action = `${address}/play`;
  element("shows").action = address;
  for (const id of ["undo", "resign", "rematch"]) element(id).formAction = `${address}/${id}`;
  if (hasChoices) keepChoices();
}

/**
 * Do something that changes the game; one thing at a time.
 *
 * Trying again sends the same command, so that nothing is done twice.
 * @param {(command: string) => Promise<object>} send
 */
async function change(send, command = commandId()) {
  if (isBusy) return;
  setBusy(true);
  clearAlert();
  const again = () => change(send, command);
  const next = await send(command).catch((error) => refused(error, again));
  if (next) show(next);
  pending = null;
  setBusy(false);
  if (!next) return;
  announce(next.announcement || next.status);
  await takeWaiting();
  await afterChange();
}

async function takeWaiting() {
  const next = waiting.shift();
  if (next !== undefined && game?.is_your_turn && !game.board.marks[next]) await take(next);
}

function setBusy(busy) {
  isBusy = busy;
  board().setAttribute("aria-busy", String(busy));
  showThinking();
}

/** While the computer may think for long, say so, and offer to have its move at once. */
function showThinking() {
  const button = element("move-now");
  if (!button || !game) return;
  const isLong = Object.values(game.seats).some((seat) => seat.seconds >= LONG);
  const isThinking = isLong && game.ending === null && (pending !== null || game.is_thinking);
  hide(button, !isThinking);
  const { thinkingText } = element("status").dataset;
  element("status").textContent = isThinking ? thinkingText : game.status;
}

/** Remove a move that was refused, and say why. */
function refused(error, again) {
  waiting = [];
  pending = null;
  if (error.game) show(error.game);
  else if (game) showBoard();
  showProblem(error, again);
}

async function afterChange() {
  if (isValued() && !game.ending) await ask(() => refreshValues(current));
  if (game?.is_thinking) await ask(awaitReply);
}

/** Wait for the computer, unless the player does something meanwhile. */
async function awaitReply() {
  while (game?.is_thinking) {
    const { id, version } = game;
    const next = await get(`/games/${id}?after=${version}`);
    if (game?.id !== id || game.version !== version) return;
    if (next.version === version) await pause(500);
    else receive(next);
  }
}

function receive(next) {
  show(next);
  announce(next.announcement);
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function take(square) {
  const { columns, rows } = board();
  await preparing;
  if (columns !== board().columns || rows !== board().rows) return;
  if (isBusy) return waitWith(square);
  await change(async (command) => {
    if (!game) {
      game = await begin(`${command}-new`); // its own id, so that each is done once
      tellChange(null, game);
    }
    if (game.is_shared && !live) return location.assign(`/g/${game.id}`);
    if (!game.is_your_turn || game.board.marks[square]) return game;
    pending = square;
    showThinking();
    board().pend(square, game.board.turn);
    tellMove(game, square, game.board.turn);
    return deliver("play", { square, version: game.version, command });
  });
}

/** Queue a square; not against the computer, whose reply may change the player's mind. */
function waitWith(square) {
  if (!isAgainstComputer()) waiting.push(square);
}

function isAgainstComputer() {
  if (game) return Object.values(game.seats).some((seat) => seat.is_computer);
  return chosenSettings().opponent !== null;
}

/** A game with the chosen settings. */
const begin = (command) => post("/games", { ...chosenSettings(), command });

const act = (what) => change((command) => deliver(what, { version: game.version, command }));

/** Send a command: over the live connection where there is one. */
function deliver(what, body) {
  if (live) return live.send(what, body);
  return post(`/games/${game.id}/${what}`, body);
}

/** Ask the coach, which changes nothing in the game. */
async function ask(question) {
  clearAlert();
  try {
    await question();
    if (game) showBoard();
  } catch (error) {
    showProblem(error, () => ask(question));
  }
}

/** Begin the chosen game without a first move: the computer has it, or a friend is invited. */
async function startGame() {
  await preparing;
  await change(async (command) => {
    const next = await begin(command);
    return next.is_shared ? location.assign(`/g/${next.id}`) : next;
  });
  board().focus();
}

async function playAgain() {
  await act("rematch");
  board().focus();
}

/** Show the first screen with what is chosen; a game that goes on stays in the list of games. */
async function prepare() {
  const isNew = game !== null;
  game = null;
  waiting = [];
  forgetAdvice();
  clearAlert();
  preparing = showFirstScreen({ isNew }).catch((error) => showProblem(error, prepare));
  await preparing;
  announce(element("status").textContent);
}

/** Choices are for the next game; if one goes on, ask first. */
function choose() {
  if (!isBusy && !(game?.can_resign && game.moves.length)) return prepare();
  element("leaving").showPopover();
  element("leave").focus();
}

async function leave() {
  keepChoices();
  element("leaving").hidePopover();
  await prepare();
  scrollTo({ top: 0 });
  board().focus();
}

const ACTIONS = {
  undo: () => act("undo"),
  resign: () => resign(),
  rematch: playAgain,
  draw: () => act("draw"),
  claim: () => act("claim"),
  accept: () => act(game.offer.kind),
  decline: () => act("decline"),
  "move-now": () => ask(() => post(`/games/${game.id}/move-now`, {})),
  hint: () => ask(() => showHint(current)),
  values: () => ask(() => toggleValues(current)),
  start: startGame,
  leave,
};

function resign() {
  element("sure").hidePopover();
  return act("resign");
}

/** Do what a letter asks for, if that can be done now. */
function perform(name) {
  if (name === "help") return element("keys").showModal();
  const button = element(name === "rematch" && element("rematch").hidden ? "new" : name);
  if (button && !button.hidden) button.click();
}

/** The table is filled anew by the first screen, so nothing in it is listened to itself. */
function listen() {
  document.addEventListener("take", (event) => handle(event, () => take(event.detail)));
  document.addEventListener("shortcut", (event) => handle(event, () => perform(event.detail)));
  document.addEventListener("click", onClick);
  document.addEventListener("visibilitychange", refresh);
  addEventListener("popstate", () => location.reload());
  if (!hasChoices) return;
  watchSettings(choose);
  document.addEventListener("toggle", onToggle, { capture: true }); // which does not bubble
}

function onClick(event) {
  const name = event.target.closest("button, a")?.id;
  if (!Object.hasOwn(ACTIONS, name ?? "") || (name === "leave" && !hasChoices)) return;
  handle(event, ACTIONS[name]);
}

/** Whoever goes on playing after all has the choices of this game again. */
function onToggle(event) {
  if (event.target.id === "leaving" && event.newState === "closed") restoreChoices();
}

function handle(event, work) {
  event.preventDefault();
  work();
}

/** Show what happened in another window. */
async function refresh() {
  if (document.hidden || isBusy || !game || live) return;
  const next = await get(`/games/${game.id}?after=${game.version}`).catch(() => game);
  if (next.version !== game?.version && next.id === game?.id && !isBusy) receive(next);
}

/** Until the game has arrived, the forms of the server are used. */
async function start() {
  const { game: id } = element("table").dataset;
  try {
    if (id) game = await get(`/games/${id}`);
  } catch (error) {
    showProblem(error, retry);
    return;
  }
  listen();
  // A move that is made meanwhile waits, too.
  if (game?.is_shared) preparing = goLive().catch(offerReload);
  await preparing;
  if (game) await adopt();
}

function retry() {
  clearAlert();
  start();
}

/** The script of a live game was lost on the way: it takes a new page, once there is a network. */
function offerReload() {
  const reload = () => location.reload();
  addEventListener("online", reload, { once: true });
  showProblem(new Problem("", 0), reload);
}

/** Subscribe to a game between two people. */
async function goLive() {
  const { Live } = await import("./live.js");
  friend = await import("./friend.js");
  friend.startFriend();
  friend.showFriend(game);
  live = new Live(game.id, game.version, {
    view: (next) => (next.version > game.version ? receive(next) : show(next)),
    presence: (who) => friend.showPresence(who, game),
    connection: showConnection,
  });
}

/** Say that the connection is lost only if it stays so: mostly it is back at once. */
function showConnection(isOpen) {
  if (!isOpen) {
    lost ||= setTimeout(() => flag(element("table"), "lost", true), 1_500);
    return;
  }
  clearTimeout(lost);
  lost = 0;
  flag(element("table"), "lost", false);
}

/** Take over what the page already shows, including the coach's part. */
async function adopt() {
  const shown = new URLSearchParams(location.search).get("show");
  showThinking();
  if (shown === "hint" && !game.ending) await ask(() => showHint(current));
  if (shown === "values" && !game.ending) await ask(() => toggleValues(current));
  await afterChange();
}

start();
