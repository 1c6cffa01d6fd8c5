// How many tables wait: in the title, on the icon, and, if one wants to hear it, with a chime. On every page.

import { play } from "./sound.js";

const EVERY = 60_000;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plain = icon?.href ?? "";
const marked = new URL(icon?.dataset.waiting ?? plain, location.href).href;
const title = document.title;
/** How many wait, as far as is known. @type {number | null} */
let known = null;
/** How many of them elsewhere. @type {number | null} */
let elsewhere = null;
/** Whether the table of this page waits, and its version when that was said. */
let [isHere, version] = [false, ""];

/** Show a number. @param {number} count */
function show(count) {
  const mark = count > 1 ? `(${count}) ` : count === 1 ? "● " : "";
  document.title = `${mark}${title}`;
  const wanted = count ? marked : plain;
  if (icon && icon.href !== wanted) icon.href = wanted;
  /** @type {any} */
  const device = navigator;
  (count ? device.setAppBadge?.(count) : device.clearAppBadge?.())?.catch(() => {});
}

/** Ask how many wait. */
async function ask() {
  const answer = await fetch("/waiting").catch(() => null);
  if (!answer?.ok) return;
  known = Number((await answer.json()).waiting);
  const others = Math.max(0, known - (isHere ? 1 : 0));
  if (elsewhere !== null && others > elsewhere && document.hidden) play("turn");
  elsewhere = others;
  show(known);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});
document.addEventListener("table:turn", (event) => {
  const is = /** @type {CustomEvent} */ (event).detail;
  if (known !== null && version && is !== isHere) known += is ? 1 : -1;
  isHere = is;
  show(Math.max(known ?? 0, is ? 1 : 0));
  const now = document.getElementById("table")?.dataset.version ?? "";
  if (now !== version) ask();
  version = now;
});
setInterval(ask, EVERY);
ask();

if (isSecureContext) navigator.serviceWorker?.register("/sw.js").catch(() => {});
