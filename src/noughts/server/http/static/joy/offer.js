/** Files that are saved by a link, and shared where the browser can. */

import { _ } from "../shared/language.js";
import { announce } from "../shared/page.js";
import { share } from "../shared/sharing.js";
import { request } from "../shared/transport.js";

/**
 * Have a link share its file, with a text and an address as they are then.
 * @param {HTMLAnchorElement} link
 * @param {string} type
 * @param {() => {text: string, url: string}} more
 */
export function offer(link, type, more) {
  const sample = new File([], link.download, { type });
  if (!navigator.canShare?.({ files: [sample] })) return;
  link.textContent = type === "image/png" ? _("Share picture") : _("Share animation");
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const answer = await request(link.href).catch(() => null);
    if (!answer?.ok) return announce(_("Can't reach the server right now."));
    const files = [new File([await answer.blob()], link.download, { type })];
    await share({ files, ...more() });
  });
}
