/**
 * A program that somebody has written, where it can do no harm: in a worker, within a frame of an origin of
 * its own, which reaches neither this site's games nor a network, whatever the program does. One that
 * answers no more is ended with its frame, and started anew for the next question.
 */

import { fetchArchive, filesIn } from "../archive.js";
import { root } from "../shared/transport.js";
import { SITE } from "../site.js";

/**
 * @typedef {object} Start what `program.js` is told first
 * @property {string[]} scripts the two of Pyodide
 * @property {Record<string, ArrayBuffer>} runtime the other files of Pyodide by their names
 * @property {[path: string, content: Uint8Array<ArrayBuffer>][]} library
 * @property {string} name of the program's file
 * @property {string} source
 * @property {string} opening what it is loaded with, as JSON
 *
 * @typedef {string | { ready: true } | { crashed: string }} Report a line that answers, or what became of Python
 *
 * @typedef {object} Outcome what came of questions
 * @property {string[]} lines the answers, perhaps to the first of them only
 * @property {"time" | "crash"} [trouble] why the next one has none
 */

const SCRIPTS = ["pyodide.js", "pyodide.asm.js"];
const RUNTIME = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const SECONDS_TO_START = 120; // of Python, on a slow phone
const TICK = 1_000; // milliseconds
/** How the last line of a program ends that asks for input for ever. */
const ENDS = '"ends": true}';

/**
 * Nothing but scripts that it is given: no network, and workers only of those scripts. It is no file, since no
 * service worker answers a frame of another origin. What a page may not do, its frame may not: a server whose
 * pages have a policy allows them `blob:`, and this script by its hash (`server/http/site_files.py`).
 */
const FRAME = `<!doctype html>
<meta http-equiv="Content-Security-Policy"
content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:">
<script>
addEventListener("message", ({ data: [script, start], ports }) =>
new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))).postMessage(start, ports),
);
</script>`;

/** Thrown to whoever waits when the program is ended by `end`. */
export class Ended extends Error {}

export class Program {
  #name;
  #source;
  /** @type {[opening: string, seconds: number]} */
  #opening = ["", 0];
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {MessagePort | null} */
  #port = null;
  /** What has come and nobody has read yet. @type {Report[]} */
  #reports = [];
  /** Told when something has come, or a second has passed. */
  #wake = () => {};
  #isEnded = false;

  /** @param {string} name of its file @param {string} source */
  constructor(name, source) {
    this.#name = name;
    this.#source = source;
  }

  /** Load it; the line says what it has. @param {object} opening @param {number} seconds @returns {Promise<Outcome>} */
  load(opening, seconds) {
    this.#close();
    this.#opening = [JSON.stringify(opening), seconds];
    return this.#start();
  }

  /** Ask it. @param {[line: string, seconds: number][]} questions @returns {Promise<Outcome>} */
  async ask(questions) {
    if (!this.#port) {
      const { trouble } = await this.#start();
      if (trouble) return { lines: [], trouble };
    }
    for (const [line] of questions) this.#port?.postMessage(line);
    return this.#collect(questions.map(([, seconds]) => seconds));
  }

  /** End it for good: whoever waits is told by Ended. */
  end() {
    this.#isEnded = true;
    this.#close();
    this.#wake();
  }

  async #start() {
    const [opening, seconds] = this.#opening;
    const { script, files } = await fetchFiles();
    if (this.#isEnded) throw new Ended();
    const { port1, port2 } = new MessageChannel();
    const frame = document.createElement("iframe");
    Object.assign(frame, { hidden: true, srcdoc: FRAME });
    frame.setAttribute("sandbox", "allow-scripts");
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
      document.body.append(frame);
    });
    this.#frame = frame;
    this.#port = port1;
    this.#reports = [];
    port1.onmessage = ({ data }) => {
      this.#reports.push(data);
      this.#wake();
    };
    /** @type {Start} */
    const start = { ...files, name: this.#name, source: this.#source, opening };
    frame.contentWindow?.postMessage([script, start], "*", [port2]);
    const report = await this.#next(SECONDS_TO_START);
    if (!report || typeof report === "string" || !("ready" in report)) {
      this.#close();
      throw new Error("Python has not started");
    }
    return this.#collect([seconds]);
  }

  /** Read a line for each of these numbers of seconds that it may take. @param {number[]} patience @returns {Promise<Outcome>} */
  async #collect(patience) {
    /** @type {string[]} */
    const lines = [];
    for (const seconds of patience) {
      const report = await this.#next(seconds);
      if (typeof report !== "string") {
        this.#close();
        return { lines, trouble: report ? "crash" : "time" };
      }
      lines.push(report);
      if (report.endsWith(ENDS)) {
        this.#close();
        break;
      }
    }
    return { lines };
  }

  /**
   * Return what comes next, or null if nothing comes in so many seconds, in which the page was awake: one of a
   * phone that sleeps does not count them.
   * @param {number} seconds
   */
  async #next(seconds) {
    if (this.#reports.length) return this.#reports.shift() ?? null;
    let ticks = 0;
    const clock = setInterval(() => {
      ticks += 1;
      this.#wake();
    }, TICK);
    while (!this.#reports.length && ticks < seconds && !this.#isEnded)
      await new Promise((resolve) => {
        this.#wake = () => resolve(null);
      });
    clearInterval(clock);
    if (this.#isEnded) throw new Ended();
    return this.#reports.shift() ?? null;
  }

  #close() {
    this.#port?.close();
    this.#frame?.remove(); // and with it its worker
    this.#port = this.#frame = null;
  }
}

/** Return the worker's script, and the files that come with its first message. */
async function fetchFiles() {
  const engine = root + SITE.engine;
  const runtime = engine + SITE.files.runtime;
  const [script, archive, scripts, files] = await Promise.all([
    fetchFile(new URL("program.js", import.meta.url).href).then((file) => file.text()),
    fetchArchive(engine + SITE.files.library),
    Promise.all(SCRIPTS.map(async (name) => (await fetchFile(runtime + name)).text())),
    Promise.all(RUNTIME.map(async (name) => (await fetchFile(runtime + name)).arrayBuffer())),
  ]);
  const named = Object.fromEntries(RUNTIME.map((name, at) => [name, files[at]]));
  return { script, files: { scripts, runtime: named, library: [...filesIn(archive)] } };
}

/** @param {string} address */
async function fetchFile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}
