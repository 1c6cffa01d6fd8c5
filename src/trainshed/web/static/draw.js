// Lines are drawn with the pointer: from a hex, along its neighbours. Each hex that is entered is a move.

import { hexAt, point, svg } from "./board.js";
import { choice, isBusy, send } from "./choices.js";
import { beyond, isCrayon } from "./crayon.js";
import { play } from "./live.js";
import { byId, draw, hexes, table } from "./page.js";
import { ask } from "./why.js";

/** How many units two neighbours are apart, and a little more. */
const NEAR = 1.9;
/** The hexes drawn over so far, those that wait to be played, and whether the pointer is down. */
let [drawn, waiting, pointer] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([]), -1];
let isPlaying = false;
let wasDrawn = false;

const hexOf = (/** @type {string | undefined} */ key) => (key ?? "").replace(/^hex:/, "");

/** The offer of a hex now, if it is one. @param {string} name */
function offerOf(name) {
  const found = choice.all.filter((offer) => offer.path[0] === `hex:${name}`);
  return found.length === 1 ? found[0] : found.find((offer) => offer.path.length === 1);
}

/** Whether a line can begin in a hex. @param {string} name */
const begins = (name) =>
  hexOf(table().dataset.last) === name
    ? choice.all.some((offer) => offer.path[0]?.startsWith("hex:"))
    : offerOf(name) !== undefined || beyond().has(`hex:${name}`);

/** Whether two hexes are neighbours. @param {string} a @param {string} b */
function isBeside(a, b) {
  const [[ax, ay], [bx, by]] = [hexes.at[a], hexes.at[b]];
  return Math.hypot(ax - bx, ay - by) < NEAR * hexes.radius;
}

/** Play the hexes that wait, one after another; the first that is refused tells why. */
async function work() {
  if (isPlaying) return;
  isPlaying = true;
  while (waiting.length && table().dataset.mine === "yes") {
    const [name] = waiting;
    const from = drawn[drawn.length - waiting.length - 1];
    const isThere = hexOf(table().dataset.last) === from;
    const start = offerOf(from) ?? beyond().get(`hex:${from}`);
    if (start && !(isThere && offerOf(name)) && !(await played(start))) break;
    const offer = hexOf(table().dataset.last) === from ? offerOf(name) : undefined;
    if (!offer) {
      if (choice.all.length) ask(name);
      break;
    }
    if (!(await played(offer))) break;
    waiting.shift();
    trail();
  }
  if (waiting.length) stop();
  isPlaying = false;
  if (pointer < 0) stop();
}

/** Play an offer; whether the table took it. @param {import("./page.js").Offer} offer */
async function played(offer) {
  const before = table().dataset.version;
  await send(offer);
  return table().dataset.version !== before;
}

/** No line is drawn any more. */
function stop() {
  [drawn, waiting, pointer] = [[], [], -1];
  byId("board").classList.remove("drawing");
  trail();
}

/** The line under the pointer as far as it is not played yet. */
function trail() {
  for (const old of svg.querySelectorAll(".trail")) old.remove();
  if (!waiting.length || drawn.length < 2) return;
  const first = Math.max(0, drawn.length - waiting.length - 1);
  const path = `M${drawn.slice(first).map((name) => hexes.at[name].join(" ")).join("L")}`;
  svg.append(draw("path", { class: "trail", d: path }));
}

/** The pointer has come to a hex. @param {string} name */
function enter(name) {
  const last = /** @type {string} */ (drawn.at(-1));
  if (name === last || !isBeside(last, name)) return;
  if (name === drawn.at(-2)) return retreat();
  drawn.push(name);
  waiting.push(name);
  trail();
  work();
}

/** The pointer goes back along the line: what it drew last is taken back. */
async function retreat() {
  if (waiting.length) {
    waiting.pop();
    drawn.pop();
    return trail();
  }
  if (isPlaying || isBusy()) return;
  isPlaying = true;
  drawn.pop();
  await play("undo");
  isPlaying = false;
  work();
}

/** Every hex between two points of the window, in order. @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
function between(x0, y0, x1, y1) {
  const [[ax, ay], [bx, by]] = [point(x0, y0), point(x1, y1)];
  const parts = Math.max(1, Math.ceil(Math.hypot(ax - bx, ay - by) / (hexes.radius / 2)));
  return Array.from({ length: parts }, (_, n) => {
    const part = (n + 1) / parts;
    return hexAt(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
  });
}

/** Let lines be drawn. It listens before the board is dragged. */
export function mount() {
  const frame = byId("board");
  let [x, y] = [0, 0];
  frame.addEventListener(
    "pointerdown",
    (event) => {
      if (!event.isPrimary) return stop();
      wasDrawn = false;
      if (event.button > 0 || !isCrayon() || table().dataset.mine !== "yes" || isBusy()) return;
      const name = hexAt(event.clientX, event.clientY);
      if (!name || !begins(name)) return;
      event.stopImmediatePropagation();
      [drawn, waiting, pointer] = [[name], [], event.pointerId];
      [x, y] = [event.clientX, event.clientY];
      frame.classList.add("drawing");
    },
    { capture: true },
  );
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    for (const name of between(x, y, event.clientX, event.clientY)) {
      if (!name || pointer < 0) continue;
      if (name !== drawn[0]) wasDrawn = true;
      enter(name);
    }
    [x, y] = [event.clientX, event.clientY];
  });
  const release = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== pointer) return;
    pointer = -1;
    if (!isPlaying) stop();
  };
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  frame.addEventListener(
    "click",
    (event) => {
      if (!wasDrawn) return;
      wasDrawn = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}
