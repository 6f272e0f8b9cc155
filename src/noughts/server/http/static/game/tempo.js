/** The rhythm of a game against the computer: your mark, a pause, then its mark. */

import { isMotionReduced } from "../shared/page.js";

const PAUSE = 400; // milliseconds to see one's own mark
const SLOW = 600; // from when a thought is spoken of

/** Ends the pause that is on. @type {(() => void) | null} */
let end = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

/** Return the pause after one's own mark; none with reduced motion. @returns {Promise<void>} */
export function pause() {
  end?.(); // or whoever waits for one that is still on would wait for ever
  if (isMotionReduced()) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => end?.(), PAUSE);
    end = () => {
      clearTimeout(timer); // which would end the next pause
      end = null;
      done();
    };
  });
}

/** End the pause, since something else is asked for; true if one was on. */
export function hurry() {
  const isOn = end !== null;
  end?.();
  return isOn;
}

/** Call a function once the computer's thought is slow. @param {boolean} isThinking @param {() => void} say */
export function watchThought(isThinking, say) {
  clearTimeout(slow);
  if (isThinking) slow = setTimeout(say, SLOW);
}
