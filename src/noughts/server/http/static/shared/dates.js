/** Dates as people write them, in the language of the page and the time of the reader. */

const { lang } = document.documentElement;

/** The pages' English is British. @param {Intl.DateTimeFormatOptions} options */
export const dateFormat = (options) => new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, options);

const format = dateFormat({ dateStyle: "medium", timeStyle: "short" });

/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll("time[datetime]");
for (const time of times) {
  time.textContent = format.format(new Date(time.dateTime));
}
