/** Reactions: pressed, sent, and shown for a moment. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { announced, elements, fire, leave, pass, script } from "./page.mjs";

const { offerReactions, showReaction } = await script("game/reactions.js");
const label = { textContent: " Wow! ", childNodes: [], cloneNode: () => label };
const button = { value: "wow" };
const choice = Object.assign(new EventTarget(), { querySelectorAll: () => [button], close() {} });
const place = { shown: [], querySelector: (what) => (what === ".seat" ? { textContent: "Ann" } : null) };
place.append = (shown) => place.shown.push(shown);

beforeEach(() => {
  leave();
  place.shown = [];
  elements.set("reactions", choice);
  document.querySelector = (what) => (what.startsWith("#score") ? place : what.includes("wow") ? label : null);
  document.createElement = () => ({ append() {}, remove: () => place.shown.pop() });
});

test("a reaction is shown for four seconds, once, and said by whom", () => {
  for (const command of ["a", "a"]) showReaction({ side: "x", reaction: "wow", command });
  showReaction({ side: "x", reaction: "of another version", command: "b" });
  assert.deepEqual([place.shown.map(({ className }) => className), announced()], [["reaction"], "Ann: Wow!"]);
  pass(4_000);
  assert.equal(place.shown.length, 0);
});

test("after a reaction there is none for two seconds, as the server wants it", () => {
  const sent = [];
  offerReactions(({ reaction }) => sent.push(reaction));
  fire(choice, "click", { target: { closest: () => button } });
  assert.deepEqual([sent, button.disabled], [["wow"], true]);
  pass(2_000);
  assert.equal(button.disabled, false);
});
