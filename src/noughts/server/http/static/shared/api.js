/** Requests: for what the API answers, and for pages. */

import { request } from "./transport.js";

/** @import { GameView } from "api" */

const PATIENCE = 20; // seconds for the answer to what takes the server no time

/** An error with the server's text; `status` is 0 when the server could not be reached. */
export class Problem extends Error {
  /**
   * @param {string} detail
   * @param {number} status
   * @param {GameView} [game] the current game, where the command was stale
   */
  constructor(detail, status, game) {
    super(detail);
    this.status = status;
    this.game = game;
  }

  /** True if the same request may well succeed a little later. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }
}

/** Return the answer to a GET; throws Problem. @param {string} path */
export const get = (path) => ask(path, {});

/**
 * Return the answer to a POST, which may take the server some seconds more than usual; throws Problem, also
 * if none has come by then: a connection can die without a word.
 * @param {string} path
 * @param {object} body
 */
export function post(path, body, seconds = 0) {
  const headers = { "Content-Type": "application/json" };
  const signal = AbortSignal.timeout((PATIENCE + seconds) * 1_000);
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** The number of the last page that was asked for. */
let asked = 0;

/**
 * Return a page as a document, or null if a later one was asked for meanwhile; throws Problem, also for
 * a page that says what was wrong.
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function fetchPage(address, options) {
  asked += 1;
  const number = asked;
  const answer = await request(address, options).catch(() => null);
  const text = await answer?.text().catch(() => null);
  if (number !== asked) return null;
  if (!answer || !text) throw new Problem("", 0);
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!answer.ok) throw new Problem(page.querySelector(".error .lead, #alert p")?.textContent ?? "", answer.status);
  return page;
}

/** Return a new id for a command; `crypto.randomUUID` is missing on plain HTTP in a LAN. */
export function commandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} path @param {RequestInit} options */
async function ask(path, options) {
  const answer = await request(`/api/v1${path}`, options).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (!answer || !body) throw new Problem("", 0);
  if (!answer.ok) throw new Problem(body.detail, answer.status, body.game);
  return body;
}
