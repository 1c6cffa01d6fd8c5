// The keyboard: everything can be played with it alone. The key ? shows the list.

import { fit, pan, reveal, svg, zoom } from "./board.js";
import { back, choice, click, confirm, take, targets } from "./choices.js";
import { look, play } from "./live.js";
import { byId, number, table } from "./page.js";
import { closeSheet, openTab, toggleSheet } from "./panels.js";
import { close, why } from "./why.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PUSH = 60;

/** The middle of a target on the screen. @param {Element} target @returns {[number, number]} */
function middle(target) {
  const box = target.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Go to the next target in a direction. @param {Element} from @param {[number, number]} way */
function walk(from, [wx, wy]) {
  const [x, y] = middle(from);
  const rated = targets()
    .filter((target) => target !== from)
    .map((target) => {
      const [tx, ty] = middle(target);
      const along = (tx - x) * wx + (ty - y) * wy;
      const aside = Math.abs((tx - x) * wy) + Math.abs((ty - y) * wx);
      return { target, along, cost: along + 2 * aside };
    })
    .filter(({ along, cost }) => along > 2 && cost < 5 * along)
    .sort((a, b) => a.cost - b.cost);
  const [best] = rated;
  if (!best) return;
  from.setAttribute("tabindex", "-1");
  best.target.setAttribute("tabindex", "0");
  best.target.focus({ preventScroll: true });
  reveal([best.target]);
}

/** Arrows walk over the targets of the board, elsewhere they step along the time line. @param {KeyboardEvent} event */
function arrow(event) {
  const way = ARROWS[event.key];
  const here = document.activeElement;
  if (here?.matches(".target")) walk(here, way);
  else if (here === svg) pan(-way[0] * PUSH, -way[1] * PUSH);
  else if (way[0] && !here?.closest(".tab-body, [role='tablist']")) look(number("at") + way[0]);
  else return false;
  return true;
}

/** Leave what is open: the note, the drawer, the last click. */
function leave() {
  if (close() || closeSheet()) return;
  if (!back()) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/** The choice that ends or passes. */
function pass() {
  const found = choice.options.find(
    (option) => option.key === "pass" || option.offers.some((offer) => offer.path[0] === "pass"),
  );
  if (found) take(found);
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  u: () => press(document.getElementById("undo")),
  U: () => press(document.getElementById("redo")),
  n: pass,
  f: fit,
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  c: () => byId("board").classList.toggle("names"),
  w: why,
  l: () => openTab("log"),
  s: () => toggleSheet("shares"),
  p: () => toggleSheet("players"),
  r: () => openTab("rules"),
  "?": () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal(),
  Escape: leave,
  Home: () => look(0),
  End: () => look(number("moves")),
};

/** Send the line of a button, unless it is disabled; then it tells why. @param {HTMLElement | null} button */
export function press(button) {
  if (!button) return;
  if (button.getAttribute("aria-disabled") === "true") button.focus();
  else play(button.dataset.do ?? "");
}

/** @param {KeyboardEvent} event */
function act(event) {
  const here = /** @type {HTMLElement | SVGElement} */ (document.activeElement ?? document.body);
  if ((event.key === "Enter" || event.key === " ") && here.matches(".target")) {
    click(here.dataset.key ?? "");
    (targets()[0] ?? byId("prompt")).focus({ preventScroll: true });
    return true;
  }
  if (event.key === "Enter" && choice.armed && !here.matches("button, a")) return confirm() ?? true;
  if (event.key in ARROWS) return arrow(event);
  const option =
    /^[1-9]$/.test(event.key) && table().dataset.mine === "yes"
      ? choice.options[Number(event.key) - 1]
      : undefined;
  if (option) return take(option) ?? true;
  const key = KEYS[event.key] ?? (event.shiftKey ? undefined : KEYS[event.key.toLowerCase()]);
  if (!key) return false;
  key();
  return true;
}

/** Make the keys work. */
export function mount() {
  document.addEventListener("keydown", (event) => {
    const here = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open], :popover-open")
    )
      return;
    if (here.matches("input, select, textarea") && event.key !== "Escape") return;
    if (act(event)) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches(".target:focus-visible")) reveal([target]);
  });
}
