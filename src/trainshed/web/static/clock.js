// The clocks run, and the plates say who is there: both follow what the stream says.

import { byId, text } from "./page.js";

const DAY = 86400;
const HOUR = 3600;
const LONG = 3 * HOUR;
const URGENT = 30;

/** How much later it is at the server than here, in milliseconds. */
let skew = 0;
/** @type {{here: number[], watching: number} | null} */
let there = null;
/** The clock that was called urgent. */
let called = "";

const two = (/** @type {number} */ n) => String(n).padStart(2, "0");

/** What a clock shows, as the server says it. @param {number} left in seconds */
export function shown(left) {
  const [hours, minutes] = [Math.floor(left / HOUR), Math.floor((left % HOUR) / 60)];
  if (left >= DAY)
    return text("clock-days", { d: String(Math.floor(left / DAY)), h: String(hours % 24) });
  if (left >= LONG) return text("clock-hours", { h: String(hours), m: String(minutes) });
  const rest = `${two(minutes)}:${two(left % 60)}`;
  return left >= HOUR ? `${hours}:${rest}` : rest.replace(/^0/, "");
}

/** Let all clocks show what is left now. */
function tick() {
  for (const found of document.querySelectorAll("#table [data-due]")) {
    const clock = /** @type {HTMLElement} */ (found);
    const due = Number(clock.dataset.due);
    const left = Math.max(0, Math.ceil((due - Date.now() - skew) / 1000));
    const face = clock.querySelector("[data-time]");
    const words = shown(left);
    if (face && face.textContent !== words) face.textContent = words;
    const isUrgent = left < URGENT;
    clock.classList.toggle("urgent", isUrgent);
    const hurry = /** @type {HTMLElement | null} */ (clock.querySelector("[data-hurry]"));
    if (hurry) hurry.hidden = !isUrgent;
    if (isUrgent && clock.closest(".you")) call(clock.dataset.due ?? "");
  }
}

/** Say once that one's own time is nearly out. @param {string} due */
function call(due) {
  if (called === due) return;
  called = due;
  byId("said").textContent = text("clock-soon");
}

/** Say on each plate whether somebody is there, and how many watch. */
function present() {
  if (!there) return;
  for (const found of document.querySelectorAll("#table [data-present]")) {
    const mark = /** @type {HTMLElement} */ (found);
    const isHere = there.here.includes(Number(mark.dataset.present));
    mark.hidden = false;
    mark.classList.toggle("here", isHere);
    const word = text(isHere ? "is-here" : "is-away");
    mark.title = word;
    const place = mark.querySelector("[data-word]");
    if (place) place.textContent = word;
  }
  for (const found of document.querySelectorAll("#table [data-watching]")) {
    const place = /** @type {HTMLElement} */ (found);
    const n = there.watching;
    place.hidden = !n;
    place.textContent = n ? text(n === 1 ? "one-watches" : "many-watch", { n: String(n) }) : "";
  }
}

/** Keep clocks and plates in step. */
export function mount() {
  document.addEventListener("table:time", (event) => {
    skew = /** @type {CustomEvent} */ (event).detail - Date.now();
    tick();
  });
  document.addEventListener("table:present", (event) => {
    there = /** @type {CustomEvent} */ (event).detail;
    present();
  });
  document.addEventListener("table:arrive", () => {
    tick();
    present();
  });
  setInterval(tick, 500);
  tick();
}
