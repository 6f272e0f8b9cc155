/** Opens dialogs where buttons do not do so by themselves, as in browsers of before 2026. */

import { element, within } from "./page.js";

document.addEventListener("click", (event) => {
  const button = within(event, "[commandfor]");
  if (!button || event.defaultPrevented) return;
  event.preventDefault();
  element(button.getAttribute("commandfor")).showModal();
});
