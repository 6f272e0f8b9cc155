/** Sharing a finished game: its picture, its animation, its link. */

import { element, within } from "../shared/page.js";
import { copy } from "../shared/sharing.js";
import { offerSnippet } from "../shared/snippet.js";
import { linkTo, sharedAddress } from "../shared/transport.js";
import { offer } from "./offer.js";

/** Let the page's links lead to the game as it is now. */
function update() {
  const { game } = element("table").dataset;
  const picture = `/g/${game}/picture.png?version=${element("version").value}`; // of this round
  element("sharing-picture").src = picture;
  element("share-picture").href = picture;
  element("share-animation").href = `/g/${game}/animation.gif`;
}

const shared = () => sharedAddress(element("table").dataset.game, element("analysis").href);
const address = () => linkTo(shared());

const more = () => ({ text: element("status").textContent, url: address() });

offer(element("share-picture"), "image/png", more);
offer(element("share-animation"), "image/gif", more);
element("share-link").hidden = false;
element("share-link").addEventListener("click", () => copy(address(), element("share-link")));
offerSnippet(shared);
element("sharing").addEventListener("beforetoggle", update);
document.addEventListener("click", (event) => within(event, "#sharing-button") && update(), { capture: true }); // in 2024
