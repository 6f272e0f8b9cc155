/** Sharing through the system's dialog, and copying. */

import { _ } from "./language.js";
import { announce } from "./page.js";

/** Offer to share something; the dialog may be closed again. @param {ShareData} data */
export const share = (data) => navigator.share(data).catch(() => {});

/**
 * Offer to share something or, where there is no dialog for that, copy its address or text.
 * @param {ShareData} data
 * @param {HTMLElement} button
 */
export const shareOrCopy = (data, button) =>
  "share" in navigator ? share(data) : copy(data.url ?? data.text ?? "", button);

/**
 * Copy a text, and say so on the button; without HTTPS, browsers offer only the old way.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
    button.focus();
  }
  button.textContent = _("Copied");
  announce(_("Copied"));
}

/** @param {string} text */
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
