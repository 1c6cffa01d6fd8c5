// The side of the table: its tabs, its drawer on small screens, the standing answers, the rules.

import { send } from "./live.js";
import { byId, isDrawer, keep, kept, make, number, table } from "./page.js";

const root = document.documentElement;
/** How near its end the log follows. */
const NEAR = 120;
let tab = "log";
/** What had the focus before the drawer. @type {HTMLElement | null} */
let opener = null;
/** What the log keeps in sight: its end, what was brought there, or what the reader has scrolled to. @type {"end" | "brought" | "own"} */
let keeps = "end";
/** Whether the reader has had a hand on the side since the log was last put somewhere. */
let isTouched = false;

/** Show the tabs and the drawer as they were, after the page was made anew. */
function sync() {
  if (!document.getElementById(`tab-${tab}`)) tab = "log";
  for (const button of document.querySelectorAll("#tabs [role='tab']")) {
    const isOpen = button.id === `tab-${tab}`;
    button.setAttribute("aria-selected", String(isOpen));
    button.setAttribute("tabindex", isOpen ? "0" : "-1");
    byId(button.getAttribute("aria-controls") ?? "").hidden = !isOpen;
  }
  for (const button of document.querySelectorAll(".tab-bar [data-sheet]")) {
    button.setAttribute(
      "aria-pressed",
      String(/** @type {HTMLElement} */ (button).dataset.sheet === sheet()),
    );
  }
}

/** Which part of the side is open on a small screen: a tab that has a button of its own counts as one. */
function sheet() {
  const open = root.dataset.sheet ?? "";
  const own = document.querySelector(`.tab-bar [data-sheet="${tab}"]`);
  return open === "log" && own ? tab : open;
}

/** Tell the drawer where the board is. */
function place() {
  const { top, bottom } = byId("board-area").getBoundingClientRect();
  root.style.setProperty("--top", `${top}px`);
  root.style.setProperty("--foot", `${innerHeight - bottom}px`);
}

/** Whether one sees the log. */
const isRead = () => tab === "log" && (!isDrawer() || root.dataset.sheet === "log");

/** What scrolls the log: its tab, or the whole drawer. */
const scroller = () => byId(isDrawer() ? "side" : "panel-log");

/** The line of the position that is looked at, or the newest one, is in sight. */
function toLine() {
  if (!isRead()) return;
  const place = scroller();
  const line = table().dataset.at === "0" ? byId("log") : document.querySelector(".entry.here");
  const [top, bottom] = [byId("tab-row").getBoundingClientRect().bottom, place.getBoundingClientRect().bottom];
  const box = line?.getBoundingClientRect();
  if (!box) place.scrollTop = place.scrollHeight;
  else if (box.top < top || line.id) place.scrollTop += box.top - top;
  else if (box.bottom > bottom) place.scrollTop += box.bottom - bottom;
  isTouched = false;
}

/** The log is asked for: it shows its newest line. */
function toEnd() {
  keeps = "end";
  toLine();
  count();
}

/** Bring a part of the log to its top, until one plays on. @param {Element} part */
export function bring(part) {
  if (!isRead()) return;
  keeps = "brought";
  const [place, row] = [scroller(), byId("tab-row")];
  const far = part.getBoundingClientRect().top - row.getBoundingClientRect().bottom;
  place.scrollTop = isDrawer() ? place.scrollTop + far : 0;
  isTouched = false;
}

/** Only by his own scrolling does the reader leave the end of the log, or come back to it; what grows or goes about it moves it too. @param {Event} event */
function scrolled({ target }) {
  const place = scroller();
  if (target !== place || !isRead() || !isTouched) return;
  keeps = place.scrollHeight - place.scrollTop - place.clientHeight < NEAR ? "end" : "own";
}

/** The lines of the log. */
const lines = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".log .entry > a[data-at]")]);

/** What is read: the first move of which all is in sight, and where it stands. @returns {[string, number] | null} */
function reading() {
  const top = byId("tab-row").getBoundingClientRect().bottom;
  const all = lines();
  const isFirst = (/** @type {number} */ n) => all[n].dataset.at !== all[n - 1]?.dataset.at;
  const line = all.find((one, n) => isFirst(n) && one.getBoundingClientRect().top >= top);
  return line ? [line.dataset.at ?? "", line.getBoundingClientRect().top] : null;
}

/** Leave what is read where it stands, whatever came before it or went. @param {string} at @param {number} top */
function hold(at, top) {
  const line = lines().find((one) => one.dataset.at === at);
  if (line) scroller().scrollTop += line.getBoundingClientRect().top - top;
  isTouched = false;
}

/** The way to the log tells how many moves since one's last turn have not been read. */
function count() {
  const moves = number("moves");
  if (isRead() || moves < kept("read")) keep("read", moves);
  const badge = /** @type {HTMLElement | null} */ (document.querySelector("#tab-bar [data-sheet='log'] .count"));
  if (!badge) return;
  const from = Math.max(kept("read"), Number(document.getElementById("digest")?.dataset.since ?? 0));
  const after = lines().filter((line) => Number(line.dataset.at) > from && !line.closest(".struck"));
  const news = new Set(after.map((line) => line.dataset.at)).size;
  badge.textContent = String(news);
  badge.hidden = !news;
}

/** Show a tab of the side, and the side. @param {string} name */
export function openTab(name) {
  tab = name;
  if (name === "rules") rules();
  if (isDrawer()) root.dataset.sheet = "log";
  sync();
  if (name === "log") toEnd();
  document.dispatchEvent(new CustomEvent("tab:open", { detail: name }));
}

/** Open the drawer at a panel, or close it; the focus goes in and comes back. @param {string} name */
export function toggleSheet(name) {
  if (name && document.getElementById(`tab-${name}`) && name !== "log") return openTab(name);
  const isOpen = Boolean(name) && root.dataset.sheet !== name;
  const panel = /** @type {HTMLElement | null} */ (
    document.querySelector(`[data-panel="${name}"]`)
  );
  const here = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!here?.closest("#side")) opener = here;
  if (isOpen && isDrawer()) root.dataset.sheet = name;
  else delete root.dataset.sheet;
  if (name === "log") tab = "log";
  sync();
  if (name === "log") toEnd();
  else if (name) panel?.scrollIntoView({ block: "nearest" });
  if (isOpen) panel?.focus({ preventScroll: true });
  else if (here?.closest("#side")) (opener?.isConnected ? opener : byId("prompt")).focus();
}

/** Close the drawer; whether it was open. */
export function closeSheet() {
  if (!root.dataset.sheet) return false;
  toggleSheet("");
  return true;
}

/** Fetch the rules, once. */
async function rules() {
  const place = byId("panel-rules");
  if (place.childElementCount) return;
  const answer = await fetch(place.dataset.rules ?? "");
  const found = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .getElementById("rules");
  place.replaceChildren(found ?? make("p", {}, ""));
}

/** Say why something is not possible, beside its button. @param {HTMLElement | null} button */
function reason(button) {
  const place = byId("reason");
  place.hidden = !button;
  place.textContent = button?.dataset.why ?? "";
}

/** Make the panels work. @param {(what: "undo" | "redo") => void} press */
export function mount(press) {
  /** @type {[string, number] | null} */
  let read = null;
  document.addEventListener("table:leave", () => {
    read = keeps === "own" && isRead() ? reading() : null;
  });
  document.addEventListener("table:arrive", (event) => {
    sync();
    if (keeps === "brought" && /** @type {CustomEvent} */ (event).detail.isOwn) keeps = "end";
    if (keeps === "end" || table().dataset.live === "no") toLine();
    else if (read) hold(...read);
    count();
  });
  document.addEventListener("scroll", scrolled, { capture: true });
  for (const gesture of ["wheel", "touchmove", "pointerdown", "keydown"])
    byId("side").addEventListener(gesture, () => (isTouched = true), { capture: true, passive: true });
  document.addEventListener("click", (event) => {
    const element = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (
      element.closest("[data-tab], button[data-sheet], [data-do], [data-keys], [data-sit]")
    );
    if (!button && root.dataset.sheet && element.closest("#board")) return closeSheet();
    if (!button) return;
    if (button.dataset.tab) openTab(button.dataset.tab);
    if (button.dataset.sheet !== undefined) toggleSheet(button.dataset.sheet);
    if (button.dataset.do) press(button);
    if (button.dataset.sit !== undefined) {
      if (root.dataset.sheet !== "players") toggleSheet("players");
      /** @type {HTMLElement | null} */ (document.querySelector(".sit input[name='name']"))?.focus();
    }
    if (button.dataset.keys !== undefined) {
      byId("menu").hidePopover();
      /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
    }
  });
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.standing === undefined) return;
    event.preventDefault();
    send(form);
  });
  for (const [name, isOn] of /** @type {const} */ ([
    ["focusin", true],
    ["pointerover", true],
    ["focusout", false],
    ["pointerout", false],
  ])) {
    document.addEventListener(name, (event) => {
      const button = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (event.target).closest?.("[data-why]")
      );
      if (button) reason(isOn ? button : null);
    });
  }
  document.addEventListener("keydown", (event) => {
    const here = document.activeElement;
    if (!here?.matches("#tabs [role='tab']") || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const all = [...document.querySelectorAll("#tabs [role='tab']")];
    const next =
      all[(all.indexOf(here) + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    openTab(/** @type {HTMLElement} */ (next).dataset.tab ?? "log");
    /** @type {HTMLElement} */ (next).focus();
  });
  new ResizeObserver(place).observe(byId("board-area"));
  new ResizeObserver(() => keeps === "end" && toLine()).observe(byId("panel-log"));
  sync();
  toEnd();
}
