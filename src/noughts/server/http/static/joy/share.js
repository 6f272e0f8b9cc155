/** Sharing a finished game: its picture, its animation, its link. */

import { _ } from "../shared/language.js";
import { announce, element } from "../shared/page.js";

const FILES = { picture: "image/png", animation: "image/svg+xml" };

/** The page's links lead to the game as it is now. */
function update() {
  const { game } = element("table").dataset;
  const picture = `/g/${game}/picture.png?version=${element("version").value}`; // of this round
  element("sharing-picture").src = picture;
  element("share-picture").href = picture;
  element("share-animation").href = `/g/${game}/animation.svg`;
}

/** Share a file where the browser can, else it is saved as without script. @param {"picture" | "animation"} what */
function offer(what) {
  const link = element(`share-${what}`);
  const sample = new File([], link.download, { type: FILES[what] });
  if (!navigator.canShare?.({ files: [sample] })) return;
  link.textContent = what === "picture" ? _("Share picture") : _("Share animation");
  link.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    share(link, FILES[what]);
  });
}

/** @param {HTMLAnchorElement} link @param {string} type */
async function share(link, type) {
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) return announce(_("Can't reach the server right now."));
  const files = [new File([await answer.blob()], link.download, { type })];
  const text = element("status").textContent;
  await navigator.share({ files, text, url: address() }).catch(() => {}); // closed again
}

const address = () => `${location.origin}/g/${element("table").dataset.game}`;

async function copy() {
  await navigator.clipboard.writeText(address());
  element("share-link").textContent = _("Copied");
  announce(_("Copied"));
}

offer("picture");
offer("animation");
element("share-link").hidden = !navigator.clipboard;
element("share-link").addEventListener("click", copy);
element("sharing").addEventListener("beforetoggle", update);
