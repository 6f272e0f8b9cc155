/** Beside a game of a room: when the next one is ready, the way back to the room leads to it. */

import { get } from "./api.js";
import { announce, element } from "./page.js";

const SPREAD = 1_000; // milliseconds within which all who were told at once look

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

const line = new EventSource(`/api/v1/rooms/${room}/live-events`);
line.onmessage = (event) => {
  if (JSON.parse(event.data).what !== "room") return;
  looking ||= setTimeout(look, Math.random() * SPREAD);
};
addEventListener("pagehide", () => line.close());
addEventListener("pageshow", (event) => event.persisted && location.reload());
