/** The page's side of the engine: requests to Python in a worker, which is started again if it fails. */

/** @import { Files, Message, Report } from "./worker.js" */

/**
 * @typedef {object} Job a request whose answer somebody waits for
 * @property {string} request
 * @property {number} seconds how long an answer may take, once Python is there
 * @property {number} tries how often it was tried in vain
 * @property {PromiseWithResolvers<string>} answer
 */

/**
 * Seconds for an answer: twice what a computer may think about a move. Python that makes no progress
 * in that time, as it starts, starts without its snapshot.
 */
const MOST_SECONDS = 60;
const MOST_TRIES = 2;

/**
 * Answers requests in turn, each as JSON. Events: "progress" while the engine loads, its `detail`
 * from 0 to 1; "ready", whenever a worker can be asked, its `detail` says if it was `restored` from a
 * snapshot; "kept", once the next start can be.
 */
export class Engine extends EventTarget {
  #folder;
  #files;
  #first;
  /** @type {Job[]} the first is the one that is being answered */
  #jobs = [];
  /** @type {Worker | null} */
  #worker = null;
  #isReady = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline;
  /** True if Python is to start without its snapshot. */
  #plain = false;
  /** What a worker has compiled, for the next. @type {WebAssembly.Module | null} */
  #module = null;

  /**
   * @param {string} folder the address of the engine's files, with a slash at its end
   * @param {Files} files
   * @param {string[]} first requests that are answered before a snapshot is made, so that it has
   *   what such requests load
   */
  constructor(folder, files, first) {
    super();
    this.#folder = folder;
    this.#files = files;
    this.#first = first;
  }

  /** Load the engine, if it is not there yet: the first request need not do so. */
  start() {
    if (this.#worker) return;
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.#worker.addEventListener("error", (event) => this.#fail(event.message ?? "the worker has failed"));
    const [folder, files, first, plain, module] = [this.#folder, this.#files, this.#first, this.#plain, this.#module];
    this.#send({ start: { folder, files, first, plain, module } });
    this.#expect(MOST_SECONDS);
  }

  /**
   * The answer to a request. The worker that does not give it is ended, and another asked; rejected
   * if that does not give it either.
   * @param {string} request
   * @param {number} [seconds]
   * @returns {Promise<string>}
   */
  answer(request, seconds = MOST_SECONDS) {
    const job = { request, seconds, tries: 0, answer: Promise.withResolvers() };
    this.#jobs.push(job);
    this.start();
    if (this.#jobs.length === 1) this.#next();
    return job.answer.promise;
  }

  /**
   * The answer to a request, such as "move now", in place of one that is not answered yet: whoever
   * waits for that is told this answer too.
   * @param {string} pending the request that is given up
   * @param {string} request
   * @returns {Promise<string>}
   */
  interrupt(pending, request) {
    const job = this.#jobs.find((waiting) => waiting.request === pending);
    if (!job) return this.answer(request);
    const isAsked = job === this.#jobs[0] && this.#isReady;
    Object.assign(job, { request, seconds: MOST_SECONDS, tries: 0 });
    if (isAsked) this.#restart();
    return job.answer.promise;
  }

  /** @param {Report} report */
  #hear(report) {
    if ("progress" in report) {
      this.#expect(MOST_SECONDS);
      this.dispatchEvent(new CustomEvent("progress", { detail: report.progress }));
    } else if ("restoring" in report) {
      this.#expect(MOST_SECONDS);
    } else if ("ready" in report) {
      clearTimeout(this.#deadline);
      this.#isReady = true;
      this.#plain = false;
      this.#module = report.module;
      this.dispatchEvent(new CustomEvent("ready", { detail: { restored: report.restored } }));
      this.#next();
    } else if ("kept" in report) {
      this.dispatchEvent(new Event("kept"));
    } else if ("answer" in report) {
      clearTimeout(this.#deadline);
      this.#jobs.shift()?.answer.resolve(report.answer);
      this.#next();
    } else {
      this.#fail(report.error);
    }
  }

  /** Ask what is first in the line, if Python is there. */
  #next() {
    const [job] = this.#jobs;
    if (!job || !this.#isReady) return;
    this.#send({ request: job.request });
    this.#expect(job.seconds);
  }

  /** Fail unless there is a report in time. @param {number} seconds */
  #expect(seconds) {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#fail(`no answer within ${seconds} s`), seconds * 1000);
  }

  /** @param {string} reason */
  #fail(reason) {
    this.#plain = true; // what a snapshot has may be what fails
    const [job] = this.#jobs;
    if (job) job.tries += 1;
    if (job && job.tries >= MOST_TRIES) this.#jobs.shift()?.answer.reject(new Error(reason));
    this.#restart();
  }

  /** Start again, if somebody waits. */
  #restart() {
    this.#end();
    if (this.#jobs.length) this.start();
  }

  #end() {
    clearTimeout(this.#deadline);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
  }

  /** @param {Message} message */
  #send(message) {
    this.#worker?.postMessage(message);
  }
}
