// The keyboard: everything can be played with it alone. The key ? shows the list.

import { fit, pan, reveal, svg, zoom } from "./board.js";
import { turn } from "./boards.js";
import { back, choice, click, confirm, firstChip, isOnBoard, targets } from "./choices.js";
import { look, play } from "./live.js";
import { byId, number, table } from "./page.js";
import { closeSheet, openTab, toggleSheet } from "./panels.js";
import { goOn, isWaited } from "./report.js";
import { close as closeView, toggle } from "./views.js";
import { close, why } from "./why.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SCRUB = ["Home", "End", "PageUp", "PageDown"];
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
  if (rated[0]) go(rated[0].target);
}

/** Give a target the focus, and the board's one place in the order of the Tab key. @param {SVGElement} target */
function go(target) {
  for (const last of svg.querySelectorAll(".target[tabindex='0']"))
    last.setAttribute("tabindex", "-1");
  target.setAttribute("tabindex", "0");
  target.focus({ preventScroll: true });
  reveal([target]);
}

/** Go to the target nearest to the piece that was chosen, or to the middle of the board. */
function enter() {
  const [x, y] = middle(svg.querySelector(".target.chosen") ?? svg);
  const far = (/** @type {Element} */ target) =>
    Math.hypot(middle(target)[0] - x, middle(target)[1] - y);
  const [nearest] = targets().sort((a, b) => far(a) - far(b));
  if (nearest) go(nearest);
}

/** Arrows walk over the targets of the board, and on to them once a choice has begun; else they step along the time line. @param {KeyboardEvent} event */
function arrow(event) {
  const way = ARROWS[event.key];
  const here = document.activeElement;
  if (here?.matches(".target")) walk(here, way);
  else if (here === svg) pan(-way[0] * PUSH, -way[1] * PUSH);
  else if (here?.closest(".tab-body, [role='tablist']")) return false;
  else if (isOnBoard()) enter();
  else if (way[0]) look(number("at") + way[0]);
  else return false;
  return true;
}

/** Leave what is open: the note, the drawer, the last click. */
function leave() {
  if (close() || goOn() || closeSheet() || closeView()) return;
  if (!back()) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/** Press the choice that bears a key. @param {string} key */
function choose(key) {
  const found = document.querySelector(`#prompt :is(.chip, .kind)[aria-keyshortcuts="${key}"]`);
  /** @type {HTMLElement | null} */ (found)?.click();
  return found !== null;
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  u: () => press(document.getElementById("undo")),
  U: () => press(document.getElementById("redo")),
  n: () => choose("N"),
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
  m: toggle,
  g: () => document.getElementById("next-table")?.click(),
  t: () => openTab("talk"),
  i: () => openTab("words"),
  b: () => turn(1),
  B: () => turn(-1),
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

/** Whether a field needs the key for itself; the time line only needs those that move it. @param {HTMLElement} field @param {string} key */
function isTyped(field, key) {
  if (field.matches("input[type='range']")) return key in ARROWS || SCRUB.includes(key);
  return field.matches("input, select, textarea") && key !== "Escape";
}

/** What is asked waits for a card: the keys belong to that. @param {KeyboardEvent} event */
function skip(event) {
  const isButton = /** @type {Element} */ (event.target).matches("button, a, summary");
  if (event.key !== "Escape" && (isButton || !["Enter", " "].includes(event.key))) return;
  goOn();
  event.preventDefault();
}

/** @param {KeyboardEvent} event */
function act(event) {
  const here = /** @type {HTMLElement | SVGElement} */ (document.activeElement ?? document.body);
  if ((event.key === "Enter" || event.key === " ") && here.matches(".target")) {
    const depth = choice.path.length;
    click(here.dataset.key ?? "");
    if (choice.path.length !== depth) (targets()[0] ?? firstChip()).focus({ preventScroll: true });
    return true;
  }
  if (event.key === "Enter" && choice.armed && !here.matches("button, a")) return confirm() ?? true;
  if (event.key in ARROWS) return arrow(event);
  if (event.repeat && /^[1-9nN]$/.test(event.key)) return true;
  if (/^[1-9]$/.test(event.key) && choose(event.key)) return true;
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
    if (isTyped(here, event.key)) return;
    if (isWaited()) return skip(event);
    if (act(event)) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches(".target:focus-visible")) reveal([target]);
  });
}
