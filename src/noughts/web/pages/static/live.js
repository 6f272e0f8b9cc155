/**
 * A game as it happens: over a WebSocket, or over server-sent events and requests where none opens.
 *
 * A line that breaks is opened again, and tells what was missed; a command that was not answered is
 * sent again under the same id, so that nothing is done twice.
 */

import { Problem, post } from "./api.js";

const FIRST_PAUSE = 300; // milliseconds before a line is opened again; doubled each time
const LONGEST_PAUSE = 8_000;
const SILENCE = 2.5; // heartbeats without a sign of life, after which the line is given up
const OPENING = 6_000; // milliseconds for the first one
const PATIENCE = 20_000; // milliseconds for an answer, lost lines included
const BLOCKED_AFTER = 2; // sockets in a row over which nothing was ever heard
const SOCKET_AGAIN = 60_000; // milliseconds until a WebSocket is tried again, beside the events
const UNKNOWN_GAME = 4404;

export class Live {
  #id;
  #heard;
  /** The open line, of either kind, and what ends it. */
  #line = null;
  #version;
  #heartbeat = 10;
  /** Whether anything was heard over the line. */
  #isGreeted = false;
  #tries = 0;
  #unheard = 0;
  #watch = 0;
  #again = 0;
  #isEnded = false;
  /** What was sent and not answered, by command. */
  #waiting = new Map();

  /**
   * @param {string} id of the game
   * @param {number} version of the game as it is shown
   * @param {{view: (game: object) => void, presence: (who: object) => void,
   *   line: (isOpen: boolean) => void}} heard who hears of what
   */
  constructor(id, version, heard) {
    this.#id = id;
    this.#version = version;
    this.#heard = heard;
    document.addEventListener("visibilitychange", () => this.#tellWhetherHidden());
    addEventListener("online", () => this.#reopen());
    addEventListener("offline", () => this.#lose());
    addEventListener("pagehide", () => this.#lose({ forGood: true }));
    addEventListener("pageshow", (event) => event.persisted && this.#revive());
    this.#open();
  }

  /**
   * The game after a command, once the server has it for good; throws Problem.
   * @param {string} type what the message is called
   * @param {{command: string, version: number, square?: number}} body
   */
  send(type, body) {
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#answer(body.command, () => reject(new Problem("", 0)));
      const timer = setTimeout(giveUp, PATIENCE);
      this.#waiting.set(body.command, { type, body, resolve, reject, timer });
      this.#say(this.#waiting.get(body.command));
    });
  }

  #say({ type, body }) {
    if (this.#line instanceof WebSocket) {
      if (this.#line.readyState === WebSocket.OPEN) this.#line.send(JSON.stringify({ type, ...body }));
    } else if (this.#line) this.#request(type, body);
  }

  async #request(type, body) {
    try {
      const game = await post(`/games/${this.#id}/${type === "play" ? "moves" : type}`, body);
      this.#know(game);
      this.#answer(body.command, ({ resolve }) => resolve(game));
    } catch (error) {
      // What may yet succeed is sent again when the line is open, until patience ends.
      if (error.passes) this.#reopen();
      else this.#answer(body.command, ({ reject }) => reject(error));
    }
  }

  #answer(command, tell) {
    const waiting = this.#waiting.get(command);
    if (!waiting) return false;
    clearTimeout(waiting.timer);
    this.#waiting.delete(command);
    tell(waiting);
    return true;
  }

  #open() {
    if (this.#isEnded || this.#line) return;
    clearTimeout(this.#again);
    this.#isGreeted = false;
    if (this.#unheard < BLOCKED_AFTER) this.#openSocket();
    else this.#openEvents();
    this.#keepWatch();
  }

  #address(door) {
    return `/api/v1/games/${this.#id}/${door}?show=views&after=${this.#version}`;
  }

  #openSocket() {
    const line = this.#newSocket();
    this.#line = line;
    line.onmessage = (event) => this.#line === line && this.#hear(JSON.parse(event.data));
    line.onclose = (event) => {
      if (this.#line === line) this.#lose({ forGood: event.code === UNKNOWN_GAME });
    };
  }

  #newSocket() {
    const url = new URL(this.#address("live"), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    return new WebSocket(url);
  }

  #openEvents() {
    const line = new EventSource(this.#address("live-events"));
    this.#line = line;
    line.onmessage = (event) => this.#line === line && this.#hear(JSON.parse(event.data));
    line.onerror = () => this.#line === line && this.#lose();
    this.#lookForSocket(line);
  }

  /** Go back to a WebSocket once one is heard: the server may just have been away. */
  #lookForSocket(events) {
    setTimeout(() => {
      if (this.#line !== events) return;
      const socket = this.#newSocket();
      socket.onclose = () => this.#lookForSocket(events);
      socket.onmessage = () => {
        socket.close();
        if (this.#line !== events) return;
        this.#unheard = 0;
        this.#reopen();
      };
    }, SOCKET_AGAIN);
  }

  /** The line is no more; it is opened again in a while, sooner at first. */
  #lose({ forGood = false } = {}) {
    const line = this.#line;
    this.#countUnheard();
    this.#line = null;
    this.#isEnded = forGood;
    clearTimeout(this.#watch);
    clearTimeout(this.#again);
    line?.close();
    this.#heard.line(false);
    if (forGood) return;
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#tries, LONGEST_PAUSE);
    this.#tries += 1;
    this.#again = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
  }

  /** Sockets are blocked where nothing comes over them; where events do not either, all is. */
  #countUnheard() {
    if (!this.#line || this.#isGreeted || !navigator.onLine) return;
    this.#unheard = this.#line instanceof WebSocket ? this.#unheard + 1 : 0;
  }

  #reopen() {
    if (this.#isEnded) return;
    this.#tries = 0;
    this.#lose();
  }

  /** A page that comes back from the browser's memory has missed all since. */
  #revive() {
    this.#isEnded = false;
    this.#tries = 0;
    this.#open();
  }

  #keepWatch() {
    clearTimeout(this.#watch);
    const patience = this.#isGreeted ? this.#heartbeat * SILENCE * 1000 : OPENING;
    this.#watch = setTimeout(() => (this.#isGreeted ? this.#reopen() : this.#lose()), patience);
  }

  #hear(message) {
    this.#isGreeted = true;
    this.#keepWatch();
    HEARD[message.type]?.call(this, message);
  }

  #tellWhetherHidden() {
    if (this.#line?.readyState !== WebSocket.OPEN || !(this.#line instanceof WebSocket)) return;
    this.#line.send(JSON.stringify({ type: document.hidden ? "away" : "here" }));
  }

  #know(game) {
    this.#version = Math.max(this.#version, game.version);
  }

  static heard = {
    hello(message) {
      this.#heartbeat = message.heartbeat;
      this.#tries = 0;
      if (this.#line instanceof WebSocket) this.#unheard = 0;
      this.#heard.line(true);
      if (document.hidden) this.#tellWhetherHidden();
      for (const waiting of this.#waiting.values()) this.#say(waiting);
    },
    view({ game, command }) {
      this.#know(game);
      if (!this.#answer(command, ({ resolve }) => resolve(game))) this.#heard.view(game);
    },
    presence(message) {
      this.#heard.presence(message);
    },
    beat({ version }) {
      if (version > this.#version) this.#reopen();
    },
    refused({ command, status, detail, game }) {
      const problem = new Problem(detail, status, game ?? undefined);
      this.#answer(command, ({ reject }) => reject(problem));
    },
  };
}

const HEARD = Live.heard;
