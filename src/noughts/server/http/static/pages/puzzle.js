/** A puzzle, played out in place, and the streak of those solved at the first try; that of the day has a result to share. */

import { pageBoard } from "../board/board.js";
import { playOut } from "../board/frames.js";
import { countTry, daily, result, words } from "../joy/daily.js";
import { sound } from "../joy/speaker.js";
import { countAnswer, showStreak } from "../joy/streak.js";
import { post } from "../shared/api.js";
import { announce, attempt, element, flag } from "../shared/page.js";
import { shareOrCopy } from "../shared/sharing.js";
import { offerSnippet } from "../shared/snippet.js";
import { linkTo } from "../shared/transport.js";

/** @import { PuzzleResult } from "api" */

const board = pageBoard();
const { puzzle, day } = element("puzzle").dataset;
/** The right moves so far, as the server names them: some, if squares were pressed before the script was there. */
let moves = new URLSearchParams(board.closest("form")?.getAttribute("action")?.split("?")[1]).get("moves") ?? "";
let isAsking = false;

/** Judge a square, unless another one is on its way. @param {number} square */
async function take(square) {
  if (isAsking) return;
  isAsking = true;
  await answer(square).finally(() => (isAsking = false));
}

/** @param {number} square */
async function answer(square) {
  /** @type {PuzzleResult} */
  const tried = await post(`/puzzles/${puzzle}${moves && `?moves=${moves}`}`, { square });
  const { is_right: isRight, is_done: isDone, text } = tried;
  moves = tried.moves;
  if (isRight) playOut(tried.frames, { isOpen: !isDone, lines: tried.lines }); // what it says is of the square before
  const place = element("answer");
  place.textContent = text;
  flag(place, "right", isRight ? "yes" : "no");
  element("answer-none").hidden = true;
  element("answer-again").hidden = isRight;
  if (!isDone) element("task").textContent = tried.task;
  element("analysis").hidden = !isDone;
  const isCalled = document.querySelector(".own-room.main") !== null; // to a game of a room
  element("next").classList.toggle("main", isDone && !isCalled);
  if (isDone || !isRight) {
    showStreak(element("streak"), countAnswer(puzzle, isRight));
    if (day) showDay(countTry(day, isRight));
    sound(isRight ? "won" : "lost");
  }
  announce(isRight && !isDone ? `${text} ${tried.task}` : text);
}

/** Show the tries at the puzzle of the day and, once it is solved, a button to share them. */
function showDay(known = daily(day)) {
  const shown = Array.from({ length: known.tries }, (_each, at) => {
    const square = document.createElement("span");
    flag(square, "right", known.solved && at === known.tries - 1);
    return square;
  });
  element("tries").replaceChildren(...shown);
  element("days").textContent = known.solved ? words(known) : "";
  element("share-day").hidden = !known.solved;
}

const shareDay = () => shareOrCopy({ text: result(daily(day), linkTo(`/puzzles/${puzzle}`)) }, element("share-day"));

board.addEventListener("take", (event) => {
  event.preventDefault();
  attempt(() => take(event.detail));
});
showStreak(element("streak"));
offerSnippet(); // of today: every day another
if (day) {
  showDay();
  element("share-day").addEventListener("click", shareDay);
}
