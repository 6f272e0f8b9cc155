/**
 * A game between two people, live: events come over a WebSocket, and commands go over it. Where
 * WebSockets are blocked, the game is asked for again and again, and commands are requests.
 *
 * An unanswered command is sent again under the same id, so that it takes effect only once.
 */

import { gameAfter } from "../board/moves.js";
import { get, Problem, post } from "../shared/api.js";
import { Connection, openSocket } from "./connection.js";

/** @import { CommandRefused, EventMessage, GameView, Heartbeat, MoveWords } from "api" */
/** @import { PresenceState, ReactionMessage, ViewMessage } from "api" */

/** @typedef {{command: string, version?: number, square?: number, name?: string}} Command */

/**
 * @typedef {object} Waiting a command that is not answered yet
 * @property {string} type
 * @property {Command} body
 * @property {(game: GameView) => void} resolve
 * @property {(error: Problem) => void} reject
 * @property {number} timer
 */

const TIMEOUT = 20_000; // milliseconds for an answer, including reconnections
const POLL = 2_000; // milliseconds between two requests for the game where WebSockets are blocked
const MOST_FAILURES = 3; // after which the pause does not double any more

export class Live {
  #id;
  #version;
  /** The game as last received whole, and as moves have changed it since. @type {GameView | null} */
  #game = null;
  /** The words about moves; sent with a view, where they have changed. @type {MoveWords | null} */
  #words = null;
  #subscriber;
  #connection;
  /** The commands not answered yet, by id. @type {Map<string | null | undefined, Waiting>} */
  #waiting = new Map();
  #isPolling = false;
  #failures = 0;
  #poll = 0;
  #polls = 0;

  /**
   * @param {string} id of the game
   * @param {number} version of the game as it is shown
   * @param {{view: (game: GameView) => void, presence: (who: PresenceState) => void,
   *   reaction: (shown: ReactionMessage) => void, connection: (isOpen: boolean) => void}} subscriber
   */
  constructor(id, version, subscriber) {
    this.#id = id;
    this.#version = version;
    this.#subscriber = subscriber;
    this.#connection = new Connection(() => openSocket(`/api/v1/games/${id}/live?after=${this.#version}`), {
      receive: (message) => this.#receive(message),
      change: (isOpen) => this.#connected(isOpen),
    });
  }

  /**
   * Return the game after a command, once the server has stored it; throws Problem.
   * @param {string} type what the message is called
   * @param {Command} body
   * @returns {Promise<GameView>}
   */
  send(type, body) {
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#settle(body.command, () => reject(new Problem("", 0)));
      const waiting = { type, body, resolve, reject, timer: setTimeout(giveUp, TIMEOUT) };
      this.#waiting.set(body.command, waiting);
      this.#deliver(waiting);
    });
  }

  /** Show the others a reaction; one that is lost is not missed. @param {{reaction: string, command: string}} body */
  react(body) {
    if (this.#isPolling) this.#request("react", body);
    else this.#connection.send({ type: "react", ...body });
  }

  /** Without a connection a command waits for the next one. @param {{type: string, body: Command}} waiting */
  #deliver({ type, body }) {
    if (this.#isPolling) this.#request(type, body);
    else this.#connection.send({ type, ...body });
  }

  /** @param {string} type @param {Command} body */
  async #request(type, body) {
    try {
      const game = await post(`/games/${this.#id}/${type}`, body);
      this.#tell(game);
      this.#show(game, body.command);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // A command that may yet succeed is sent again, until the timeout.
      if (error.passes) setTimeout(() => this.#waiting.has(body.command) && this.#deliver({ type, body }), POLL);
      else this.#settle(body.command, ({ reject }) => reject(error));
    }
  }

  /**
   * Remove a command from those that wait; true if it was among them.
   * @param {string | null | undefined} command
   * @param {(waiting: Waiting) => void} settle
   */
  #settle(command, settle) {
    const waiting = this.#waiting.get(command);
    if (!waiting) return false;
    clearTimeout(waiting.timer);
    this.#waiting.delete(command);
    settle(waiting);
    return true;
  }

  /** @param {boolean} isOpen */
  #connected(isOpen) {
    const wasPolling = this.#isPolling;
    this.#isPolling = !isOpen && this.#connection.isBlocked;
    if (wasPolling && this.#isPolling) return; // another WebSocket was blocked
    clearTimeout(this.#poll);
    if (this.#isPolling) this.#ask();
    else this.#subscriber.connection(isOpen);
    if (isOpen || this.#isPolling) for (const waiting of this.#waiting.values()) this.#deliver(waiting);
  }

  /** Ask for the game, if the page is seen, and again after a pause, which failures double. */
  async #ask() {
    const number = ++this.#polls; // of two at once the later goes on
    try {
      if (!document.hidden) await this.#refresh();
      this.#failures = 0;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!this.#isPolling || number !== this.#polls) return;
      this.#subscriber.connection(false);
      if (error.status === 0) return this.#connection.unblock();
      if (error.status === 404) return; // there is no such game any more
      this.#failures = Math.min(this.#failures + 1, MOST_FAILURES);
    }
    if (this.#isPolling && number === this.#polls)
      this.#poll = setTimeout(() => this.#ask(), POLL * 2 ** this.#failures);
  }

  async #refresh() {
    const game = await get(`/games/${this.#id}?after=${this.#version}`);
    if (!this.#isPolling) return;
    this.#subscriber.connection(true);
    this.#tell(game);
    if (game.version > this.#version) this.#show(game);
  }

  /** Tell what belongs to no version of a game. @param {GameView} game */
  #tell({ presence, reactions = [] }) {
    if (presence) this.#subscriber.presence(presence);
    for (const reaction of reactions) this.#subscriber.reaction(reaction);
  }

  /**
   * @param {ViewMessage | EventMessage | PresenceState | ReactionMessage | CommandRefused | Heartbeat} message
   */
  #receive(message) {
    if (message.type === "view" || message.type === "event") this.#change(message);
    else if (message.type === "presence") this.#subscriber.presence(message);
    else if (message.type === "reaction") this.#subscriber.reaction(message);
    else if (message.type === "refused") {
      const { command, status, detail, game } = message;
      this.#settle(command, ({ reject }) => reject(new Problem(detail, status, game ?? undefined)));
    } else if (message.type === "heartbeat" && message.version > this.#version) this.#connection.reopen();
  }

  /**
   * Change the game by an event, as it was just before; if that was missed, start again.
   * @param {ViewMessage | EventMessage} message
   */
  #change(message) {
    this.#words = message.words ?? this.#words;
    if (message.type === "view") this.#show(message.game);
    else if (message.game) this.#show(message.game, message.command);
    else if (this.#game?.version === message.version - 1) {
      const after = gameAfter(this.#game, message, this.#words);
      if (after) this.#show(after, message.command);
    } else if (message.version > this.#version) this.#connection.reopen();
  }

  /** @param {GameView} game @param {string | null} [command] */
  #show(game, command) {
    this.#remember(game);
    if (!this.#settle(command, ({ resolve }) => resolve(game))) this.#subscriber.view(game);
  }

  /** @param {GameView} game */
  #remember(game) {
    if (game.version >= this.#version) this.#game = game;
    this.#version = Math.max(this.#version, game.version);
  }
}
