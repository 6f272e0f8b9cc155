/** Beside another game, while a friend is waited for: it calls when they have come, and goes there soon. */

import { get } from "../shared/api.js";
import { element, persist } from "../shared/page.js";
import { load } from "../shared/storage.js";
import { call } from "./calling.js";
import { goSoon } from "./going.js";
import { Live } from "./live.js";
import { isWaiting } from "./state.js";

/** @import { GameView } from "api" */

const { game: id } = element("waiting").dataset;
let hasCome = false;

/** @param {GameView} game */
async function look(game) {
  if (hasCome || isWaiting(game)) return;
  hasCome = true;
  const link = element("waiting-link");
  document.title = link.textContent;
  for (const name of ["waiting-said", "waiting-back"]) element(name).hidden = true;
  link.hidden = false;
  goSoon(id, link);
  if (document.hidden) await call(link.textContent, id);
  else if (load("sounds") === true) (await import("../joy/sounds.js")).play("joined");
}

async function wait() {
  const game = await persist(() => get(`/games/${id}`));
  new Live(id, game.version, { view: look, presence() {}, reaction() {}, connection() {} });
  await look(game);
}

wait();
