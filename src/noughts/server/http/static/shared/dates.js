/** Dates as people write them, in the language of the page and the time of the reader. */

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = format.format(new Date(time.dateTime));
}
