/** The rhythm of a game against the computer: your mark, a pause, then its mark. */

const PAUSE = 400; // milliseconds in which one sees one's own mark
const SLOW = 600; // from when a thought is spoken of

let end = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

/** The pause after one's own mark; none for whoever wants the page still. @returns {Promise<void>} */
export function pause() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  return new Promise((done) => {
    end = done;
    setTimeout(done, PAUSE);
  });
}

/** End the pause, since the next key has been pressed. */
export const hurry = () => end();

/** Call a function once the computer's thought is slow. @param {boolean} isThinking @param {() => void} say */
export function watchThought(isThinking, say) {
  clearTimeout(slow);
  if (isThinking) slow = setTimeout(say, SLOW);
}
