// What is asked on the board is answered on the board: a place for it comes in sight when it is asked. Only the board's part of the page changes.

import { inUnits, isSeen, reveal, svg } from "./board.js";
import { follow, isBoards } from "./boards.js";
import { choice, targets } from "./choices.js";
import { isFreight } from "./freight.js";
import { isPhone, table } from "./page.js";
import { close } from "./views.js";

/** So few places are all brought in sight on a small screen: at first, and once a click has begun the answer. */
const [FEW, SOME] = [8, 24];
/** The version of what was asked last, and the clicks since. */
let [asked, begun] = ["", ""];

/** The place that is nearest to the middle of the view. @param {Element[]} places */
function nearest(places) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const far = (/** @type {Element} */ place) => {
    const box = inUnits(place);
    return Math.hypot(box.x + box.width / 2 - x - width / 2, box.y + box.height / 2 - y - height / 2);
  };
  return places.reduce((best, place) => (far(place) < far(best) ? place : best));
}

/** Bring in sight where an answer can be clicked, once for each question and each click. */
function show() {
  const { mine, version = "" } = table().dataset;
  const clicks = [choice.verb, ...choice.path].join(" ");
  const isNew = version !== asked;
  const places = targets().filter((target) => target.getBoundingClientRect().width);
  if (mine !== "yes" || !places.length || (!isNew && clicks === begun)) return;
  [asked, begun] = [version, clicks];
  close();
  if (isBoards()) return follow(isNew);
  const isShort = places.length < (choice.path.length ? SOME : FEW);
  if (isPhone() && !isFreight() && isShort) reveal([...places, ...svg.querySelectorAll(".target.chosen")]);
  else if (!places.some(isSeen)) reveal([nearest(places)]);
}

/** Make the board show what can be clicked. */
export function mount() {
  const soon = () => requestAnimationFrame(show);
  for (const name of ["choice:shown", "race:closed", "report:closed"]) document.addEventListener(name, soon);
  soon();
}
