/** Pictures that the engine draws as SVG, as the PNG and the GIF that other programs take. */

import { gif } from "./gif.js";

/** Return a drawing as PNG; rejected where it cannot be drawn. @param {Blob} drawing @returns {Promise<Blob>} */
export async function asPng(drawing) {
  const image = await drawn(drawing);
  const { canvas, context } = painting(image.naturalWidth, image.naturalHeight);
  context.drawImage(image, 0, 0);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error("no picture"))), "image/png"),
  );
}

/**
 * Return a film as GIF: of JSON with drawings, each on top of those before.
 * @param {Blob} film
 * @returns {Promise<Blob>}
 */
export async function asGif(film) {
  const { width, height, paper, frames } = JSON.parse(await film.text());
  const { context } = painting(width, height);
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  /** @type {{pixels: Uint32Array, seconds: number}[]} */
  const shown = [];
  for (const { drawing, seconds } of frames) {
    context.drawImage(await drawn(new Blob([drawing], { type: "image/svg+xml" })), 0, 0);
    shown.push({ pixels: new Uint32Array(context.getImageData(0, 0, width, height).data.buffer), seconds });
  }
  return new Blob([gif(width, height, shown)], { type: "image/gif" });
}

/** @param {Blob} drawing */
async function drawn(drawing) {
  const image = new Image();
  const address = URL.createObjectURL(drawing);
  try {
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {number} width @param {number} height */
function painting(width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  return { canvas, context };
}
