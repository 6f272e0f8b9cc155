/** A room as it changes, for pages beside it: asked about whenever the server says that it changed. */

import { get, Problem } from "../shared/api.js";
import { Connection } from "./connection.js";

const SPREAD = 1_000; // milliseconds over which pages that were notified together send their requests
const AGAIN = 3_000; // after a request that failed and may well succeed a little later

/**
 * Show a room now and whenever it changes.
 * @param {string} code
 * @param {(room: any) => void} show
 */
export function watchRoom(code, show) {
  let asking = 0;
  let version = -1;

  async function ask() {
    asking = 0;
    try {
      const room = await get(`/rooms/${code}`);
      if (room.version < version) return; // a late answer
      version = room.version;
      show(room);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.passes) asking ||= setTimeout(ask, AGAIN);
    }
  }

  function receive(message) {
    if (message.what === "room") asking ||= setTimeout(ask, Math.random() * SPREAD);
  }

  new Connection({ events: () => `/api/v1/rooms/${code}/live-events` }, { receive });
}
