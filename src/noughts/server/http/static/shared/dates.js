/** Dates as people write them, in the language of the page and the time of the reader. */

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll("time[datetime]");
for (const time of times) {
  time.textContent = format.format(new Date(time.dateTime));
}
