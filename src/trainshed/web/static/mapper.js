// The editor of a map: tools by mouse, finger and key. What is drawn is kept after each pause.

import * as board from "./board.js";
import * as drawing from "./mapdraw.js";
import * as model from "./mapmodel.js";
import { set, ui } from "./mapui.js";
import * as panel from "./mappanel.js";
import { byId, text } from "./page.js";

const main = byId("main");
const frame = byId("board");
const isOwn = !main.classList.contains("looking");
const [PAUSE, AGAIN, POLL, SLACK] = [650, 5000, 1500, 5];
const PAINTS = ["plain", "mountain", "region", "water", "off", "none"];
const STREAMS = { river: /** @type {const} */ ("rivers"), barrier: /** @type {const} */ ("barriers") };
const SIDE_KEYS = { q: "NW", w: "N", e: "NE", a: "SW", s: "S", d: "SE" };

// what the tools do

/** The sign that a tool paints on a hex. @param {string} tool @param {string} hex */
function signOf(tool, hex) {
  const sign = model.signAt(hex);
  const own = model.isLand(sign) ? sign : ui.region;
  switch (tool) {
    case "plain":
      return own.toLowerCase();
    case "mountain":
      return model.stopAt(hex)?.kind === "towns" ? own.toLowerCase() : own.toUpperCase();
    case "region":
      return model.isLand(sign) && sign !== sign.toLowerCase() ? ui.region.toUpperCase() : ui.region;
    default:
      return { water: "~", off: "#", none: "." }[tool] ?? sign;
  }
}

/** Use the tool on a hex. @param {string} hex @param {string} side the nearest, if any */
function use(hex, side) {
  if (!hex) return;
  if (!isOwn) return set({ chosen: model.stopAt(hex) });
  if (PAINTS.includes(ui.tool)) model.paint(hex, signOf(ui.tool, hex));
  else if (ui.tool === "town" || ui.tool === "place") put(hex);
  else if (ui.tool in STREAMS) run(side, null);
  else if (ui.goal !== null) aim(hex);
  else set({ chosen: model.stopAt(hex) });
}

/** Place a town or a place, or choose the one that is there. @param {string} hex */
function put(hex) {
  const there = model.stopAt(hex);
  if (there) return set({ chosen: there });
  if (!model.isLand(model.signAt(hex))) return panel.warn(text("land-only"));
  const isTown = ui.tool === "town";
  const taken = [...Object.keys(model.map().towns), ...Object.keys(model.map().places)];
  const name = model.unused(text(isTown ? "new-town" : "new-place"), taken);
  const owners = model.owners();
  const free = model.limits.numbers.find((number) => !owners.has(number));
  model.begin();
  if (isTown) model.paint(hex, model.signAt(hex).toLowerCase());
  model.change((it) => {
    if (isTown) it.towns[name] = { hex, numbers: free === undefined ? [] : [free] };
    else it.places[name] = { hex, kind: "connection" };
  });
  model.end();
  set({ chosen: { kind: isTown ? "towns" : "places", name } });
  if (!matchMedia("(pointer: coarse)").matches)
    setTimeout(() => /** @type {HTMLInputElement | null} */ (byId("chosen").querySelector("input"))?.select());
}

/** A hex of the special destination that is being chosen, or no longer. @param {string} hex */
function aim(hex) {
  const number = ui.goal;
  if (number === null || !model.isLand(model.signAt(hex))) return;
  model.change((it) => {
    const goal = it.special[number];
    if (goal.hexes.includes(hex)) goal.hexes = goal.hexes.filter((one) => one !== hex);
    else goal.hexes.push(hex);
  });
}

/** Let water run along a side, or no more; `on` says which, null asks the side itself. @param {string} side @param {boolean | null} on @returns {boolean | null} */
function run(side, on) {
  if (!side || !(ui.tool in STREAMS) || !model.isInland(side)) return on;
  const kind = STREAMS[/** @type {"river" | "barrier"} */ (ui.tool)];
  const there = model.streamAt(side);
  const wide = kind === "rivers" && ui.wide;
  const same = there?.[0] === kind && isWide(...there) === wide;
  const wanted = on ?? !same;
  if (wanted ? same && ui[kind] < 0 : !there) return wanted;
  const number = ui[kind] >= 0 ? ui[kind] : touching(kind, side);
  const names = model.map()[kind].map((one) => one.name);
  const name = model.unused(`${text(ui.tool)} {n}`, names);
  const found = model.lead(side, kind, number, name, wanted, wide);
  if (ui[kind] >= 0) ui[kind] = found;
  return wanted;
}

/** @param {"rivers" | "barriers"} kind @param {number} number */
const isWide = (kind, number) => model.map()[kind][number]?.wide ?? false;

/** The river that a side would make longer, -1 for none. @param {"rivers" | "barriers"} kind @param {string} side */
function touching(kind, side) {
  const mine = drawing.ends(side);
  const wide = kind === "rivers" && ui.wide;
  return model.map()[kind].findIndex(
    (one, number) =>
      isWide(kind, number) === wide &&
      one.sides.some((other) => drawing.ends(other).some((end) => mine.includes(end))),
  );
}

// pointers

/** @type {Map<number, {x: number, y: number}>} */
const held = new Map();
/** What a gesture does, and what it has learnt. */
let gesture = { kind: "", far: 0, hex: "", corner: "", on: /** @type {boolean | null} */ (null), stop: ui.chosen };
let spaced = false;
/** Whether the cursor is led by keys, and so must be seen. */
let keyed = false;

/** @param {PointerEvent} event @returns {[string, string]} */
function under(event) {
  const [x, y] = board.point(event.clientX, event.clientY);
  return [drawing.hexAt(x, y), drawing.sideAt(x, y, ui.tool in STREAMS ? 0.62 : 0.45)];
}

/** @param {PointerEvent} event */
function down(event) {
  keyed = false;
  held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (held.size > 1) {
    stop();
    gesture.kind = "pinch";
    return;
  }
  const [hex, side] = under(event);
  const pans = event.button > 0 || spaced || !isOwn;
  const found = ui.tool === "hand" && ui.goal === null ? model.stopAt(hex) : null;
  const corner = hex && drawing.cornerAt(hex, ...board.point(event.clientX, event.clientY));
  gesture = { kind: "", far: 0, hex, corner, on: null, stop: null };
  if (pans || (ui.tool === "hand" && !found)) gesture.kind = "pan";
  else if (found) Object.assign(gesture, { kind: "move", stop: found });
  else if (PAINTS.includes(ui.tool)) gesture.kind = "paint";
  else if (ui.tool in STREAMS) gesture.kind = "run";
  else gesture.kind = "use";
  if (["move", "paint", "run"].includes(gesture.kind)) model.begin();
  if (gesture.kind === "paint") use(hex, side);
  if (gesture.kind === "run") gesture.on = run(side, null);
  frame.setPointerCapture(event.pointerId);
}

/** @param {PointerEvent} event */
function moved(event) {
  const last = held.get(event.pointerId);
  if (!last) return hover(event);
  const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
  const before = apart();
  const from = { ...last };
  held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  gesture.far += Math.hypot(dx, dy);
  if (gesture.kind === "pinch") return pinch(dx, dy, before);
  if (gesture.kind === "pan" && gesture.far > SLACK) board.pan(dx, dy);
  if (gesture.kind === "move" && gesture.far > SLACK) carry(under(event)[0]);
  if (gesture.kind === "paint" || gesture.kind === "run") along(event, from);
  hover(event);
}

/** Use the tool at every few pixels of the way. @param {PointerEvent} event @param {{x: number, y: number}} from */
function along(event, from) {
  const steps = Math.ceil(Math.hypot(event.clientX - from.x, event.clientY - from.y) / 5) || 1;
  for (let n = 1; n <= steps; n += 1) {
    const x = from.x + ((event.clientX - from.x) * n) / steps;
    const y = from.y + ((event.clientY - from.y) * n) / steps;
    const spot = board.point(x, y);
    if (gesture.kind === "paint") use(drawing.hexAt(...spot), "");
    else follow(...spot);
  }
}

/** Draw a river from corner to corner as far as the pointer has gone. @param {number} x @param {number} y */
function follow(x, y) {
  for (let n = 0; n < 20; n += 1) {
    const next = gesture.corner ? drawing.onward(gesture.corner, x, y) : null;
    if (!next) return;
    gesture.on = run(next.side, gesture.on);
    gesture.corner = next.end;
  }
}

const apart = () => {
  const [a, b] = [...held.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
};

/** @param {number} dx @param {number} dy @param {number} before */
function pinch(dx, dy, before) {
  const [a, b] = [...held.values()];
  if (!a || !b) return;
  board.pan(dx / 2, dy / 2);
  if (before) board.zoom(apart() / before, (a.x + b.x) / 2, (a.y + b.y) / 2);
}

/** Carry a town or place to another hex. @param {string} hex */
function carry(hex) {
  const { stop: found } = gesture;
  if (!found || !hex || model.stopAt(hex) || !model.isLand(model.signAt(hex))) return;
  model.change((it) => void (it[found.kind][found.name].hex = hex));
}

/** @param {PointerEvent} event */
function hover(event) {
  const [hex, side] = under(event);
  const near = ui.tool in STREAMS && model.isInland(side || "A1 N") ? side : "";
  if (hex !== ui.hover || near !== ui.side) set({ hover: event.pointerType === "mouse" ? hex : "", side: near });
}

/** @param {PointerEvent} event */
function up(event) {
  if (!held.delete(event.pointerId) || held.size) return;
  const { kind, far, hex } = gesture;
  stop();
  if (far > SLACK && kind !== "paint" && kind !== "run") return;
  set({ cursor: hex, fault: "" });
  if (kind === "use" || kind === "move" || (kind === "pan" && ui.tool === "hand" && !event.button)) use(hex, "");
}

/** The gesture is over. */
function stop() {
  if (["move", "paint", "run"].includes(gesture.kind)) model.end();
  gesture = { ...gesture, kind: "" };
}

// keys

/** @param {string} way */
function walk(way) {
  const [column, row] = model.placeOf(ui.cursor || ui.hover || middle());
  keyed = true;
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[way] ?? [0, 0];
  const clamp = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(0, Math.min(most - 1, n));
  const hex = model.nameOf(clamp(column + x, model.columns()), clamp(row + y, model.map().rows.length));
  set({ cursor: hex, hover: "", side: "" });
}

const middle = () =>
  model.nameOf(Math.floor(model.columns() / 2), Math.floor(model.map().rows.length / 2));

/** @param {KeyboardEvent} event */
function pressed(event) {
  const field = /** @type {HTMLElement} */ (event.target).closest("input, select, textarea, dialog");
  if ((event.ctrlKey || event.metaKey) && !event.altKey) return control(event);
  if (field || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const tool = document.querySelector(`[data-tool][aria-keyshortcuts="${CSS.escape(key)}"]`);
  const onBoard = frame.contains(document.activeElement) || document.activeElement === document.body;
  if (tool) choose(/** @type {HTMLElement} */ (tool).dataset.tool ?? "hand");
  else if (key.startsWith("Arrow") && onBoard) {
    walk(key);
    if (event.shiftKey) use(ui.cursor, "");
  } else if ((key === "Enter" || key === " ") && onBoard) use(ui.cursor, "");
  else if (ui.tool in STREAMS && key in SIDE_KEYS)
    run(`${ui.cursor || middle()} ${SIDE_KEYS[/** @type {"q"} */ (key)]}`, null);
  else if (key === "u") event.shiftKey ? model.redo() : model.undo();
  else if (key === "Escape") set({ tool: "hand", goal: null, chosen: null, fault: "" });
  else if (key === "f") board.fit();
  else if (key === "+") board.zoom(1.3);
  else if (key === "-") board.zoom(1 / 1.3);
  else if (key === "c") frame.classList.toggle("names");
  else if (key === "?") /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
  else return;
  event.preventDefault();
}

/** @param {KeyboardEvent} event */
function control(event) {
  const inField = /** @type {HTMLElement} */ (event.target).matches("input, textarea");
  const key = event.key.toLowerCase();
  if (key === "s") save();
  else if (inField) return;
  else if (key === "z") event.shiftKey ? model.redo() : model.undo();
  else if (key === "y") model.redo();
  else return;
  event.preventDefault();
}

/** @param {string} tool */
function choose(tool) {
  set({ tool, goal: null, rivers: -1, barriers: -1, side: "" });
}

// what is kept

let version = Number(main.dataset.version);
let [dirty, sending, blocked] = [false, false, false];
/** @type {{text: string, hex: string}[]} */
let faults = JSON.parse(byId("found").textContent || "[]");
/** @type {number | undefined} */
let timer;

/** @param {string} words */
const say = (words) => {
  byId("saved").textContent = words;
};

/** Keep the map now. @returns {Promise<void>} */
async function save() {
  clearTimeout(timer);
  if (!isOwn || !dirty || sending || blocked) return;
  [dirty, sending] = [false, true];
  const sheet = structuredClone(model.map());
  say(text("saving"));
  try {
    await send(sheet);
  } catch {
    dirty = true;
    say(text("lost"));
    timer = setTimeout(save, AGAIN);
  }
  sending = false;
  if (dirty && !blocked && !timer) timer = setTimeout(save, PAUSE);
}

/** @param {model.Sheet} sheet */
async function send(sheet) {
  const answer = await fetch(`/maps/${main.dataset.map}?version=${version}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(sheet),
  });
  const found = await answer.json();
  timer = undefined;
  if (!answer.ok) {
    blocked = answer.status === 409 || answer.status === 403;
    dirty = true;
    say(text("unsaved"));
    if (!blocked) timer = setTimeout(() => (timer = undefined), PAUSE);
    return panel.warn(found.error);
  }
  version = found.version;
  if (drawing.show(found.drawing, sheet)) board.fit();
  tell(found.faults);
  if (!dirty) say(text("saved"));
}

/** @param {typeof faults} found */
function tell(found) {
  faults = found;
  panel.faults(found);
  document.getElementById("play")?.setAttribute("aria-disabled", String(found.length > 0));
}

/** Wait until all is kept. */
async function flushed() {
  for (let n = 0; n < 100 && (dirty || sending) && !blocked; n += 1) {
    if (!sending) await save();
    else await new Promise((go) => setTimeout(go, 100));
  }
}

// is it fair?

/** @param {"GET" | "POST"} method */
async function weigh(method) {
  const place = byId("balance");
  if (method === "POST") await flushed();
  const answer = await fetch(`/maps/${main.dataset.map}/balance`, { method });
  if (answer.ok) place.innerHTML = await answer.text();
  if (place.querySelector('[data-balance="runs"]')) setTimeout(() => weigh("GET"), POLL);
}

// all together

function marks() {
  const goal = ui.goal === null ? null : model.map().special[ui.goal];
  const stop = ui.chosen && model.map()[ui.chosen.kind][ui.chosen.name];
  drawing.mark({
    cursor: keyed ? ui.cursor : "",
    chosen: stop?.hex,
    hover: ui.tool in STREAMS ? "" : ui.hover,
    side: ui.side,
    fault: ui.fault,
    goals: goal?.hexes.map((one) => one.split(">").at(-1) ?? ""),
  });
  for (const button of document.querySelectorAll("[data-tool]"))
    button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.tool === ui.tool));
  frame.dataset.using = ui.tool;
  spot(ui.hover || ui.cursor);
}

/** Say what is on a hex. @param {string} hex */
function spot(hex) {
  const sign = hex && model.signAt(hex);
  const stop = sign ? model.stopAt(hex) : null;
  const region = sign && model.isLand(sign) ? model.map().regions[sign.toLowerCase()]?.name : "";
  const words = sign ? [hex, text(drawing.kindOf(sign)), region, stop?.name] : [];
  const said = words.filter(Boolean).join(" · ");
  if (byId("spot").textContent !== said) byId("spot").textContent = said;
}

function changed() {
  drawing.refresh();
  marks();
  dirty = true;
  say(text("unsaved"));
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    save();
  }, PAUSE);
  byId("map-title").textContent = model.map().title;
  ready();
}

function ready() {
  byId("undo").setAttribute("aria-disabled", String(!model.canUndo()));
  byId("redo").setAttribute("aria-disabled", String(!model.canRedo()));
}

/** What only the owner of a map may do. */
function edit() {
  document.addEventListener("map:changed", changed);
  byId("undo").addEventListener("click", model.undo);
  byId("redo").addEventListener("click", model.redo);
  byId("save").addEventListener("click", save);
  byId("weigh").addEventListener("click", () => weigh("POST"));
  byId("fold-balance").addEventListener("toggle", () => weigh("GET"), { once: true });
  byId("play").addEventListener("click", async (event) => {
    event.preventDefault();
    await flushed();
    if (faults.length) return panel.warn(faults[0].text);
    if (!dirty) location.href = /** @type {HTMLAnchorElement} */ (byId("play")).href;
  });
  addEventListener("beforeunload", (event) => {
    if (dirty || sending) event.preventDefault();
  });
  ready();
}

/** Go where something was asked about. */
function lead() {
  if (!ui.fault && keyed)
    return board.reveal([...board.svg.querySelectorAll(".marks .here")]);
  if (ui.fault) board.centre(...drawing.middle(ui.fault));
}

board.mount();
board.fit();
drawing.mount();
panel.mount();
ui.region = Object.entries(model.map().regions).find(([, one]) => one.home)?.[0] ?? "a";
tell(faults);
if (isOwn) edit();
marks();
document.addEventListener("map:ui", (event) => {
  marks();
  if (/** @type {CustomEvent<string[]>} */ (event).detail.includes("cursor")) lead();
});
document.addEventListener("board:ground", () => {
  const [late, shown] = board.svg.querySelectorAll(".ground");
  if (shown) late.remove();
});
document.addEventListener("click", (event) => {
  const at = /** @type {Element} */ (event.target).closest("[data-tool], [data-find], [data-keys]");
  const { tool, find, keys } = /** @type {HTMLElement | null} */ (at)?.dataset ?? {};
  if (tool) choose(tool);
  if (keys !== undefined) /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
  if (find && model.map().towns[find])
    set({ chosen: { kind: "towns", name: find }, fault: model.map().towns[find].hex });
});
frame.addEventListener("pointerdown", down);
frame.addEventListener("pointermove", moved);
frame.addEventListener("pointerleave", () => held.size || set({ hover: "", side: "" }));
frame.addEventListener("contextmenu", (event) => event.preventDefault());
addEventListener("pointerup", up);
addEventListener("pointercancel", up);
addEventListener("keydown", (event) => {
  if (event.key === " ") spaced = true;
  pressed(event);
});
addEventListener("keyup", (event) => {
  if (event.key === " ") spaced = false;
});
