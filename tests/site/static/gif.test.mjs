/** Films as GIF, read again by Pillow. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { gif } from "../../../src/noughts/site/static/gif.js";

const READ = `
import json, sys
from io import BytesIO
from PIL import Image, ImageSequence
film = Image.open(BytesIO(sys.stdin.buffer.read()))
frames = [[*frame.convert("RGB").tobytes()] for frame in ImageSequence.Iterator(film)]
print(json.dumps({"size": film.size, "loop": film.info.get("loop"), "frames": frames}))
`;

const read = (film) =>
  JSON.parse(execFileSync(process.env.PYTHON, ["-c", READ], { input: film, maxBuffer: 1 << 26, encoding: "utf8" }));
const bytes = (pixels) => [...pixels].flatMap((pixel) => [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff]);
const grey = (value) => (0xff000000 | (value << 16) | (value << 8) | value) >>> 0;

/** Numbers that have no pattern, so that codes grow to their longest, and begin again. */
function* noise(seed = 1) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 25;
  }
}

test("a film has the size, the colours and the changes of its frames, and goes on for ever", () => {
  const [width, height, source] = [150, 120, noise()];
  const first = Uint32Array.from({ length: width * height }, () => grey(source.next().value));
  const second = first.slice();
  second.set([grey(0), grey(127)], 3 * width + 7);
  const last = Uint32Array.from({ length: width * height }, () => grey(source.next().value));
  const frames = [first, second, last].map((pixels) => ({ pixels, seconds: 0.7 }));
  const shown = read(gif(width, height, frames));
  assert.deepEqual(shown.size, [width, height]);
  assert.equal(shown.loop, 0);
  assert.deepEqual(shown.frames, [first, second, last].map(bytes));
});

test("parts of every size are read again", () => {
  const sizes = Array.from({ length: 60 }, (_, at) => 1 + Math.floor(1.13 ** at));
  const source = noise(2);
  const frames = [{ pixels: Uint32Array.from({ length: 2_000 }, (_, at) => grey(at % 128)), seconds: 1 }];
  for (const size of sizes) {
    const pixels = frames[frames.length - 1].pixels.slice();
    for (let at = 0; at < size; at += 1) pixels[at] = grey(source.next().value);
    frames.push({ pixels, seconds: 1 });
  }
  const shown = read(gif(2_000, 1, frames)).frames;
  for (const [at, { pixels }] of frames.entries()) assert.deepEqual(shown[at], bytes(pixels), String(sizes[at - 1]));
});

test("of more colours than there can be, the nearest of the usual are shown", () => {
  const pixels = Uint32Array.from({ length: 512 }, (_, at) => grey(at % 256));
  const [frame] = read(gif(512, 1, [{ pixels, seconds: 1 }])).frames;
  assert.equal(new Set(frame).size, 128);
});

test("frames that are the same stay", () => {
  const frames = [1, 2].map(() => ({ pixels: Uint32Array.of(grey(3), grey(4)), seconds: 1 }));
  assert.ok(gif(2, 1, frames).length > 0);
});
