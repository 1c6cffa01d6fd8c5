// Motion tells what happened: engines travel along their track, new pieces appear. Any key skips.

import { svg } from "./board.js";
import { isStill, number } from "./page.js";

const MOST = 3000;
const LONGEST = 1600;
const FAR = 24;
const DEEP = 3;
const LIKE = /<use href="#([\w-]*like-\w+)"[^>]*>(?:<\/use>)?/g;
/** @type {Map<string, DOMMatrix>} */
let before = new Map();
/** What lay on boards. @type {Map<string, {at: DOMMatrix | undefined, shows: string}>} */
let lay = new Map();
/** @type {Animation[]} */
let running = [];

/** Where a piece stands. @param {Element} piece */
const place = (piece) =>
  /** @type {SVGGraphicsElement} */ (piece).transform.baseVal.consolidate()?.matrix;

function pieces() {
  return [...svg.querySelectorAll(".position .engine, .position .station")].map(
    (piece) => /** @type {SVGGElement} */ (piece),
  );
}

/** A duration of the design, in milliseconds. @param {string} name */
const token = (name) =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) || 0;

/** The points on the way from one place to another: along the line's track where it has one. @param {SVGGElement} engine @param {DOMMatrix} from @param {DOMMatrix} to @returns {[number, number][]} */
function way(engine, from, to) {
  const letters = engine.id.split(":")[1];
  const track = /** @type {SVGPathElement | null} */ (
    svg.querySelector(`[id="rails:${letters}"] path[id]`)
  );
  /** @type {[number, number][]} */
  const straight = [
    [from.e, from.f],
    [to.e, to.f],
  ];
  if (!track) return straight;
  const length = track.getTotalLength();
  const points = Array.from({ length: Math.ceil(length / 3) + 1 }, (_, n) =>
    track.getPointAtLength(Math.min(length, n * 3)),
  );
  const nearest = (/** @type {DOMMatrix} */ at) => {
    const far = points.map((point) => Math.hypot(point.x - at.e, point.y - at.f));
    const best = far.indexOf(Math.min(...far));
    return far[best] < 9 ? best : -1;
  };
  const [a, b] = [nearest(from), nearest(to)];
  if (a < 0 || b < 0 || a === b) return straight;
  const found = a < b ? points.slice(a, b + 1) : points.slice(b, a + 1).reverse();
  return [
    [from.e, from.f],
    ...found.map((point) => /** @type {[number, number]} */ ([point.x, point.y])),
    [to.e, to.f],
  ];
}

/** @param {SVGGElement} engine @param {DOMMatrix} from @param {DOMMatrix} to @param {number} delay */
function travel(engine, from, to, delay) {
  const points = way(engine, from, to);
  const far = points
    .slice(1)
    .reduce((sum, [x, y], n) => sum + Math.hypot(x - points[n][0], y - points[n][1]), 0);
  const duration = Math.min(LONGEST, token("--travel") + Math.max(0, far / 42 - 3) * 120);
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  running.push(
    engine.animate(frames, {
      duration,
      delay,
      easing: "cubic-bezier(.45, .05, .25, 1)",
      fill: "backwards",
    }),
  );
  return duration;
}

/** A piece comes into being. @param {SVGGElement} piece @param {DOMMatrix} at @param {number} delay */
function appear(piece, at, delay) {
  const put = `translate(${at.e}px, ${at.f}px)`;
  const frames = [
    { opacity: 0, transform: `${put} scale(1.5)` },
    { opacity: 1, transform: put },
  ];
  running.push(
    piece.animate(frames, {
      duration: token("--step"),
      delay,
      easing: "ease-out",
      fill: "backwards",
    }),
  );
  return token("--step");
}

/** What lies on boards, by name. */
function plots() {
  /** @type {Map<string, SVGGElement>} */
  const found = new Map();
  for (const plot of svg.querySelectorAll(".desk-board [id]:has(> title)"))
    found.set(plot.id, /** @type {SVGGElement} */ (plot));
  return found;
}

/** What a plot shows, whether it is drawn there or refers to its like. @param {Element} plot */
function drawn(plot) {
  let found = plot.innerHTML.replace(/<title>.*?<\/title>/, "");
  for (let deep = 0; deep < DEEP; deep++)
    found = found.replace(LIKE, (_, id) => document.getElementById(id)?.innerHTML ?? "");
  return found.replace(/<\/?g\b[^>]*>/g, "");
}

/** A piece on a board goes to its new place, or what is new there appears. @param {string} key @param {SVGGElement} plot */
function settle(key, plot) {
  const old = lay.get(key);
  const [from, to] = [old?.at, place(plot)];
  if (!old) return;
  if (from && to && Math.hypot(from.e - to.e, from.f - to.f) > 1) return travel(plot, from, to, 0);
  if (old.shows === drawn(plot)) return;
  const frames = [{ opacity: 0.2 }, { opacity: 1 }];
  running.push(plot.animate(frames, { duration: token("--travel"), easing: "ease-out" }));
}

/** @param {Event} event */
function arrive(event) {
  const steps = number("at") - Number(/** @type {CustomEvent} */ (event).detail.before.at);
  if (isStill() || steps < 1 || steps > FAR) return;
  for (const [key, plot] of plots()) settle(key, plot);
  let delay = 0;
  for (const piece of pieces()) {
    const to = place(piece);
    const from = before.get(piece.id);
    if (!to || delay > MOST) continue;
    if (!from) delay += appear(piece, to, delay);
    else if (piece.matches(".engine") && Math.hypot(from.e - to.e, from.f - to.f) > 1)
      delay += travel(piece, from, to, delay);
  }
}

function leave() {
  skip();
  lay = new Map([...plots()].map(([key, plot]) => [key, { at: place(plot), shows: drawn(plot) }]));
  before = new Map(pieces().map((piece) => [piece.id, /** @type {DOMMatrix} */ (place(piece))]));
}

function skip() {
  for (const animation of running) animation.finish();
  running = [];
}

/** Make the pieces move. */
export function mount() {
  document.addEventListener("table:leave", leave);
  document.addEventListener("table:arrive", arrive);
  document.addEventListener("keydown", skip);
  document.addEventListener("pointerdown", skip);
}
