/** Why a game ended as it did: one sentence of the coach, and what on the board it speaks of. */

import { pageBoard } from "../board/board.js";
import { get } from "../shared/api.js";
import { element } from "../shared/page.js";

/** @import { EndingReason, GameView } from "api" */

/** Show why a game ended, if it is still the one on the page, and return the sentence. @param {GameView} game */
export async function explain({ id, version, round, is_shared }) {
  /** @type {EndingReason} */
  const reason = await get(`/games/${id}/ending?round=${round}`);
  const isShown = element("table").dataset.game === id && element("version").value === String(version);
  if (!isShown || !reason.text) return "";
  const [text, again] = element("why").children;
  text.textContent = reason.text;
  again.formAction = `/g/${id}/try`;
  again.value = reason.retry;
  again.hidden = reason.retry === null || is_shared; // a friend is no computer
  element("why").hidden = false;
  pageBoard().explain(reason);
  return reason.text;
}
