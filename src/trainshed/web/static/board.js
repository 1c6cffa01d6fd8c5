// The board: its ground, its pan and zoom. The view is the drawing's viewBox, so all stays sharp.

import { byId, draw, hexes, isPhone, isStill } from "./page.js";

const NEAR = 6;
const STEP = 1.3;
const EDGE = 48;
const PHONE_RADIUS = 26;
/** Names are never smaller than this on the screen, in pixels, as long as they need not grow more than that. */
const READABLE = 12;
const LARGEST = 1.35;
/** The same for the words on targets, in units of the drawing and how much they may grow. */
const TAG = 10.8;
const LARGE_TAGS = 1.7;

const frame = byId("board");
export const svg = /** @type {SVGSVGElement} */ (frame.querySelector("svg"));
/** What is seen: a corner and the number of pixels for a unit of the drawing. */
const view = { x: 0, y: 0, scale: 1 };
let fitted = true;
/** @typedef {{x: number, y: number, width: number, height: number}} Box in the drawing's units */
/** The part of the drawing that is looked at, where one was asked for. @type {Box | null} */
let held = null;
/** The glide that goes on; a new one takes its place. */
let gliding = 0;
/** On a phone a unit of a part is seen as large as that, if the part need not be all in sight. */
const LARGE = 0.84;
const MARGIN = 12;

/** The scale at which the whole board is seen. */
const whole = () =>
  Math.min(frame.clientWidth / hexes.width, frame.clientHeight / hexes.height) || 1;

function apply() {
  const width = frame.clientWidth / view.scale;
  const height = frame.clientHeight / view.scale;
  view.x = clamp(view.x, width, hexes.width);
  view.y = clamp(view.y, height, hexes.height);
  svg.setAttribute(
    "viewBox",
    `${view.x.toFixed(2)} ${view.y.toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)}`,
  );
  const lettering = Math.max(1, Math.min(LARGEST, READABLE / (hexes.letters * view.scale)));
  svg.style.setProperty("--lettering-scale", lettering.toFixed(2));
  const tags = Math.max(1, Math.min(LARGE_TAGS, READABLE / (TAG * view.scale)));
  svg.style.setProperty("--tag-scale", tags.toFixed(2));
  document.dispatchEvent(
    new CustomEvent("board:view", {
      detail: { x: view.x, y: view.y, width, height, near: view.scale / whole() },
    }),
  );
}

/** Keep the view on the board; a board that is smaller than the view stays in it. @param {number} at @param {number} size @param {number} all */
function clamp(at, size, all) {
  const spare = Math.max(EDGE, (size - all) / 2);
  return Math.max(Math.min(-spare, all - size), Math.min(Math.max(0, all - size) + spare, at));
}

/** Show the whole board. */
export function fit() {
  [fitted, held] = [true, null];
  view.scale = whole();
  view.x = (hexes.width - frame.clientWidth / view.scale) / 2;
  view.y = (hexes.height - frame.clientHeight / view.scale) / 2;
  apply();
  document.dispatchEvent(new CustomEvent("board:fitted"));
}

/** Zoom about a point of the window, or the middle. @param {number} factor @param {number} [x] @param {number} [y] */
export function zoom(factor, x, y) {
  const box = frame.getBoundingClientRect();
  const px = (x ?? box.x + box.width / 2) - box.x;
  const py = (y ?? box.y + box.height / 2) - box.y;
  const scale = Math.max(whole() * 0.7, Math.min(whole() * NEAR, view.scale * factor));
  view.x += px / view.scale - px / scale;
  view.y += py / view.scale - py / scale;
  view.scale = scale;
  leave();
  apply();
}

/** The view is no longer the one that was asked for. */
function leave() {
  [fitted, held] = [false, null];
  document.dispatchEvent(new CustomEvent("board:moved"));
}

/** Show a part of the drawing, as large as it fits; on a phone nearer, where these elements of it are. @param {Box} box @param {Element[]} [wanted] @param {number} [scale] on which the part itself is drawn */
export function centreOn(box, wanted = [], scale = 1) {
  const [width, height] = [frame.clientWidth, frame.clientHeight];
  const ways = [width / (box.width + 2 * MARGIN), height / (box.height + 2 * MARGIN)];
  const [far, near] = [Math.min(...ways), Math.max(...ways)];
  const places = wanted.map(inUnits);
  view.scale = isPhone() ? Math.max(far, Math.min(near, LARGE / scale)) : far;
  [view.x, view.y] = [
    middle(box.x, box.width, width / view.scale, places.map((one) => one.x + one.width / 2)),
    middle(box.y, box.height, height / view.scale, places.map((one) => one.y + one.height / 2)),
  ];
  [fitted, held] = [false, box];
  apply();
}

/** Where a view begins that shows a stretch, or the part of it about these points. @param {number} at @param {number} size @param {number} seen @param {number[]} points */
function middle(at, size, seen, points) {
  if (seen >= size) return at - (seen - size) / 2;
  const [first, last] = points.length ? [Math.min(...points), Math.max(...points)] : [at, at];
  const mean = last - first > seen ? first : (first + last) / 2;
  return Math.max(at - MARGIN, Math.min(at + size + MARGIN - seen, mean - seen / 2));
}

/** An element's box in the drawing's units. @param {Element} element @returns {Box} */
export function inUnits(element) {
  const box = element.getBoundingClientRect();
  const [x, y] = point(box.x, box.y);
  return { x, y, width: box.width / view.scale, height: box.height / view.scale };
}

/** Move the view. @param {number} dx pixels @param {number} dy pixels */
export function pan(dx, dy) {
  view.x -= dx / view.scale;
  view.y -= dy / view.scale;
  leave();
  apply();
}

/** Put a point of the drawing in the middle. @param {number} x @param {number} y */
export function centre(x, y) {
  pan(
    (view.x + frame.clientWidth / view.scale / 2 - x) * view.scale,
    (view.y + frame.clientHeight / view.scale / 2 - y) * view.scale,
  );
}

/** Whether an element is wholly in the frame. @param {Element} element */
export function isSeen(element) {
  const [seen, box] = [frame.getBoundingClientRect(), element.getBoundingClientRect()];
  return box.left >= seen.left && box.right <= seen.right && box.top >= seen.top && box.bottom <= seen.bottom;
}

/** Move the view just so that these elements are seen, and farther off where they need more room. @param {Element[]} elements @param {boolean} [again] */
export function reveal(elements, again = false) {
  const boxes = elements
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width);
  if (!boxes.length) return;
  const [box, edge] = [frame.getBoundingClientRect(), 18];
  const left = Math.min(...boxes.map((b) => b.left)) - box.left - edge;
  const right = box.right - Math.max(...boxes.map((b) => b.right)) - edge;
  const top = Math.min(...boxes.map((b) => b.top)) - box.top - edge;
  const bottom = box.bottom - Math.max(...boxes.map((b) => b.bottom)) - edge;
  if (Math.min(left, right, top, bottom) >= -edge) return;
  const [wide, high] = [box.width - left - right, box.height - top - bottom];
  const room = Math.min(box.width / wide, box.height / high);
  if (room < 1 && !again) {
    zoom(Math.max(whole() / view.scale, room));
    return reveal(elements, true);
  }
  glide(left < 0 ? -left : Math.min(0, right), top < 0 ? -top : Math.min(0, bottom));
}

/** Pan within a moment. @param {number} dx @param {number} dy */
export function glide(dx, dy) {
  const own = ++gliding;
  if (isStill()) return pan(dx, dy);
  const start = performance.now();
  let done = 0;
  const step = (/** @type {number} */ now) => {
    if (own !== gliding) return;
    const part = Math.min(1, (now - start) / 200);
    const eased = 1 - (1 - part) ** 3;
    pan(dx * (eased - done), dy * (eased - done));
    done = eased;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** A point of the window in the drawing's units. @param {number} x @param {number} y @returns {[number, number]} */
export function point(x, y) {
  const box = frame.getBoundingClientRect();
  return [view.x + (x - box.x) / view.scale, view.y + (y - box.y) / view.scale];
}

/** Where a point of the drawing lies in the frame, in pixels, and how many of them a unit has. @param {number} x @param {number} y @returns {[number, number, number]} */
export const screen = (x, y) => [(x - view.x) * view.scale, (y - view.y) * view.scale, view.scale];

/** The hex at a point of the window. @param {number} x @param {number} y */
export function hexAt(x, y) {
  const [px, py] = point(x, y);
  const found = Object.entries(hexes.at)
    .map(([name, [hx, hy]]) => /** @type {const} */ ([Math.hypot(hx - px, hy - py), name]))
    .sort((a, b) => a[0] - b[0])[0];
  return found && found[0] < hexes.radius ? found[1] : null;
}

/** Take a new position: all but the ground is exchanged. @param {Element} position */
export function exchange(position) {
  const old = svg.querySelector(".position");
  old?.before(position); // first: what leaves may take its neighbours with it
  old?.remove();
}

/** Where the first look goes on a phone: to what just happened, or to what can be done. */
export function open() {
  fit();
  if (!isPhone()) return;
  view.scale = Math.max(whole(), PHONE_RADIUS / hexes.radius);
  const seen = [...svg.querySelectorAll(".last path, .targets .target")];
  const places = seen.map(
    (element) =>
      /** @type {SVGGraphicsElement} */ (element).transform.baseVal.consolidate()?.matrix,
  );
  const near = places.slice(
    0,
    seen.some((element) => element.matches(".last path")) ? 1 : places.length,
  );
  const known = near.filter((matrix) => matrix !== undefined);
  const mean = (/** @type {"e" | "f"} */ axis, /** @type {number} */ other) =>
    known.length
      ? known.reduce((sum, matrix) => sum + (matrix?.[axis] ?? 0), 0) / known.length
      : other;
  centre(mean("e", hexes.width / 2), mean("f", hexes.height / 2));
}

/** Fetch the ground, once, and lay it under the position. */
async function lay() {
  const answer = await fetch(hexes.ground);
  const holder = document.createElement("template");
  holder.innerHTML = `<svg>${await answer.text()}</svg>`;
  const ground = holder.content.querySelector(".ground") ?? draw("g");
  svg.prepend(document.importNode(ground, true));
  document.dispatchEvent(new CustomEvent("board:ground"));
}

/** Make the board ready. */
export function mount() {
  svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
  open();
  lay();
  new ResizeObserver(() => {
    if (held && !isPhone()) centreOn(held);
    else if (fitted && !isPhone()) fit();
    else apply();
  }).observe(frame);
  frame.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(
        Math.exp(-Math.max(-80, Math.min(80, event.deltaY)) / (event.ctrlKey ? 90 : 320)),
        event.clientX,
        event.clientY,
      );
    },
    { passive: false },
  );
  document.addEventListener("table:arrive", () => {
    if (isPhone() && !svg.querySelector(".choices.on, .desk-board"))
      reveal([...svg.querySelectorAll(".last path")].slice(-1));
  });
  document.addEventListener("click", (event) => {
    const way = /** @type {HTMLElement} */ (event.target)
      .closest?.("[data-zoom]")
      ?.getAttribute("data-zoom");
    if (way === "in") zoom(STEP);
    if (way === "out") zoom(1 / STEP);
    if (way === "fit") fit();
  });
}
