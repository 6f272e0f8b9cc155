/** Sharing a finished game: its picture, its animation, its link. */

import { _ } from "../shared/language.js";
import { announce, element } from "../shared/page.js";
import { offer } from "./offer.js";

/** The page's links lead to the game as it is now. */
function update() {
  const { game } = element("table").dataset;
  const picture = `/g/${game}/picture.png?version=${element("version").value}`; // of this round
  element("sharing-picture").src = picture;
  element("share-picture").href = picture;
  element("share-animation").href = `/g/${game}/animation.svg`;
}

const address = () => `${location.origin}/g/${element("table").dataset.game}`;

async function copy() {
  await navigator.clipboard.writeText(address());
  element("share-link").textContent = _("Copied");
  announce(_("Copied"));
}

const more = () => ({ text: element("status").textContent, url: address() });

offer(element("share-picture"), "image/png", more);
offer(element("share-animation"), "image/svg+xml", more);
element("share-link").hidden = !navigator.clipboard;
element("share-link").addEventListener("click", copy);
element("sharing").addEventListener("beforetoggle", update);
