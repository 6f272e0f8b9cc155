/** On every page: the way back to one's room, which says when the next game is ready there. */

import { watchRoom } from "./watch_room.js";
import { announce, element } from "../shared/page.js";

const link = element("own-room");
/** What a page proposes itself, but in dialogs: the next game comes before it. */
const OTHERS = "main .main:not(dialog *, [popover] *)";

function show({ you: { button, member, is_owner: isOwner } }) {
  if (member === null && !isOwner) return link.remove();
  const isNext = button?.action === "game" && button.text !== link.textContent;
  if (!isNext) return;
  link.href = `/g/${button.game}`;
  link.textContent = button.text;
  for (const other of document.querySelectorAll(OTHERS)) other.classList.remove("main");
  link.classList.add("main");
  announce(button.text);
}

// Beside a game of the room there is a link of its own.
if (link && !element("room-next")) watchRoom(link.dataset.room, show);
