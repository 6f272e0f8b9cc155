/** Beside a game of a room: once the next game is ready, the link to the room leads to it. */

import { get } from "./api.js";
import { Connection } from "./connection.js";
import { announce, element } from "./page.js";

const SPREAD = 1_000; // milliseconds over which pages that were notified together send their requests

const link = element("to-room");
const { room, game } = link.dataset;
let looking = 0;

async function look() {
  looking = 0;
  const found = await get(`/rooms/${room}`).catch(() => null);
  const next = found?.you.game;
  if (!next || next === game || link.dataset.next === next) return;
  link.dataset.next = next;
  link.href = `/g/${next}`;
  link.textContent = found.status;
  link.classList.add("main");
  announce(found.status);
}

function receive(message) {
  if (message.what === "room") looking ||= setTimeout(look, Math.random() * SPREAD);
}

new Connection({ events: () => `/api/v1/rooms/${room}/live-events` }, { receive });
