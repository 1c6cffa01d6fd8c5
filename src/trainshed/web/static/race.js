// A race is seen as a race: its trains go along their ways, throw by throw.

import { reveal, svg } from "./board.js";
import { byId, draw, isStill, table, text } from "./page.js";
import * as report from "./report.js";

/**
 * @typedef {{key: string, enamels: string[], name: string, way: [number, number][], declared: boolean}} Train
 * @typedef {{move: number, train: number, to: number, pips: number, arrived: boolean, words: string}} Frame
 * @typedef {{title: string, note: string, over: boolean, words: string[], flags: [[number, number], string][], trains: Train[], frames: Frame[]}} Reel
 */

const WHOLE = 2700;
const [SHORTEST, LONGEST] = [90, 430];
/** Trains that stand in one hex stand apart by this, in units. */
const APART = 9;
/** @type {{end: () => void} | null} */
let running = null;

/** The race that was run last. @returns {Reel | null} */
const reel = () => JSON.parse(document.getElementById("reel")?.textContent || "null");

/** How many hexes a way has. @param {Train} train */
const far = (train) => train.way.length - 1;

/** A train as it stands on the map. @param {Train} train */
function engine({ enamels: [enamel] }) {
  const group = draw("g", { class: "film-engine" });
  const roundel = draw("use", { href: "#at-runner", color: `var(--${enamel})` });
  const size = { x: -8.3, y: -7, width: 17, height: 14.4 };
  group.append(roundel, draw("use", { href: `#engine-${enamel}`, ...size }));
  return group;
}

/** A flag with its word. @param {[number, number]} at @param {string} words */
function flag([x, y], words) {
  const group = draw("g", { class: "film-flag", transform: `translate(${x} ${y})` });
  const wide = words.length * 6.2 + 14;
  const plate = { x: -wide / 2, y: -32, width: wide, height: 15, rx: 7.5 };
  const word = draw("text", { y: -20.6 });
  word.textContent = words;
  group.append(
    draw("circle", { class: "film-halo", r: 18 }),
    draw("circle", { r: 18 }),
    draw("rect", plate),
    word,
  );
  return group;
}

/** What is drawn over the map; the trains in their order. @param {Reel} film */
function stage(film) {
  const group = draw("g", { class: "film-stage", "aria-hidden": "true" });
  const ways = film.trains.map(({ way }) => `M${way.map((at) => at.join(" ")).join("L")}`);
  const wide = (/** @type {number} */ n) => 8 + 5 * (film.trains.length - n);
  group.append(
    ...ways.map((d, n) => draw("path", { class: "film-halo", d, "stroke-width": wide(n) + 3 })),
    ...ways.map((d, n) =>
      draw("path", {
        class: "film-way",
        "data-enamel": film.trains[n].enamels[0],
        d,
        "stroke-width": wide(n),
      }),
    ),
  );
  group.append(...film.flags.map(([at, words]) => flag(at, words)));
  const engines = film.trains.map(engine);
  group.append(...engines.slice().reverse());
  svg.querySelector(".film-stage")?.remove();
  svg.append(group);
  return engines;
}

/** Where a train is so far on its way. @param {Train} train @param {number} at hexes, parts of one too */
function spot({ way }, at) {
  const n = Math.min(way.length - 1, Math.floor(at));
  const [a, b] = [way[n], way[Math.min(way.length - 1, n + 1)]];
  const part = at - n;
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

/** Put every engine where its train is; those in one place stand apart. @param {Reel} film @param {SVGElement[]} engines @param {number[]} at */
function put(film, engines, at) {
  const spots = film.trains.map((train, n) => spot(train, at[n]));
  spots.forEach(([x, y], n) => {
    const same = spots.map((other, m) => (Math.hypot(other[0] - x, other[1] - y) < 4 ? m : -1)).filter((m) => m >= 0);
    const aside = (same.indexOf(n) - (same.length - 1) / 2) * 2 * APART;
    engines[n].setAttribute("transform", `translate(${(x + aside).toFixed(1)} ${y.toFixed(1)})`);
  });
}

/** The standings. @param {Reel} film */
function card(film) {
  const place = byId("film");
  const rows = film.trains.map(
    ({ enamels: [enamel], name }) =>
      `<li><svg class="badge" aria-hidden="true"><use href="#badge-${enamel}"/></svg><span class="race-name">${name}</span>` +
      `<svg class="race-bar" data-enamel="${enamel}" aria-hidden="true"><rect width="100%" height="100%" rx="4"/><rect class="race-done" width="0%" height="100%" rx="4"/></svg>` +
      `<span class="race-left"></span></li>`,
  );
  place.innerHTML =
    `<header><h2>${film.title}</h2><p>${film.note}</p></header><ol>${rows.join("")}</ol>` +
    `<div class="film-foot"><span class="film-die"></span><p class="film-words"></p>` +
    `<button type="button" class="button" data-go-on>${text("result")} <kbd aria-hidden="true">Esc</kbd></button></div>`;
  return place;
}

/** Fill in how far the trains are. @param {Reel} film @param {HTMLElement} place @param {number[]} at @param {boolean[]} arrived */
function standings(film, place, at, arrived) {
  const longest = Math.max(...film.trains.map(far));
  film.trains.forEach((train, n) => {
    const row = place.querySelectorAll("li")[n];
    const whole = train.declared ? far(train) : longest;
    row.querySelector(".race-done")?.setAttribute("width", `${((100 * at[n]) / (whole || 1)).toFixed(1)}%`);
    row.classList.toggle("past", arrived[n]);
    const left = /** @type {HTMLElement} */ (row.querySelector(".race-left"));
    left.innerHTML = arrived[n]
      ? `<small>${text("arrived")}</small>`
      : train.declared
        ? `${whole - at[n]} <small>${text("to-go")}</small>`
        : `<small>${text("hexes-run", { n: String(at[n]) })}</small>`;
  });
}

/** A die in ink. @param {number} pips */
function die(pips) {
  const dots = [[10, 10], [26, 10], [10, 18], [18, 18], [26, 18], [10, 26], [26, 26]];
  return `<svg class="die ink" data-pips="${pips}" viewBox="0 0 36 36" aria-hidden="true"><rect x="1" y="1" width="34" height="34" rx="7"/>${dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.2"/>`).join("")}</svg>`;
}

/** Show a race from a move on. @param {Reel} film @param {number} since */
function show(film, since) {
  report.show({ place: byId("film"), settle, end: clear });
  const engines = stage(film);
  const place = card(film);
  const at = film.trains.map(() => 0);
  const arrived = film.trains.map(() => false);
  const rest = film.frames.filter((frame) => frame.move > since);
  const count = (/** @type {Frame} */ frame) => {
    at[frame.train] = frame.to;
    arrived[frame.train] = frame.arrived;
    standings(film, place, at, arrived);
  };
  for (const frame of film.frames) if (frame.move <= since) count(frame);
  standings(film, place, at, arrived);
  put(film, engines, at);
  byId("board").classList.add("filming");
  reveal([/** @type {Element} */ (svg.querySelector(".film-stage"))]);

  const time = Math.max(SHORTEST, Math.min(LONGEST, WHOLE / (rest.length || 1)));
  const foot = /** @type {HTMLElement} */ (place.querySelector(".film-words"));
  const dice = /** @type {HTMLElement} */ (place.querySelector(".film-die"));
  const go = /** @type {HTMLElement} */ (place.querySelector("[data-go-on]"));
  let [n, began, isOver] = [-1, 0, false];
  const end = () => {
    isOver = true;
    running = null;
    rest.forEach(count);
    put(film, engines, at);
    dice.innerHTML = "";
    foot.innerHTML = film.words.map((words) => `<span>${words}</span>`).join(" ");
    go.innerHTML = `${text("go-on")} <kbd aria-hidden="true">Esc</kbd>`;
    yieldMap();
  };
  running = { end };
  if (isStill()) return end();
  const step = (/** @type {number} */ now) => {
    if (isOver) return;
    if (n < 0 || now - began >= time) {
      if (n >= 0) count(rest[n]);
      n += 1;
      began = now;
      if (n === rest.length) return end();
      dice.innerHTML = rest[n].pips ? die(rest[n].pips) : "";
      foot.innerHTML = `<span>${rest[n].words}</span>`;
    }
    const { train, to } = rest[n];
    const part = Math.min(1, (now - began) / (time * 0.85));
    const now_ = at.map((one, m) => (m === train ? one + (to - one) * (1 - (1 - part) ** 2) : one));
    put(film, engines, now_);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Show how the race ended; whether it still ran. */
function settle() {
  const was = running;
  was?.end();
  return was !== null;
}

/** Take the race off the map. */
function clear() {
  settle();
  const drawn = svg.querySelector(".film-stage");
  if (!drawn) return;
  drawn.remove();
  byId("board").classList.remove("filming");
  document.dispatchEvent(new CustomEvent("race:closed"));
}

/** A race that is over leaves the map to what is asked there. */
function yieldMap() {
  if (table().dataset.mine === "yes" && !report.isWaited()) clear();
}

/** @param {Event} event */
function arrive(event) {
  const { before } = /** @type {CustomEvent} */ (event).detail;
  const { at, live } = byId("table").dataset;
  const film = reel();
  const since = Number(before.at);
  const isNew = before.live === "yes" && live === "yes" && Number(at) > since;
  const last = film?.frames.at(-1);
  if (film && isNew && film.over && last && last.move > since) show(film, since);
  else if (!running) yieldMap();
}

/** Make races run. */
export function mount() {
  if (!document.getElementById("film")) return;
  document.addEventListener("table:arrive", arrive);
  document.addEventListener("pointerdown", (event) => {
    if (/** @type {Element} */ (event.target).closest("#board-area")) settle();
  });
  document.addEventListener("click", (event) => {
    const film = /** @type {Element} */ (event.target).closest("[data-film]") && reel();
    if (film) show(film, 0);
  });
}
