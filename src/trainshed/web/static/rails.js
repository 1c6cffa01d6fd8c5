// The bar of 18xx games: what may be done, grouped by kind, with the plates of companies and prices.

import { amounts } from "./amount.js";
import { idOf, make, offers, text } from "./page.js";
import { escaped, kindKey, named, plain } from "./words.js";

/**
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {import("./choice.js").Option} Option
 * @typedef {import("./page.js").Offer} Offer
 */

const NUMBERED = 9;
const FEW = 5;
/** So many have room for all that they bring. */
const WHOLE = 3;

/** Whether the table is one of an 18xx game. */
export const isRails = () => document.getElementById("table")?.classList.contains("rails") ?? false;

/** Whether an offer is made on the map alone. @param {Offer} offer */
const isOnMap = (offer) => offer.path[1]?.startsWith("tile:") ?? false;

/** Whether an offer is one without a thing: to pass, to agree. @param {Offer} offer */
const isBare = (offer) => !offer.path[0]?.includes(":");

/** Every offer of the bar in the order in which it is shown. @param {Choice} choice @returns {Option[]} */
export function listed(choice) {
  const left = choice.left.filter((offer) => !isOnMap(offer));
  const inOrder = choice.verbs.flatMap(({ verb }) => left.filter((offer) => offer.verb === verb));
  return inOrder.map((offer) => ({
    kind: "offer",
    key: offer.action,
    offers: [offer],
    label: offer.label,
    isLast: true,
  }));
}

/** Fill the bar. @param {HTMLElement} place @param {Choice} choice @param {Option[]} options */
export function fill(place, choice, options) {
  const shown = options.map(({ offers: [offer] }) => offer);
  const digits = new Map(options.map(({ key, digit }) => [key, digit ?? 0]));
  const isMixed = choice.kinds.length > 1;
  const number = (/** @type {Offer} */ offer) =>
    isMixed || options.length <= NUMBERED ? (digits.get(offer.action) ?? 0) : 0;
  const groups = choice.verbs.flatMap((kind) => {
    const under = shown.filter((offer) => offer.verb === kind.verb);
    if (offers().amount?.verb === kind.verb) return [amounts(under, kind.label)];
    if (!under.length) return [];
    if (under.every(isBare)) return [bare(under.map((offer) => chip(offer, number(offer), whole(offer))))];
    const found = group(kind.label, under, number, choice.path.length > 0);
    if (choice.open.includes(kind) && kind.digit && under.length > 1) found.querySelector("h2")?.prepend(kindKey(kind));
    return [found];
  });
  if (choice.left.some(isOnMap)) groups.unshift(hint());
  place.replaceChildren(...groups);
}

/** Offers without a thing. @param {HTMLElement[]} chips */
function bare(chips) {
  const found = make("div", { class: "group" });
  found.append(...chips);
  return found;
}

/** What an offer brings besides what its label says. @param {Offer} offer */
const news = (offer) => offer.brings.slice(["run", "train"].includes(offer.verb) ? 1 : 0);

/** What an offer without a thing says: what it brings, and the way of the trains where it is a run. @param {Offer} offer */
function whole(offer) {
  const told = [offer.verb === "run" ? routes() : "", ...news(offer)].filter(Boolean).join(" ");
  return told ? `${offer.label}<small>${told}</small>` : offer.label;
}

/** The routes as they stand beside the map. */
function routes() {
  const lines = [...document.querySelectorAll(".run-card li")];
  return lines
    .map((line) => [...line.children].map((part) => part.innerHTML.trim()))
    .map(([train, way, sum]) => `<span class="way"><b>${train}</b> ${way} = ${sum}</span>`)
    .join("");
}

/** What is chosen on the map. */
function hint() {
  const found = make("button", { type: "button", class: "hint", "data-view": "map" });
  found.textContent = text("on-map");
  return found;
}

/** The offers of one kind. @param {string} label @param {Offer[]} under @param {(offer: Offer) => number} number @param {boolean} isBegun */
function group(label, under, number, isBegun) {
  const found = make("section", { class: "group", "aria-label": plain(label) });
  const items = make("div", { class: "items" });
  for (const [, same] of byThing(under)) items.append(item(same, number, under.length, isBegun));
  found.append(make("h2", {}, label), items);
  return found;
}

/** @param {Offer[]} under @returns {[string, Offer[]][]} */
function byThing(under) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  for (const offer of under) {
    const key = offer.path.length > 1 ? offer.path[0] : offer.action;
    found.set(key, [...(found.get(key) ?? []), offer]);
  }
  return [...found];
}

/** One company with what may be done with it. @param {Offer[]} same @param {(offer: Offer) => number} number @param {number} count how many share the room @param {boolean} isBegun whether the company has been chosen */
function item(same, number, count, isBegun) {
  const [first] = same;
  const plate = named(first.path[0] ?? "");
  if (same.length === 1) {
    const words = first.path.length > 1 ? `${plate}${price(first)}` : face(first, plate, count);
    return chip(first, number(first), words);
  }
  if (same.length > FEW && !isBegun) return opener(same, plate);
  const found = make("div", { class: "split", role: "group" }, plate);
  found.setAttribute("aria-label", plain(plate));
  found.append(...same.map((offer) => chip(offer, 0, step(offer))));
  return found;
}

/** A company with many prices: it is chosen first. @param {Offer[]} same @param {string} plate */
function opener(same, plate) {
  const prices = [price(same[0]), price(/** @type {Offer} */ (same.at(-1)))].map(plain);
  const key = same[0].path[0];
  const name = offers().names?.[key.split(":").at(-1) ?? ""] ?? "";
  const button = make(
    "button",
    {
      id: idOf(`chip:key:${key}`),
      class: "chip",
      type: "button",
      "data-kind": "key",
      "data-key": key,
      title: name,
    },
    `<span class="words">${plate}<span class="price">${[...new Set(prices)].join("–")}</span></span>`,
  );
  button.setAttribute("aria-label", `${name || plain(plate)}, ${prices.join(" – ")}`);
  return button;
}

/** What a chip says that stands alone: the plate where the label has no more than that, and what follows. @param {Offer} offer @param {string} plate @param {number} count */
function face(offer, plate, count) {
  const isCompany = offer.path[0]?.startsWith("company:") ?? false;
  const name = offers().names?.[offer.path[0]?.split(":").at(-1) ?? ""];
  const words = isCompany ? plate : offer.label;
  const more = news(offer);
  const isTrain = offer.verb === "train" && more.length > 1;
  const told = count <= WHOLE ? more.join(" ") : count <= FEW ? more.at(-1) : isTrain && more[0];
  if (told) return `${words}<small>${told}</small>`;
  return count <= FEW && name ? `${words}<small class="full">${escaped(name)}</small>` : words;
}

/** The number of shares, or the price, and the sum. @param {Offer} offer */
function step(offer) {
  const count = offer.path.at(-1)?.split(":").at(-1) ?? "";
  const words = /^\d+$/.test(count) ? escaped(count) : offer.label;
  const sum = price(offer);
  return /^\d+$/.test(count) && plain(sum).replace(/\D/g, "") === count ? sum : `${words}${sum}`;
}

/** The sum of money in the sentence of an offer. @param {Offer} offer */
function price(offer) {
  const found = /<b class="money">.*?<\/b>/.exec(offer.tells ?? "");
  return found ? `<span class="price">${found[0]}</span>` : "";
}

/** A button for an offer. @param {Offer} offer @param {number} number @param {string} words */
export function chip(offer, number, words) {
  const kbd = number ? `<kbd aria-hidden="true">${number}</kbd>` : "";
  const button = make(
    "button",
    {
      id: idOf(`chip:offer:${offer.action}`),
      class: "chip",
      type: "button",
      "data-kind": "offer",
      "data-key": offer.action,
    },
    `${kbd}<span class="words">${words}</span>`,
  );
  const name = offers().names?.[offer.path[0]?.split(":").at(-1) ?? ""];
  const spoken = [plain(offer.tells || offer.label), name].filter(Boolean).join(" ");
  button.setAttribute("aria-label", spoken);
  if (name) button.title = name;
  if (number) button.setAttribute("aria-keyshortcuts", String(number));
  return button;
}

/** What an armed offer says, for the bar. @param {Offer} offer */
export function preview(offer) {
  const words = [offer.tells, ...offer.brings].filter(Boolean).join(" ");
  return make("p", {}, words);
}
