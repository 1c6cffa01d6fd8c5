// Room about a hex: what may not be covered there, and arcs on which round things cover none of it.

import { screen, svg } from "./board.js";
import { hexes } from "./page.js";

/** A rectangle with round corners, in pixels of the frame. @typedef {{left: number, top: number, right: number, bottom: number, round: number}} Block */
/** @typedef {{far: number, toward: number, points: [number, number][]}} Arc */

const MARGIN = 2;
/** In radii: so far apart are the middles of neighbours, and so far reaches the track of one. */
const [NEXT, TRACK] = [1.8, 0.87];
const [FARTHER, STEPS] = [12, 12];
/** The sides that are tried about a hex, in turn to the left and to the right. */
const SIDES = Array.from({ length: 36 }, (_, n) => (n % 2 ? 1 : -1) * Math.ceil(n / 2) * (Math.PI / 18));

/** What may not be covered: stations, names, buttons, the track of the neighbours. @param {string} hex @param {DOMRect} area @returns {Block[]} */
export function blocks(hex, area) {
  const marks = [
    ...svg.querySelectorAll(".token, .labels text"),
    ...document.querySelectorAll(".board-area > .zoom, #minimap:not([hidden])"),
  ];
  const boxes = marks.map((mark) => {
    const { left, top, right, bottom } = mark.getBoundingClientRect();
    const [x, y] = [area.left, area.top];
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y, round: MARGIN };
  });
  return [...boxes, ...beside(hex)];
}

/** The neighbours with track. @param {string} hex @returns {Block[]} */
function beside(hex) {
  const [x, y] = hexes.at[hex];
  return [...svg.querySelectorAll("use[href^='#track-']")].flatMap((use) => {
    const at = [Number(use.getAttribute("x")), Number(use.getAttribute("y"))];
    const far = Math.hypot(at[0] - x, at[1] - y) / hexes.radius;
    if (far < 1 || far > NEXT) return [];
    const [left, top, scale] = screen(at[0], at[1]);
    return [{ left, top, right: left, bottom: top, round: TRACK * hexes.radius * scale }];
  });
}

/** Round things as what may not be covered. @param {[number, number][]} points @param {number} round @returns {Block[]} */
export const taken = (points, round) =>
  points.map(([x, y]) => ({ left: x, top: y, right: x, bottom: y, round }));

/** Points side by side on an arc. @param {[number, number]} middle @param {number} far @param {number} toward @param {number} step @param {number} count @returns {[number, number][]} */
function along([x, y], far, toward, step, count) {
  return Array.from({ length: count }, (_, n) => {
    const angle = toward + (n - (count - 1) / 2) * (step / far);
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
}

/** Whether a round thing is in the frame and covers nothing. @param {[number, number]} point @param {number} half @param {Block[]} blocks @param {DOMRect} area */
function isFree([x, y], half, blocks, area) {
  if (x < half || y < half || x > area.width - half || y > area.height - half) return false;
  return blocks.every(({ left, top, right, bottom, round }) => {
    const [dx, dy] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
    return Math.hypot(dx, dy) >= half + round;
  });
}

/** The nearest arc on which so many round things cover nothing; of those as near the one that is most toward a side. @param {[number, number]} middle @param {{count: number, half: number, step: number, near: number, toward: number}} things @param {Block[]} blocks @param {DOMRect} area @returns {Arc | undefined} */
export function arc(middle, { count, half, step, near, toward }, blocks, area) {
  for (let far = near; far <= near + FARTHER * STEPS; far += FARTHER) {
    for (const turn of SIDES) {
      const whole = along(middle, far, toward + turn, step / 4, 4 * count - 3);
      if (whole.every((point) => isFree(point, half, blocks, area)))
        return { far, toward: toward + turn, points: along(middle, far, toward + turn, step, count) };
    }
  }
}
