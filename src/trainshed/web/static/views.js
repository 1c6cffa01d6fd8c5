// Over the map lie, when asked for, the market, the companies, the trains and the tiles.

import { table } from "./page.js";

const root = document.documentElement;
const GAP = 12;
let view = "map";
let last = "market";

/** Show the view, after the page was made anew too. */
function sync() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".view-tab")]);
  if (!tabs.length) return;
  root.dataset.view = view;
  for (const tab of tabs) {
    const isOn = tab.dataset.view === view;
    tab.setAttribute("aria-selected", String(isOn));
    tab.tabIndex = isOn ? 0 : -1;
    const panel = document.getElementById(`desk-${tab.dataset.view}`);
    if (panel) panel.hidden = !isOn;
  }
}

/** The company that acts is in sight. */
function toCurrent() {
  const row = /** @type {HTMLElement | null} */ (document.querySelector(".order .current"));
  const list = row?.closest("section");
  if (!row || !list) return;
  const below = row.getBoundingClientRect().bottom + GAP - list.getBoundingClientRect().bottom;
  list.scrollTop = Math.max(0, list.scrollTop + below);
}

/** Go to a view. @param {string} name */
export function go(name) {
  if (name !== "map") last = name;
  view = name;
  sync();
}

/** From the map to the last table and back; whether there are tables. */
export function toggle() {
  if (!table().classList.contains("rails")) return false;
  go(view === "map" ? last : "map");
  return true;
}

/** Back to the map; whether a table was open. */
export function close() {
  if (view === "map") return false;
  go("map");
  return true;
}

/** Make the tabs work. */
export function mount() {
  const arrive = () => {
    sync();
    toCurrent();
  };
  arrive();
  document.addEventListener("table:arrive", arrive);
  document.addEventListener("click", (event) => {
    const tab = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest?.("[data-view]:is(button)")
    );
    if (tab) go(tab.dataset.view ?? "map");
  });
  document.addEventListener("keydown", (event) => {
    const here = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!here?.matches(".view-tab") || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".view-tab")]);
    const way = event.key === "ArrowRight" ? 1 : all.length - 1;
    const next = all[(all.indexOf(here) + way) % all.length];
    go(next.dataset.view ?? "map");
    next.focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
