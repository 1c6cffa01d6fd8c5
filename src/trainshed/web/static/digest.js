// Since your last turn: open for who comes back, closed once seen; and a replay of just that span.

import { svg } from "./board.js";
import { look } from "./live.js";
import { isStill, keep, kept, number } from "./page.js";
import { bring } from "./panels.js";

const WHOLE = 20_000;
const [SHORTEST, LONGEST, MOST] = [250, 1100, 3000];

let isOpen = false;
/** The replay that runs. @type {symbol | null} */
let reel = null;

const digest = () => /** @type {HTMLDetailsElement | null} */ (document.getElementById("digest"));

/** Remember that everything has been seen. */
function note() {
  const last = digest()?.dataset.moves;
  if (last) keep("digest", Number(last));
}

/** Open what has not been seen. */
function greet() {
  const found = digest();
  if (!found || document.visibilityState !== "visible") return;
  if (Number(found.dataset.moves) > kept("digest")) isOpen = true;
  sync();
  reveal();
}

/** What is open is in sight where the log is. */
function reveal() {
  const found = digest();
  if (found && isOpen) bring(found);
}

/** What is open is fetched, unless it is there. */
async function fill() {
  const [found, body] = [digest(), document.getElementById("digest-body")];
  const moves = found?.dataset.moves ?? "";
  if (!isOpen || !body || body.dataset.moves === moves) return;
  body.dataset.moves = moves;
  try {
    const response = await fetch(body.dataset.digest ?? "");
    if (!response.ok) throw new Error(response.statusText);
    body.innerHTML = await response.text();
    sync();
  } catch {
    delete body.dataset.moves; // whoever opens it again asks again
  }
}

/** Show it as it was, after the page was made anew. */
function sync() {
  const [found, button] = [digest(), document.getElementById("replay")];
  if (found && found.open !== isOpen) found.open = isOpen;
  fill();
  if (!button) return;
  button.hidden = false;
  button.textContent = (reel ? button.dataset.stop : button.dataset.start) ?? "";
  button.setAttribute("aria-pressed", String(Boolean(reel)));
}

const rest = (/** @type {number} */ time) => new Promise((go) => setTimeout(go, time));

/** Until nothing moves on the board any more. */
const settled = () =>
  Promise.race([
    Promise.allSettled(svg.getAnimations({ subtree: true }).map((it) => it.finished)),
    rest(MOST),
  ]);

/** Play the span once more, up to the present. */
async function replay() {
  const found = digest();
  if (!found) return;
  const own = Symbol("replay");
  reel = own;
  const [from, to] = [Number(found.dataset.since), Number(found.dataset.moves)];
  const pause = Math.max(SHORTEST, Math.min(LONGEST, WHOLE / Math.max(1, to - from)));
  for (let at = from; at <= to && reel === own; at += 1) {
    await look(at);
    if (!isStill()) await settled();
    if (at < to) await rest(pause);
  }
  if (reel !== own) return;
  reel = null;
  note();
  sync();
}

/** Leave the replay where it is; with `home`, come back to the present. @param {boolean} home */
function stop(home) {
  if (!reel) return;
  reel = null;
  sync();
  if (home) look(number("moves"));
}

/** Make the digest work. */
export function mount() {
  document.addEventListener("table:arrive", () => {
    if (!digest()) isOpen = false;
    sync();
    if (document.visibilityState === "visible" && !reel && !isOpen) note();
  });
  document.addEventListener("visibilitychange", greet);
  addEventListener("pagehide", () => document.visibilityState === "visible" && note());
  document.addEventListener("click", (event) => {
    const element = /** @type {Element} */ (event.target);
    if (element.closest("#replay")) return reel ? stop(true) : replay();
    if (element.closest("#digest-title")) {
      isOpen = !digest()?.open;
      if (isOpen) fill();
      else note();
    }
    if (element.closest("button[data-sheet='log']")) reveal();
    if (element.closest("a[data-at]")) stop(false);
  });
  document.addEventListener("input", (event) => {
    if (/** @type {Element} */ (event.target).id === "scrub") stop(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") stop(true);
    else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) stop(false);
  });
  greet();
}
