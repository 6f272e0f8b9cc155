/** The page of a game: events make another state of it, which is drawn. */

import { pageBoard } from "../board/board.js";
import { commandId, get, Problem, post } from "../shared/api.js";
import {
  announce,
  attempt,
  clearAlert,
  element,
  find,
  followed,
  paragraph,
  persist,
  showProblem,
  within,
} from "../shared/page.js";
import { load, onSave, save } from "../shared/storage.js";
import { addressOf, go } from "../shared/transport.js";
import { draw, drawThinking } from "./draw.js";
import * as choices from "./new_game.js";
import * as states from "./state.js";
import * as tempo from "./tempo.js";

/** @import { Advice, GameView, Values } from "api" */
/** @import { State } from "./state.js" */

let state = states.FIRST;
/** The live connection of a game between two people; alone, requests do. @type {import("./friend.js").LiveGame | null} */
let live = null;
/** The first screen, or the script of a live game, while it is fetched. */
let preparing = Promise.resolve();
/** The pause after one's own mark, before the computer's is shown. */
let rest = Promise.resolve();
/** The last move with what follows. */
let moving = Promise.resolve();
/** True if the last square was taken by a key. */
let isByKey = false;

/** Go on to another state: draw it, and tell what happened. @param {Partial<State>} changed */
function update(changed) {
  const before = state;
  state = { ...state, ...changed };
  watchThought(before);
  draw(before, state);
  if (state.game && state.game !== before.game) {
    if (live) live.show(state.game);
    else save("changed", { id: state.game.id, version: state.game.version }); // for other windows
  }
  for (const { type, detail } of states.happened(before, state)) {
    document.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Say that the computer thinks once it has for a while. @param {State} before */
function watchThought(before) {
  const isThinking = states.isAwaited(state);
  if (isThinking === states.isAwaited(before)) return;
  state = { ...state, isSlow: false };
  tempo.watchThought(isThinking, () => update({ isSlow: true }));
}

/** Show a game, after it changed or was asked about. @param {GameView} next */
function show(next) {
  if (pageBoard().fits(next.board)) update(states.received(state, next));
  else go(`/g/${next.id}`);
}

/** Show a game in which something happened elsewhere. @param {GameView} next */
function receive(next) {
  show(next);
  announce(next.announcement);
}

/** Return the game on the page, where there is one. */
function current() {
  if (state.game === null) throw new Error("there is no game yet");
  return state.game;
}

/**
 * Do something that changes the game; one thing at a time.
 *
 * Trying again sends the same command, so that nothing is done twice.
 * @param {(command: string) => Promise<GameView | void>} send
 */
async function change(send, command = commandId()) {
  if (state.isBusy) return;
  update({ isBusy: true });
  clearAlert();
  try {
    const next = await (live ? send(command) : insist(() => send(command)));
    if (next) show(next);
    update({ isBusy: false, pending: null });
    if (!next) return;
    announce(next.announcement || next.status);
  } catch (error) {
    update(states.refused(state));
    if (error instanceof Problem && error.game) show(error.game);
    update({ isBusy: false });
    return showProblem(error, () => change(send, command));
  }
  await takeAhead();
  await afterChange();
}

/**
 * Return the answer to a request once it gets through; until then the status says so, and nothing of a thought.
 * @template Answer
 * @param {() => Promise<Answer>} request
 */
async function insist(request) {
  try {
    return await persist(request, () => update({ isLost: true }));
  } finally {
    if (state.isLost) update({ isLost: false });
  }
}

async function takeAhead() {
  const [next, ...ahead] = state.ahead;
  update({ ahead });
  if (next !== undefined && states.canTake(state.game, next)) await take(next);
}

async function afterChange() {
  if (state.isValued && !state.game?.ending) await attempt(showValues);
  if (state.game?.is_thinking) await attempt(awaitReply);
}

/** Wait for the computer, unless the player does something meanwhile. */
async function awaitReply() {
  while (state.game?.is_thinking) {
    const { game } = state;
    const next = await insist(() => get(`/games/${game.id}?after=${game.version}`));
    await rest;
    if (!states.isStill(state, game)) return;
    if (next.version === game.version) await new Promise((done) => setTimeout(done, 500));
    else receive(next);
  }
}

/** @param {number} square */
async function take(square) {
  const { columns, rows } = pageBoard();
  await preparing;
  if (columns !== pageBoard().columns || rows !== pageBoard().rows) return;
  if (state.isBusy) {
    update(states.pressed(state, square, isAgainstComputer(), isByKey));
    if (state.ahead.length) tempo.hurry();
    return;
  }
  moving = change(async (command) => {
    if (!state.game && pageBoard().isFree(square)) update({ pending: square }); // the game may take a while
    const game = state.game ?? (await begin(`${command}-new`)); // its own id, so that each is done once
    if (game.is_shared && !live) return go(`/g/${game.id}`);
    if (!state.game) show(game);
    if (!states.canTake(game, square)) return game;
    update({ pending: square });
    rest = isAgainstComputer() && !state.ahead.length ? tempo.pause() : Promise.resolve();
    const next = await deliver("play", { square, version: game.version, command });
    if (next.moves.length > game.moves.length + 1) await rest; // with a reply
    return next;
  });
  await moving;
}

function isAgainstComputer() {
  if (state.game) return states.hasComputer(state.game);
  return choices.chosenSettings().opponent !== null;
}

/** A game with the chosen settings. @param {string} command @returns {Promise<GameView>} */
function begin(command) {
  const chosen = choices.chosenSettings();
  return post("/games", { ...chosen, command }, chosen.seconds);
}

/** Give a command, if need be after a move that is under way, unless that takes a long thought. @param {string} what */
async function act(what) {
  if (state.isBusy && !states.isThinkingLong(state)) {
    tempo.hurry();
    await moving;
  }
  await change((command) => deliver(what, { version: current().version, command }));
}

/**
 * Send a command: over the live connection where there is one.
 * @param {string} what
 * @param {{command: string, version: number, square?: number}} body
 * @returns {Promise<GameView>}
 */
const deliver = (what, body) =>
  live ? live.send(what, body) : post(`/games/${current().id}/${what}`, body, states.thoughtOf(current()));

/** Ask the coach for a hint, and show it if the game is still the same then. */
async function showHint() {
  const game = current();
  /** @type {Advice} */
  const hint = await get(`/games/${game.id}/hint`);
  if (!states.isStill(state, game)) return;
  update({ hint, advice: hint.text });
  announce(hint.text);
}

/** Show what each move is worth; not announced, which would drown the announcement of a move. */
async function showValues() {
  /** @type {Values} */
  const { position, moves, text } = await get(`/games/${current().id}/values`);
  if (position === state.game?.board.position) update({ worths: moves, advice: text });
}

/** Show the values from now on, or no more. */
async function toggleValues() {
  if (state.isValued) return update({ isValued: false, worths: [], advice: "" });
  update({ isValued: true, hint: null, advice: "" }); // a hint would stand there without its sentence
  await showValues();
  announce(state.advice);
}

/** Begin the chosen game without a first move: the computer has it, or a friend is invited. */
async function startGame() {
  await preparing;
  await change(async (command) => {
    const next = await begin(command);
    return next.is_shared ? go(`/g/${next.id}`) : next;
  });
  pageBoard().focus();
}

/** Explain an ending, by a script that is loaded for it; without an answer the game is over all the same. @param {GameView} game */
const explainEnding = (game) => import("./why.js").then(({ explain }) => explain(game)).catch(() => "");

async function playAgain() {
  if (choices.areForNext()) return beginChosen();
  await act("rematch");
  pageBoard().focus();
}

/** Show the first screen of an address; a game that goes on stays in the list of games. */
async function prepare(address = choices.address()) {
  clearAlert();
  preparing = choices.showFirstScreen(address, { isNew: state.game !== null }).then(
    () => update(states.left(state)),
    (error) => showProblem(error, () => prepare(address)),
  );
  await preparing;
  announce(element("status").textContent);
}

/** True if there are moves that another game would leave. */
const goesOn = () => state.isBusy || Boolean(state.game?.can_resign && state.game.moves.length);

/** Choices are for the next game, of which there is a first screen once none goes on. */
const choose = () => (goesOn() ? attempt(choices.showNext) : prepare());

function openChoices() {
  element("for-next").hidden = !goesOn();
  element("choices").showModal();
  find("#new-game input:checked:enabled").focus();
}

/** Wait until what was chosen last is shown: more may be chosen meanwhile. */
async function prepared() {
  for (let known; known !== preparing; await known) known = preparing;
}

/** Play what the sheet says: on a board that is open already, else by what Start does. */
async function playChosen() {
  await prepared();
  if (find("#choices .alert").hasChildNodes()) return;
  element("choices").close();
  if (goesOn()) return askToLeave();
  await beginChosen();
}

async function beginChosen() {
  if (state.game) await prepare();
  if (state.game) return; // there is no first screen, which was told
  if (!element("start").hidden) return startGame();
  pageBoard().focus();
}

/** Ask whether to leave the game that goes on for the first screen of an address. */
function askToLeave(address = choices.address()) {
  element("leave").href = address;
  element("leaving").showModal();
}

async function leave() {
  element("leaving").close();
  await prepare(element("leave").getAttribute("href"));
  scrollTo({ top: 0 });
  pageBoard().focus();
}

/** Show the first screen against another opponent, with what was chosen before. @param {HTMLAnchorElement} link */
async function meet(link) {
  await prepared(); // after which the link has the choices
  if (goesOn()) askToLeave(link.href);
  else prepare(link.href);
}

function resign() {
  element("sure").close();
  return act("resign");
}

/** @type {Record<string, () => unknown>} */
const ACTIONS = {
  undo: () => act("undo"),
  resign,
  rematch: playAgain,
  draw: () => act("draw"),
  claim: () => act("claim"),
  accept: () => act(current().offer?.kind ?? ""),
  decline: () => act("decline"),
  "move-now": () => attempt(() => post(`/games/${current().id}/move-now`, {})),
  hint: () => attempt(showHint),
  values: () => attempt(toggleValues),
  start: startGame,
  settings: openChoices,
  "play-chosen": playChosen,
  new: askToLeave,
  leave,
};

/** Do what a letter asks for, if that can be done now. @param {string} name */
function perform(name) {
  if (name === "help") return element("keys").showModal();
  const button = element(name === "rematch" && element("rematch").hidden ? "new" : name);
  if (button && !button.hidden) button.click();
}

/** Listen to the document, not to what is in the table: the first screen fills that anew. */
function listen() {
  document.addEventListener("take", (event) => {
    event.preventDefault();
    take(event.detail);
  });
  document.addEventListener("shortcut", (event) => {
    event.preventDefault();
    perform(event.detail);
  });
  document.addEventListener("click", ({ detail }) => (isByKey = detail === 0), { capture: true });
  document.addEventListener("click", (event) => {
    const name = within(event, "button, a")?.id ?? "";
    if (!Object.hasOwn(ACTIONS, name) || (["new", "leave"].includes(name) && !choices.hasChoices)) return;
    event.preventDefault();
    ACTIONS[name]();
  });
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  onSave("changed", hear);
  hear(load("changed")); // from another window, while this one asked for the game
  // A move made before this was sent as a form, of which no other window knows.
  if (state.game) save("changed", { id: state.game.id, version: state.game.version });
  document.addEventListener("noughts:ended", async ({ detail: { game } }) => {
    const reason = await explainEnding(game);
    element("announcer").append(paragraph(reason)); // after the ending, which may still be waiting to be read
  });
  addEventListener("popstate", () => location.reload());
  if (!choices.hasChoices) return;
  choices.watchChoices(choose);
  element("against").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const link = followed(event);
    if (!link) return;
    event.preventDefault();
    meet(link);
  });
}

/** Another window has changed a game. @param {{id: string, version: number} | null} now */
function hear(now) {
  if (now?.id === state.game?.id && now?.version !== state.game?.version) refresh();
}

/** Show what happened in another window. */
async function refresh() {
  const { game } = state;
  if (state.isBusy || !game || live) return;
  const next = await get(`/games/${game.id}?after=${game.version}`).catch(() => game);
  if (states.isOf(state, next) && next.version > state.game.version && !state.isBusy) receive(next); // answers may overtake
}

/** Take over the game that the page shows, and draw what happened while it was on its way. @param {string} id */
async function takeOver(id) {
  const version = Number(element("version").value);
  const game = await persist(() => get(`/games/${id}?after=${version}`));
  if (game.version === version) state = { ...state, game, advice: element("advice").textContent };
  else {
    state = states.received(state, game);
    draw(states.FIRST, state);
    announce(game.announcement);
  }
}

/** Until the game has arrived, the forms of the server are used. */
async function start() {
  const { game: id } = element("table").dataset;
  if (id) await takeOver(id);
  listen();
  // A move that is made meanwhile waits, too.
  if (state.game?.is_shared) preparing = goLive(state.game).catch(offerReload);
  await preparing;
  if (!state.game) return;
  watchThought(states.FIRST);
  drawThinking(state);
  if (state.game.ending) await explainEnding(state.game);
  const shown = addressOf().searchParams.get("show");
  if (shown === "hint" && !state.game.ending) await attempt(showHint);
  if (shown === "values" && !state.game.ending) await attempt(toggleValues);
  await afterChange();
}

/** Subscribe to a game between two people. @param {GameView} game */
async function goLive(game) {
  const { connect } = await import("./friend.js");
  live = connect(game, (next) => (next.version > current().version ? receive(next) : show(next)));
}

/** Take a new page once there is a network: the script of a live game was lost on the way. */
function offerReload() {
  const reload = () => location.reload();
  addEventListener("online", reload, { once: true });
  showProblem(new Problem("", 0), reload);
}

start().catch((error) => showProblem(error, () => attempt(start)));
