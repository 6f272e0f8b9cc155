/**
 * Python in a module worker: it loads Pyodide and the library, then answers one request after another.
 *
 * The first start takes seconds, so it ends with a snapshot of Python's memory, which is kept in the
 * browser's cache; later ones begin with that. A snapshot that is not whole, or of another version, is
 * thrown away, and so is one with which Python does not start: then the page asks for a plain start.
 *
 * @typedef {{ runtime: string, library: string, version: string, size: number }} Files what
 *   `noughts.site.engine` says of the files
 * @typedef {{ folder: string, files: Files, first: string[], plain: boolean, module: WebAssembly.Module | null }} Start
 * @typedef {{ start: Start } | { request: string }} Message from the page
 * @typedef {{ progress: number } | { restoring: boolean } | { ready: true, restored: boolean, module: WebAssembly.Module } |
 *   { kept: true } | { answer: string } | { error: string }} Report to the page
 *
 * @typedef {object} Python what is used here of Pyodide
 * @property {(name: string) => any} pyimport
 * @property {() => Uint8Array<ArrayBuffer>} makeMemorySnapshot
 *
 * @typedef {{ mkdirTree: (path: string) => void, writeFile: (path: string, data: Uint8Array, options: object) => void }}
 *   FileSystem
 */

import { fetchArchive, filesIn } from "./archive.js";

/** The module whose `respond` answers requests, each as JSON. */
const ENTRY = "noughts.site.pages";
/** The folder of the snapshots of one site; other sites of the same host have their own. @param {string} folder */
const cacheOf = (folder) => `noughts-engine ${folder}`;
/** The header of a snapshot that says what it is made of. */
const CONTENT = "x-content";
/** Words of a page of WebAssembly's memory. */
const PAGE = 16_384;

/** @type {(request: string) => string} */
let respond;

addEventListener("message", async (/** @type {MessageEvent<Message>} */ { data }) => {
  try {
    if ("start" in data) await start(data.start);
    else report({ answer: respond(data.request) });
  } catch (error) {
    report({ error: String(error) });
  }
});

/** @param {Report} message */
const report = (message) => postMessage(message);

const ignore = () => {};

/** @param {Start} start */
async function start({ folder, files, first, plain, module }) {
  const runtime = folder + files.runtime;
  const snapshots = await openSnapshots(folder, files.version);
  const kept = plain ? undefined : await snapshots.find();
  if (!kept) reportProgress(files.size);
  const library = fetchArchive(folder + files.library);
  library.catch(ignore); // told once it is awaited, as what follows
  const compiled = compile(`${runtime}pyodide.asm.wasm`, module);
  const failed = compiled.then(() => new Promise(() => {}));
  failed.catch(ignore);
  const scripts = [import(`${runtime}pyodide.js`), import(`${runtime}pyodide.asm.js`)];
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(scripts);
  /** Without its module Pyodide would wait for ever. @param {object} options @returns {Promise<Python>} */
  const load = (options) =>
    Promise.race([
      failed,
      loadPyodide({
        indexURL: runtime,
        createPyodideModule,
        fsInit: async (/** @type {FileSystem} */ system, /** @type {{ sitePackages: string }} */ { sitePackages }) =>
          unpack(await library, system, sitePackages),
        ...options,
      }),
    ]);

  const restored = kept && (await restore(load, kept));
  const python = restored ?? (await load({ _makeSnapshot: snapshots.canKeep }));
  if (!restored) python.pyimport("noughts.site.startup").prepare();
  ({ respond } = python.pyimport(ENTRY));
  if (!restored) {
    for (const request of first) respond(request);
    if (snapshots.canKeep) snapshots.keep(python.makeMemorySnapshot()).then(() => report({ kept: true }), ignore);
  }
  report({ ready: true, restored: Boolean(restored), module: await compiled });
}

/**
 * Python as a snapshot has it, or undefined if it is damaged.
 * @param {(options: object) => Promise<Python>} load
 * @param {Response} kept
 */
async function restore(load, kept) {
  report({ restoring: true });
  try {
    const python = await load({ _loadSnapshot: read(kept) });
    python.pyimport("random").seed(); // not as in the last start from it
    return python;
  } catch {
    report({ restoring: false });
  }
}

/**
 * Have Pyodide take a module that is compiled from now on: by itself it begins when it has read a snapshot.
 * @param {string} address
 * @param {WebAssembly.Module | null} module what an earlier worker has compiled
 */
function compile(address, module) {
  const { fetch } = globalThis;
  const response = module ? Promise.resolve(Response.error()) : fetch(address).then(asModule);
  const compiled = module ? Promise.resolve(module) : WebAssembly.compileStreaming(response);
  globalThis.fetch = (request, options) => (String(request) === address ? response : fetch(request, options));
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return compiled;
}

/** A response as one with a module, whatever type the host knows of it. @param {Response} response */
function asModule(response) {
  const headers = { "content-type": "application/wasm" };
  const isRight = !response.ok || response.headers.get("content-type") === headers["content-type"];
  return isRight ? response : new Response(response.body, { headers });
}

/** Tell what part of the files has come, while they are fetched. @param {number} size bytes of all of them */
function reportProgress(size) {
  const { fetch } = globalThis;
  let loaded = 0;
  /** @param {Response} response */
  const count = async ({ body }) => {
    const reader = body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      loaded += part.value.length;
      report({ progress: Math.min(1, loaded / size) });
    }
  };
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request);
    count(response.clone()).catch(ignore); // told where it is read
    return response;
  };
}

/**
 * The snapshots in the cache, where there is one; a page that is not on HTTPS has none.
 * @param {string} folder
 * @param {string} version of the engine that the snapshot is of
 */
async function openSnapshots(folder, version) {
  const cache = await globalThis.caches?.open(cacheOf(folder)).catch(() => undefined);
  const address = `${folder}snapshot-${version}`;
  return {
    canKeep: Boolean(cache),

    /** The snapshot, if there is one. */
    find: () => cache?.match(address).catch(() => undefined),

    /** Keep a snapshot instead of all others; rejected if the disk is full. @param {Uint8Array<ArrayBuffer>} snapshot */
    async keep(snapshot) {
      const words = new Uint32Array(snapshot.buffer);
      const parts = partsOf(words);
      const body = new Blob(parts.map(([from, to]) => words.subarray(from, to)));
      const content = JSON.stringify({ length: words.length, parts, sum: sum(words) });
      await cache?.put(address, new Response(body, { headers: { [CONTENT]: content } }));
      for (const { url } of (await cache?.keys()) ?? []) if (url !== address) await cache?.delete(url);
    },
  };
}

/** Where words are that are not all zero, page by page: half of a snapshot. @param {Uint32Array} words */
function partsOf(words) {
  /** @type {[from: number, to: number][]} */
  const parts = [];
  for (let from = 0; from < words.length; from += PAGE) {
    const to = Math.min(from + PAGE, words.length);
    if (words.subarray(from, to).every((word) => word === 0)) continue;
    const last = parts.at(-1);
    if (last?.[1] === from) last[1] = to;
    else parts.push([from, to]);
  }
  return parts;
}

/** What is in a snapshot; throws if it is not whole. @param {Response} kept */
async function read(kept) {
  const { length, parts, sum: right } = JSON.parse(kept.headers.get(CONTENT) ?? "");
  const packed = new Uint32Array(await kept.arrayBuffer());
  const words = new Uint32Array(length);
  let at = 0;
  for (const [from, to] of parts) {
    words.set(packed.subarray(at, at + to - from), from);
    at += to - from;
  }
  if (sum(words) !== right) throw new Error("the snapshot is damaged");
  return words.buffer;
}

/** A sum that a damaged snapshot does not have; a cryptographic one takes ten times as long. @param {Uint32Array} words */
function sum(words) {
  let total = words.length;
  for (let at = 0; at < words.length; at++) total = Math.imul(total ^ words[at], 0x01000193);
  return total;
}

/**
 * Write the files of an archive into a folder.
 * @param {Uint8Array<ArrayBuffer>} archive
 * @param {FileSystem} system
 * @param {string} folder
 */
function unpack(archive, system, folder) {
  for (const [name, content] of filesIn(archive)) {
    const path = `${folder}/${name}`;
    system.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    system.writeFile(path, content, { canOwn: true });
  }
}
