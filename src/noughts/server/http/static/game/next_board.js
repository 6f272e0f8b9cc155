/** Beside a game of a room: when it is over, the one thing to do next, as the room says; at the end, to see the podium. */

import { cancel, goSoon } from "./going.js";
import { watchRoom } from "./watch_room.js";
import { element } from "../shared/page.js";

const { room, game, back, podium } = element("room-next").dataset;
const link = element("to-room");
/** Whether the tournament was still on while this page was open. */
let wasOn = false;

function show({ status, you: { button, state } }) {
  const isNext = button?.action === "game" && button.game !== game;
  const isOver = isNext || state !== "playing";
  const canLook = isOver && button?.action === "look";
  element("room-said").textContent = status;
  element("room-said").hidden = !isOver || isNext;
  element("looking").hidden = !canLook;
  if (canLook) element("do-look").textContent = button.text;
  link.classList.toggle("main", isOver && !canLook);
  const isEnd = state === "placed";
  wasOn ||= !isEnd;
  link.textContent = isNext ? button.text : isEnd ? podium : back;
  link.href = isNext ? `/g/${button.game}` : `/r/${room}`;
  if (isNext) goSoon(button.game, link);
  else if (isEnd && wasOn) goSoon(room, link);
  else cancel();
}

watchRoom(room, show);
