/** Values that this browser remembers; where it may not, the page does while it is open. */

const PREFIX = "noughts.";
/** @type {Map<string, string>} */
const memory = new Map();

/** Return a saved value, or null; also where it cannot be read. @param {string} name @returns {any} */
export function load(name) {
  try {
    return JSON.parse(memory.get(name) ?? localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null; // spoilt, or forbidden
  }
}

/** Return a count that was saved; 0 for whatever else stands there. @param {any} value */
export const count = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);

/** Call a function with what another window of this browser saves. @param {string} name @param {(value: any) => void} react */
export function onSave(name, react) {
  addEventListener("storage", ({ key }) => key === PREFIX + name && react(load(name)));
}

/** Save a value, if there is room for it. @param {string} name @param {unknown} value */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    memory.delete(name);
  } catch {
    memory.set(name, JSON.stringify(value)); // a private window may have no storage
  }
}
