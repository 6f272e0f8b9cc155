/**
 * A connection to the server: a WebSocket, or server-sent events where WebSockets are blocked.
 *
 * One that breaks or falls silent is reopened, after a pause that doubles each time. What was missed
 * comes first over the new one, so a subscriber only needs to handle messages.
 */

const FIRST_PAUSE = 300; // milliseconds before the next attempt; doubled each time
const LONGEST_PAUSE = 8_000;
const SILENCE = 2.5; // heartbeats without a message, after which the connection is given up
const GREETING = 6_000; // milliseconds for the first message
const BLOCKED_AFTER = 2; // failed WebSockets in a row
const SOCKET_AGAIN = 60_000; // milliseconds until a WebSocket is tried again, while events are used
const UNKNOWN = 4404; // the close code where there is no such game

export class Connection {
  #addresses;
  #subscriber;
  /** The open WebSocket or EventSource. */
  #source = null;
  #heartbeat = 10;
  /** Whether anything came over this source. */
  #isGreeted = false;
  #attempts = 0;
  #silentSockets = 0;
  #watchdog = 0;
  #retry = 0;
  #isEnded = false;

  /**
   * @param {{socket?: () => string, events: () => string}} addresses asked for at each attempt;
   *   without `socket` only events are used
   * @param {{receive: (message: object) => void, change?: (isOpen: boolean) => void}} subscriber
   */
  constructor(addresses, subscriber) {
    this.#addresses = addresses;
    this.#subscriber = subscriber;
    document.addEventListener("visibilitychange", () => this.#sendVisibility());
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => this.#lose());
    addEventListener("pagehide", () => this.#lose({ forGood: true }));
    addEventListener("pageshow", (event) => event.persisted && this.#revive());
    this.#open();
  }

  /** Whether messages can only be received, and commands go by requests. */
  get isOneWay() {
    return this.#source instanceof EventSource;
  }

  /** Send a message, if a WebSocket is open. */
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

  #open() {
    if (this.#isEnded || this.#source) return;
    clearTimeout(this.#retry);
    this.#isGreeted = false;
    if (this.#addresses.socket && this.#silentSockets < BLOCKED_AFTER) this.#openSocket();
    else this.#openEvents();
    this.#resetWatchdog();
  }

  #openSocket() {
    const socket = this.#newSocket();
    this.#use(socket);
    socket.onclose = (event) => {
      if (this.#source === socket) this.#lose({ forGood: event.code === UNKNOWN });
    };
  }

  #newSocket() {
    const url = new URL(this.#addresses.socket(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    return new WebSocket(url);
  }

  #openEvents() {
    const events = new EventSource(this.#addresses.events());
    this.#use(events);
    events.onerror = () => this.#source === events && this.#lose();
    if (this.#addresses.socket) this.#lookForSocket(events);
  }

  #use(source) {
    this.#source = source;
    source.onmessage = (event) => this.#source === source && this.#receive(JSON.parse(event.data));
  }

  /** Go back to a WebSocket once one works: the server may only have been down. */
  #lookForSocket(events) {
    setTimeout(() => {
      if (this.#source !== events) return;
      const socket = this.#newSocket();
      socket.onclose = () => this.#lookForSocket(events);
      socket.onmessage = () => {
        socket.close();
        if (this.#source !== events) return;
        this.#silentSockets = 0;
        this.reopen();
      };
    }, SOCKET_AGAIN);
  }

  #receive(message) {
    this.#isGreeted = true;
    if (message.type === "hello") this.#greet(message);
    this.#resetWatchdog();
    this.#subscriber.receive(message);
  }

  #greet({ heartbeat }) {
    this.#heartbeat = heartbeat;
    this.#attempts = 0;
    if (!this.isOneWay) this.#silentSockets = 0;
    if (document.hidden) this.#sendVisibility();
    this.#subscriber.change?.(true);
  }

  /** The connection is lost; reopen it after a pause, unless it is closed for good. */
  #lose({ forGood = false } = {}) {
    this.#countSilentSockets();
    this.#source?.close();
    this.#source = null;
    this.#isEnded ||= forGood;
    clearTimeout(this.#watchdog);
    clearTimeout(this.#retry);
    this.#subscriber.change?.(false);
    if (this.#isEnded) return;
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#attempts, LONGEST_PAUSE);
    this.#attempts += 1;
    this.#retry = setTimeout(() => this.#open(), pause * (0.5 + Math.random()));
  }

  /** If nothing comes over WebSockets they are blocked; if events are silent too, the network is. */
  #countSilentSockets() {
    if (!this.#source || this.#isGreeted || !navigator.onLine) return;
    this.#silentSockets = this.isOneWay ? 0 : this.#silentSockets + 1;
  }

  /** A page that comes back from the browser's cache has missed everything since. */
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
