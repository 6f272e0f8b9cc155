/** The badge, with the game that earned it in this browser, to share. */

import { offer } from "../joy/offer.js";
import { element } from "../shared/page.js";
import { go, linkTo } from "../shared/transport.js";
import { badge } from "./progress.js";

const held = badge();
const link = element("share-badge");
if (link) offer(link, "image/png", () => ({ text: document.title, url: linkTo() }));
else if (held) go(`/learn/badge?position=${held}`, true);
