/** Pictures that the engine draws as SVG, as the PNG that other programs take. */

/** Return a drawing as PNG; rejected where it cannot be drawn. @param {Blob} drawing @returns {Promise<Blob>} */
export async function asPng(drawing) {
  const image = new Image();
  const address = URL.createObjectURL(drawing);
  try {
    image.src = address;
    await image.decode();
    const size = { width: image.naturalWidth, height: image.naturalHeight };
    const canvas = Object.assign(document.createElement("canvas"), size);
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error("no picture"))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
