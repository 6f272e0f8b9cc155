/** The table of what was won, drawn and lost in this browser. */

import { levelName } from "./levels.js";
import { element } from "../shared/page.js";
import { clear, statistics } from "./statistics.js";

export function showStatistics() {
  const lines = statistics();
  element("statistics").hidden = lines.length === 0;
  element("statistics-lines").replaceChildren(...lines.map(row));
}

/** @param {import("./statistics.js").Line} line */
function row({ level, board, won, drawn, lost, streak, best }) {
  const shown = document.createElement("tr");
  const head = cell("th", `${levelName(level)} · ${board.replace("x", "×")}`);
  head.scope = "row";
  const counts = [won, drawn, lost, Math.max(streak, 0), best];
  shown.append(head, ...counts.map((each) => cell("td", each)));
  return shown;
}

function cell(kind, text) {
  const made = document.createElement(kind);
  made.textContent = String(text);
  return made;
}

element("clear-statistics").addEventListener("click", () => {
  clear();
  showStatistics();
});
showStatistics();
