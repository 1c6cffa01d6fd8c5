// Games on boards: one looks at a board or at all of them, clicks a place, then says how to pay.

import { centreOn, fit, inUnits, isSeen, svg } from "./board.js";
import { brought } from "./brought.js";
import { isPhone, make, offers, text } from "./page.js";
import { chip, escaped, withKinds } from "./words.js";

/**
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {import("./choice.js").Option} Option
 * @typedef {import("./page.js").Offer} Offer
 * @typedef {import("./board.js").Box} Box
 */

const FEW = 9;
const AFTER = 170;
/** The board that is looked at, empty for all. */
let lie = "";

/** Whether the table has boards and no map. */
export const isBoards = () => document.getElementById("table")?.classList.contains("boards") ?? false;

/** Whether a key is a place that can be clicked. @param {string} key */
const isPlace = (key) => key in (offers().called ?? {});

/** Whether the next keys are only ways to do what has been clicked, such as to pay. @param {Choice} at */
const asksWay = (at) => at.path.length > 0 && at.keys(at.path.length).every(([key]) => !isPlace(key));

/** The usual way, if ways are asked: the first. @param {Choice} at @returns {Offer | null} */
export const usual = (at) => (asksWay(at) && at.left.length ? at.left[0] : null);

/** The choices of the bar: what is not on the board, and places where they are few. @param {Choice} at @returns {Option[]} */
export function listed(at) {
  const found = at.keys(at.path.length).map(([key, under]) => option(key, under, at.path.length));
  const places = found.filter(({ key }) => isPlace(key));
  const others = found.filter(({ key }) => !isPlace(key));
  return [...(places.length <= FEW && places.every(({ isLast }) => isLast) ? places : []), ...others];
}

/** @param {string} key @param {Offer[]} under @param {number} depth @returns {Option} */
const option = (key, under, depth) => ({
  kind: "key",
  key,
  offers: under,
  label: under.length === 1 ? single(key, under[0], depth) : escaped(offers().called?.[key] ?? key),
  isLast: under.length === 1,
});

/** An offer that is alone behind a key; a place with one way to pay is named too. @param {string} key @param {Offer} offer @param {number} depth */
function single(key, { label, path }, depth) {
  const isWay = isPlace(key) && path.length > depth + 1 && !isPlace(path[depth + 1]);
  const [name] = (offers().called?.[key] ?? "").split(";");
  return isWay && name ? `${escaped(name)} · ${label}` : label;
}

/** Fill the bar. @param {HTMLElement} place @param {Choice} at @param {Option[]} options */
export function fill(place, at, options) {
  const buttons = withKinds(at, options, (one) => button(one, at));
  const isOnBoard = at.keys(at.path.length).some(([key]) => isPlace(key) && !options.some((one) => one.key === key));
  if (isOnBoard) buttons.unshift(make("p", { class: "hint" }, escaped(text("on-board"))));
  place.replaceChildren(...buttons);
}

/** A choice with what it adds to the points. @param {Option} one @param {Choice} at */
function button(one, at) {
  const found = chip(one.isLast ? { ...one, offers: [{ ...one.offers[0], label: one.label }] } : one);
  const [{ gain }] = one.offers;
  if (one.isLast && gain) found.append(make("b", { class: gain > 0 ? "gain" : "gain loss" }, `${gain > 0 ? "+" : "−"}${Math.abs(gain)}`));
  if (one.offers[0] === at.armed) found.setAttribute("aria-pressed", "true");
  return found;
}

/** What the tip says of an offer; more comes from the server. @param {Offer} offer @param {(content: HTMLElement[]) => void} show */
export function describe(offer, show) {
  const title = offers().called?.[offer.path[0]] ?? "";
  const hasWays = offer.path.length > 1 && !isPlace(offer.path[1]);
  const [name, ...rest] = hasWays ? title.split(";") : ["", title];
  const head = make("h3", { class: "called" }, escaped(name) || offer.label);
  const more = rest.filter(Boolean).map((words) => make("p", { class: "called" }, escaped(words.trim())));
  const body = make("div", { class: "told" }, offer.brings.map((words) => `<p>${words}</p>`).join(""));
  show([head, ...more, body]);
  setTimeout(async () => {
    if (!body.isConnected) return;
    const words = await brought(offer.action);
    if (!body.isConnected || !words) return;
    body.innerHTML = words;
    show([head, ...more, body]);
  }, AFTER);
}

/** What an armed offer says for the bar. @param {Offer} offer */
export function preview(offer) {
  const isOnly = offer.path.length === 1 && isPlace(offer.path[0]);
  const title = isOnly ? `<p class="called">${escaped(offers().called?.[offer.path[0]] ?? "")}</p>` : "";
  const found = make("div", { class: "told" }, title + offer.brings.map((words) => `<p>${words}</p>`).join(""));
  brought(offer.action).then((words) => words && (found.innerHTML = title + words));
  return found;
}

/** Every board with where it lies and its scale. @returns {[string, Box, number][]} */
function lies() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-lie][data-box]")]);
  return tabs.map((tab) => {
    const [x, y, width, height, scale] = (tab.dataset.box ?? "").split(" ").map(Number);
    return [tab.dataset.lie ?? "", { x, y, width, height }, scale];
  });
}

/** Look at a board, or at all. @param {string} key */
export function look(key) {
  const [, box, scale] = lies().find(([name]) => name === key) ?? [];
  lie = key;
  if (box) centreOn(box, near(box), scale);
  else fit();
  mark();
}

/** What can be clicked on a board. @param {Box} box */
const near = (box) =>
  [...svg.querySelectorAll(".targets .target:not(.off), .choices.on .target")].filter((target) => {
    const { x, y, width, height } = inUnits(target);
    const [right, down] = [x + width / 2 - box.x, y + height / 2 - box.y];
    return right > 0 && down > 0 && right < box.width && down < box.height;
  });

/** Show which board is looked at. */
function mark() {
  for (const tab of document.querySelectorAll("[data-lie]")) {
    const isOn = /** @type {HTMLElement} */ (tab).dataset.lie === lie;
    tab.setAttribute("aria-pressed", String(isOn));
    if (isOn && isPhone()) tab.scrollIntoView({ block: "nearest", inline: "center" });
  }
}

/** The next board, or the one before. @param {number} way */
export function turn(way) {
  const all = [...document.querySelectorAll("[data-lie]")].map((tab) => /** @type {HTMLElement} */ (tab).dataset.lie ?? "");
  if (all.length) look(all[(all.indexOf(lie) + way + all.length) % all.length]);
}

/** Look at the board where most can be done: on a small screen when something new is asked, else if nothing of it is seen. @param {boolean} isNew */
export function follow(isNew) {
  const [best] = lies().map(([key, box]) => /** @type {const} */ ([near(box), key])).sort((a, b) => b[0].length - a[0].length);
  if (best?.[0].length && ((isPhone() && isNew) || !best[0].some(isSeen))) look(best[1]);
}

/** Make the boards work. */
export function mount() {
  if (!isBoards()) return;
  document.addEventListener("table:arrive", mark);
  document.addEventListener("board:fitted", () => {
    lie = "";
    mark();
  });
  document.addEventListener("board:moved", () => {
    if (lie && !isPhone()) lie = "-";
    mark();
  });
  document.addEventListener("click", (event) => {
    const tab = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.("[data-lie]"));
    if (tab) look(tab.dataset.lie ?? "");
  });
  requestAnimationFrame(() => (isPhone() ? look(ownBoard()) : mark()));
}

/** The reader's own board. */
const ownBoard = () => `board:${offers().seat ?? 0}`;
