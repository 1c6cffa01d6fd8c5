// The table stays in step with the server: it plays, it looks back, it follows what others do.

import { byId, number, table, text } from "./page.js";

/** @type {any} */
const { htmx } = window;
const PATIENCE = 1500;

/** @type {AbortController | null} */
let looking = null;
let isPlaying = false;
let isLost = false;
/** A line that got no answer; it is sent once more when the line is up again. @type {{action: string, version: number} | null} */
let unsent = null;
/** The version that came while a line was being played, and the one whose echo is expected. */
let [latest, echo] = [0, 0];
/** @type {((position: Element) => void)} */
let exchange = () => {};

const url = (/** @type {string} */ path) => `/t/${table().dataset.table}${path}`;

/** Play a line: an action, `undo` or `redo`; not while one looks back. @param {string} action @param {boolean} [isAgain] whether it is sent for the second time */
export async function play(action, isAgain = false) {
  if (isPlaying || table().dataset.live === "no") return;
  isPlaying = true;
  looking?.abort();
  const version = number("version");
  unsent = null;
  byId("prompt").classList.add("busy");
  try {
    const body = new URLSearchParams({ version: String(version), action });
    const response = await fetch(url("/play"), {
      method: "POST",
      body,
      headers: { "HX-Request": "true" },
    });
    await show(await response.text());
    echo = latest < number("version") ? number("version") : 0;
    lost(false);
  } catch {
    unsent = isAgain ? null : { action, version };
    lost(true);
  } finally {
    isPlaying = false;
    byId("prompt").classList.remove("busy");
  }
  if (latest > number("version")) refresh();
}

/** The line is up again: fetch what happened, and send what got no answer if nothing did. */
async function recover() {
  const waits = unsent;
  await refresh();
  if (isLost || !waits || waits !== unsent) return;
  unsent = null;
  if (waits.version === number("version")) await play(waits.action, true);
}

/** Send one of the table's other forms and show what comes of it. @param {HTMLFormElement} form */
export async function send(form) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const response = await fetch(form.action, {
    method: "POST",
    body,
    headers: { "HX-Request": "true" },
  });
  if (!(await show(await response.text()))) await refresh();
}

/** Look at the position after a move; the last one is the present. @param {number} move */
export async function look(move) {
  const last = number("moves");
  const at = Math.max(0, Math.min(move, last));
  const isNow = at === last && !table().classList.contains("over");
  history.replaceState(null, "", isNow ? url("") : url(`?at=${at}`));
  await fetchPart(isNow ? "" : `?at=${at}`);
}

/** Fetch the table again: the present, or the position that is looked at. */
export const refresh = () => fetchPart(table().dataset.live === "yes" ? "" : `?at=${number("at")}`);

/** @param {string} query */
async function fetchPart(query) {
  looking?.abort();
  looking = new AbortController();
  try {
    const response = await fetch(url(`/fragment${query}`), {
      signal: looking.signal,
      headers: { "HX-Request": "true" },
    });
    if (response.ok) await show(await response.text());
    lost(false);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") lost(true);
  }
}

/** Put a fresh part in place; whether the answer was one. @param {string} answer */
async function show(answer) {
  const fresh = new DOMParser().parseFromString(answer, "text/html").getElementById("table");
  if (!fresh) return false;
  const position = fresh.querySelector("#board .position");
  fresh.querySelector("#board")?.replaceChildren();
  const before = { ...table().dataset };
  const focus = document.activeElement === document.body ? null : document.activeElement;
  document.dispatchEvent(new CustomEvent("table:leave"));
  await htmx.swap({
    text: fresh.outerHTML,
    target: table(),
    swap: "outerMorph",
    sourceElement: table(),
  });
  if (position) exchange(document.importNode(position, true));
  if (location.search && table().matches("[data-live='yes']:not(.over)"))
    history.replaceState(null, "", url(""));
  document.dispatchEvent(
    new CustomEvent("table:arrive", { detail: { before, isOwn: isPlaying } }),
  );
  keepFocus(focus);
  return true;
}

/** The same key keeps the focus, or the prompt gets it. @param {Element | null} last */
function keepFocus(last) {
  const here = document.activeElement;
  if (!last || (here && here !== document.body && here.checkVisibility())) return;
  const same = last.id ? document.getElementById(last.id) : null;
  (same?.checkVisibility() ? same : byId("prompt")).focus({ preventScroll: true });
}

/** Say that the line is down, or that it is up again. @param {boolean} is */
function lost(is) {
  isLost = is;
  byId("line").hidden = !is;
  if (is) byId("said").textContent = text("lost");
}

/** The table has moved: fetch it, unless that is known already. @param {number} version @param {boolean} isFirst */
function moved(version, isFirst) {
  latest = version;
  if (!isFirst && version === number("version")) document.dispatchEvent(new Event("table:said"));
  const isKnown = version === number("version") && (isFirst || version === echo);
  if (version === echo) echo = 0;
  if (!isPlaying && !isKnown) refresh();
}

/** Follow the table. @param {(position: Element) => void} take how the board takes a new position */
export function follow(take) {
  exchange = take;
  const events = new EventSource(url("/events?presence=1"));
  let timer = 0;
  let isFirst = true;
  events.addEventListener("moved", (event) => {
    moved(Number(event.data), isFirst);
    isFirst = false;
  });
  for (const [name, heard] of [
    ["time", "table:time"],
    ["presence", "table:present"],
  ])
    events.addEventListener(name, (event) => {
      document.dispatchEvent(new CustomEvent(heard, { detail: JSON.parse(event.data) }));
    });
  events.addEventListener("open", () => {
    clearTimeout(timer);
    isFirst = true;
    if (isLost) recover();
  });
  events.addEventListener("error", () => {
    clearTimeout(timer);
    timer = setTimeout(() => lost(true), PATIENCE);
    if (events.readyState === EventSource.CLOSED) setTimeout(() => follow(take), 2 * PATIENCE);
  });
  addEventListener("pagehide", () => events.close());
}

addEventListener("offline", () => lost(true));
addEventListener("online", recover);
