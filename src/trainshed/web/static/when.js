// Moments by the reader's own clock: of today the time alone, of other days the day too. On every page.

const { lang } = document.documentElement;
/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "numeric", minute: "2-digit" };
/** @type {Intl.DateTimeFormatOptions} */
const DAY = { ...TIME, day: "numeric", month: "short" };
const time = new Intl.DateTimeFormat(lang, TIME);
const day = new Intl.DateTimeFormat(lang, DAY);
const date = new Intl.DateTimeFormat(lang, { ...DAY, year: "numeric" });

/** @param {Date} moment @param {Date} now */
function words(moment, now) {
  if (moment.toDateString() === now.toDateString()) return time.format(moment);
  return (moment.getFullYear() === now.getFullYear() ? day : date).format(moment);
}

/** Let all moments be those of the reader's zone; what comes later is told before it is shown. @param {ParentNode} root */
export function localize(root) {
  const now = new Date();
  for (const found of root.querySelectorAll("time[datetime]")) {
    const text = words(new Date(found.getAttribute("datetime") ?? ""), now);
    if (found.textContent !== text) found.textContent = text;
  }
}

document.addEventListener("visibilitychange", () => localize(document)); // another day has begun
localize(document);
