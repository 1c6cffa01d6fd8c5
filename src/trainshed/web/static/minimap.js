// The mini map: land, towns, what was built and the part that is seen. It shows when the board is zoomed in.

import { centre, svg } from "./board.js";
import { byId, draw, hexes } from "./page.js";

const NEARER = 1.25;
const eye = draw("rect", { class: "eye" });
const LINES =
  "path[id^='way-']:not([id*=':']), path[id^='line-'], g[id^='owned-'], g[id^='begun-']";
const towns = draw("g", { fill: "var(--map-ink)" });
const tiles = draw("g", { fill: "none", stroke: "var(--tile-track)", "stroke-width": 13 });
const lines = draw("g", { fill: "none", "stroke-width": 13, "stroke-linejoin": "round" });

/** What the board shows somewhere, without the names of what is there. @param {string} which */
function copies(which) {
  return [...svg.querySelectorAll(which)].map((it) => {
    const copy = /** @type {SVGElement} */ (it.cloneNode());
    copy.removeAttribute("id");
    return copy;
  });
}

/** Draw again what can be built. */
function redraw() {
  tiles.replaceChildren(...copies("use[href^='#base-']"), ...copies("use[href^='#track-']"));
  lines.replaceChildren(
    ...[...svg.querySelectorAll(LINES)].map((way) =>
      draw("use", { href: `#${way.id}`, stroke: `var(--${way.id.replace(/^\w+-/, "")})` }),
    ),
  );
  towns.replaceChildren(
    ...[...svg.querySelectorAll("[id^='town:'], [id^='city:']")].map((town) =>
      draw("circle", { r: hexes.width / 90, transform: town.getAttribute("transform") ?? "" }),
    ),
  );
}

/** Draw the land in play and that beyond the frontier, once the ground is there. */
function found() {
  const map = draw("svg", { viewBox: `0 0 ${hexes.width} ${hexes.height}` });
  const shift = svg.querySelector("#ground > g[transform]")?.getAttribute("transform") ?? "";
  const land = draw("g", { transform: shift });
  const countries = draw("g", { "clip-path": "url(#inland)" });
  countries.append(...copies("#ground [clip-path] > path[fill^='var(--land']"));
  land.append(
    draw("use", { href: "#coast", fill: "var(--land-off)" }),
    countries,
    draw("use", { href: "#coast", fill: "none", stroke: "var(--coast)", "stroke-width": 4 }),
  );
  map.append(land, towns, tiles, lines, eye);
  byId("minimap").replaceChildren(map);
  redraw();
}

/** Make the mini map. */
export function mount() {
  document.addEventListener("board:ground", found);
  document.addEventListener("table:arrive", redraw);
  document.addEventListener("board:view", (event) => {
    const { x, y, width, height, near } = /** @type {CustomEvent} */ (event).detail;
    byId("minimap").hidden = near < NEARER;
    for (const [name, value] of Object.entries({ x, y, width, height }))
      eye.setAttribute(name, value);
  });
  const go = (/** @type {PointerEvent} */ event) => {
    const box = byId("minimap").getBoundingClientRect();
    centre(
      ((event.clientX - box.x) / box.width) * hexes.width,
      ((event.clientY - box.y) / box.height) * hexes.height,
    );
  };
  byId("minimap").addEventListener("pointerdown", go);
  byId("minimap").addEventListener("pointermove", (event) => event.buttons && go(event));
}
