/** Films as GIF, which browsers cannot write themselves: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */

const BITS = 7; // of a colour
const COLOURS = 1 << BITS;
const MOST_CODES = 4096;
const BLOCK = 255; // bytes

/**
 * @typedef {object} Frame
 * @property {Uint32Array} pixels as a canvas has them: red is the lowest byte
 * @property {number} seconds
 */

/** Return frames, each all of the picture, as a film that goes on for ever. @param {number} width @param {number} height @param {Frame[]} frames */
export function gif(width, height, frames) {
  const colours = usual(frames[frames.length - 1].pixels); // the end has all of them
  const nearest = finder(colours);
  const table = colours.flatMap(channels);
  const parts = [
    ...ascii("GIF89a"),
    ...[...word(width), ...word(height), 0xf0 | (BITS - 1), 0, 0],
    ...[...table, ...new Array(3 * COLOURS - table.length).fill(0)],
    ...[0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0],
  ];
  /** @type {Uint8Array[]} */
  const bytes = [Uint8Array.from(parts)];
  /** @type {Uint32Array | null} */
  let before = null;
  for (const { pixels, seconds } of frames) {
    const { left, top, right, bottom } = changed(before, pixels, width, height);
    const indexes = new Uint8Array((right - left) * (bottom - top));
    let at = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) indexes[at++] = nearest(pixels[y * width + x]);
    }
    const place = [left, top, right - left, bottom - top].flatMap(word);
    bytes.push(Uint8Array.from([0x21, 0xf9, 4, 4, ...word(Math.round(100 * seconds)), 0, 0, 0x2c, ...place, 0, BITS]));
    bytes.push(...blocks(compressed(indexes)), Uint8Array.of(0));
    before = pixels;
  }
  return joined([...bytes, Uint8Array.of(0x3b)]);
}

/** Return the most frequent colours. @param {Uint32Array} pixels */
function usual(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const ranked = [...counts].sort(([, some], [, others]) => others - some);
  return ranked.slice(0, COLOURS).map(([colour]) => colour);
}

/** Return what finds the number of the colour that is nearest to one. @param {number[]} colours */
function finder(colours) {
  const known = colours.map(channels);
  const found = new Map(colours.map((colour, at) => [colour, at]));
  return (/** @type {number} */ colour) => {
    const at = found.get(colour);
    if (at !== undefined) return at;
    const wanted = channels(colour);
    const far = known.map((other) => other.reduce((sum, value, channel) => sum + (value - wanted[channel]) ** 2, 0));
    const nearest = far.indexOf(Math.min(...far));
    found.set(colour, nearest);
    return nearest;
  };
}

/** Return the part of a picture that differs from the one before; a single pixel if none does. @param {Uint32Array | null} before @param {Uint32Array} now @param {number} width @param {number} height */
function changed(before, now, width, height) {
  if (before === null) return { left: 0, top: 0, right: width, bottom: height };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < now.length; at += 1) {
    if (before[at] === now[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return bottom ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
}

/** Return numbers of colours as codes of growing length, by LZW. @param {Uint8Array} indexes */
function compressed(indexes) {
  const clear = COLOURS;
  const out = new Uint8Array(2 * indexes.length + 8); // a code of at most 12 bits for each, and the clearing
  let [length, held, count] = [0, 0, 0];
  /** @type {Map<number, number>} */
  let codes = new Map();
  let [bits, next] = [BITS + 1, clear + 2];
  const write = (/** @type {number} */ code) => {
    held |= code << count;
    count += bits;
    for (; count >= 8; count -= 8, held >>>= 8) out[length++] = held & 0xff;
  };
  write(clear);
  let prefix = indexes[0];
  for (const index of indexes.subarray(1)) {
    const key = (prefix << BITS) | index;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    prefix = index;
    if (next < MOST_CODES) {
      if (next === 1 << bits) bits += 1;
      codes.set(key, next++);
    } else {
      write(clear);
      [codes, bits, next] = [new Map(), BITS + 1, clear + 2];
    }
  }
  write(prefix);
  if (next === 1 << bits && bits < 12) bits += 1; // the reader has counted this code too
  write(clear + 1);
  if (count) out[length++] = held & 0xff;
  return out.subarray(0, length);
}

/** @param {Uint8Array} bytes */
function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += BLOCK) {
    const block = bytes.subarray(at, at + BLOCK);
    yield Uint8Array.of(block.length);
    yield block;
  }
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {number} colour */
const channels = (colour) => [colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff];

/** @param {number} value */
const word = (value) => [value & 0xff, value >> 8];

/** @param {string} text */
const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));
