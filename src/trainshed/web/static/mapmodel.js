// A map as the editor holds it: what is on which hex and side, every change, and the way back.

import { byId } from "./page.js";

/**
 * @typedef {{hex: string, numbers: number[]}} Town
 * @typedef {{hex: string, kind: string}} Place
 * @typedef {{name: string, sides: string[], wide?: boolean}} Stream
 * @typedef {{name: string, hexes: string[], regions: string[]}} Special
 * @typedef {{towns: string[], places: Record<string, Record<string, number>>, one_way: boolean}} Start
 * @typedef {{title: string, subtitle: string, about: string, rules: string, abroad: string, start: Start, rows: string[], regions: Record<string, {name: string, home: boolean}>, towns: Record<string, Town>, places: Record<string, Place>, rivers: Stream[], barriers: Stream[], white: {name: string, path: string[]}[], special: Special[]}} Sheet
 * @typedef {"rivers" | "barriers"} Streams
 */

/** @type {{sides: string[], numbers: number[], size: number, name: number}} */
export const limits = JSON.parse(byId("limits").textContent || "{}");
/** @type {Sheet} */
let sheet = JSON.parse(byId("sheet").textContent || "{}");
const STEPS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const DEEP = 300;
/** @type {string[]} */
const past = [];
/** @type {string[]} */
let future = [];
/** Before the gesture that goes on. @type {string | null} */
let before = null;

/** The map as it is now; only `change` may change it. */
export const map = () => sheet;

export const isLand = (/** @type {string} */ sign) => /^[a-z]$/i.test(sign);
export const columns = () => sheet.rows[0]?.length ?? 0;

/** @param {number} column @param {number} row */
export function nameOf(column, row) {
  const letter = (/** @type {number} */ n) => String.fromCharCode(65 + n);
  const high = Math.floor(column / 26);
  return (high ? letter(high - 1) : "") + letter(column % 26) + (row + 1);
}

/** Column and row of a hex. @param {string} name @returns {[number, number]} */
export function placeOf(name) {
  const [, letters, row] = /^([A-Z]{1,2})([1-9][0-9]?)$/.exec(name) ?? ["", "", "0"];
  const column = [...letters].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 64, 0) - 1;
  return [column, Number(row) - 1];
}

/** What is painted on a hex; nothing beyond the edge. @param {string} name @param {Sheet} [of] */
export function signAt(name, of = sheet) {
  const [column, row] = placeOf(name);
  return of.rows[row]?.[column] ?? "";
}

/** The hex beside one. @param {string} name @param {number} direction */
export function beside(name, direction) {
  const [column, row] = placeOf(name);
  const [q, r] = STEPS[direction];
  const across = column + q;
  const deep = row - (column - (column & 1)) / 2 + r;
  const down = deep + (across - (across & 1)) / 2;
  return across < 0 || down < 0 ? "" : nameOf(across, down);
}

/** The two ways to write a side. @param {string} name @param {number} direction */
function written(name, direction) {
  const other = beside(name, direction);
  const { sides } = limits;
  return [`${name} ${sides[direction]}`, `${other} ${sides[(direction + 3) % 6]}`];
}

/** A side in the one way that tells it from all others. @param {string} side */
export function sideKey(side) {
  const [name, way] = side.split(" ");
  return written(name, limits.sides.indexOf(way)).sort()[0];
}

/** The river or barrier along a side. @param {string} side @returns {[Streams, number] | null} */
export function streamAt(side) {
  const key = sideKey(side);
  for (const kind of /** @type {Streams[]} */ (["rivers", "barriers"])) {
    const number = sheet[kind].findIndex((one) => one.sides.some((it) => sideKey(it) === key));
    if (number >= 0) return [kind, number];
  }
  return null;
}

/** The town or place on a hex. @param {string} hex @returns {{kind: "towns" | "places", name: string} | null} */
export function stopAt(hex) {
  for (const kind of /** @type {const} */ (["towns", "places"]))
    for (const [name, one] of Object.entries(sheet[kind])) if (one.hex === hex) return { kind, name };
  return null;
}

/** Who has each number. @returns {Map<number, string[]>} */
export function owners() {
  const found = new Map();
  for (const [name, town] of Object.entries(sheet.towns))
    for (const number of town.numbers) found.set(number, [...(found.get(number) ?? []), name]);
  return found;
}

// changes: each leaves the old map in the past

/** All changes until `end` are one step back. */
export function begin() {
  before = JSON.stringify(sheet);
}

/** The gesture is over. */
export function end() {
  if (before !== null && before !== JSON.stringify(sheet)) keep(before);
  before = null;
}

/** @param {string} old */
function keep(old) {
  past.push(old);
  if (past.length > DEEP) past.shift();
  future = [];
  tell();
}

/** Change the map. @param {(sheet: Sheet) => void} how */
export function change(how) {
  const old = JSON.stringify(sheet);
  how(sheet);
  if (JSON.stringify(sheet) === old) return;
  if (before === null) keep(old);
  else tell();
}

const tell = () => document.dispatchEvent(new CustomEvent("map:changed"));

/** One step back. */
export function undo() {
  const old = past.pop();
  if (old === undefined) return;
  future.push(JSON.stringify(sheet));
  sheet = JSON.parse(old);
  tell();
}

/** And forth again. */
export function redo() {
  const next = future.pop();
  if (next === undefined) return;
  past.push(JSON.stringify(sheet));
  sheet = JSON.parse(next);
  tell();
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

/** Paint a hex; rivers along what is no land any more go with it. @param {string} name @param {string} sign */
export function paint(name, sign) {
  change((it) => {
    const [column, row] = placeOf(name);
    const line = it.rows[row];
    it.rows[row] = line.slice(0, column) + sign + line.slice(column + 1);
    if (isLand(sign)) return;
    for (const kind of /** @type {Streams[]} */ (["rivers", "barriers"]))
      for (const stream of it[kind])
        stream.sides = stream.sides.filter((side) => {
          const [hex, way] = side.split(" ");
          return hex !== name && beside(hex, limits.sides.indexOf(way)) !== name;
        });
    dropEmpty(it);
  });
}

/** A river without sides is none, but for the one that is drawn. @param {Sheet} it */
function dropEmpty(it) {
  it.barriers = it.barriers.filter((one) => one.sides.length);
  it.rivers = it.rivers.filter((one) => one.sides.length);
}

/** Put a side to a river or barrier, or take it away; answers with the number of that river. @param {string} side @param {Streams} kind @param {number} number @param {string} name of a new one @param {boolean} on @param {boolean} wide */
export function lead(side, kind, number, name, on, wide = false) {
  let found = number;
  change((it) => {
    const key = sideKey(side);
    const chosen = it[kind][number];
    for (const other of [...it.rivers, ...it.barriers])
      other.sides = other.sides.filter((one) => sideKey(one) !== key);
    if (on) {
      const stream = chosen ?? { name, sides: [], ...(kind === "rivers" ? { wide } : {}) };
      stream.sides.push(side);
      if (!chosen) it[kind].push(stream);
      dropEmpty(it);
      found = it[kind].indexOf(stream);
    } else {
      dropEmpty(it);
      found = chosen ? it[kind].indexOf(chosen) : -1;
    }
  });
  return found;
}

/** The sides between two hexes of land. @param {string} side */
export function isInland(side) {
  const [name, way] = side.split(" ");
  return isLand(signAt(name)) && isLand(signAt(beside(name, limits.sides.indexOf(way))));
}

/** A name that nothing has yet. @param {string} pattern with `{n}` @param {string[]} taken */
export function unused(pattern, taken) {
  for (let n = 1; ; n += 1) {
    const name = pattern.replace("{n}", String(n));
    if (!taken.includes(name)) return name;
  }
}

/** Give a town or place another name, everywhere. @param {"towns" | "places"} kind @param {string} old @param {string} name */
export function rename(kind, old, name) {
  change((it) => {
    const entries = Object.entries(it[kind]).map(([one, value]) => [one === old ? name : one, value]);
    it[kind] = Object.fromEntries(entries);
    if (kind === "places") return;
    it.start.towns = it.start.towns.map((one) => (one === old ? name : one));
    for (const [count, places] of Object.entries(it.start.places))
      it.start.places[count] = Object.fromEntries(
        Object.entries(places).map(([one, n]) => [one === old ? name : one, n]),
      );
  });
}

/** Take a town or place away, from the start towns too. @param {"towns" | "places"} kind @param {string} name */
export function remove(kind, name) {
  change((it) => {
    delete it[kind][name];
    if (kind === "towns") unstart(it, name);
  });
}

/** @param {Sheet} it @param {string} name */
export function unstart(it, name) {
  it.start.towns = it.start.towns.filter((one) => one !== name);
  for (const places of Object.values(it.start.places)) delete places[name];
  for (const [count, places] of Object.entries(it.start.places))
    if (!Object.keys(places).length) delete it.start.places[count];
}

/** Add or cut hexes at the edges; every name moves along. @param {number} left @param {number} top @param {number} right @param {number} bottom */
export function resize(left, top, right, bottom) {
  change((it) => {
    const wide = columns() + left + right;
    const blank = (/** @type {number} */ n) => "~".repeat(Math.max(0, n));
    let rows = it.rows.map((row) => blank(left) + row.slice(Math.max(0, -left)));
    rows = rows.map((row) => (row + blank(right)).slice(0, wide));
    for (let n = 0; n < top; n += 1) rows.unshift(blank(wide));
    rows = rows.slice(Math.max(0, -top));
    for (let n = 0; n < bottom; n += 1) rows.push(blank(wide));
    it.rows = rows.slice(0, rows.length + Math.min(0, bottom));
    move(it, left, top);
  });
}

/** @param {Sheet} it @param {number} across @param {number} down */
function move(it, across, down) {
  const moved = (/** @type {string} */ name) => {
    const [column, row] = placeOf(name);
    const [x, y] = [column + across, row + down];
    return x < 0 || y < 0 || x >= (it.rows[0]?.length ?? 0) || y >= it.rows.length ? "" : nameOf(x, y);
  };
  const all = (/** @type {string[]} */ list, /** @type {RegExp} */ gap) =>
    list.flatMap((text) => {
      const parts = text.split(gap).map((part) => (/^[A-Z]+\d+$/.test(part) ? moved(part) : part));
      return parts.every(Boolean) ? [parts.join(text.includes(">") ? ">" : " ")] : [];
    });
  for (const kind of /** @type {const} */ (["towns", "places"]))
    for (const [name, one] of Object.entries(it[kind])) {
      one.hex = moved(one.hex);
      if (one.hex) continue;
      delete it[kind][name];
      if (kind === "towns") unstart(it, name);
    }
  for (const stream of [...it.rivers, ...it.barriers]) stream.sides = all(stream.sides, / /);
  for (const line of it.white) line.path = all(line.path, / /);
  for (const special of it.special) special.hexes = all(special.hexes, />/);
  dropEmpty(it);
}
