// The mini map: land, lines and the part that is seen. It shows when the board is zoomed in.

import { centre, svg } from "./board.js";
import { byId, draw, hexes } from "./page.js";

const NEARER = 1.25;
const eye = draw("rect", { class: "eye" });
const lines = draw("g", { fill: "none", "stroke-width": 13, "stroke-linejoin": "round" });

/** Draw the lines again. */
function redraw() {
  lines.replaceChildren(
    ...[...svg.querySelectorAll("path[id^='way-'], path[id^='line-']")].map((way) =>
      draw("use", { href: `#${way.id}`, stroke: `var(--${way.id.replace(/^\w+-/, "")})` }),
    ),
  );
}

/** Draw the land, once the ground is there. */
function found() {
  const map = draw("svg", { viewBox: `0 0 ${hexes.width} ${hexes.height}` });
  const shift = svg.querySelector("#ground > g[transform]")?.getAttribute("transform") ?? "";
  const land = draw("g", { transform: shift });
  land.append(
    draw("use", { href: "#coast", fill: "var(--land)", stroke: "var(--coast)", "stroke-width": 4 }),
  );
  map.append(land, lines, eye);
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
