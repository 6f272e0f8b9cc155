/** Beside another game, while a friend is waited for: it calls when they have come, and goes there soon. */

import { get } from "../shared/api.js";
import { element } from "../shared/page.js";
import { load } from "../shared/storage.js";
import { goSoon } from "./going.js";
import { Live } from "./live.js";

/** @import { GameView } from "api" */

const { game: id } = element("waiting").dataset;
let hasCome = false;

/** @param {GameView} game */
async function look({ seats }) {
  if (hasCome || Object.values(seats).some((seat) => seat.is_free)) return;
  hasCome = true;
  const said = element("waiting-said");
  said.textContent = said.dataset.here;
  document.title = said.dataset.here;
  element("waiting-back").hidden = true;
  element("waiting-link").hidden = false;
  goSoon(id, element("waiting-link"));
  if (load("sounds") === true) (await import("../joy/sounds.js")).play("joined");
}

async function wait() {
  const game = await get(`/games/${id}`);
  new Live(id, game.version, { view: look, presence() {}, reaction() {}, connection() {} });
  await look(game);
}

wait();
