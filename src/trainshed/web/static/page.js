// What the server put into the page as data: texts, hexes, offers.

/**
 * @typedef {{action: string, verb: string, path: string[], label: string, brings: string[], tells?: string, gain?: number, cost?: number, fees?: number, then?: string, passing?: {means: string, sure: string}}} Offer
 * @typedef {{verb: string, label: string, digit: number}} Verb
 * @typedef {{verbs: Verb[], offers: Offer[], plates: Record<string, string>, houses: string[], seat: number | null, swift?: boolean, beyond?: Offer[], liveries?: string[], called?: Record<string, string>, names?: Record<string, string>, left?: Record<string, number | null>, amount?: {verb: string, low: number, high: number, step: number, reach?: number, words?: string[], counts?: boolean} | null}} Offers
 * @typedef {{radius: number, letters: number, width: number, height: number, ground: string, tiles: string, currency: string, names: Record<string, string>, at: Record<string, [number, number]>}} Hexes
 */

/** The element with an id that every table page has. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** @param {string} id @returns {any} */
const data = (id) => JSON.parse(byId(id).textContent || "null");

/** @type {Record<string, string>} */
const texts = data("texts");

/** @type {Hexes} */
export const hexes = data("hexes");

/** What may be played now; changes with each move. @returns {Offers} */
export const offers = () => data("offers");

/** A text with its fields. @param {string} key @param {Record<string, string>} [fields] */
export function text(key, fields = {}) {
  return (texts[key] ?? "").replace(/\{(\w+)\}/g, (all, name) => fields[name] ?? all);
}

/** Whether there is a text. @param {string} key */
export const hasText = (key) => key in texts;

/** The morphed part of the page. */
export const table = () => byId("table");

/** The number in one of the table's data attributes. @param {string} name */
export const number = (name) => Number(table().dataset[name]);

/** A number that this browser keeps of the table; 0 if it keeps nothing. @param {string} name */
export function kept(name) {
  try {
    return Number(localStorage.getItem(`${name}:${table().dataset.table}`) ?? 0);
  } catch {
    return 0;
  }
}

/** Keep a number of the table in this browser. @param {string} name @param {number} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`${name}:${table().dataset.table}`, String(value));
  } catch {
    // a browser that keeps nothing begins anew
  }
}

/** The id of a board element from its key: ids have no blanks. @param {string} key */
export const idOf = (key) => key.replaceAll(" ", "_");

/** Whether people want things to stand still. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the page has the phone's layout. */
export const isPhone = () => matchMedia("(max-width: 43.74em), (max-height: 480px)").matches;

/** Whether the side is a drawer. */
export const isDrawer = () => matchMedia("(max-width: 74.99em)").matches;

/** Whether fingers are what one has. */
export const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** Make an element. @param {string} tag @param {Record<string, string>} [attributes] @param {string} [html] */
export function make(tag, attributes = {}, html = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.innerHTML = html;
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Make an SVG element. @param {string} tag @param {Record<string, string | number>} attributes */
export function draw(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
