/** Sharing and copying, with the system's dialog and the clipboard, and without them. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { announced, script } from "./page.mjs";

const { copy, shareOrCopy } = await script("shared/sharing.js");
const button = { focus: mock.fn() };
let copied;

beforeEach(() => {
  copied = [];
  button.textContent = "Copy";
  button.focus.mock.resetCalls();
  delete navigator.share;
  navigator.clipboard = { writeText: async (text) => copied.push(text) };
});

test("what is copied is said on the button and announced", async () => {
  await copy("http://here/g/a", button);
  assert.deepEqual([copied, button.textContent, announced()], [["http://here/g/a"], "Copied", "Copied"]);
});

test("without a clipboard a text is copied from a field, and the button has the focus again", async () => {
  delete navigator.clipboard;
  const field = { select: mock.fn(), remove: mock.fn() };
  const createElement = mock.method(document, "createElement", (name) => (name === "textarea" ? field : {}));
  document.body = { append() {} };
  document.execCommand = (what) => what === "copy" && field.select.mock.callCount() === 1 && copied.push(field.value);
  await copy("http://here/g/a", button);
  createElement.mock.restore();
  assert.deepEqual([copied, button.textContent], [["http://here/g/a"], "Copied"]);
  assert.deepEqual([field.remove, button.focus].map(({ mock }) => mock.callCount()), [1, 1]);
});

test("the system's dialog is used where there is one, and may be closed again", async () => {
  const data = { url: "http://here/a/b", title: "A position" };
  navigator.share = mock.fn(async () => Promise.reject(new DOMException("closed", "AbortError")));
  await shareOrCopy(data, button);
  assert.deepEqual(navigator.share.mock.calls[0].arguments, [data]);
  assert.deepEqual([copied, button.textContent], [[], "Copy"]);
  delete navigator.share;
  await shareOrCopy(data, button);
  await shareOrCopy({ text: "3 tries" }, button);
  assert.deepEqual(copied, [data.url, "3 tries"]);
});
