// The time line, and every other link to a position: the page looks back without loading anew.

import { look } from "./live.js";
import { byId, number } from "./page.js";

/** Make the time line scrub. */
export function mount() {
  /** @type {number | null} */
  let wanted = null;
  let isBusy = false;

  const go = async () => {
    if (isBusy) return;
    isBusy = true;
    while (wanted !== null) {
      const at = wanted;
      wanted = null;
      await look(at);
    }
    isBusy = false;
  };

  document.addEventListener("input", (event) => {
    const scrub = /** @type {HTMLInputElement} */ (event.target);
    if (scrub.id !== "scrub") return;
    wanted = Number(scrub.value);
    go();
  });
  document.addEventListener("table:arrive", () => {
    const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
    if (wanted === null) scrub.value = String(number("at"));
  });
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("a[data-at]")
    );
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    look(Number(link.dataset.at));
  });
}
