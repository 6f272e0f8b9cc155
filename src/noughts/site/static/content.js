/** Pages of the engine in place of this one: their content, and where their links and pictures are. */

import { inLanguage, linkTo, request } from "./shared/transport.js";

const ATTRIBUTES = ["href", "src", "action", "formaction"];
const PLACED = "a[href], form[action], button[formaction], img[src]";
/** An address as a server has it; a place on this site is written in full. */
const ADDRESS = /^[/?]/;

/** Let what stands in the page lead to where it is, now and whenever a script changes it. */
export function keepPlaced() {
  for (const item of document.querySelectorAll(PLACED)) placeInFull(item);
  const watching = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") place(/** @type {Element} */ (target));
      for (const node of addedNodes) if (node instanceof Element) placeAll(node);
    }
  });
  watching.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ATTRIBUTES });
}

/** Show a page of the engine. @param {string} text */
export async function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  await Promise.all([...page.querySelectorAll("link[rel=stylesheet]")].map(addStyles));
  placeAll(page.body);
  document.title = page.title;
  document.body.replaceChildren(...page.body.childNodes);
  return [...page.querySelectorAll("script[type=module][src]")].map((script) =>
    linkTo(script.getAttribute("src") ?? ""),
  );
}

/** Add a style sheet, unless it is there. @param {Element} sheet */
async function addStyles(sheet) {
  const href = linkTo(sheet.getAttribute("href") ?? "");
  const known = [...document.styleSheets].some((other) => other.href === href);
  if (known) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  await new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}

/** @param {Element} part */
function placeAll(part) {
  if (part.matches(PLACED)) place(part);
  for (const item of part.querySelectorAll(PLACED)) place(item);
}

/** @param {Element} item */
function place(item) {
  for (const name of ATTRIBUTES) {
    const address = item.getAttribute(name) ?? "";
    if (!ADDRESS.test(address)) continue;
    if (item instanceof HTMLImageElement && !address.startsWith("/static/")) showPicture(item, address);
    else item.setAttribute(name, inLanguage(item.getAttribute("hreflang") ?? document.documentElement.lang, address));
  }
}

/** Relative places would be others once a script has changed the address of the page. @param {any} item */
function placeInFull(item) {
  for (const name of ATTRIBUTES) {
    const place = item.getAttribute(name);
    if (place?.startsWith(".")) item.setAttribute(name, new URL(place, location.href).href);
  }
}

/** Show what the engine draws; a picture that may come late is drawn once a script asks for it. @param {HTMLImageElement} image @param {string} address */
async function showPicture(image, address) {
  image.removeAttribute("src");
  if (image.loading === "lazy" && !image.isConnected) return;
  const answer = await request(address).catch(() => null);
  if (!answer?.ok) return;
  const drawing = URL.createObjectURL(await answer.blob());
  image.onload = image.onerror = () => URL.revokeObjectURL(drawing);
  image.src = drawing;
}
