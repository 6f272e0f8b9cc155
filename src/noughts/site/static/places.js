/** Where a site has what is at an address of a server, and back: as `noughts/site/places.py` says. */

const SHELL = "page/";
/** What has no page. */
const NOWHERE = "/page";
const STATIC = /^\/static\/[^/]+\//;

/**
 * @typedef {object} Places
 * @property {string} root the address of the site, with a slash at its end
 * @property {string} home the folder of the page's language below that: empty, or with a slash at its end
 * @property {string} static the folder of scripts and styles
 * @property {string[]} built the addresses of the pages that were written when the site was built
 */

/**
 * Return where an address of a server is.
 * @param {string} address from its slash on
 * @param {Places} places
 */
export function placeOf(address, { root, home, static: folder, built }) {
  if (STATIC.test(address)) return root + address.replace(STATIC, folder);
  const { pathname, search, hash } = new URL(address, root);
  const isBuilt = built.includes(pathname);
  const place = isBuilt ? `${pathname.slice(1)}/`.replace(/^\/$/, "") + search : `${SHELL}?${pathname}${search}`;
  return root + home + place + hash;
}

/**
 * Return the address that the query of the shell asks for; others may have encoded it, or added a
 * sign or fields of their own.
 * @param {string} query
 */
function asked(query) {
  const address = /^%2f/i.test(query) ? decoded(query.split(/=?(?:&|$)/)[0]) : query;
  const [, path, rest = ""] = /^([^?&=]*)[^?]*(\?.*)?$/.exec(address) ?? [];
  if (query === "") return "/";
  return path && /^\/(?![/\\])/.test(path) ? path + rest : NOWHERE; // and not of another host
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Return the address of a server that is at a place, from its slash on; null for what is not of the site.
 * @param {string} place
 * @param {Places} places
 */
export function addressAt(place, { root, home, built }) {
  if (!place.startsWith(root + home)) return null;
  const { pathname, search, hash } = new URL(place);
  const path = `/${pathname.slice(new URL(root + home).pathname.length)}`;
  if (path === `/${SHELL}`) return asked(search.slice(1)) + hash;
  const address = path.replace(/\/(index\.html)?$/, "") || "/";
  return built.includes(address) ? address + search + hash : null;
}
