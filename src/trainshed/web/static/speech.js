// For ears: each new line of the log is said once, in a quiet region of its own. What others take back
// is said too, and shown for a while.

import { byId, make, number, table, text } from "./page.js";

const NEWS = 7000;
const lines = () => [...document.querySelectorAll(".log .entry:not(.struck)")];
const struck = () =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".log .entry.struck s")]);
const numbers = () => new Set(struck().map((line) => line.dataset.line));

/** Tell that somebody else has taken something back. @param {Element[]} gone */
function tell(gone) {
  const what = gone.map((line) => line.textContent?.trim()).join(" ");
  const words = text(what ? "undone" : "gone", { what });
  byId("said").textContent = words;
  const notice = make("div", { class: "notice news" });
  notice.textContent = words;
  byId("notice").append(notice);
  setTimeout(() => notice.remove(), NEWS);
}

/** Whether nobody minds when the focus goes elsewhere: it is nowhere, in the prompt or on the board. */
function isFree() {
  const here = document.activeElement;
  if (document.querySelector("dialog[open], :popover-open")) return false;
  return !here || here === document.body || Boolean(here.closest("#prompt, #board"));
}

/** Say what is new; whoever is asked is brought to the question. */
export function mount() {
  let [moves, out] = [number("moves"), numbers()];
  document.addEventListener("table:arrive", (event) => {
    const { before, isOwn } = /** @type {CustomEvent} */ (event).detail;
    const all = lines();
    if (number("moves") > moves)
      byId("said").textContent = all
        .map((line) => line.querySelector("a"))
        .filter((line) => Number(line?.dataset.at) > moves)
        .map((line) => line?.textContent)
        .join(" ");
    const isBack = number("moves") < moves && before.live === "yes";
    if (isBack && !isOwn && table().dataset.live === "yes") tell(struck().filter((line) => !out.has(line.dataset.line)));
    [moves, out] = [number("moves"), numbers()];
    const isAsked = table().dataset.mine === "yes" && before.mine !== "yes";
    if (isAsked && !isOwn && isFree()) byId("prompt").focus({ preventScroll: true });
  });
}
