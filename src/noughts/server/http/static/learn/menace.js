/** A machine of matchboxes, trained and played in place; its address has its whole history. */

import { pageBoard } from "../board/board.js";
import { fetchPage } from "../shared/api.js";
import { announce, attempt, element, followed } from "../shared/page.js";
import { addressOf, keepAddress } from "../shared/transport.js";
import { putInPlace, state } from "./in_place.js";

const board = pageBoard();
let machine = state();

/** The opponent that is chosen. */
const opponent = () => /** @type {HTMLSelectElement} */ (document.querySelector("#train select")).value;

/** Show a page of the machine; true if it was not too late. @param {string} address */
async function open(address) {
  const page = await fetchPage(address);
  if (!page) return false;
  machine = state(page);
  board.show(machine.board, { isOpen: machine.is_open });
  putInPlace(page, "status", "actions", "known", "chances", "boxes", "rules");
  announce(machine.text);
  return true;
}

const known = () => ({ seed: machine.seed, rules: machine.rules });

/** @param {string} history */
const addressWith = (history) => `/learn/menace?${new URLSearchParams({ ...known(), history, opponent: opponent() })}`;

/** @param {string} address */
async function goTo(address) {
  const chosen = opponent();
  if (await open(address)) keepAddress(machine.history ? addressWith(machine.history) : address, true);
  /** @type {HTMLSelectElement} */ (document.querySelector("#train select")).value = chosen;
}

board.addEventListener("take", (event) => {
  event.preventDefault();
  attempt(() => goTo(addressWith(machine.following[event.detail])));
});
for (const [place, links] of [
  ["actions", "a"],
  ["rules", ".sets a"],
])
  element(place).addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const link = followed(event, links);
    if (!link) return;
    event.preventDefault();
    attempt(() => goTo(link.href));
  });
element("train").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const games = /** @type {HTMLButtonElement} */ (event.submitter)?.value ?? "1";
  const asked = new URLSearchParams({ ...known(), history: machine.history, opponent: opponent(), games });
  attempt(() => goTo(`/learn/menace?${asked}`));
});
addEventListener("popstate", () => attempt(() => open(addressOf().href)));
