// What does not fit into the prompt's box scrolls in it: a sign says where there is more, and how much.

import { byId, isStill, text } from "./page.js";

/** A step leaves so much in sight of what was seen. */
const STEP = 0.75;
/** The box has a margin that nobody misses. */
const MARGIN = 5;
const place = byId("chips");

/** Whether there is more before and after what is seen. @returns {[boolean, boolean]} */
const isMore = () => [
  place.scrollTop > MARGIN,
  place.scrollTop + place.clientHeight < place.scrollHeight - MARGIN,
];

/** How many choices are not wholly seen, at the end that the sign leads to. @param {boolean} isEnd */
function hidden(isEnd) {
  const box = place.getBoundingClientRect();
  return [...place.querySelectorAll(".chip")].filter((chip) => {
    const { top, bottom } = chip.getBoundingClientRect();
    return isEnd ? top < box.top : bottom > box.bottom;
  }).length;
}

/** Put the sign up, or take it down. */
function show() {
  const [isAbove, isBelow] = isMore();
  const sign = byId("further");
  place.classList.toggle("above", isAbove);
  place.classList.toggle("below", isBelow);
  sign.hidden = !isAbove && !isBelow;
  sign.classList.toggle("up", !isBelow);
  const n = hidden(!isBelow);
  sign.querySelector("span")?.replaceChildren(text(n ? "further" : "more", { n: String(n) }));
}

/** See whether all has room. */
function fit() {
  place.classList.remove("scrolls");
  const scrolls = place.scrollHeight > place.clientHeight + MARGIN;
  place.classList.toggle("scrolls", scrolls);
  const isRead = scrolls && !place.querySelector("button, input");
  if (isRead) place.tabIndex = 0;
  else place.removeAttribute("tabindex");
  show();
}

/** Make the box scroll and say so. */
export function mount() {
  new ResizeObserver(fit).observe(place);
  new MutationObserver(fit).observe(place, { childList: true, subtree: true, characterData: true });
  place.addEventListener("scroll", show, { passive: true });
  document.addEventListener("table:arrive", () => place.scrollTo(0, 0));
  document.addEventListener("click", (event) => {
    const sign = /** @type {Element} */ (event.target).closest("#further");
    if (!sign) return;
    const way = sign.classList.contains("up") ? -place.scrollHeight : place.clientHeight * STEP;
    place.scrollBy({ top: way, behavior: isStill() ? "auto" : "smooth" });
  });
  fit();
}
