/** Grades a program: the engine judges what the program answers in its sandbox, and tells what is wrong. */

import { Problem } from "../shared/api.js";
import { _ } from "../shared/language.js";
import { announce, attempt, element } from "../shared/page.js";
import { request } from "../shared/transport.js";
import { Ended, Program } from "./sandbox.js";

/** @import { Outcome } from "./sandbox.js" */

/**
 * What the engine asks for or has come to, as `noughts/site/grading.py` says.
 * @typedef {{ load?: object, seconds: number, questions: [string, number][], function: string, report?: string }} Step
 */

const ADDRESS = "/learn/grade";
const LARGEST = 1_000_000; // characters, as the command takes
const UNNAMED = "program.py";

const [form, source, file, button] = ["grading", "source", "file", "grade"].map(element);
const [status, place] = ["status", "report"].map(element);
const begin = button.textContent;

let name = UNNAMED;
/** The program that is being graded. @type {Program | null} */
let program = null;

async function grade() {
  place.hidden = true;
  if (source.value.length > LARGEST) throw new Problem(_("This is too large for a program of a game."), 413);
  const graded = new Program(name, source.value);
  program = graded;
  button.textContent = button.dataset.stop;
  try {
    let step = await judge({ begin: name });
    while (step.report === undefined && program === graded) {
      say(step.load ? _("Starting Python …") : _("Trying {function} …", { function: step.function }));
      step = await judge(step.load ? await graded.load(step.load, step.seconds) : await graded.ask(step.questions));
    }
    if (program === graded) show(step.report ?? "");
  } catch (error) {
    if (error instanceof Ended) return;
    say("");
    throw new Problem("", 0); // of the engine or of Python, which may do better the next time
  } finally {
    if (program === graded) stop();
    graded.end();
  }
}

/** @param {{ begin: string } | Outcome} data @returns {Promise<Step>} */
async function judge(data) {
  const answer = await request(ADDRESS, { method: "POST", body: JSON.stringify(data) });
  if (!answer.ok) throw new Error(`${ADDRESS}: ${answer.status}`);
  return answer.json();
}

/** @param {string} report */
function show(report) {
  place.innerHTML = report;
  place.hidden = false;
  say("");
  announce(element("summary").textContent);
  place.scrollIntoView();
}

/** @param {string} text */
function say(text) {
  status.textContent = text;
}

function stop() {
  program?.end();
  program = null;
  button.textContent = begin;
}

/** @param {File} chosen */
async function open(chosen) {
  source.value = await chosen.slice(0, LARGEST + 1).text();
  name = chosen.name;
}

form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (!program) return attempt(grade);
  stop();
  say("");
});
file.addEventListener("change", () => file.files[0] && open(file.files[0]));
source.addEventListener("input", () => {
  name = UNNAMED; // it is no longer what is in the file
  file.value = "";
});
form.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  form.dataset.over = "";
});
for (const type of ["dragleave", "drop"]) form.addEventListener(type, () => delete form.dataset.over);
form.addEventListener("drop", (/** @type {DragEvent} */ event) => {
  const [dropped] = event.dataTransfer?.files ?? [];
  if (!dropped) return;
  event.preventDefault();
  open(dropped);
});
