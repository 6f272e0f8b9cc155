/** As much of a browser as the scripts need outside one; time is what a test says it is. */

import { mock } from "node:test";

const SCRIPTS = new URL("../../../../src/noughts/server/http/static/", import.meta.url);

/** The elements of the page, by their ids. */
export const elements = new Map();
/** What the browser has stored. */
export const stored = new Map();
/** The connections that were opened, in order. */
export const opened = [];

/** A script of the pages, with this browser around it. */
export const script = (name) => import(new URL(name, SCRIPTS));

/** The text that is announced now. */
export const announced = () => elements.get("announcer").children[0]?.textContent ?? "";

/** Fire an event of the page, or of something on it. */
export function fire(place, type, more = {}) {
  const event = new Event(type);
  for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value });
  place.dispatchEvent(event);
}

/** Let milliseconds pass. */
export const pass = (milliseconds) => mock.timers.tick(milliseconds);

/** Leave the page, with whatever listens and waits there. */
export function leave() {
  window = new EventTarget();
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  opened.length = 0;
}

/** Let what is ready go on: answers that have come, and what waits for them. */
export const settle = () => new Promise(setImmediate);

class Source {
  isClosed = false;

  constructor(address) {
    this.address = String(address);
    opened.push(this);
  }

  close() {
    this.isClosed = true;
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

class Socket extends Source {
  static OPEN = 1;
  readyState = Socket.OPEN;
  sent = [];

  send(text) {
    this.sent.push(JSON.parse(text));
  }
}

elements.set("announcer", {
  children: [],
  replaceChildren(...children) {
    this.children = children;
  },
});

let window;
globalThis.document = Object.assign(new EventTarget(), {
  documentElement: { lang: "en" },
  hidden: false,
  activeElement: null,
  createElement: () => ({}),
  getElementById: (id) => elements.get(id) ?? null,
  querySelector: () => null,
  querySelectorAll: () => [],
});
globalThis.addEventListener = (...given) => window.addEventListener(...given);
globalThis.dispatchEvent = (event) => window.dispatchEvent(event);
globalThis.location = { href: "http://here/", assign: mock.fn() };
globalThis.WebSocket = Socket;
globalThis.EventSource = class extends Source {};
globalThis.fetch = mock.fn();
globalThis.CommandEvent = class extends Event {}; // a browser of 2026
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
Object.defineProperty(globalThis, "localStorage", {
  configurable: true,
  value: { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) },
});
mock.method(Math, "random", () => 0.5); // in the middle of every spread
leave();
