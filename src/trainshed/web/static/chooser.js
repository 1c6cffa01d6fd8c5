// The tile chooser: a fan of tiles beside the hex, the chosen one as a ghost in its place.

import { arc, blocks, taken } from "./arc.js";
import { glide, screen, svg } from "./board.js";
import { arm, back, choice, confirm } from "./choices.js";
import { byId, draw, hexes, isPhone, make, offers, table, text } from "./page.js";
import { hexName } from "./words.js";

/** @typedef {import("./page.js").Offer} Offer */

const SIZE = 58;
const GAP = 6;
/** The width of a tile's picture for a hex of the radius 50. */
const [WIDE, HIGH, RADIUS] = [102, 88.6, 50];
const BUTTON = 46;
/** How far a tile reaches with the paper under it, and how many buttons there are. */
const [HALF, ROUNDS] = [36, 3];
/** More tiles than these are shown in a panel. */
const MOST = 8;
/** In radii: so far about a hex lie its neighbours and their names. */
const ABOUT = 2.8;
/** So long the map must stand still until the tiles are put about the hex, in milliseconds. */
const STILL = 90;
/** So much of the map about a hex is for the fan. */
const ROOM = 128;

/** The outline of a tile's picture. */
const RING = "M101 44.3 76 87.6H26L1 44.3 26 1h50z";

/** The hex for which the fan is open, and the sentences that were fetched for its tiles. */
let open = "";
/** @type {Map<string, string>} */
let told = new Map();

/** The tile and the turn of an offer. @param {Offer} offer @returns {[string, string]} */
function tileOf(offer) {
  const [, tile, turn] = (offer.path[1] ?? "").split(":");
  return [tile, turn];
}

/** The hex of the choice, if a tile is asked for. */
function asked() {
  const [first] = choice.path;
  const isTile = choice.left.some((offer) => offer.path[1]?.startsWith("tile:"));
  return table().dataset.mine === "yes" && first?.startsWith("hex:") && isTile ? first : "";
}

/** Whether the chooser is open. */
export const isOpen = () => asked() !== "";

/** The tiles for the hex, each with its turns. @returns {[string, Offer[]][]} */
function kinds() {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  for (const offer of choice.left) {
    const [tile] = tileOf(offer);
    found.set(tile, [...(found.get(tile) ?? []), offer]);
  }
  return [...found];
}

/** Choose a tile; the turn stays if it fits. @param {string} tile */
function pick(tile) {
  const turns = kinds().find(([name]) => name === tile)?.[1] ?? [];
  const before = choice.armed && tileOf(choice.armed)[1];
  const same = turns.find((offer) => tileOf(offer)[1] === before);
  if (turns.length) select(same ?? turns[0]);
}

/** The next tile in the fan. @param {number} way */
function step(way) {
  const all = kinds();
  const here = all.findIndex(([tile]) => choice.armed && tile === tileOf(choice.armed)[0]);
  pick(all[(here + way + all.length) % all.length][0]);
}

/** Turn the tile to its next legal place; whether it could be turned. @param {number} way */
export function turn(way = 1) {
  if (!choice.armed || !isOpen()) return false;
  const [tile] = tileOf(choice.armed);
  const turns = kinds().find(([name]) => name === tile)?.[1] ?? [];
  if (turns.length < 2) return false;
  const here = turns.findIndex((offer) => offer.action === choice.armed?.action);
  select(turns[(here + way + turns.length) % turns.length]);
  return true;
}

/** The hex was clicked again: turn the tile, or lay the only one there is. */
export function again() {
  if (!isOpen()) return false;
  if (!turn() && kinds().length === 1) confirm();
  return true;
}

/** @param {Offer} offer */
function select(offer) {
  arm(offer);
  tell(offer);
}

/** Ask the server what the tile would bring. @param {Offer} offer */
async function tell(offer) {
  if (!told.has(offer.action)) {
    told.set(offer.action, "");
    const query = new URLSearchParams({ action: offer.action });
    const answer = await fetch(`/t/${table().dataset.table}/brings?${query}`);
    if (answer.ok) told.set(offer.action, (await answer.text()).trim());
  }
  if (choice.armed?.action === offer.action && open) arm(offer);
}

/** How many are left of a tile, in words. @param {string} tile */
function supply(tile) {
  const left = offers().left?.[tile] ?? null;
  return left === null ? text("tile-endless") : text("tile-left", { n: String(left) });
}

/** What stands in the bar: the turn, how many are left, what it brings. @param {Offer} offer */
export function described(offer) {
  const [tile] = tileOf(offer);
  const turns = kinds().find(([name]) => name === tile)?.[1] ?? [offer];
  const here = String(turns.findIndex(({ action }) => action === offer.action) + 1);
  const facts = [
    turns.length > 1 ? text("tile-turn", { n: here, all: String(turns.length) }) : "",
    supply(tile),
  ].filter(Boolean);
  const more = told.get(offer.action) ?? "";
  return make("div", { class: "told" }, `<p>${facts.join(", ")}</p>${more}`);
}

/** @param {string} id @param {string} label @param {string} css */
const round = (id, label, css) =>
  make(
    "button",
    { type: "button", class: `round ${css}`, "aria-label": label, title: label },
    `<svg class="ui" aria-hidden="true"><use href="#i-${id}"/></svg>`,
  );

/** @param {string} tile @param {string} turn */
const picture = (tile, turn) =>
  `<svg class="tile" viewBox="0 0 ${WIDE} ${HIGH}" aria-hidden="true"><use href="#tile-${tile}-${turn}" width="${WIDE}" height="${HIGH}"/><path d="${RING}"/></svg>`;

/** Draw the fan and the ghost. */
function show() {
  const hex = asked();
  const place = byId("chooser");
  svg.querySelector(".laying")?.remove();
  if (!hex) {
    [open, place.hidden] = ["", true];
    return place.replaceChildren();
  }
  if (hex !== open) {
    open = hex;
    bared = "";
    told = new Map();
    const [, [first]] = kinds()[0];
    if (isPhone()) makeRoom();
    return select(first);
  }
  place.hidden = false;
  const chosen = choice.armed ? tileOf(choice.armed) : ["", ""];
  const all = kinds();
  const buttons = all.map(([tile, turns]) => {
    const isOn = tile === chosen[0];
    const left = offers().left?.[tile];
    const words = `${text("tile-on", { tile, name: hexName(hex) })}, ${supply(tile)}`;
    const button = make(
      "button",
      {
        type: "button",
        class: "option",
        id: `fan-${tile}`,
        "data-tile": tile,
        "aria-pressed": String(isOn),
        "aria-label": words,
        title: tile,
      },
      `${picture(tile, isOn ? chosen[1] : tileOf(turns[0])[1])}<span class="left">${left == null ? "∞" : `×${left}`}</span>`,
    );
    button.tabIndex = isOn ? 0 : -1;
    return button;
  });
  const held = document.activeElement?.id;
  const ways = [];
  const turns = all.find(([tile]) => tile === chosen[0])?.[1] ?? [];
  if (turns.length > 1) ways.push(round("turn", text("turn-tile"), "turn"));
  ways.push(round("check", text("lay-tile"), "lay"), round("close", text("leave-hex"), "cancel"));
  place.replaceChildren(draw("svg", { class: "fan", "aria-hidden": "true" }), ...buttons, ...ways);
  arrange();
  ghost();
  if (held?.startsWith("fan-")) document.getElementById(`fan-${chosen[0]}`)?.focus();
}

/** Move the map so that there is room about the hex. */
function makeRoom() {
  const at = hexes.at[open.split(":")[1]];
  const area = byId("board").getBoundingClientRect();
  if (!at) return;
  const [x, y] = screen(at[0], at[1]);
  const away = (/** @type {number} */ here, /** @type {number} */ size) => {
    const room = Math.min(ROOM, size / 2);
    return Math.max(room, Math.min(size - room, here)) - here;
  };
  const [dx, dy] = [away(x, area.width), away(y, area.height)];
  if (dx || dy) glide(dx, dy);
}

/** The chosen tile in its hex. */
function ghost() {
  const at = hexes.at[open.split(":")[1]];
  if (!at || !choice.armed) return;
  const [tile, turn] = tileOf(choice.armed);
  const size = hexes.radius / RADIUS;
  const group = draw("g", { class: "laying", transform: `translate(${at[0]} ${at[1]})` });
  const corner = (/** @type {number} */ n) =>
    `${hexes.radius * Math.cos((Math.PI / 3) * n)} ${hexes.radius * Math.sin((Math.PI / 3) * n)}`;
  const outline = `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}Z`;
  group.append(
    draw("use", {
      href: `#tile-${tile}-${turn}`,
      x: (-WIDE / 2) * size,
      y: (-HIGH / 2) * size,
      width: WIDE * size,
      height: HIGH * size,
    }),
    draw("path", { class: "ring-halo", d: outline }),
    draw("path", { class: "ring", d: outline }),
  );
  const over = svg.querySelector(".position .labels") ?? null;
  if (over) over.before(group);
  else svg.append(group);
}

/** Put the tiles on an arc where they cover nothing, the buttons on another; where there is no room, all of them beside the map. */
function arrange() {
  const place = byId("chooser");
  const at = hexes.at[open.split(":")[1]];
  place.classList.remove("moving", "docked");
  place.removeAttribute("style");
  if (!at || place.hidden) return;
  const area = place.getBoundingClientRect();
  const [x, y, scale] = screen(at[0], at[1]);
  const tiles = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".option")]);
  const rounds = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".round")]);
  const shown = fans([x, y], hexes.radius * scale, tiles.length, area);
  if (!shown) return dock(place, [x, y], area);
  const [fan, ring] = shown;
  tiles.forEach((tile, n) => put(tile, fan.points[n]));
  rounds.forEach((button, n) => put(button, ring.points[n + ROUNDS - rounds.length]));
  const path = fan.points
    .map((point, n) => (n ? `A${fan.far} ${fan.far} 0 0 1 ${point.join(" ")}` : `M${point.join(" ")}`))
    .join("");
  const dot = tiles.length === 1 ? "h.01" : "";
  place
    .querySelector(".fan")
    ?.replaceChildren(
      draw("path", { class: "rim", d: path + dot }),
      draw("path", { class: "paper", d: path + dot }),
    );
}

/** The arc of the tiles and that of the buttons, if there is room for both. @param {[number, number]} middle @param {number} inner @param {number} count @param {DOMRect} area */
function fans([x, y], inner, count, area) {
  if (count > MOST) return;
  const kept = blocks(open.split(":")[1], area);
  const fan = arc(
    [x, y],
    {
      count,
      half: HALF,
      step: SIZE + GAP,
      near: Math.max(inner + SIZE / 2 + 12, ((SIZE + GAP) * count) / 4.6),
      toward: Math.atan2(area.height / 2 - y, area.width / 2 - x),
    },
    kept,
    area,
  );
  const ring =
    fan &&
    arc(
      [x, y],
      {
        count: ROUNDS,
        half: BUTTON / 2 + 1,
        step: BUTTON + 5,
        near: Math.max(inner, 26) + BUTTON / 2 + 4,
        toward: fan.toward + Math.PI,
      },
      [...kept, ...taken(fan.points, HALF)],
      area,
    );
  return ring && /** @type {const} */ ([fan, ring]);
}

/** Show all in a panel: over the tabs beside the map, else along the edge of the map that is farther off. @param {HTMLElement} place @param {[number, number]} middle @param {DOMRect} area */
function dock(place, [x, y], area) {
  place.classList.add("docked");
  for (const button of place.querySelectorAll("button")) button.removeAttribute("style");
  const tabs = document.querySelector(".side > .tabs")?.getBoundingClientRect();
  const isBeside = tabs && tabs.left >= area.right - 2 && tabs.right <= innerWidth + 2;
  const { left, width, top, bottom, height } = isBeside ? tabs : area;
  const isHigh = !isBeside && y > area.height / 2;
  Object.assign(place.style, {
    left: `${left}px`,
    width: `${width}px`,
    maxHeight: `${height}px`,
    ...(isHigh ? { top: `${top}px` } : { bottom: `${innerHeight - bottom}px` }),
  });
  if (!isBeside) bare([x, y], place.offsetHeight, isHigh, area);
}

/** For which hex and panel the map has been moved: at its edge it cannot go on. */
let bared = "";

/** Move the map until the panel covers neither the hex nor its neighbours. @param {[number, number]} middle @param {number} high @param {boolean} isHigh whether the panel is at the upper edge @param {DOMRect} area */
function bare([x, y], high, isHigh, area) {
  const wanted = `${choice.path[0]} ${high} ${isHigh}`;
  if (wanted === bared) return;
  bared = wanted;
  const [, , scale] = screen(x, y);
  const room = Math.min(ABOUT * hexes.radius * scale, (area.height - high) / 2);
  const [low, most] = isHigh ? [high + room, area.height] : [0, area.height - high - room];
  const dy = Math.max(low, Math.min(most, y)) - y;
  if (Math.abs(dy) > 1) glide(0, dy);
}

/** @param {HTMLElement} element @param {[number, number]} point */
function put(element, [x, y]) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

let settled = 0;

/** The map moves: what is about the hex waits until it stands still. */
function follow() {
  const place = byId("chooser");
  if (place.hidden) return;
  if (!place.classList.contains("docked")) place.classList.add("moving");
  clearTimeout(settled);
  settled = setTimeout(arrange, STILL);
}

/** Fetch the shapes of all tiles, once. */
async function fetchShapes() {
  if (!hexes.tiles) return;
  const answer = await fetch(hexes.tiles);
  const holder = make("div", { class: "offstage", "aria-hidden": "true" });
  holder.innerHTML = await answer.text();
  document.body.append(holder);
}

/** The keys of the chooser. @param {KeyboardEvent} event */
function keys(event) {
  if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
  const here = /** @type {Element | null} */ (document.activeElement);
  const isIn = Boolean(here?.closest("#chooser"));
  if (here?.matches("input, select, textarea")) return;
  if (event.key === "r" || event.key === "R") turn(event.shiftKey ? -1 : 1);
  else if (event.key === "Enter" && !here?.matches(".round, #back, #undo, a, .chip")) confirm();
  else if (/^[1-9]$/.test(event.key)) {
    const tile = kinds()[Number(event.key) - 1];
    if (tile) pick(tile[0]);
  } else if (isIn || here?.matches(".target.chosen, body, #prompt")) {
    if (event.key === "ArrowRight" || event.key === "ArrowDown") step(1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") step(-1);
    else return;
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Make the chooser work. */
export function mount() {
  if (!document.getElementById("chooser")) return;
  fetchShapes();
  document.addEventListener("choice:shown", show);
  document.addEventListener("board:view", follow);
  document.addEventListener("keydown", keys, { capture: true });
  byId("chooser").addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest("button")
    );
    if (!button) return;
    if (button.matches(".turn")) turn();
    else if (button.matches(".lay")) confirm();
    else if (button.matches(".cancel")) back();
    else if (button.getAttribute("aria-pressed") === "true") turn();
    else pick(button.dataset.tile ?? "");
  });
}
