/** Gentle sounds, made on the spot. */

/** @typedef {"x" | "o" | "won" | "drawn" | "lost" | "joined"} Tune */

/** Notes as frequency in hertz, start and length in seconds. @type {Record<Tune, [number, number, number][]>} */
// biome-ignore format: a tune is a line
const TUNES = {
  x: [[523, 0, 0.12]],
  o: [[392, 0, 0.16]],
  won: [[523, 0, 0.18], [659, 0.1, 0.18], [784, 0.2, 0.18], [1047, 0.3, 0.5]],
  drawn: [[440, 0, 0.2], [554, 0.16, 0.2], [440, 0.32, 0.2], [554, 0.48, 0.35]],
  lost: [[392, 0, 0.3], [330, 0.2, 0.3], [262, 0.4, 0.6]],
  joined: [[659, 0, 0.25], [880, 0.14, 0.4]],
};
const LOUDNESS = 0.12;
const ATTACK = 0.012; // seconds; without it a note clicks

/** @type {AudioContext | undefined} */
let context;

/** Play a tune; nothing before the first click, when browsers allow no sound. @param {Tune} name */
export async function play(name) {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume();
  for (const note of TUNES[name]) sound(context, ...note);
}

/** @param {AudioContext} context @param {number} frequency @param {number} start @param {number} length */
function sound(context, frequency, start, length) {
  const from = context.currentTime + start;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + ATTACK);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}
