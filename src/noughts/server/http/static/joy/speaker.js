/** The switch of the sounds, which this browser remembers. */

import { element } from "../shared/page.js";
import { load, save } from "../shared/storage.js";

const speaker = element("sounds");

const isOn = () => speaker.getAttribute("aria-pressed") === "true";

/** Play a tune, if they are wanted. @param {import("./sounds.js").Tune} name */
export async function sound(name) {
  if (!isOn()) return;
  const sounds = await import("./sounds.js").catch(() => null); // a page that is left meanwhile does without
  await sounds?.play(name);
}

speaker.setAttribute("aria-pressed", String(load("sounds") === true));
speaker.addEventListener("click", () => {
  const isWanted = !isOn();
  speaker.setAttribute("aria-pressed", String(isWanted));
  save("sounds", isWanted);
  sound("x");
});
