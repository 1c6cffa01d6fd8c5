// Whose turn it is now, also while one looks back: in the bar over the board and, by badge.js, in the page's title.
// A turn that an order is about to answer calls nobody.

import { table } from "./page.js";

/** The version for which it is known, and what is known. */
let [known, isMine] = ["", false];

/** Ask the server what the present is. @param {string} version */
async function ask(version) {
  const answer = await fetch(`/t/${table().dataset.table}/fragment`, {
    headers: { "HX-Request": "true" },
  });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  [known, isMine] = [version, Boolean(now.getElementById("table")?.dataset.calls)];
  show();
}

function show() {
  document.dispatchEvent(new CustomEvent("table:turn", { detail: isMine }));
  const bar = document.getElementById("your-turn");
  if (bar) bar.hidden = !isMine;
}

/** Look whose turn it is. */
async function look() {
  const { version = "", live, calls } = table().dataset;
  if (live === "yes") [known, isMine] = [version, Boolean(calls)];
  show();
  if (known !== version && !table().classList.contains("over")) await ask(version).catch(() => {});
}

/** Keep the bar and the title in step. */
export function mount() {
  document.addEventListener("table:arrive", look);
  look();
}
