/** The page of a game: sends commands, and shows the answers of the server. */

import { commandId, get, post } from "./api.js";
import "./board.js";
import { announce, clearAlert, element, enable, hide, isOff, showProblem } from "./page.js";
import { settingsFor, watchSettings } from "./settings.js";
import { flag } from "./squares.js";

/** The live connection of a game between two people; alone, requests do. */
let live = null;
let friend = null;

const board = document.querySelector("noughts-board");
const table = element("table");

/** The game as last received; null before the first move of a new one. */
let game = null;
/** Whether a command is under way. */
let isBusy = false;
/** The squares pressed meanwhile: two people at one screen can be quicker than their connection. */
let waiting = [];
/** The square that was taken and is not confirmed yet. */
let pending = null;
/** The timer after which a lost connection is shown. */
let lost = 0;
/** What the coach shows: the proposed square, and what each move is worth. */
let coach = { hint: null, worths: [], wantsValues: false };

/** Show the game, after it changed or was asked about. */
function show(next) {
  if (!board.fits(next.board)) return location.assign(`/g/${next.id}`);
  const isOther = game !== null && next.id !== game.id;
  if (game !== null && !isOther && next.version < game.version) return; // a late answer
  if (game === null || isOther || next.version !== game.version) forgetAdvice();
  game = next;
  showBoard();
  showText();
  showActions();
  friend?.showFriend(game);
  if (table.dataset.game !== game.id) follow();
}

function showBoard() {
  const isOpen = game.is_your_turn;
  board.show(game.board, { isOpen, worths: coach.worths, hint: coach.hint });
  if (pending !== null && isOpen && !game.board.marks[pending]) board.pend(pending, game.board.turn);
  flag(table, "turn", game.ending ? "" : (game.board.turn ?? ""));
}

function showText() {
  document.title = game.title;
  element("status").textContent = game.status;
  for (const side of element("score").children) {
    side.querySelector("dd").textContent = game.score[side.dataset.side];
    const seat = game.seats[side.dataset.side];
    if (seat) side.querySelector(".seat").textContent = seat.text;
  }
  element("record").replaceChildren(...game.moves.map(listed));
}

function listed(move) {
  const item = document.createElement("li");
  item.textContent = move;
  return item;
}

function showActions() {
  const isOver = game.ending !== null;
  element("version").value = game.version;
  enable(element("undo"), game.can_take_back);
  for (const id of ["hint", "values"]) if (element(id)) enable(element(id), !isOver);
  enable(element("next"), !game.is_shared || game.can_rematch);
  enable(element("resign"), game.can_resign);
  element("next").classList.toggle("main", isOver);
  hide(element("resigning"), !game.can_resign);
  element("advice-over").hidden = !isOver;
  element("analysis").href = `/a/${game.board.position}`;
  showAdvice(element("advice").textContent);
}

/** Use the address of a new game, in forms and links too. */
function follow() {
  const address = `/g/${game.id}`;
  table.dataset.game = game.id;
  history.pushState(null, "", address);
  if (!game.is_shared) element("review").href = `${address}/review`;
  element("moves").action = `${address}/move`;
  element("shows").action = address;
  for (const id of ["undo", "resign", "next"]) element(id).formAction = `${address}/${id}`;
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
  pending = null;
  setBusy(false);
  if (!next) return;
  show(next);
  announce(next.announcement || next.status);
  await afterChange();
}

function setBusy(busy) {
  isBusy = busy;
  board.setAttribute("aria-busy", String(busy));
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
  if (coach.wantsValues && !game.ending) await ask(refreshValues);
  if (game.is_thinking) await ask(awaitReply);
}

/** Wait for the computer, unless the player does something meanwhile. */
async function awaitReply() {
  while (game.is_thinking) {
    const { id, version } = game;
    const next = await get(`/games/${id}?after=${version}`);
    if (game.id !== id || game.version !== version) return;
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
  if (isBusy) return waitWith(square);
  await change(async (command) => {
    game ??= await begin(`${command}-new`); // its own id, so that each is done once
    if (game.is_shared && !live) return location.assign(`/g/${game.id}`);
    if (!game.is_your_turn) return game;
    pending = square;
    board.pend(square, game.board.turn);
    return deliver("play", { square, version: game.version, command });
  });
  const next = waiting.shift();
  if (next !== undefined && game.is_your_turn && !game.board.marks[next]) await take(next);
}

/** Queue a square; not against the computer, whose reply may change the player's mind. */
function waitWith(square) {
  if (isForTwo()) waiting.push(square);
}

function isForTwo() {
  if (game) return Object.values(game.seats).every((seat) => seat.is_you);
  return settingsFor("3x3:3").opponent === null;
}

/** A game with the chosen settings. */
const begin = (command) => post("/games", { ...settingsFor("3x3:3"), command });

const act = (what) => change((command) => deliver(what, { version: game.version, command }));

/** Send a command: over the live connection where there is one. */
function deliver(what, body) {
  if (live) return live.send(what, body);
  return post(`/games/${game.id}/${what === "play" ? "moves" : what}`, body);
}

/** Ask the coach, which changes nothing in the game. */
async function ask(question) {
  clearAlert();
  try {
    await question();
    showBoard();
  } catch (error) {
    showProblem(error, () => ask(question));
  }
}

async function showHint() {
  const { version } = game;
  const advice = await get(`/games/${game.id}/hint`);
  if (game.version !== version) return;
  coach.hint = advice.square;
  showAdvice(advice.text);
  announce(advice.text);
}

/** Not announced: that would drown the announcement of the move. */
async function refreshValues() {
  const values = await get(`/games/${game.id}/values`);
  if (values.position !== game.board.position) return;
  coach.worths = values.moves;
  showAdvice(values.text);
}

async function toggleValues() {
  coach.wantsValues = !coach.wantsValues;
  element("values").setAttribute("aria-pressed", String(coach.wantsValues));
  if (!coach.wantsValues) return forgetValues();
  await refreshValues();
  announce(element("advice").textContent);
}

function forgetValues() {
  coach.worths = [];
  showAdvice("");
}

function showAdvice(text) {
  element("advice").textContent = text;
  element("advice-none").hidden = text !== "" || game.ending !== null;
}

function forgetAdvice() {
  coach = { ...coach, hint: null, worths: [] };
  element("advice").textContent = "";
}

const ACTIONS = {
  undo: () => act("undo"),
  resign: () => act("resign"),
  next: () => act("next"),
  draw: () => act("draw"),
  claim: () => act("claim"),
  accept: () => act(friend.agreement(game.offer)),
  decline: () => act("decline"),
  hint: () => ask(showHint),
  values: () => ask(toggleValues),
  help: () => element("keys").showModal(),
};

/** Do what a button or a letter asks for, if that can be done now. */
function perform(name) {
  const button = element(name);
  if (name !== "help" && (!button || button.disabled || isOff(button))) return;
  ACTIONS[name]();
}

function listen() {
  board.addEventListener("take", (event) => handle(event, () => take(event.detail)));
  board.addEventListener("shortcut", (event) => handle(event, () => perform(event.detail)));
  for (const name of Object.keys(ACTIONS)) {
    element(name)?.addEventListener("click", (event) => handle(event, () => perform(name)));
  }
  element("resign").addEventListener("click", () => element("sure").hidePopover());
  document.addEventListener("visibilitychange", refresh);
  addEventListener("popstate", () => location.reload());
}

function handle(event, work) {
  event.preventDefault();
  work();
}

/** Show what happened in another window. */
async function refresh() {
  if (document.hidden || isBusy || !game || live) return;
  const next = await get(`/games/${game.id}?after=${game.version}`).catch(() => game);
  if (next.version !== game.version && !isBusy) receive(next);
}

/** Until the game has arrived, the forms of the server are used. */
async function start() {
  clearAlert();
  const { game: id } = table.dataset;
  try {
    if (id) game = await get(`/games/${id}`);
  } catch (error) {
    showProblem(error, start);
    return;
  }
  listen();
  if (game?.is_shared) await goLive();
  if (game) await adopt();
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
    lost ||= setTimeout(() => flag(table, "lost", true), 1_500);
    return;
  }
  clearTimeout(lost);
  lost = 0;
  flag(table, "lost", false);
}

/** Take over what the page already shows, including the coach's part. */
async function adopt() {
  const shown = new URLSearchParams(location.search).get("show");
  for (const id of ["undo", "hint", "values", "draw", "next", "resign"]) {
    if (element(id)) enable(element(id), !element(id).disabled);
  }
  if (shown === "hint" && !game.ending) await ask(showHint);
  if (shown === "values" && !game.ending) perform("values");
  await afterChange();
}

watchSettings();
start();
