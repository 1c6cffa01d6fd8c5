// How keys and offers are called in the prompt: plates for lines, houses for stations, names for places.

import { hasText, make, offers, text } from "./page.js";

/**
 * @typedef {import("./page.js").Offer} Offer
 * @typedef {import("./choice.js").Option} Option
 */

/** Words as markup. @param {string} words */
function escaped(words) {
  const holder = make("i");
  holder.textContent = words;
  return holder.innerHTML;
}

const icon = (/** @type {string} */ id) =>
  `<svg class="icon" aria-hidden="true"><use href="#${id}"/></svg>`;
const ARROW = '<svg class="ui" aria-hidden="true"><use href="#i-arrow"/></svg>';

/** The name of a key as markup. @param {string} key */
export function named(key) {
  const [kind, ...rest] = key.split(":");
  const name = rest.at(-1) ?? "";
  const { plates, houses, seat } = offers();
  if (plates[name])
    return `<span class="plate" data-enamel="${plates[name]}">${escaped(name)}</span>`;
  if (kind === "station")
    return `<span class="mark">${icon(`house-${houses[seat ?? 0]}`)}${escaped(name)}</span>`;
  return name ? `<span class="place">${escaped(name)}</span>` : "";
}

/** What an offer is called in full: its keys, one after another. @param {Offer} offer */
export function pathName(offer) {
  const names = offer.path.slice(0, -1).map(named).filter(Boolean);
  return [...names, offer.label].join(ARROW);
}

/** The question that the clicks so far lead to. @param {import("./choice.js").Choice} choice */
export function ask(choice) {
  const last = choice.path.at(-1);
  if (last === undefined)
    return choice.verb && hasText(choice.verb) ? escaped(text(choice.verb)) : "";
  const [kind] = last.split(":");
  return escaped(text(hasText(kind) ? kind : "next")).replace("{name}", named(last));
}

/** The sentence that says most: where money is paid, that one. @param {Offer} offer */
export const gist = (offer) =>
  offer.brings.find((sentence) => sentence.includes('class="money"')) ?? offer.brings[0] ?? "";

/** The symbols in the names of these offers, each once. @param {Offer[]} offers */
function symbols(offers) {
  const found = offers.flatMap((offer) => offer.label.match(/<svg class="icon".*?<\/svg>/g) ?? []);
  return [...new Set(found)].join("");
}

const plain = (/** @type {string} */ markup) => make("i", {}, markup).textContent?.trim() ?? "";

/** A target in words, for ears: what it is, and what it does or how many choices it opens. @param {string} key @param {Offer[]} under */
export function spoken(key, under) {
  const place =
    document.querySelector(`#places li[data-key="${CSS.escape(key)}"] > span`)?.textContent ??
    plain(named(key));
  if (under.length > 1) return `${place}. ${text("choices", { n: String(under.length) })}`;
  const [{ path, label, brings }] = under;
  const names =
    path.length > 1 && place === plain(label)
      ? [plain(named(path[0])), place]
      : [place, plain(label)];
  return [...new Set(names)].join(", ") + brings.map((sentence) => ` ${plain(sentence)}`).join("");
}

/** A choice as a button. @param {Option} option @param {number} number its key, 0 for none */
export function chip(option, number) {
  const { kind, key, offers: under, isLast } = option;
  const name = option.label || named(key) || escaped(key);
  const more = option.label ? "" : symbols(under) || (isLast ? ARROW + under[0].label : "");
  const word = isLast && gist(under[0]) ? `<small>${gist(under[0])}</small>` : "";
  const kbd = number ? `<kbd aria-hidden="true">${number}</kbd>` : "";
  const button = make(
    "button",
    { class: "chip", type: "button", "data-kind": kind, "data-key": key },
    `${kbd}<span class="words">${name}${more}${word}</span>`,
  );
  if (number) button.setAttribute("aria-keyshortcuts", String(number));
  if (more)
    button.setAttribute(
      "aria-label",
      [name, ...under.map((offer) => offer.label)].map(plain).join(", "),
    );
  return button;
}
