// The board in words: fetched when its tab is opened, and anew after each move while it is open. On a map
// the arrow keys go from hex to hex.

import { play } from "./live.js";
import { byId, hexes, number, table } from "./page.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** So far away, in radii, neighbours lie. */
const NEAR = 1.8;
/** So much more counts what lies aside than what lies ahead. */
const ASIDE = 0.9;

const panel = () => byId("panel-words");
const spots = () =>
  /** @type {HTMLElement[]} */ ([...panel().querySelectorAll("[role='gridcell']")]);
let query = "";
/** The column and the row in which a walk began: of two neighbours it goes to the one nearer to them. @type {[number, number]} */
let line = [NaN, NaN];

/** What is asked for: the present, or the position that is looked at. */
const wanted = () => (table().dataset.live === "yes" ? "" : `?at=${number("at")}`);

/** Fetch the words; whatever had the focus has it again. @param {boolean} [isFirst] whether the focus goes in */
async function load(isFirst = false) {
  query = wanted();
  const asked = query;
  const answer = await fetch(`/t/${table().dataset.table}/words${asked}`, {
    headers: { "HX-Request": "true" },
  });
  if (!answer.ok || asked !== query) return;
  const words = await answer.text();
  const here = panel().querySelector("[tabindex='0'][role='gridcell']")?.id;
  const isIn = panel().querySelector("form")?.contains(document.activeElement);
  const held = document.activeElement?.closest(".spot")?.id ?? "";
  panel().innerHTML = words;
  const first = spots().find((spot) => !spot.matches(".plain")) ?? spots()[0];
  const last = here ? document.getElementById(here) : null;
  rove(last ?? first);
  const back = document.getElementById(held) ?? (isIn ? panel() : null);
  if (back) back.focus({ preventScroll: true });
  else if (isFirst) panel().focus({ preventScroll: true });
}

/** Give a hex the grid's one place in the order of the Tab key; what may be done there follows it. @param {HTMLElement | null | undefined} spot */
function rove(spot) {
  if (!spot) return;
  for (const other of spots()) {
    const isHere = other === spot;
    other.tabIndex = isHere ? 0 : -1;
    for (const deed of other.querySelectorAll("button")) deed.tabIndex = isHere ? 0 : -1;
  }
}

/** @param {HTMLElement | undefined} spot */
function go(spot) {
  if (!spot) return;
  rove(spot);
  spot.focus({ preventScroll: true });
  spot.scrollIntoView({ block: "nearest" });
}

const at = (/** @type {HTMLElement} */ spot) => hexes.at[spot.dataset.hex ?? ""] ?? [0, 0];

/** The neighbour in a direction. @param {HTMLElement} from @param {[number, number]} way */
function neighbour(from, [wx, wy]) {
  const [x, y] = at(from);
  const across = wx ? 1 : 0;
  if (Math.abs(line[across] - [x, y][across]) > hexes.radius || Number.isNaN(line[across])) line = [x, y];
  const [found] = spots()
    .map((spot) => ({ spot, to: at(spot), ahead: (at(spot)[0] - x) * wx + (at(spot)[1] - y) * wy }))
    .filter(({ to, ahead }) => ahead > 1 && Math.hypot(to[0] - x, to[1] - y) < NEAR * hexes.radius)
    .map(({ spot, to, ahead }) => ({ spot, to, cost: ASIDE * Math.abs(to[across] - line[across]) - ahead }))
    .sort((a, b) => a.cost - b.cost);
  if (found) line[1 - across] = found.to[1 - across];
  return found?.spot;
}

/** The next one of a kind after a hex, and round again. @param {HTMLElement} from @param {string} kind */
function following(from, kind) {
  const all = spots();
  const here = all.indexOf(from);
  return [...all.slice(here + 1), ...all.slice(0, here + 1)].find((spot) => spot.matches(kind));
}

/** @param {HTMLElement} spot @param {string} key */
function act(spot, key) {
  if (key in ARROWS) go(neighbour(spot, ARROWS[key]));
  else if (key === "Home") go(following(spot, ".own"));
  else if (key === "End") go(following(spot, ":has(button)"));
  else if (key === "Enter" || key === " ") spot.querySelector("button")?.focus();
  else return false;
  return true;
}

/** Make the tab work. */
export function mount() {
  document.addEventListener("table:arrive", () => {
    if (!panel().hidden) load();
  });
  document.addEventListener("tab:open", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === "words") load(true);
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const here = /** @type {HTMLElement} */ (event.target);
      const cell = /** @type {HTMLElement | null} */ (here.closest?.("#panel-words [role='gridcell']"));
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && here !== cell) cell.focus();
      else if (here !== cell && !(event.key in ARROWS)) return;
      else if (!act(cell, event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  document.addEventListener("focusin", (event) => {
    const cell = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("#panel-words [role='gridcell']")
    );
    if (cell && cell.tabIndex !== 0) rove(cell);
  });
  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.id !== "inwords") return;
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (Number(form.dataset.version) === number("version")) play(button?.value ?? "");
    else load();
  });
}
