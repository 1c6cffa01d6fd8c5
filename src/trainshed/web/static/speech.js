// For ears: each new line of the log is said once, in a quiet region of its own.

import { byId, number } from "./page.js";

const lines = () => [...document.querySelectorAll(".log .entry:not(.struck)")];

/** Say what is new. */
export function mount() {
  let [heard, moves] = [lines().length, number("moves")];
  document.addEventListener("table:arrive", () => {
    const all = lines();
    if (number("moves") > moves)
      byId("said").textContent = all
        .slice(heard)
        .map((line) => line.querySelector("a")?.textContent)
        .join(" ");
    [heard, moves] = [all.length, number("moves")];
  });
}
