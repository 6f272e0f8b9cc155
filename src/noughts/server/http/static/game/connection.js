/**
 * A connection to the server that stays: a WebSocket, or server-sent events.
 *
 * One that breaks or falls silent is reopened, after a pause that doubles each time. What was missed
 * comes first over the new one, so a subscriber only needs to handle messages.
 */

const FIRST_PAUSE = 300; // milliseconds before the next attempt; doubled each time
const LONGEST_PAUSE = 8_000;
const SILENCE = 2.5; // heartbeats without a message, after which the connection is given up
const GREETING = 6_000; // milliseconds for the first message
const BLOCKED_AFTER = 2; // failed WebSockets in a row
const SOCKET_AGAIN = 60_000; // milliseconds until a WebSocket is tried again where they are blocked
const UNKNOWN = 4404; // the close code where there is no such game

/** Return a WebSocket to an address on this server. @param {string} address */
export function openSocket(address) {
  const url = new URL(address, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

export class Connection {
  #openSource;
  #subscriber;
  /** @type {WebSocket | EventSource | null} */
  #source = null;
  #heartbeat = 10;
  /** True if anything came over this source. */
  #isGreeted = false;
  #attempts = 0;
  #silentSockets = 0;
  #watchdog = 0;
  #retry = 0;
  #isEnded = false;

  /**
   * @param {() => WebSocket | EventSource} openSource called at each attempt
   * @param {{receive: (message: any) => void, change?: (isOpen: boolean) => void}} subscriber
   */
  constructor(openSource, subscriber) {
    this.#openSource = openSource;
    this.#subscriber = subscriber;
    document.addEventListener("visibilitychange", () => this.#sendVisibility());
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => this.#lose());
    addEventListener("pagehide", () => this.#lose({ forGood: true }));
    addEventListener("pageshow", (event) => event.persisted && this.#revive());
    this.#open();
  }

  /** True if WebSockets are blocked, as far as one can tell; one is tried again now and then. */
  get isBlocked() {
    return this.#silentSockets >= BLOCKED_AFTER && !this.#isEnded;
  }

  /** Send a message, if a WebSocket is open. @param {object} message */
  send(message) {
    if (this.#source instanceof WebSocket && this.#source.readyState === WebSocket.OPEN) {
      this.#source.send(JSON.stringify(message));
    }
  }

  /** Reconnect now: something was missed, or the network is back. */
  reopen() {
    if (this.#isEnded) return;
    this.#attempts = 0;
    this.#lose();
  }

  /** Take WebSockets for blocked no more, since requests do not get through either. */
  unblock() {
    this.#silentSockets = 0;
    this.#lose();
  }

  #open() {
    if (this.#isEnded || this.#source) return;
    clearTimeout(this.#retry);
    this.#isGreeted = false;
    const source = this.#openSource();
    this.#source = source;
    source.onmessage = (event) => this.#source === source && this.#receive(JSON.parse(event.data));
    if (source instanceof EventSource) source.onerror = () => this.#source === source && this.#lose();
    else source.onclose = ({ code }) => this.#source === source && this.#lose({ forGood: code === UNKNOWN });
    this.#resetWatchdog();
  }

  /** @param {any} message */
  #receive(message) {
    this.#isGreeted = true;
    if (message.type === "hello") this.#greet(message);
    this.#resetWatchdog();
    this.#subscriber.receive(message);
  }

  /** @param {{heartbeat: number}} hello */
  #greet({ heartbeat }) {
    this.#heartbeat = heartbeat;
    this.#attempts = 0;
    this.#silentSockets = 0;
    if (document.hidden) this.#sendVisibility();
    this.#subscriber.change?.(true);
  }

  /** Reopen a lost connection after a pause, unless it is closed for good. */
  #lose({ forGood = false } = {}) {
    const isSilent = this.#source instanceof WebSocket && !this.#isGreeted && navigator.onLine;
    if (isSilent) this.#silentSockets += 1;
    this.#source?.close();
    this.#source = null;
    this.#isEnded ||= forGood;
    clearTimeout(this.#watchdog);
    clearTimeout(this.#retry);
    this.#subscriber.change?.(false);
    if (this.#isEnded) return;
    const pause = this.isBlocked ? SOCKET_AGAIN : Math.min(FIRST_PAUSE * 2 ** this.#attempts, LONGEST_PAUSE);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
  }

  /** Reopen the connection of a page from the browser's cache, which has missed everything since. */
  #revive() {
    this.#isEnded = false;
    this.#attempts = 0;
    this.#open();
  }

  #resetWatchdog() {
    clearTimeout(this.#watchdog);
    const timeout = this.#isGreeted ? this.#heartbeat * SILENCE * 1_000 : GREETING;
    this.#watchdog = setTimeout(() => (this.#isGreeted ? this.reopen() : this.#lose()), timeout);
  }

  #sendVisibility() {
    this.send({ type: document.hidden ? "away" : "here" });
  }
}
