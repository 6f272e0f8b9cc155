/** The page's side of the engine: turns, deadlines, and workers that fail, where each is a stand-in. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Engine } from "../../../src/noughts/site/static/engine.js";

/** The workers that were started, in order. @type {Stand[]} */
const workers = [];
const MODULE = { name: "what was compiled" };

class Stand extends EventTarget {
  sent = [];
  isEnded = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message) {
    this.sent.push(message);
  }

  terminate() {
    this.isEnded = true;
  }

  report(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  ready(restored = true) {
    this.report({ ready: true, restored, module: MODULE });
  }

  answer(answer) {
    this.report({ answer });
  }

  get asked() {
    return this.sent.filter((message) => "request" in message).map(({ request }) => request);
  }
}

globalThis.Worker = Stand;

beforeEach(() => {
  workers.length = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

const begin = () => new Engine("https://host.example/engine/", { version: "1" }, ["first"]);
const pass = (seconds) => mock.timers.tick(seconds * 1000);

test("requests are asked one after another, once Python is there", async () => {
  const engine = begin();
  const answers = ["a", "b"].map((request) => engine.answer(request));
  const [worker] = workers;
  assert.deepEqual(worker.asked, []);
  worker.ready();
  assert.deepEqual(worker.asked, ["a"]);
  worker.answer("A");
  worker.answer("B");
  assert.deepEqual(await Promise.all(answers), ["A", "B"]);
  assert.equal(workers.length, 1);
});

test("a worker that hangs is replaced, and the request repeated once", async () => {
  const engine = begin();
  const answers = ["a", "b"].map((request) => engine.answer(request, 5));
  workers[0].ready();
  pass(5);
  assert.ok(workers[0].isEnded);
  assert.equal(workers[1].sent[0].start.module, MODULE);
  workers[1].ready();
  pass(5);
  await assert.rejects(answers[0], /no answer within 5 s/);
  workers[2].ready();
  assert.deepEqual(workers[2].asked, ["b"]);
  workers[2].answer("B");
  assert.equal(await answers[1], "B");
  pass(60);
  assert.equal(workers.length, 3);
});

test("a worker that dies is replaced, and one that never starts is given up", async () => {
  const engine = begin();
  const answer = engine.answer("a");
  workers[0].dispatchEvent(new Event("error"));
  workers[1].ready();
  workers[1].answer("A");
  assert.equal(await answer, "A");
  const other = engine.answer("b");
  workers[1].report({ error: "out of memory" });
  workers[2].report({ error: "no network" });
  await assert.rejects(other, /no network/);
  assert.equal(workers.length, 3);
});

test("a snapshot with which Python does not start in time is passed over", async () => {
  const engine = begin();
  engine.start();
  workers[0].report({ restoring: true });
  const answer = engine.answer("a");
  pass(60);
  assert.equal(workers[1].sent[0].start.plain, true);
  workers[1].ready(false);
  workers[1].answer("A");
  assert.equal(await answer, "A");
});

test("a start may take long as long as there is progress", async () => {
  const answer = begin().answer("a");
  for (const report of [{ restoring: true }, { restoring: false }, { progress: 0.1 }, { progress: 0.2 }]) {
    pass(59);
    workers[0].report(report);
  }
  pass(59);
  assert.equal(workers.length, 1);
  pass(1);
  assert.ok(workers[0].isEnded);
  workers[1].ready();
  workers[1].answer("A");
  assert.equal(await answer, "A");
});

test("a snapshot with which Python does not answer is passed over", () => {
  begin().answer("a").catch(() => {});
  workers[0].ready(true);
  workers[0].report({ error: "memory access out of bounds" });
  assert.deepEqual(workers.map(({ sent }) => sent[0].start.plain), [false, true]);
});

test("a search is interrupted, and both are told the answer; what waited comes next", async () => {
  const engine = begin();
  const answers = ["search", "after"].map((request) => engine.answer(request));
  workers[0].ready();
  answers.push(engine.interrupt("search", "now"));
  assert.ok(workers[0].isEnded);
  workers[1].ready();
  workers[1].answer("NOW");
  workers[1].answer("AFTER");
  assert.deepEqual(await Promise.all(answers), ["NOW", "AFTER", "NOW"]);
  assert.deepEqual(workers[1].asked, ["now", "after"]);
});

test("a search that was not begun is replaced where it waits, one that is over is not asked again", async () => {
  const engine = begin();
  const answers = ["a", "search"].map((request) => engine.answer(request));
  workers[0].ready();
  answers.push(engine.interrupt("search", "now"));
  for (const answer of ["A", "NOW"]) workers[0].answer(answer);
  assert.deepEqual(await Promise.all(answers), ["A", "NOW", "NOW"]);
  const late = engine.interrupt("search", "late");
  workers[0].answer("LATE");
  assert.equal(await late, "LATE");
  assert.equal(workers.length, 1);
});

test("what happens is told", () => {
  const engine = begin();
  const told = [];
  for (const type of ["progress", "ready", "kept"]) engine.addEventListener(type, ({ detail }) => told.push([type, detail]));
  engine.start();
  workers[0].report({ progress: 0.5 });
  workers[0].ready(false);
  workers[0].report({ kept: true });
  assert.deepEqual(told, [["progress", 0.5], ["ready", { restored: false }], ["kept", undefined]]);
});
