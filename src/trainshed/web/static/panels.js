// The side of the table: its tabs, its drawer on small screens, the standing answers, the rules.

import { send } from "./live.js";
import { byId, make, table } from "./page.js";

const root = document.documentElement;
let tab = "log";
/** What had the focus before the drawer. @type {HTMLElement | null} */
let opener = null;

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

/** The line of the position that is looked at, or the newest one, is in sight. */
function toEnd() {
  const lines = [...document.querySelectorAll(".log li")];
  const end = table().dataset.at === "0" ? lines[0] : lines.at(-1);
  const line = document.querySelector(".entry.here") ?? end;
  if (tab === "log" && (!isDrawer() || root.dataset.sheet === "log"))
    line?.scrollIntoView({ block: "nearest" });
}

/** Whether the side is a drawer. */
const isDrawer = () => matchMedia("(max-width: 74.99em)").matches;

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
  let isNear = true;
  document.addEventListener("table:leave", () => {
    const log = byId("panel-log");
    isNear = log.scrollHeight - log.scrollTop - log.clientHeight < 120;
  });
  document.addEventListener("table:arrive", () => {
    sync();
    if (isNear || table().dataset.live === "no") toEnd();
  });
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
  sync();
  toEnd();
}
