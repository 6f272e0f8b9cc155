/** What the types of the browser do not know: the element of the pages, and their events. */

import type { GameView } from "api";
import type { NoughtsBoard } from "../../src/noughts/server/http/static/board/board.js";

declare global {
  type Side = "x" | "o";

  interface HTMLElementTagNameMap {
    "noughts-board": NoughtsBoard;
  }

  interface GlobalEventHandlersEventMap {
    take: CustomEvent<number>;
    shortcut: CustomEvent<string>;
    aim: CustomEvent<HTMLElement | null>;
    "noughts:began": CustomEvent<{ game: GameView }>;
    "noughts:played": CustomEvent<{ game: GameView; square: number; side: Side }>;
    "noughts:ended": CustomEvent<{ game: GameView }>;
  }
}
