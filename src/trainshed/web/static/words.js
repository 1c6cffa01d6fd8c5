// How keys and offers are called in the prompt: plates for lines, houses for stations, names for places.

import { hasText, hexes, idOf, make, offers, text } from "./page.js";

/**
 * @typedef {import("./page.js").Offer} Offer
 * @typedef {import("./choice.js").Option} Option
 */

/** Words as markup. @param {string} words */
export function escaped(words) {
  const holder = make("i");
  holder.textContent = words;
  return holder.innerHTML;
}

const icon = (/** @type {string} */ id) =>
  `<svg class="icon" aria-hidden="true"><use href="#${id}"/></svg>`;
/** Leads from a name to the next; for ears it is a comma. */
const ARROW = '<span class="offstage">, </span><svg class="ui" aria-hidden="true"><use href="#i-arrow"/></svg>';

/** The name of a key as markup. @param {string} key */
export function named(key) {
  const [kind, ...rest] = key.split(":");
  const name = rest.at(-1) ?? "";
  const { plates, houses, seat, called } = offers();
  if (called?.[key]) return `<span class="place">${escaped(called[key].split(";")[0])}</span>`;
  if (plates[name])
    return `<span class="plate" data-enamel="${plates[name]}">${escaped(name)}</span>`;
  if (kind === "station")
    return `<span class="mark">${icon(`house-${houses[seat ?? 0]}`)}${escaped(name)}</span>`;
  return name ? `<span class="place">${escaped(name)}</span>` : "";
}

/** What an offer is called after its earlier keys: their names are not said again. @param {Offer} offer */
export function short({ label, path }) {
  const name = path.length > 1 ? (path.at(-2)?.split(":").at(-1) ?? "") : "";
  const end = label.lastIndexOf(", ");
  return name && end > 0 && plain(label.slice(end + 2)) === name ? label.slice(0, end) : label;
}

/** What an offer is called in full: its keys, one after another. @param {Offer} offer */
export function pathName(offer) {
  if (offers().swift) return offer.tells || offer.label;
  if (offer.verb === "place") return escaped(text("on-station")).replace("{name}", offer.label);
  if (offer.path[1]?.startsWith("tile:")) return tileName(offer);
  const names = offer.path.slice(0, -1).map(named).filter(Boolean);
  return [...names, short(offer)].join(ARROW);
}

/** A tile and its hex. @param {Offer} offer */
function tileName({ path }) {
  const [, tile] = path[1].split(":");
  const place = `<span class="place">${escaped(hexName(path[0]))}</span>`;
  return escaped(text("tile-on", { tile })).replace("{name}", place);
}

/** A hex by its place, where it has a name. @param {string} key */
export function hexName(key) {
  const hex = key.split(":").at(-1) ?? "";
  return hexes.names?.[hex] ?? hex;
}

/** The question that the clicks so far lead to. @param {import("./choice.js").Choice} choice */
export function ask(choice) {
  const last = choice.path.at(-1);
  if (last === undefined)
    return choice.verb && hasText(choice.verb) ? escaped(text(choice.verb)) : "";
  const [kind] = last.split(":");
  return escaped(text(hasText(kind) ? kind : "next")).replace("{name}", named(last));
}

/** What tells most, in this order: money, a passenger, two lines that become one. */
const SIGNS = [/class="money"/, /good-passengers/, /class="plate".*class="plate"/];

/** The sentence that says most; of others rather one that is not true of all its neighbours. @param {Offer} offer */
export function gist({ path, brings }) {
  const beside = offers().offers.filter((other) => other.path[0] === path[0]);
  const tells = SIGNS.map((sign) => brings.find((sentence) => sign.test(sentence)));
  const own = brings.find((sentence) => beside.some((other) => !other.brings.includes(sentence)));
  return tells.find(Boolean) ?? own ?? brings[0] ?? "";
}

/** What comes first, and the same; alone it is without the line that the question has named already. @param {Offer} offer */
function brief(offer) {
  const [first] = offer.brings;
  if (!first) return "";
  const told = gist(offer);
  if (told !== first) return `${first} ${told}`;
  const [, letters, rest] = /^<span class="plate"[^>]*>([^<]*)<\/span>\s*(.+)$/.exec(told) ?? [];
  return rest && offer.path[0] === `engine:${plain(letters)}` ? rest : told;
}

/** The symbols in the names of these offers, each once. @param {Offer[]} offers */
function symbols(offers) {
  const found = offers.flatMap((offer) => offer.label.match(/<svg class="icon".*?<\/svg>/g) ?? []);
  return [...new Set(found)].join("");
}

/** Markup as words. */
export const plain = (/** @type {string} */ markup) => make("i", {}, markup).textContent?.trim() ?? "";

/** A target in words, for ears: what it is, and what it does or how many choices it opens. @param {string} key @param {Offer[]} under */
export function spoken(key, under) {
  const place =
    document.querySelector(`[data-list] li[data-key="${CSS.escape(key)}"] > span`)?.textContent ??
    plain(named(key));
  if (under.length > 1) return `${place}. ${text("choices", { n: String(under.length) })}`;
  const [{ verb, path, label, brings }] = under;
  const told = brings.map((sentence) => ` ${plain(sentence)}`).join("");
  if (offers().swift) return `${place}. ${plain(under[0].tells || label)}${told}`;
  if (verb === "place")
    return text(path.length > 1 ? "new-station" : "on-station", { name: plain(label) }) + `.${told}`;
  const names =
    path.length > 1 && place === plain(label)
      ? [plain(named(path[0])), place]
      : [place, plain(label)];
  return [...new Set(names)].filter(Boolean).join(", ") + told;
}

/** What passes, as a button: what it means stands below. @param {Offer} offer @param {boolean} isArmed */
export function pass({ action, label, passing }, isArmed) {
  const means = passing?.means ? ` <small>${passing.means}</small>` : "";
  return make(
    "button",
    {
      id: idOf(`chip:offer:${action}`),
      class: "chip pass",
      type: "button",
      "data-kind": "offer",
      "data-key": action,
      "aria-keyshortcuts": "N",
      ...(isArmed ? { "aria-pressed": "true" } : {}),
    },
    `<span class="words">${label}${means}</span><kbd aria-hidden="true">N</kbd>`,
  );
}

/** The number key of a kind of action, as a button. @param {import("./page.js").Verb} kind */
export const kindKey = ({ verb, label, digit }) =>
  make(
    "button",
    {
      id: idOf(`kind:${verb}`),
      class: "kind",
      type: "button",
      title: plain(label),
      "aria-label": plain(label),
      "aria-keyshortcuts": String(digit),
      "data-kind": "verb",
      "data-key": verb,
    },
    `<kbd aria-hidden="true">${digit}</kbd>`,
  );

/** Options as buttons; a kind of action with several of them has its key before the first. @param {import("./choice.js").Choice} choice @param {Option[]} options @param {(option: Option) => HTMLElement} button */
export function withKinds(choice, options, button) {
  const kinds = choice.open.filter(({ verb, digit }) => digit && isSeveral(options, verb));
  const firsts = new Map(kinds.map((kind) => [options.find(isOf(kind.verb)), kind]));
  return options.flatMap((option) => {
    const kind = firsts.get(option);
    return kind ? [kindKey(kind), button(option)] : [button(option)];
  });
}

const isOf = (/** @type {string} */ verb) => (/** @type {Option} */ { offers: [offer] }) => offer.verb === verb;

/** @param {Option[]} options @param {string} verb */
const isSeveral = (options, verb) => options.filter(isOf(verb)).length > 1;

/** A choice as a button. @param {Option} option */
export function chip(option) {
  const { kind, key, offers: under, isLast, digit: number } = option;
  const isAmount = kind === "key" && !option.label && under[0].verb === "bid";
  const full = kind === "verb" ? option.label : option.label && short(under[0]);
  const name = full || named(key) || escaped(key);
  const rest = isLast && !isAmount ? ARROW + under[0].label : "";
  const more = option.label ? "" : symbols(under) || rest;
  const told = isLast || isAmount ? brief(under[0]) : "";
  const word = told ? ` <small>${told}</small>` : "";
  const kbd = number ? `<kbd aria-hidden="true">${number}</kbd>` : "";
  const button = make(
    "button",
    {
      id: idOf(`chip:${kind}:${key}`),
      class: "chip",
      type: "button",
      "data-kind": kind,
      "data-key": key,
    },
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
