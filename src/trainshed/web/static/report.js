// A card that shows what has happened. Beside the board it leaves the question alone; on small screens it lies in the question's place, and what is asked waits until one goes on.

import { isDrawer, table } from "./page.js";

/**
 * @typedef {{place: HTMLElement, settle: () => boolean, end: () => void}} Report
 *   The card; how all of it is shown at once, and whether it still was not; what ends with it.
 */

/** @type {Report | null} */
let open = null;

/** Whether what is asked waits for a card. */
export const isWaited = () => open !== null && isDrawer();

/** Show a card. @param {Report} report */
export function show(report) {
  close();
  open = report;
  report.place.hidden = false;
}

/** Close the card that is open. */
export function close() {
  const was = open;
  open = null;
  if (!was) return;
  was.place.hidden = true;
  was.end();
  document.dispatchEvent(new CustomEvent("report:closed"));
}

/** Go on from the card that is open, but first it is shown to the end; whether there was one. */
export function goOn() {
  if (!open) return false;
  if (!open.settle()) close();
  return true;
}

/** Make the cards go when one goes on: by a button, by one's next move, by a look back. */
export function mount() {
  document.addEventListener("table:arrive", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.isOwn || table().dataset.live !== "yes") close();
  });
  document.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-go-on]")) goOn();
  });
}
