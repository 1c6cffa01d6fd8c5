// Dice roll before they lie: those of a throw that is new.

import { isStill } from "./page.js";

const ROLL = 620;
const TURN = 70;

/** Let a die show one face after another until it lies. @param {SVGElement} die @param {number} delay */
function roll(die, delay) {
  const pips = die.dataset.pips ?? "1";
  const start = performance.now();
  die.animate(
    [
      { transform: "translateY(-9px) rotate(-200deg) scale(.86)" },
      { transform: "translateY(2px) rotate(20deg)", offset: 0.7 },
      { transform: "none" },
    ],
    { duration: ROLL, delay, easing: "cubic-bezier(.3, .6, .3, 1)", fill: "backwards" },
  );
  const turn = (/** @type {number} */ now) => {
    const isDown = now - start > (ROLL + delay) * 0.75 || !die.isConnected;
    die.dataset.pips = isDown ? pips : String(1 + (Math.floor((now - start) / TURN) * 5 + Number(pips)) % 6);
    if (!isDown) requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
}

/** @param {Event} event */
function arrive(event) {
  const before = Number(/** @type {CustomEvent} */ (event).detail.before.at);
  const isBack = Number(document.getElementById("table")?.dataset.at) < before;
  if (isStill() || isBack) return;
  let delay = 0;
  for (const cast of document.querySelectorAll("#dice .throw")) {
    if (Number(/** @type {HTMLElement} */ (cast).dataset.move) <= before) continue;
    for (const die of cast.querySelectorAll(".die")) {
      roll(/** @type {SVGElement} */ (die), delay);
      delay += 60;
    }
  }
}

/** Make the dice roll. */
export function mount() {
  document.addEventListener("table:arrive", arrive);
}
