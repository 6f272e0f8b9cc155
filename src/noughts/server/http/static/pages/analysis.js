/** Analysis of any position: what its moves are worth and why, without loading a page. */

import { pageBoard } from "../board/board.js";
import { get } from "../shared/api.js";
import { _ } from "../shared/language.js";
import { announce, attempt, element, flag, followed } from "../shared/page.js";
import { shareOrCopy } from "../shared/sharing.js";
import { offerSnippet } from "../shared/snippet.js";
import { addressOf, go, keepAddress, linkTo } from "../shared/transport.js";

/** @import { Advice, Analysis, MoveWorth } from "api" */

const board = pageBoard();

/** The analysis on the page. @type {Analysis} */
let shown;

/** @param {Analysis} analysis @param {Advice | null} hint the move to point at */
function show(analysis, hint = null) {
  shown = analysis;
  const { board: view, values } = analysis;
  board.show(view, { isOpen: view.turn !== null, worths: values.moves, hint });
  element("status").textContent = analysis.status;
  element("worth").textContent = values.text;
  element("advice").textContent = "";
  element("position").value = view.position;
  element("worths").replaceChildren(...values.moves.map((move) => row(move, view.position)));
}

/** @param {MoveWorth} move @param {string} position */
function row(move, position) {
  const item = element("worth-row").content.firstElementChild.cloneNode(true);
  item.dataset.value = move.value;
  flag(item, "best", move.is_best && _("best"));
  item.querySelector(".name").textContent = move.name;
  item.querySelector(".text").textContent = move.text;
  const why = item.querySelector(".why");
  why.href = `/a/${position}?why=${move.square}`;
  why.dataset.square = move.square;
  why.querySelector(".unseen").textContent = ` ${move.name}`;
  return item;
}

/** @param {string} position */
async function open(position) {
  /** @type {Analysis} */
  const analysis = await get(`/positions/${encodeURIComponent(position)}`);
  if (!board.fits(analysis.board)) return go(`/a/${analysis.board.position}`);
  show(analysis);
  announce(`${analysis.status} ${analysis.values.text}`);
}

/** @param {number} square */
async function goOn(square) {
  const position = shown.following[square];
  await open(position);
  keepAddress(`/a/${position}`, true);
}

/** @param {string} square */
async function explain(square) {
  const position = shown.board.position;
  /** @type {Advice} */
  const advice = await get(`/positions/${position}/moves/${square}`);
  show(shown, advice);
  element("advice").textContent = advice.text;
  announce(advice.text);
}

const shareAddress = () => shareOrCopy({ url: linkTo(), title: document.title }, element("share"));

function listen() {
  board.addEventListener("take", (event) => {
    event.preventDefault();
    attempt(() => goOn(event.detail));
  });
  element("worths").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const link = followed(event, ".why");
    if (!link) return;
    event.preventDefault();
    attempt(() => explain(link.dataset.square));
  });
  addEventListener("popstate", () => attempt(() => open(addressOf().pathname.slice(3))));
  element("share").addEventListener("click", shareAddress);
  element("share").hidden = false;
  offerSnippet(() => `/a/${shown.board.position}`);
}

async function start() {
  shown = await get(`/positions/${element("analysis").dataset.position}`);
  listen();
}

// Without an answer the squares stay buttons of the form.
start().catch(() => {});
