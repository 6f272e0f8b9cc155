/**
 * A game between two people, live: events come over the connection, and commands go over it.
 *
 * An unanswered command is sent again under the same id, so that it takes effect only once.
 */

import { gameAfter, gameAfterMove } from "../board/moves.js";
import { Problem, post } from "../shared/api.js";
import { Connection } from "./connection.js";

const TIMEOUT = 20_000; // milliseconds for an answer, including reconnections

export class Live {
  #id;
  #version;
  /** The game as last received whole, and as moves have changed it since. */
  #game = null;
  /** What is said of moves; sent with a view, where it has changed. */
  #words = null;
  #subscriber;
  #connection;
  /** The commands not answered yet, by id. */
  #waiting = new Map();

  /**
   * @param {string} id of the game
   * @param {number} version of the game as it is shown
   * @param {{view: (game: object) => void, presence: (who: object) => void,
   *   connection: (isOpen: boolean) => void}} subscriber
   */
  constructor(id, version, subscriber) {
    this.#id = id;
    this.#version = version;
    this.#subscriber = subscriber;
    const address = (door) => `/api/v1/games/${id}/${door}?show=views&after=${this.#version}`;
    this.#connection = new Connection(
      { socket: () => address("live"), events: () => address("live-events") },
      { receive: (message) => this.#receive(message), change: (isOpen) => this.#connected(isOpen) },
    );
  }

  /**
   * The game after a command, once the server has stored it; throws Problem.
   * @param {string} type what the message is called
   * @param {{command: string, version: number, square?: number}} body
   */
  send(type, body) {
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#settle(body.command, () => reject(new Problem("", 0)));
      const timer = setTimeout(giveUp, TIMEOUT);
      this.#waiting.set(body.command, { type, body, resolve, reject, timer });
      this.#deliver(this.#waiting.get(body.command));
    });
  }

  /** Without a connection a command waits for the next one. */
  #deliver({ type, body }) {
    if (this.#connection.isOneWay) this.#request(type, body);
    else this.#connection.send({ type, ...body });
  }

  async #request(type, body) {
    try {
      const game = await post(`/games/${this.#id}/${type}`, body);
      this.#remember(game);
      this.#settle(body.command, ({ resolve }) => resolve(game));
    } catch (error) {
      // What may yet succeed is sent again over the next connection, until the timeout.
      if (error.passes) this.#connection.reopen();
      else this.#settle(body.command, ({ reject }) => reject(error));
    }
  }

  /** Remove a command from those that wait; whether it was among them. */
  #settle(command, settle) {
    const waiting = this.#waiting.get(command);
    if (!waiting) return false;
    clearTimeout(waiting.timer);
    this.#waiting.delete(command);
    settle(waiting);
    return true;
  }

  #connected(isOpen) {
    this.#subscriber.connection(isOpen);
    if (isOpen) for (const waiting of this.#waiting.values()) this.#deliver(waiting);
  }

  #receive(message) {
    if (message.type === "view") this.#view(message);
    else if (message.type === "event") this.#change(message, message.version, gameAfterMove);
    else if (message.type === "change") this.#change(message, message.game.version, gameAfter);
    else if (message.type === "presence") this.#subscriber.presence(message);
    else if (message.type === "refused") this.#refuse(message);
    else if (message.type === "heartbeat" && message.version > this.#version) this.#connection.reopen();
  }

  #view({ game, command, words }) {
    this.#words = words ?? this.#words;
    this.#show(game, command);
  }

  /** A message may change the game as it was just before; if that was missed, start again. */
  #change(message, version, after) {
    if (this.#game?.version === version - 1)
      this.#show(after(this.#game, message, this.#words), message.command);
    else if (version > this.#version) this.#connection.reopen();
  }

  #show(game, command) {
    this.#remember(game);
    if (!this.#settle(command, ({ resolve }) => resolve(game))) this.#subscriber.view(game);
  }

  #refuse({ command, status, detail, game }) {
    const problem = new Problem(detail, status, game ?? undefined);
    this.#settle(command, ({ reject }) => reject(problem));
  }

  #remember(game) {
    if (game.version >= this.#version) this.#game = game;
    this.#version = Math.max(this.#version, game.version);
  }
}
