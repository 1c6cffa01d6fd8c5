// "Why not there?": a click on a place that is not legal, or the key W, asks the rules.

import { hexAt, svg } from "./board.js";
import { isBoards } from "./boards.js";
import { back, choice, click, isBusy } from "./choices.js";
import { again } from "./chooser.js";
import { beyond, isCrayon } from "./crayon.js";
import { isFreight } from "./freight.js";
import { byId, draw, hexes, idOf, make, table, text } from "./page.js";
import { play as sound } from "./sound.js";
import { tip } from "./tip.js";

let [mouseX, mouseY] = [-1, -1];

/** Ask why a hex is not allowed after the clicks so far. @param {string} name */
export async function ask(name) {
  const depth = choice.path.length;
  const kind = choice.left.find((offer) => offer.path[depth]?.startsWith("hex:"))
    ? "hex"
    : (choice.left[0]?.path[depth] ?? "hex").split(":")[0];
  const key = `${isFreight() ? "hex" : kind}:${name}`;
  const query = new URLSearchParams({ under: choice.path.at(-1) ?? "", key });
  const answer = await fetch(`/t/${table().dataset.table}/why?${query}`);
  const words = answer.ok ? (await answer.text()).trim() : "";
  if (!words && isFreight()) return;
  mark(name);
  sound("deny");
  const called = isFreight() ? (hexes.names?.[name] ?? name) : name;
  tip.note(text("whynot", { name: called }), [make("div", {}, words || `<p>${text("unknown")}</p>`)]);
  byId("said").textContent = byId("tip").textContent;
}

/** Hatch the hex and cross it out. @param {string} name */
function mark(name) {
  clear();
  const at = hexes.at[name];
  if (!at) return;
  const corner = (/** @type {number} */ n) => {
    const turn = (Math.PI / 3) * n + Math.PI / 6;
    return `${(hexes.radius - 2) * Math.cos(turn)} ${(hexes.radius - 2) * Math.sin(turn)}`;
  };
  const outline = `M${[0, 1, 2, 3, 4, 5].map(corner).join("L")}Z`;
  const group = draw("g", { class: "denied", transform: `translate(${at[0]} ${at[1]})` });
  group.append(
    draw("path", { class: "hatch", d: outline }),
    draw("path", { d: outline }),
    draw("path", { class: "cross", d: "M-5-5 5 5M5-5-5 5" }),
  );
  svg.append(group);
}

/** Take the hatching away. */
function clear() {
  for (const group of svg.querySelectorAll(".denied")) group.remove();
}

/** Close the note; whether it was open. */
export function close() {
  clear();
  return tip.close();
}

/** The key W: the hex under the pointer, or one that is typed. */
export function why() {
  if (table().dataset.mine !== "yes" || isBoards()) return;
  const name = mouseX < 0 ? null : hexAt(mouseX, mouseY);
  if (name) return ask(name);
  const form = make(
    "form",
    {},
    `<input name="hex" required maxlength="4" autocomplete="off"><button class="button"></button>`,
  );
  const [input, button] = /** @type {[HTMLInputElement, HTMLButtonElement]} */ ([
    form.children[0],
    form.children[1],
  ]);
  input.setAttribute("aria-label", text("which"));
  button.textContent = text("ask");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(input.value.trim().toUpperCase());
    byId("prompt").focus();
  });
  tip.note(text("which"), [form]);
  input.focus();
}

/** The key of the piece or target that was clicked. @param {Element} element */
function keyOf(element) {
  const target = /** @type {SVGElement | null} */ (element.closest(".target"));
  if (target) return target.dataset.key ?? null;
  const piece = element.closest(".position [id]");
  if (isCrayon() || !piece) return null;
  return choice.all.find((offer) => idOf(offer.path[0] ?? "") === called(piece))?.path[0] ?? null;
}

/** What a piece is called in offers: on the board of who is asked without the seat. @param {Element} piece */
const called = (piece) =>
  piece.closest(".desk-board.acts") ? piece.id.replace(/^\d+\//, "") : piece.id;

/** What a place on a board is, and why it cannot be chosen. @param {Element} place */
async function explain(place) {
  const title = place.querySelector("title")?.textContent ?? "";
  const [name, ...rest] = title.split(";");
  const query = new URLSearchParams({ under: "", key: called(place) });
  const answer = await fetch(`/t/${table().dataset.table}/why?${query}`);
  const reason = make("div", {}, answer.ok ? await answer.text() : "");
  if (reason.textContent?.trim()) sound("deny");
  const lines = [...rest.map(() => make("p")), reason];
  rest.forEach((line, n) => (lines[n].textContent = line.trim()));
  tip.note(name[0].toUpperCase() + name.slice(1), lines);
  byId("said").textContent = byId("tip").textContent;
}

/** A click on a map of lines: on a hex that a step back opens, or on one that is not legal. @param {string} name @param {string | null} key @param {boolean} wasOpen @param {string} pointer */
function asks(name, key, wasOpen, pointer) {
  if (beyond().has(`hex:${name}`)) return click(`hex:${name}`, pointer);
  const isOnMap = choice.left.some((offer) => offer.path[choice.path.length]?.startsWith("hex:"));
  if (!key && !wasOpen && isOnMap && table().dataset.last !== `hex:${name}`) ask(name);
}

/** Make the board listen to clicks: legal ones choose, others ask why. */
export function mount() {
  const frame = byId("board");
  /** A click that came before the last one was answered. @type {{name: string, pointer: string} | null} */
  let early = null;
  document.addEventListener("choice:free", () => {
    const next = early;
    early = null;
    if (next && choice.all.some((offer) => offer.path[0] === `hex:${next.name}`))
      click(`hex:${next.name}`, next.pointer);
  });
  frame.addEventListener("click", (event) => {
    if (isCrayon() && isBusy()) {
      const name = hexAt(event.clientX, event.clientY);
      early = name ? { name, pointer: /** @type {PointerEvent} */ (event).pointerType } : null;
      return;
    }
    const pointer = /** @type {PointerEvent} */ (event).pointerType;
    const key = keyOf(/** @type {Element} */ (event.target));
    const wasOpen = close();
    if (table().dataset.mine !== "yes" && !isBoards()) return;
    if (key && (key !== choice.path[0] || isBoards())) return click(key, pointer);
    const plot = /** @type {Element} */ (event.target).closest(".desk-board [id]:has(> title)");
    if (isBoards()) return plot && !wasOpen ? explain(plot) : back();
    const name = hexAt(event.clientX, event.clientY);
    if (name && choice.path[0] === `hex:${name}` && again()) return;
    const isTiling = choice.all.some((offer) => offer.path[1]?.startsWith("tile:"));
    if (name && choice.all.some((offer) => offer.path[0] === `hex:${name}`))
      return click(`hex:${name}`, pointer);
    if (name && isFreight()) return key || wasOpen ? undefined : ask(name);
    if (name && isCrayon()) return asks(name, key, wasOpen, pointer);
    if (name && isTiling && !key && !wasOpen) return back() || ask(name);
    const wants =
      choice.path.length &&
      choice.left.some((offer) => offer.path[choice.path.length]?.startsWith("hex:"));
    if (name && wants && !key && !wasOpen) ask(name);
  });
  frame.addEventListener(
    "pointermove",
    (event) => ([mouseX, mouseY] = [event.clientX, event.clientY]),
  );
  frame.addEventListener("pointerleave", () => ([mouseX, mouseY] = [-1, -1]));
  document.addEventListener("table:leave", close);
}
