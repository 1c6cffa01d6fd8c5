// Maps on which cubes are carried: the bar, the way that is shown first, the cards beside the map.

import { amounts } from "./amount.js";
import { glide, reveal, svg } from "./board.js";
import { byId, idOf, isPhone, isStill, isTouch, make, offers, table, text } from "./page.js";
import { openTab } from "./panels.js";
import { plain, withKinds } from "./words.js";

/**
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {import("./choice.js").Option} Option
 * @typedef {import("./page.js").Offer} Offer
 */

const FEW = 4;
const FOR_THUMBS = 12;
/** So long after a move the map has found its place. */
const SETTLED = 260;
let looking = 0;
const CARDS = 1;
const CARD = "take";
const WAY = "ship";
const BACK = "back";
/** What may be played besides at every question, and answers none. */
const ASIDE = "shares";
/** What only leads to the next question: it is played at once, by touch too. */
const SETTINGS = ["build", "deliver", "urbanise", "growth", "shares", "from", "extend", "out", "cube", BACK];
/** What is answered on the map, and in the bar only where it is little. */
const PLACES = /^(city|hex|cube|link|turn|end|west):/;
/** What is answered on the map alone. */
const TRACK = ["out", "lay", "turn"];

/** Whether cubes are carried on this table. */
export const isFreight = () =>
  document.getElementById("table")?.classList.contains("freight") ?? false;

/** Whether an offer only leads to the next question. @param {Offer} offer */
export const isSetting = (offer) => SETTINGS.includes(offer.verb);

/** Whether an offer means a way of a cube. @param {Offer | null} offer */
export const isWay = (offer) => offer?.verb === WAY;

/** Whether the side tells already what an offer would bring. @param {Offer} offer */
export const isTold = (offer) =>
  isWay(offer) && (document.querySelector(".way-details")?.checkVisibility({ visibilityProperty: true }) ?? false);

/** The way back that the game offers. @param {Choice} choice */
export const wayBack = (choice) => choice.all.find(({ verb }) => verb === BACK);

/** The way that is shown before one is chosen: the best. @param {Choice} choice @returns {Offer | null} */
export const usual = (choice) => choice.all.find(isWay) ?? null;

/** @param {Offer} offer @returns {Option} */
const option = (offer) => ({
  kind: "offer",
  key: offer.action,
  offers: [offer],
  label: offer.label,
  isLast: true,
});

/** The offers of the bar: those on the map only if they are few, cards under one button if they are many. @param {Choice} choice @returns {Option[]} */
export function listed(choice) {
  const left = choice.left.filter(({ verb }) => verb !== BACK && verb !== offers().amount?.verb);
  if (choice.path.length) return left.map(option);
  const places = left.filter((offer) => PLACES.test(offer.path[0] ?? "") && offer.path.length === 1);
  const cities = places.filter(({ verb }) => !TRACK.includes(verb));
  const few = isPhone() || isTouch() ? FOR_THUMBS : FEW;
  const shown = cities.length > few ? cities.filter(({ verb }) => verb === "connect").sort(cheaper).slice(0, few) : cities;
  const others = left.filter((offer) => !PLACES.test(offer.path[0] ?? ""));
  const cards = others.filter(({ verb }) => verb === CARD);
  if (choice.verb === CARD || cards.length <= CARDS) return [...shown, ...others].map(option);
  const label = choice.verbs.find(({ verb }) => verb === CARD)?.label ?? "";
  /** @type {Option} */
  const all = { kind: "verb", key: CARD, offers: cards, label: `${label} <b class="many">${cards.length}</b>`, isLast: false };
  const at = others.indexOf(cards[0]);
  const rest = others.filter((offer) => !cards.includes(offer)).map(option);
  return [...shown.map(option), ...rest.slice(0, at), all, ...rest.slice(at)];
}

/** The cheaper way first. @param {Offer} one @param {Offer} other */
const cheaper = (one, other) => price(one) - price(other);

/** What an offer costs, by its label. @param {Offer} offer */
const price = ({ label }) => Number(/class="money">[^<]*<\/b>/.exec(label)?.[0].replace(/\D/g, "") ?? 0);

/** Fill the bar. @param {HTMLElement} place @param {Choice} choice @param {Option[]} options */
export function fill(place, choice, options) {
  const chips = withKinds(choice, options, (one) => chip(one, choice));
  const span = offers().amount;
  const label = choice.verbs.find(({ verb }) => verb === span?.verb)?.label ?? "";
  const known = options.flatMap((one) => one.offers);
  const isHidden = choice.left.some((offer) => offer.path.length && !offer.path[0].startsWith("amount:") && offer.verb !== BACK && !known.includes(offer));
  if (isHidden && options.every((one) => one.key === ASIDE)) {
    const hint = make("p", { class: "hint" });
    hint.textContent = text(choice.left.some(({ verb }) => verb === "lay" || verb === "out") ? "on-track" : choice.left.some(({ verb }) => verb === "cube") ? "on-cubes" : "on-cities");
    chips.unshift(hint);
  }
  if (span) chips.unshift(amounts(choice.all.filter(({ verb }) => verb === span.verb), label));
  place.replaceChildren(...chips);
  if (choice.verb === CARD) openTab("cards");
}

/** A button for an option. @param {Option} one @param {Choice} choice */
function chip({ kind, key, offers: under, label, digit: number }, choice) {
  const [offer] = under;
  const [name, price] = split(label);
  const kbd = number ? `<kbd aria-hidden="true">${number}</kbd>` : "";
  const button = make(
    "button",
    {
      id: idOf(`chip:${kind}:${key}`),
      class: offer.verb === ASIDE ? "chip quiet" : "chip",
      type: "button",
      "data-kind": kind,
      "data-key": key,
    },
    `${kbd}<span class="words">${name}${price ? `<span class="price">${price}</span>` : ""}</span>`,
  );
  button.setAttribute("aria-label", [label, ...(kind === "offer" ? offer.brings : [])].map(plain).join(" "));
  if (number) button.setAttribute("aria-keyshortcuts", String(number));
  if (choice.armed && under.includes(choice.armed)) button.setAttribute("aria-pressed", "true");
  return button;
}

/** A label and its price, or who gets what. @param {string} label @returns {[string, string]} */
function split(label) {
  if (label.includes('class="icon"')) return [label, ""];
  const at = label.indexOf(" · ");
  if (at > 0) return [label.slice(0, at), label.slice(at + 3)];
  const colon = label.indexOf(": ");
  return colon > 0 ? [label.slice(0, colon), label.slice(colon + 2)] : [label, ""];
}

/** What an armed offer says, for the bar. @param {Offer} offer */
export const preview = (offer) =>
  make("p", {}, [plain(offer.label) === plain(offer.tells ?? "") ? "" : offer.label, ...offer.brings].filter(Boolean).join(". "));

/** Mark on the map what a step more opens, and the way that is shown. @param {Choice} choice @param {Map<string, Offer>} beyond */
export function mark(choice, beyond) {
  for (const target of svg.querySelectorAll(".targets .target")) {
    const key = /** @type {SVGElement} */ (target).dataset.key ?? "";
    target.classList.toggle("then", beyond.has(key));
    target.classList.toggle("armed", isWay(choice.armed) && choice.armed?.path[0] === key);
  }
  clearTimeout(looking);
  if (isPhone() && table().dataset.mine === "yes") looking = setTimeout(look, isStill() ? 0 : SETTLED);
  for (const card of document.querySelectorAll(".way-card"))
    card.classList.toggle("armed", /** @type {HTMLElement} */ (card).dataset.key === choice.armed?.action);
}

/** On a phone the way that is shown is in sight, and something that can be done. */
function look() {
  const way = svg.querySelector(".ways .target.armed");
  const lit = [...svg.querySelectorAll(".targets .target:not(.off, .then)")];
  const frame = byId("board").getBoundingClientRect();
  /** How far it is from the middle. @param {Element} target @returns {[number, number]} */
  const away = (target) => {
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
    return [frame.width / 2 - x, frame.height / 2 - y];
  };
  if (way) return way.getBoundingClientRect().width < frame.width ? glide(...away(way)) : reveal([way]);
  const far = (/** @type {Element} */ target) =>
    Math.max(Math.abs(away(target)[0] / frame.width), Math.abs(away(target)[1] / frame.height));
  const [nearest] = lit.sort((one, other) => far(one) - far(other));
  if (nearest && far(nearest) > 0.4) glide(...away(nearest));
}

/** A card that cannot be taken says why. @param {HTMLElement} card */
async function explain(card) {
  const place = card.querySelector(".ops-why");
  if (!place || place.textContent) return;
  const query = new URLSearchParams({ under: "", key: card.dataset.ask ?? "" });
  const answer = await fetch(`/t/${table().dataset.table}/why?${query}`);
  if (answer.ok) place.innerHTML = (await answer.text()).trim();
}

/** Make the cards listen. */
export function mount() {
  document.addEventListener("click", (event) => {
    const card = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest?.("[data-ask]")
    );
    if (card) explain(card);
  });
}
