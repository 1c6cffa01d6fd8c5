// The choices of the prompt and the targets of the board: one list, shown twice.

import * as amount from "./amount.js";
import { begin, question, tell } from "./asked.js";
import { svg } from "./board.js";
import * as boards from "./boards.js";
import { Choice } from "./choice.js";
import { again, described, isOpen } from "./chooser.js";
import * as crayon from "./crayon.js";
import * as freight from "./freight.js";
import { play } from "./live.js";
import { byId, idOf, isPhone, isTouch, make, offers, table, text } from "./page.js";
import * as rails from "./rails.js";
import { preview } from "./tip.js";
import { chip, pass, spoken, withKinds } from "./words.js";

/**
 * @typedef {import("./choice.js").Option} Option
 * @typedef {import("./page.js").Offer} Offer
 */

const MOST = 24;

export let choice = new Choice(offers());
let isSent = false;
/** The half-made choice that waits while one looks back. @type {Choice | null} */
let kept = null;

/** What can be chosen next, in the order of the bar. @returns {Option[]} */
export function options() {
  return table().dataset.mine !== "yes" || isOpen() ? [] : choice.numbered(listed());
}

/** The same as each kind of table lists it. */
function listed() {
  if (boards.isBoards()) return boards.listed(choice);
  if (crayon.isCrayon()) return crayon.listed(choice);
  if (freight.isFreight()) return freight.listed(choice);
  return rails.isRails() ? rails.listed(choice) : choice.options;
}

/** Show an offer as the one that the main button plays. @param {Offer} offer */
export function arm(offer) {
  if (isSent) return;
  choice.armed = offer;
  render();
}

/** The offer of a click, if it says all; else the choice goes on. @param {"verb" | "key" | "offer"} kind @param {string} key */
const found = (kind, key) =>
  kind === "offer"
    ? ([...choice.all, ...choice.passes].find((offer) => offer.action === key) ?? null)
    : choice.choose(kind, key);

/** @param {"verb" | "key" | "offer"} kind @param {string} key @param {string} [pointer] */
function choose(kind, key, pointer) {
  if (isSent) return;
  const armed = choice.armed;
  const offer = found(kind, key);
  if (offer && amount.isAmount(offer)) return amount.put(amount.amountOf(offer));
  if (!offer) {
    if (boards.isBoards()) choice.armed = boards.usual(choice);
    return render();
  }
  const isSetting =
    (crayon.isCrayon() && crayon.isStart(offer)) || (freight.isFreight() && freight.isSetting(offer));
  const wantsSecond =
    isSerious(offer) ||
    (pointer === "touch" && document.documentElement.dataset.taps === "confirm" && !isSetting);
  if (wantsSecond && armed !== offer) {
    choice.armed = offer;
    render();
  } else {
    send(offer);
  }
  document.dispatchEvent(new CustomEvent("choice:taken", { detail: { kind, key } }));
}

/** Whether something is given up by an offer, and the reader wants to be asked. @param {Offer} offer */
const isSerious = (offer) =>
  Boolean(offer.passing?.sure) && document.documentElement.dataset.passing === "ask";

/** Play an offer; until the server has agreed nothing else can be chosen. @param {Offer} offer */
export async function send(offer) {
  isSent = true;
  const before = table().dataset.version;
  await play(offer.action);
  if (offer.then && table().dataset.version !== before) await play(offer.then);
  isSent = false;
  document.dispatchEvent(new CustomEvent("choice:free"));
}

/** Whether something has been sent that is not answered yet. */
export const isBusy = () => isSent;

/** Play what is armed. */
export function confirm() {
  if (choice.armed && !isSent) send(choice.armed);
}

/** Back one step; whether there was one. */
export function back() {
  if (isSent) return false;
  if (isOpen() || (boards.isBoards() && choice.path.length) || freight.isWay(choice.armed))
    choice.armed = null;
  const was = !amount.isAmount(choice.armed) && choice.back();
  if (was) render();
  const hasBack = crayon.isCrayon() || freight.isFreight();
  const way = !was && hasBack && choice.all.find(({ verb }) => verb === "back");
  if (way) send(way);
  return was || Boolean(way);
}

/** The targets that are seen now. @returns {SVGGElement[]} */
export function targets() {
  const under = choice.path.at(-1);
  const where =
    under === undefined
      ? ".targets .target:not(.off)"
      : `.choices[data-under="${CSS.escape(under)}"] .target`;
  return [...svg.querySelectorAll(where)].map((target) => /** @type {SVGGElement} */ (target));
}

/** Whether the arrow keys walk on the board: what is asked next is answered there. */
export const isOnBoard = () =>
  table().dataset.mine === "yes" &&
  (choice.isBegun ||
    rails.isRails() ||
    boards.isBoards() ||
    crayon.isCrayon() ||
    freight.isFreight() ||
    choice.options.length > MOST) &&
  targets().length > 0;

/** The first thing to choose, for the focus: a chip, or the prompt itself. */
export const firstChip = () =>
  /** @type {HTMLElement} */ (byId("chips").querySelector(".chip") ?? byId("prompt"));

/** A key was clicked on the board. @param {string} key @param {string} [pointer] */
export function click(key, pointer) {
  if (boards.isBoards() && choice.armed && choice.path[0] === key) return confirm();
  if (choice.path[0] === key && again()) return;
  if (choice.left.some((offer) => offer.path[choice.path.length] === key))
    return choose("key", key, pointer);
  const hasThen = crayon.isCrayon() || freight.isFreight();
  const then = hasThen && !isSent ? crayon.beyond().get(key) : undefined;
  if (then) return send(then);
  if (!choice.all.some((offer) => offer.path[0] === key) || choice.path[0] === key) return;
  choice.start();
  choose("key", key, pointer);
}

/** Show the choice as it stands: chips, targets, question, buttons, tip. */
export function render() {
  const mine = table().dataset.mine === "yes";
  if (mine) amount.begin();
  if (mine && freight.isFreight()) choice.armed ??= freight.usual(choice);
  const shown = options();
  const here = document.activeElement;
  const isHeld = byId("prompt").contains(here);
  const isSeen = here?.matches(":focus-visible");
  chips(shown);
  passes();
  overprint();
  question(choice, mine);
  tell(choice, mine ? Math.max(shown.length, counted(shown)) + choice.passes.length : 0);
  byId("back").hidden = freight.isFreight() ? !hasWayBack(mine) : !choice.isBegun || amount.isAmount(choice.armed);
  byId("main-action").hidden = !choice.armed;
  byId("main-action").innerHTML = main();
  if (isHeld && !here?.checkVisibility())
    (choice.armed ? byId("main-action") : isSeen ? firstChip() : byId("prompt")).focus();
  document.dispatchEvent(new CustomEvent("choice:shown"));
}

/** How much can be chosen next, in the bar or on the board. @param {Option[]} shown */
const counted = (shown) =>
  shown.some((option) => option.kind === "verb")
    ? 0
    : new Set(choice.left.map((offer) => offer.path[choice.path.length] ?? offer.action)).size;

/** Whether a click or the game itself can be taken back a step, where cubes are carried. @param {boolean} mine */
const hasWayBack = (mine) =>
  mine &&
  (choice.before.length > 0 ||
    freight.wayBack(choice) !== undefined ||
    (choice.armed !== null && !amount.isAmount(choice.armed)));

/** What the main button says. */
function main() {
  const armed = choice.armed;
  const enter = '<kbd aria-hidden="true">Enter</kbd>';
  const verb = choice.verbs.find((one) => one.verb === armed?.verb);
  if (armed?.passing) return `${armed.passing.sure || armed.label} ${enter}`;
  if (armed && amount.isAmount(armed)) return `${amount.saying(verb?.label ?? "")} ${enter}`;
  if (boards.isBoards()) return `${text("play")} ${enter}`;
  if (freight.isWay(armed)) return `${verb?.label} ${enter}`;
  return isOpen() ? `${text("lay-tile")} ${enter}` : text("play");
}

/** What passes stands apart, until something else has been begun. */
function passes() {
  const { armed } = choice;
  const isFree = !choice.before.length && (!armed || armed.passing || amount.isAmount(armed) || freight.isWay(armed));
  const mine = table().dataset.mine === "yes";
  const shown = mine && isFree && !isOpen() ? choice.passes : [];
  byId("passing").replaceChildren(...shown.map((offer) => pass(offer, offer === armed)));
  byId("passing").hidden = !shown.length;
}

/** @param {Option[]} options */
function chips(options) {
  const place = byId("chips");
  const armed = choice.armed?.passing ? null : choice.armed;
  if (document.getElementById("amount") && armed && amount.isAmount(armed)) return;
  place.classList.remove("preview");
  if (rails.isRails() && (!armed || amount.isAmount(armed))) return rails.fill(place, choice, options);
  if (boards.isBoards() && (!armed || choice.path.length)) {
    boards.fill(place, choice, options);
    if (armed) place.append(boards.preview(armed));
    return;
  }
  if (freight.isFreight() && (!armed || amount.isAmount(armed) || freight.isWay(armed)))
    return freight.fill(place, choice, options);
  if (crayon.isCrayon() && !armed) return crayon.fill(place, choice, options);
  if (armed) {
    place.classList.add("preview");
    return place.replaceChildren(told(armed));
  }
  if (options.length > MOST) {
    const hint = make("p", { class: "hint" }, text(isPhone() || isTouch() ? "tap" : "many"));
    return place.replaceChildren(hint);
  }
  place.replaceChildren(...withKinds(choice, options, chip));
}

/** What an armed offer would bring. @param {Offer} offer */
function told(offer) {
  if (isOpen()) return described(offer);
  if (freight.isFreight()) return freight.preview(offer);
  if (crayon.isCrayon()) return crayon.preview(offer);
  if (boards.isBoards()) return boards.preview(offer);
  return rails.isRails() ? rails.preview(offer) : preview(offer);
}

/** Show the targets that belong to the choice. */
function overprint() {
  const [first] = choice.path;
  const open = new Set(choice.left.map((offer) => offer.path[0]));
  const beyond = crayon.isCrayon() || freight.isFreight() ? crayon.beyond() : new Map();
  for (const key of beyond.keys()) open.add(key);
  for (const target of svg.querySelectorAll(".targets .target")) {
    const key = /** @type {SVGElement} */ (target).dataset.key ?? "";
    target.classList.toggle("off", first === undefined ? !open.has(key) : key !== first);
    target.classList.toggle("chosen", key === first);
  }
  for (const group of svg.querySelectorAll(".choices")) {
    group.classList.toggle(
      "on",
      /** @type {SVGElement} */ (group).dataset.under === choice.path.at(-1),
    );
  }
  crayon.prices(choice);
  if (freight.isFreight()) freight.mark(choice, beyond);
  const seen = targets();
  const focused = seen.find((target) => target === document.activeElement);
  const under = new Map(choice.keys(choice.path.length));
  for (const last of svg.querySelectorAll(".target[tabindex='0']"))
    last.setAttribute("tabindex", "-1");
  for (const target of seen) {
    const key = target.dataset.key ?? "";
    target.id ||= idOf(`act:${choice.path.join(":")}:${key}`);
    if (under.has(key)) target.setAttribute("aria-label", spoken(key, under.get(key) ?? []));
  }
  (focused ?? seen[0])?.setAttribute("tabindex", "0");
}

/** Begin anew after a move; a half-made choice lives on if it is still legal. */
function arrive() {
  const old = choice;
  choice = new Choice(offers());
  document.getElementById("amount")?.remove();
  if (old.all.length && !isSent) kept = old;
  if (table().dataset.mine === "yes" && !isSent && kept) choice.follow(kept);
  if (table().dataset.live === "yes") kept = null;
  begin();
  render();
}

/** Make chips and targets listen. */
export function mount() {
  document.addEventListener("table:arrive", arrive);
  document.addEventListener("click", (event) => {
    const element = /** @type {Element} */ (event.target);
    const pointer = /** @type {PointerEvent} */ (event).pointerType;
    const chosen = /** @type {HTMLElement | null} */ (element.closest(".chip, .kind"));
    if (choice.armed?.passing && event.detail > 1) return; // a double click is not a second thought
    if (chosen?.dataset.kind)
      choose(
        /** @type {"verb" | "key" | "offer"} */ (chosen.dataset.kind),
        chosen.dataset.key ?? "",
        pointer,
      );
    if (element.closest("#back")) back();
    if (element.closest("#main-action")) confirm();
  });
  render();
}
