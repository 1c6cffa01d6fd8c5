// The drawing of a map: what the server has drawn, and over it what has changed since.

import { svg } from "./board.js";
import { draw, hexes, idOf, make } from "./page.js";
import { beside, columns, isLand, limits, map, nameOf, placeOf, sideKey, signAt } from "./mapmodel.js";

/** @typedef {import("./mapmodel.js").Sheet} Sheet */

/** @type {{radius: number, origin: [number, number]}} */
const lay = /** @type {any} */ (hexes);
/** The map as the server has drawn it. @type {Sheet} */
let drawn = structuredClone(map());
const over = draw("g", { class: "fresh" });
const marks = draw("g", { class: "marks" });

/** The middle of a hex. @param {string} name @returns {[number, number]} */
export function middle(name) {
  const [column, row] = placeOf(name);
  const [x, y] = lay.origin;
  return [x + 1.5 * lay.radius * column, y + Math.sqrt(3) * lay.radius * (row + (column & 1) / 2)];
}

/** @param {string} name @param {number} number @returns {[number, number]} */
function corner(name, number) {
  const [x, y] = middle(name);
  const angle = ((60 - 60 * number) * Math.PI) / 180;
  return [x + lay.radius * Math.cos(angle), y + lay.radius * Math.sin(angle)];
}

const at = (/** @type {[number, number]} */ [x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const outline = (/** @type {string} */ name) =>
  `M${[0, 1, 2, 3, 4, 5].map((n) => at(corner(name, n))).join("L")}Z`;

/** The line of a side. @param {string} side */
function line(side) {
  const [name, way] = side.split(" ");
  const number = limits.sides.indexOf(way);
  return `M${at(corner(name, number))}L${at(corner(name, number + 1))}`;
}

/** The hex at a point of the drawing. @param {number} px @param {number} py */
export function hexAt(px, py) {
  const [x, y] = lay.origin;
  const near = Math.round((px - x) / (1.5 * lay.radius));
  let [best, found] = [Infinity, ""];
  for (let column = Math.max(0, near - 1); column <= Math.min(columns() - 1, near + 1); column += 1) {
    const exact = (py - y) / (Math.sqrt(3) * lay.radius) - (column & 1) / 2;
    const row = Math.max(0, Math.min(map().rows.length - 1, Math.round(exact)));
    const name = nameOf(column, row);
    const [mx, my] = middle(name);
    const far = Math.hypot(mx - px, my - py);
    if (far < best) [best, found] = [far, name];
  }
  return best < lay.radius * 1.05 ? found : "";
}

/** The side that is nearest to a point of the drawing; nothing in the middle of a hex. @param {number} px @param {number} py @param {number} slack how near, in radii */
export function sideAt(px, py, slack = 0.45) {
  const name = hexAt(px, py);
  if (!name) return "";
  const far = limits.sides.map((way, number) => {
    const [[ax, ay], [bx, by]] = [corner(name, number), corner(name, number + 1)];
    return /** @type {const} */ ([Math.hypot((ax + bx) / 2 - px, (ay + by) / 2 - py), way]);
  });
  const [best, way] = far.sort((a, b) => a[0] - b[0])[0];
  return best < lay.radius * slack ? `${name} ${way}` : "";
}

/** Every side that has water, and which. @param {Sheet} sheet */
function water(sheet) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const river of sheet.rivers)
    for (const side of river.sides) found.set(sideKey(side), river.wide ? "wide" : "river");
  for (const barrier of sheet.barriers)
    for (const side of barrier.sides) found.set(sideKey(side), "barrier");
  return found;
}

const KINDS = new Map([["~", "water"], ["#", "off"], [".", "none"]]);
/** What a sign means. @param {string} sign */
export const kindOf = (sign) =>
  KINDS.get(sign) ?? (sign === sign.toLowerCase() ? "plain" : "mountain");

/** Draw what has changed since the server drew the map. */
export function refresh() {
  over.replaceChildren();
  const sheet = map();
  sheet.rows.forEach((row, y) =>
    [...row].forEach((sign, x) => {
      const name = nameOf(x, y);
      if (signAt(name, drawn) !== sign) hexChanged(name, sign);
    }),
  );
  const [old, now] = [water(drawn), water(sheet)];
  for (const [side, kind] of old)
    if (now.get(side) !== kind) over.append(draw("path", { d: line(side), class: "side gone" }));
  for (const [side, kind] of now)
    if (old.get(side) !== kind) over.append(draw("path", { d: line(side), class: `side ${kind}` }));
  for (const kind of /** @type {const} */ (["towns", "places"])) stops(kind);
}

/** @param {string} name @param {string} sign */
function hexChanged(name, sign) {
  over.append(draw("path", { d: outline(name), class: `hex ${kindOf(sign)}` }));
  if (!isLand(sign)) return;
  const [x, y] = middle(name);
  if (kindOf(sign) === "mountain")
    over.append(draw("path", { d: `M${x - 8} ${y + 5}l5-9 3 5 2-4 6 8`, class: "peak" }));
  if (sign.toLowerCase() === signAt(name, drawn).toLowerCase()) return;
  const letter = draw("text", { x, y: y + 4, class: "letter" });
  letter.textContent = sign.toLowerCase();
  over.append(letter);
}

/** @param {"towns" | "places"} kind */
function stops(kind) {
  const [sheet, id] = [map(), kind === "towns" ? "town" : "place"];
  const text = (/** @type {any} */ one) => one && JSON.stringify([one.hex, one.numbers]);
  for (const name of new Set([...Object.keys(drawn[kind]), ...Object.keys(sheet[kind])])) {
    const [old, now] = [drawn[kind][name], sheet[kind][name]];
    const changed = text(old) !== text(now);
    const halt = document.getElementById(idOf(`${id}:${name}`));
    halt?.classList.toggle("gone", changed);
    for (const label of svg.querySelectorAll(".labels text"))
      if (old && label.textContent === name) label.classList.toggle("gone", changed);
    if (!now || (halt && !changed)) continue; // what stands on no land, nobody else has drawn
    const [x, y] = middle(now.hex);
    over.append(draw("circle", { cx: x, cy: y, r: 7, class: `stop ${id}` }));
    const label = draw("text", { x, y: y - 11, class: "name" });
    label.textContent = name;
    over.append(label);
  }
}

/** Show a drawing of the server. @param {{ground: string, position: string, width: number, height: number, origin: [number, number]}} made @param {Sheet} sheet of which it is */
export function show(made, sheet) {
  const wasSize = `${hexes.width} ${hexes.height}`;
  drawn = sheet;
  Object.assign(hexes, { width: made.width, height: made.height, origin: made.origin });
  const parts = make("div", {}, `${made.ground}${made.position}`);
  const [ground, position] = [parts.querySelector(".ground"), parts.querySelector(".position")];
  if (ground) {
    svg.querySelectorAll(".ground").forEach((one) => one.remove());
    svg.prepend(ground);
  }
  if (position) svg.querySelector(".position")?.replaceWith(position);
  svg.append(over, marks);
  refresh();
  return wasSize !== `${hexes.width} ${hexes.height}`;
}

/** Mark hexes and sides: the cursor, what is chosen, what the pointer is over. @param {{cursor?: string, chosen?: string, hover?: string, side?: string, goals?: string[], fault?: string}} what */
export function mark(what) {
  marks.replaceChildren();
  const ring = (/** @type {string | undefined} */ hex, /** @type {string} */ kind) => {
    if (hex && signAt(hex)) marks.append(draw("path", { d: outline(hex), class: kind }));
  };
  for (const goal of what.goals ?? []) ring(goal, "goal");
  ring(what.chosen, "chosen");
  ring(what.hover, "hover");
  if (what.side) marks.append(draw("path", { d: line(what.side), class: "hover side" }));
  ring(what.fault, "fault");
  ring(what.cursor, "here");
}

/** Make the drawing ready. */
export function mount() {
  svg.append(over, marks);
}

/** The two ends of a side, as text. @param {string} side */
export function ends(side) {
  const [name, way] = side.split(" ");
  const number = limits.sides.indexOf(way);
  return [number, number + 1].map((n) => corner(name, n).map(Math.round).join(" "));
}

/** Where the end of a side lies. @param {string} end @returns {[number, number]} */
const spotOf = (end) => /** @type {[number, number]} */ (end.split(" ").map(Number));

/** How far the end of a side is from a point. @param {string} end @param {number} x @param {number} y */
export const farFrom = (end, x, y) => Math.hypot(spotOf(end)[0] - x, spotOf(end)[1] - y);

/** The next side on the way from the end of another to a point; null where one is there. @param {string} end @param {number} x @param {number} y @returns {{side: string, end: string} | null} */
export function onward(end, x, y) {
  const hex = hexAt(...spotOf(end));
  if (!hex) return null;
  let [best, found] = [farFrom(end, x, y) - lay.radius * 0.3, /** @type {any} */ (null)];
  for (const near of [hex, ...limits.sides.map((_, number) => beside(hex, number))])
    for (const way of near ? limits.sides : []) {
      const [one, other] = ends(`${near} ${way}`);
      if (one !== end && other !== end) continue;
      const next = one === end ? other : one;
      const far = farFrom(next, x, y);
      if (far < best) [best, found] = [far, { side: `${near} ${way}`, end: next }];
    }
  return found;
}

/** The nearest corner of a hex. @param {string} hex @param {number} x @param {number} y */
export function cornerAt(hex, x, y) {
  const all = limits.sides.flatMap((way) => ends(`${hex} ${way}`));
  return all.sort((a, b) => farFrom(a, x, y) - farFrom(b, x, y))[0];
}
