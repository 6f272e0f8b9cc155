/** What the build of a site knows of it: `noughts/site/build.py` writes this file anew. */

export const SITE = {
  /** The addresses of the pages that were written when the site was built. @type {string[]} */
  built: [],
  /** The folders of languages, below the root. @type {Record<string, string>} */
  homes: {},
  /** The address of a server, on which people meet; empty where none is known. */
  server: "",
  /** The folder of the engine, below the root. */
  engine: "engine/",
  /** What the engine is to know of its files. @type {import("./worker.js").Files} */
  files: { runtime: "", library: "", version: "", size: 0 },
};
