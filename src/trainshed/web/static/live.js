// The table stays in step with the server: it plays, it looks back, it follows what others do.

import { fill } from "./layers.js";
import { byId, make, number, table, text } from "./page.js";
import { localize } from "./when.js";

/** @type {any} */
const { htmx } = window;
const PATIENCE = 1500;
/** What stays as it is when a fresh view is put in place. */
const SKIP = "hx-morph-skip";

/** @type {AbortController | null} */
let looking = null;
let isPlaying = false;
let isLost = false;
/** A line that got no answer; it is sent once more when the line is up again. @type {{action: string, version: number} | null} */
let unsent = null;
/** The newest version that was heard of. */
let latest = 0;
/** What came while a line was being played. */
let held = "";
/** What the server calls this page. */
const name = Array.from(crypto.getRandomValues(new Uint8Array(9)), (n) => n.toString(36)).join("");
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
    const response = await fetch(url("/play"), { method: "POST", body, headers: headers() });
    const answer = await response.text();
    if (!(await show(answer)) && !response.ok) complain(answer);
    lost(false);
  } catch {
    unsent = isAgain ? null : { action, version };
    lost(true);
  } finally {
    isPlaying = false;
    byId("prompt").classList.remove("busy");
  }
  const waiting = held;
  held = "";
  if (waiting) await arrived(waiting);
  if (latest > number("version")) refresh();
}

/** What the server is told with a request: which parts this page has. */
const headers = () => ({
  "HX-Request": "true",
  "Trainshed-Has": [name, ...parts().map((part) => part.dataset.part)].join(" "),
});

/** The parts of the view that have names. */
const parts = () =>
  /** @type {HTMLElement[]} */ ([...table().querySelectorAll("[data-part]")]);

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
  const response = await fetch(form.action, { method: "POST", body, headers: headers() });
  const answer = await response.text();
  if (await show(answer)) return;
  await refresh();
  if (!response.ok) complain(answer);
}

/** Show the headline of an answer that is no table; the next view takes its place. @param {string} answer */
function complain(answer) {
  const page = new DOMParser().parseFromString(answer, "text/html");
  const notice = make("div", { id: "refused", class: "notice", role: "alert" });
  notice.textContent = page.querySelector("h1")?.textContent ?? text("lost");
  document.getElementById("refused")?.remove();
  byId("notice").prepend(notice);
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

/** @param {string} query @param {boolean} [isWhole] whether all parts are wanted */
async function fetchPart(query, isWhole = false) {
  looking?.abort();
  looking = new AbortController();
  try {
    const response = await fetch(url(`/fragment${query}`), {
      signal: looking.signal,
      headers: isWhole ? { "HX-Request": "true", "Trainshed-Has": name } : headers(),
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
  if (!isComplete(fresh)) {
    await fetchPart(fresh.dataset.live === "yes" ? "" : `?at=${fresh.dataset.at}`, true);
    return true;
  }
  localize(fresh);
  const drawn = fresh.querySelector("#board .position");
  const position = drawn && document.importNode(drawn, true);
  fresh.querySelector("#board")?.replaceChildren();
  const before = { ...table().dataset };
  const focus = document.activeElement === document.body ? null : document.activeElement;
  document.dispatchEvent(new CustomEvent("table:leave"));
  const same = [...fresh.querySelectorAll("[data-same]")].map((part) => byId(part.id));
  for (const part of same) part.toggleAttribute(SKIP, true);
  await htmx.swap({
    text: fresh.outerHTML,
    target: table(),
    swap: "outerMorph",
    sourceElement: table(),
  });
  for (const part of same) part.toggleAttribute(SKIP, false);
  if (position) {
    fill(position);
    exchange(position);
  }
  if (location.search && table().matches("[data-live='yes']:not(.over)"))
    history.replaceState(null, "", url(""));
  document.dispatchEvent(
    new CustomEvent("table:arrive", { detail: { before, isOwn: isPlaying } }),
  );
  keepFocus(focus);
  return true;
}

/** Whether this page has all parts that were left out. @param {Element} fresh */
function isComplete(fresh) {
  const has = new Map(parts().map((part) => [part.id, part.dataset.part]));
  return [...fresh.querySelectorAll("[data-same]")].every(
    (part) => has.get(part.id) === part.getAttribute("data-part"),
  );
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

/** The table has moved: its view follows, but for the first time. @param {number} version @param {boolean} isFirst */
function moved(version, isFirst) {
  latest = version;
  if (!isFirst && version === number("version")) document.dispatchEvent(new Event("table:said"));
  if (isFirst && version !== number("version") && !isPlaying) refresh();
}

/** A view has come. @param {string} view */
async function arrived(view) {
  if (isPlaying) held = view;
  else if (table().dataset.live === "no") await refresh();
  else if (Number(/data-version="(\d+)"/.exec(view)?.[1]) >= number("version")) {
    looking?.abort();
    await show(view);
    lost(false);
  }
}

/** Follow the table. @param {(position: Element) => void} take how the board takes a new position */
export function follow(take) {
  exchange = take;
  const events = new EventSource(url(`/events?presence=1&page=${name}`));
  let timer = 0;
  let isFirst = true;
  events.addEventListener("moved", (event) => {
    moved(Number(event.data), isFirst);
    isFirst = false;
  });
  events.addEventListener("view", (event) => arrived(event.data));
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
