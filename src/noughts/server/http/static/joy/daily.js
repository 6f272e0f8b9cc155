/** The puzzle of the day in this browser: the tries, the days in a row, and the result to share. */

import { dateFormat } from "../shared/dates.js";
import { _, ngettext } from "../shared/language.js";
import { count, load, save } from "../shared/storage.js";

const NAME = "daily";
const DAY = 86_400_000; // milliseconds
const [RIGHT, WRONG] = ["🟩", "⬛"];

/** @typedef {{day: string, tries: number, solved: boolean, streak: number, best: number, last: string}} Daily
 *   `tries` at the puzzle of `day`, and the streak of days up to the `last` one that was solved */

/** Return the state of the puzzle on a day, whatever is stored. @param {string} day as 2026-11-24 @returns {Daily} */
export function daily(day) {
  const stored = load(NAME) ?? {};
  const last = String(stored.last ?? "");
  const goesOn = last === day || last === before(day);
  const own =
    stored.day === day ? { tries: count(stored.tries), solved: stored.solved === true } : { tries: 0, solved: false };
  return { day, ...own, streak: goesOn ? count(stored.streak) : 0, best: count(stored.best), last };
}

/** Count a try, unless the puzzle is solved or one of a later day was tried since. @param {string} day @param {boolean} isRight */
export function countTry(day, isRight) {
  const known = daily(day);
  const { day: latest = day } = load(NAME) ?? {};
  if (known.solved || latest > day) return known;
  const streak = known.streak + Number(isRight);
  const next = {
    ...known,
    tries: known.tries + 1,
    solved: isRight,
    streak,
    best: Math.max(known.best, streak),
    last: isRight ? day : known.last,
  };
  save(NAME, next);
  return next;
}

/** Return the tries as squares, which give nothing away. @param {Daily} daily */
const squares = ({ tries, solved }) => WRONG.repeat(tries - Number(solved)) + (solved ? RIGHT : "");

/** Return the tries and the days in a row, in words. @param {Daily} daily */
export function words({ tries, streak, best }) {
  return [
    ngettext("{count} try", "{count} tries", tries),
    ngettext("{count} day in a row", "{count} days in a row", streak),
    ...(best > streak ? [_("best: {best}", { best })] : []),
  ].join(" · ");
}

/** Return the text to share. @param {Daily} daily @param {string} address */
export function result(daily, address) {
  const name = _("Puzzle of the day, {date}", { date: dateText(daily.day) });
  return `${name}\n${squares(daily)} ${words(daily)}\n${address}`;
}

/** @param {string} day */
function dateText(day) {
  const format = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(day));
}

/** @param {string} day */
const before = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
