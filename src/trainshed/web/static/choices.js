// The choices of the prompt and the targets of the board: one list, shown twice.

import { byId, idOf, isPhone, offers, table, text } from "./page.js";
import { Choice } from "./choice.js";
import { reveal, svg } from "./board.js";
import { play } from "./live.js";
import { ask, chip, named, pathName, spoken } from "./words.js";
import { preview, summary, tip } from "./tip.js";

/** @typedef {import("./choice.js").Option} Option */

const MOST = 24;
const NUMBERED = 9;

export let choice = new Choice(offers());
/** @type {string | null} */
let hovered = null;

/** Choose one of the options; play, or arm on a touch screen. @param {Option} option @param {string} [pointer] */
export function take(option, pointer) {
  choose(option.kind, option.key, pointer);
}

/** @param {"verb" | "key"} kind @param {string} key @param {string} [pointer] */
function choose(kind, key, pointer) {
  hovered = null;
  const armed = choice.armed;
  const offer = choice.choose(kind, key);
  if (!offer) return render();
  const wantsSecond = pointer === "touch" && document.documentElement.dataset.taps === "confirm";
  if (wantsSecond && armed !== offer) {
    choice.armed = offer;
    return render();
  }
  choice.start();
  render();
  play(offer.action);
}

/** Play what is armed. */
export function confirm() {
  const offer = choice.armed;
  if (!offer) return;
  choice.start();
  render();
  play(offer.action);
}

/** Back one step; whether there was one. */
export function back() {
  hovered = null;
  const was = choice.back();
  if (was) render();
  return was;
}

/** The targets that are seen now. @returns {SVGGElement[]} */
export function targets() {
  const under = choice.path.at(-1);
  const where = under === undefined ? ".targets .target:not(.off)" : `.choices[data-under="${CSS.escape(under)}"] .target`;
  return [...svg.querySelectorAll(where)].map((target) => /** @type {SVGGElement} */ (target));
}

/** A key was clicked on the board. @param {string} key @param {string} [pointer] */
export function click(key, pointer) {
  if (choice.left.some((offer) => offer.path[choice.path.length] === key)) return choose("key", key, pointer);
  if (!choice.all.some((offer) => offer.path[0] === key) || choice.path[0] === key) return;
  choice.start();
  choose("key", key, pointer);
}

/** Show the choice as it stands: chips, targets, question, buttons, tip. */
export function render() {
  const mine = table().dataset.mine === "yes";
  const options = mine ? choice.options : [];
  chips(options);
  overprint();
  question(mine);
  byId("back").hidden = !choice.isBegun;
  byId("main-action").hidden = !choice.armed;
  byId("main-action").textContent = text("play");
  light(null);
}

/** @param {Option[]} options */
function chips(options) {
  const place = byId("chips");
  const armed = choice.armed;
  place.classList.toggle("preview", armed !== null);
  place.classList.remove("more", "dense", "rich");
  if (armed) return place.replaceChildren(preview(armed));
  place.classList.toggle("dense", options.length > NUMBERED);
  place.classList.toggle("rich", options.some((option) => option.isLast && option.offers[0].brings.length > 0));
  if (options.length > MOST) {
    const hint = document.createElement("p");
    hint.textContent = text(isPhone() ? "tap" : "many");
    return place.replaceChildren(hint);
  }
  place.replaceChildren(...options.map((option, n) => chip(option, n < NUMBERED ? n + 1 : 0)));
  place.classList.toggle("more", place.scrollWidth > place.clientWidth + 2);
}

/** Show the targets that belong to the choice. */
function overprint() {
  const [first] = choice.path;
  const open = new Set(choice.left.map((offer) => offer.path[0]));
  for (const target of svg.querySelectorAll(".targets .target")) {
    const key = /** @type {SVGElement} */ (target).dataset.key ?? "";
    target.classList.toggle("off", first === undefined ? !open.has(key) : key !== first);
    target.classList.toggle("chosen", key === first);
  }
  for (const group of svg.querySelectorAll(".choices")) {
    group.classList.toggle("on", /** @type {SVGElement} */ (group).dataset.under === choice.path.at(-1));
  }
  const seen = targets();
  if (first !== undefined && isPhone()) reveal(seen.length < MOST ? seen : []);
  const focused = seen.find((target) => target === document.activeElement);
  const under = new Map(choice.keys(choice.path.length));
  for (const target of seen) {
    const key = target.dataset.key ?? "";
    target.id ||= idOf(`act:${choice.path.join(":")}:${key}`);
    target.setAttribute("tabindex", "-1");
    if (under.has(key)) target.setAttribute("aria-label", spoken(key, under.get(key) ?? []));
  }
  (focused ?? seen[0])?.setAttribute("tabindex", "0");
}

/** @param {boolean} mine */
function question(mine) {
  const place = document.getElementById("question");
  if (!place || !mine) return;
  place.dataset.first ||= place.innerHTML;
  place.innerHTML = choice.armed ? pathName(choice.armed) : ask(choice) || place.dataset.first;
}

/** Light an option in both lists and say what it would bring. @param {string | null} key @param {"verb" | "key"} [kind] */
export function light(key, kind = "key") {
  hovered = key;
  const options = table().dataset.mine === "yes" ? choice.options : [];
  const option = options.find((one) => one.key === key && one.kind === kind) ?? loose(key);
  const firsts = new Set(option?.offers.map((offer) => offer.path[choice.path.length]));
  for (const target of targets()) target.classList.toggle("lit", option !== undefined && firsts.has(target.dataset.key ?? ""));
  for (const one of byId("chips").querySelectorAll(".chip")) one.classList.toggle("lit", /** @type {HTMLElement} */ (one).dataset.key === key);
  const lines = new Set((option?.offers ?? (choice.path.length ? choice.left : [])).map((offer) => offer.path[0]));
  for (const row of document.querySelectorAll("[data-line]")) {
    const only = lines.size === 1 && lines.has(`engine:${/** @type {HTMLElement} */ (row).dataset.line}`);
    row.classList.toggle("lit", only);
  }
  if (option?.isLast) tip.offer(option.offers[0]);
  else if (option && option.kind === "key") tip.list(summary(option.offers, choice.path.length + 1), named(option.key));
  else if (choice.path.length && !choice.armed) tip.list(summary(choice.left, choice.path.length), named(choice.path[0]));
  else tip.hide();
}

/** A first key where kinds of action are asked. @param {string | null} key @returns {Option | undefined} */
function loose(key) {
  if (key === null || table().dataset.mine !== "yes") return undefined;
  const found = choice.keys(choice.path.length).find(([one]) => one === key);
  return found && { kind: "key", key, offers: found[1], label: "", isLast: found[1].length === 1 };
}

/** Begin anew after a move; a half-made choice lives on if it is still legal. */
function arrive() {
  const old = choice;
  choice = new Choice(offers());
  if (table().dataset.mine === "yes") choice.follow(old);
  const place = document.getElementById("question");
  if (place) place.dataset.first = place.innerHTML;
  render();
}

/** Make chips and targets listen. */
export function mount() {
  document.addEventListener("table:arrive", arrive);
  document.addEventListener("click", (event) => {
    const element = /** @type {Element} */ (event.target);
    const pointer = /** @type {PointerEvent} */ (event).pointerType;
    const chosen = /** @type {HTMLElement | null} */ (element.closest(".chip"));
    if (chosen) choose(/** @type {"verb" | "key"} */ (chosen.dataset.kind), chosen.dataset.key ?? "", pointer);
    if (element.closest("#back")) back();
    if (element.closest("#main-action")) confirm();
  });
  for (const [name, isOn] of /** @type {const} */ ([["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]])) {
    document.addEventListener(name, (event) => {
      const place = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.(".chip, .target:not(.chosen)"));
      if (!place || /** @type {PointerEvent} */ (event).pointerType === "touch") return;
      if (isOn) light(place.dataset.key ?? null, /** @type {"verb" | "key"} */ (place.dataset.kind ?? "key"));
      else if (hovered === place.dataset.key) light(null);
    });
  }
  render();
}

/** The key of the piece or target that was clicked. @param {Element} element */
export function keyOf(element) {
  const target = /** @type {SVGElement | null} */ (element.closest(".target"));
  if (target) return target.dataset.key ?? null;
  const piece = element.closest(".position [id]");
  return choice.all.find((offer) => piece && idOf(offer.path[0] ?? "") === piece.id)?.path[0] ?? null;
}
