/** The badge, with the game that earned it in this browser, to share. */

import { offer } from "../joy/offer.js";
import { element } from "../shared/page.js";
import { badge } from "./progress.js";

const held = badge();
const link = element("share-badge");
if (held && !location.search) {
  link.href = `/learn/badge/${held}/picture.png`;
  element("badge").src = link.href;
}
offer(link, "image/png", () => ({
  text: document.title,
  url: `${location.origin}/learn/badge${held ? `?position=${held}` : location.search}`,
}));
