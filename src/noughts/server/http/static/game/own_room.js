/**
 * Beside every page, the way back to one's room, which says when the next game is ready there. Beside
 * a game of the room, the one thing to do next once it is over, as the room says.
 */

import { get, Problem } from "../shared/api.js";
import { announce, element } from "../shared/page.js";
import { Connection } from "./connection.js";
import { cancel, goSoon } from "./going.js";

/** @import { RoomView } from "api" */

const SPREAD = 1_000; // milliseconds over which pages that were notified together send their requests
const AGAIN = 3_000; // after a request that failed and may well succeed a little later
/** What a page proposes itself, but in dialogs: the next game comes before it. */
const OTHERS = "main .main:not(dialog *)";

const way = element("own-room");
const next = element("room-next");
/** True if the tournament was still on while this page was open: its own game was, or the room says so. */
let wasOn = !element("to-room")?.classList.contains("main");

/**
 * Show a room now, and ask about it whenever the server says that it changed.
 * @param {string} code
 * @param {(room: RoomView) => void} show
 * @param {(reason: string) => void} [refused] what tells a member that the host has removed them
 */
export function watchRoom(code, show, refused) {
  let isAsking = false;
  let version = -1;

  /** @param {number} pause */
  function askAfter(pause) {
    if (!isAsking) setTimeout(ask, pause);
    isAsking = true;
  }

  async function ask() {
    isAsking = false;
    try {
      const room = await get(`/rooms/${code}`);
      if (room.version < version) return; // a late answer
      version = room.version;
      show(room);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.passes) askAfter(AGAIN);
      else if (error.status === 403) refused?.(error.message);
    }
  }

  new Connection(() => new EventSource(`/api/v1/rooms/${code}/live-events`), {
    receive: ({ what }) => {
      if (what === "room") askAfter(Math.random() * SPREAD);
    },
  });
}

/** @param {RoomView} room */
function showWay({ you: { button, member, is_owner: isOwner } }) {
  if (member === null && !isOwner) return way.remove();
  const isNext = button?.action === "game" && button.text !== way.textContent;
  if (!isNext) return;
  way.href = `/g/${button.game}`;
  way.textContent = button.text;
  for (const other of document.querySelectorAll(OTHERS)) other.classList.remove("main");
  way.classList.add("main");
  announce(button.text);
}

/** @param {RoomView} room */
function showNext({ status, you: { button, state } }) {
  const { room, game, back, podium } = next.dataset;
  const link = element("to-room");
  const isNext = button?.action === "game" && button.game !== game;
  const isOver = isNext || state !== "playing";
  const canLook = isOver && button?.action === "look";
  element("room-said").textContent = status;
  element("room-said").hidden = !isOver || isNext;
  element("looking").hidden = !canLook;
  if (canLook) element("do-look").textContent = button.text;
  link.classList.toggle("main", isOver && !canLook);
  element("accept").classList.toggle("main", !isOver); // to take moves of a game back that is over
  const isEnd = state === "placed";
  wasOn ||= !isEnd;
  link.textContent = isNext ? button.text : isEnd ? podium : back;
  link.href = isNext ? `/g/${button.game}` : `/r/${room}`;
  if (isNext) goSoon(button.game, link);
  else if (isEnd && wasOn) goSoon(room, link);
  else cancel();
}

/** @param {string} reason */
function showRemoved(reason) {
  cancel();
  element("room-said").textContent = reason;
  element("room-said").hidden = false;
  element("looking").hidden = true;
  element("to-room").textContent = next.dataset.back;
  element("to-room").href = `/r/${next.dataset.room}`;
  element("to-room").classList.add("main");
  element("accept").classList.remove("main");
  announce(reason);
}

if (next) watchRoom(next.dataset.room, showNext, showRemoved);
else if (way) watchRoom(way.dataset.room, showWay);
