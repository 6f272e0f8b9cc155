/** The library's archive, as `noughts/site/engine.py` writes it. */

/** Fetch an archive, unpacked if the host has not told the browser to. @param {string} address */
export async function fetchArchive(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const packed = await response.blob();
  const [first, second] = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const unpacked = isPacked ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed.stream();
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/**
 * Yield the path and the content of each file of a TAR archive; none has a name of more than 100 characters.
 * @param {Uint8Array<ArrayBuffer>} archive
 * @returns {Generator<[path: string, content: Uint8Array<ArrayBuffer>]>}
 */
export function* filesIn(archive) {
  const decoder = new TextDecoder();
  /** @param {number} from @param {number} length */
  const text = (from, length) => decoder.decode(archive.subarray(from, from + length)).split("\0", 1)[0];
  for (let at = 0; archive[at]; ) {
    const from = at + 512;
    const to = from + Number.parseInt(text(at + 124, 12), 8);
    yield [text(at, 100), archive.subarray(from, to)];
    at = from + 512 * Math.ceil((to - from) / 512);
  }
}
