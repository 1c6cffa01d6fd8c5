// Maps on which lines are drawn: the bar, what a segment costs on the map, the way that a choice means.

import { reveal, svg } from "./board.js";
import { draw, hexes, idOf, isPhone, make, offers, table, text } from "./page.js";
import { plain, withKinds } from "./words.js";

/**
 * @typedef {import("./choice.js").Choice} Choice
 * @typedef {import("./choice.js").Option} Option
 * @typedef {import("./page.js").Offer} Offer
 */

const FEW = 4;
const MOST = 12;
const WAYS = ["route", "ride"];
const BACK = "back";

/** Whether the table is one where lines are drawn. */
export const isCrayon = () =>
  document.getElementById("table")?.classList.contains("crayon") ?? false;

/** Whether an offer is one without a place: to stop, to stay out. @param {Offer} offer */
const isBare = (offer) => !offer.path[0]?.includes(":");

/** Whether an offer means a way from hex to hex. @param {Offer} offer */
export const isWay = (offer) => WAYS.some((kind) => new RegExp(`^${kind}:.`).test(offer.path[0] ?? ""));

/** Whether an offer only says where to begin: it is played at once and brings nothing. @param {Offer} offer */
export const isStart = (offer) => !isBare(offer) && !isWay(offer) && !offer.brings.length;

/** The offers of the bar: those on the map only if they are few. @param {Choice} choice @returns {Option[]} */
export function listed(choice) {
  const left = choice.left;
  const places = left.filter((offer) => !isBare(offer));
  const isFew = places.length <= FEW || (places.length <= MOST && !places.every(isStart));
  const shown = choice.path.length || isFew ? places : places.filter((offer) => !offer.path[0].startsWith("hex:"));
  return [...shown, ...left.filter(isBare)].map((offer) => ({
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
  const isHidden = choice.left.some((offer) => !shown.includes(offer));
  const found = withKinds(choice, options, chip);
  if (isHidden) {
    const hint = make("p", { class: "hint" });
    hint.textContent = text("on-lines");
    found.unshift(hint);
  }
  place.replaceChildren(...found);
}

/** A button for an offer. @param {Option} option */
function chip({ offers: [offer], digit: number }) {
  const more = offer.cost === undefined ? offer.brings : offer.brings.slice(1);
  const small = more.length ? `<small>${more.join(" ")}</small>` : "";
  const price = offer.cost === undefined ? "" : `<b class="price">${sum(offer)}</b>`;
  const kbd = number ? `<kbd aria-hidden="true">${number}</kbd>` : "";
  const button = make(
    "button",
    {
      id: idOf(`chip:offer:${offer.action}`),
      class: isBare(offer) ? "chip quiet" : "chip",
      type: "button",
      "data-kind": "offer",
      "data-key": offer.action,
    },
    `${kbd}<span class="words">${offer.label}${price}${small}</span>${offer.verb === BACK ? '<kbd aria-hidden="true">Esc</kbd>' : ""}`,
  );
  button.setAttribute("aria-label", [offer.label, ...offer.brings].map(plain).join(" "));
  if (number) button.setAttribute("aria-keyshortcuts", String(number));
  return button;
}

/** What a segment costs, and the fees for it. @param {Offer} offer */
const sum = ({ cost = 0, fees = 0 }) => (fees ? `${cost}+${fees}` : String(cost));

/** What an armed offer says, for the bar. @param {Offer} offer */
export function preview(offer) {
  return make("p", {}, offer.brings.join(" "));
}

/** The offers that a step back opens, by their place. */
export const beyond = () =>
  new Map((offers().beyond ?? []).map((offer) => [offer.path[0], offer]));

/** Write on each target what it costs. @param {Choice} choice */
export function prices(choice) {
  for (const old of svg.querySelectorAll(".prices")) old.remove();
  if (!isCrayon() || table().dataset.mine !== "yes") return;
  const then = beyond();
  const group = draw("g", { class: "prices", "aria-hidden": "true" });
  const priced = new Set();
  for (const offer of choice.left) {
    const at = hexes.at[(offer.path[0] ?? "").replace(/^hex:/, "")];
    if (!at || offer.cost === undefined) continue;
    priced.add(offer.path[0]);
    const words = draw("text", { x: at[0], y: at[1], dy: ".35em" });
    words.textContent = sum(offer);
    group.append(words);
  }
  for (const target of svg.querySelectorAll(".targets .target")) {
    const key = /** @type {SVGElement} */ (target).dataset.key ?? "";
    target.classList.toggle("priced", priced.has(key));
    target.classList.toggle("then", then.has(key));
  }
  svg.querySelector(".targets")?.after(group);
}

/** The hexes of a way, each with the company whose line leads there, if it is not the own. @param {string} way @returns {{at: [number, number], line: number | null}[]} */
function steps(way) {
  return way
    .split("-")
    .map((part) => part.split(":"))
    .filter(([name]) => name in hexes.at)
    .map(([name, line]) => ({ at: hexes.at[name], line: line === undefined ? null : Number(line) }));
}

/** Show the way that an offer means: a route, a ride, or the segment to its hex. @param {Offer | null | undefined} offer */
export function ghost(offer) {
  for (const old of svg.querySelectorAll(".way-ghost")) old.remove();
  if (!isCrayon()) return;
  const { trail, mine } = table().dataset;
  if (trail && mine === "yes") show(steps(trail));
  if (!offer) return;
  const [kind, ...rest] = (offer.path[0] ?? "").split(":");
  if (WAYS.includes(kind)) {
    const found = steps(rest.join(":"));
    const here = kind === "ride" ? lastHex() : null;
    if (here && found.length && found[0].at !== here) found.unshift({ at: here, line: null });
    return show(found);
  }
  const [here, there] = [lastHex(), hexes.at[rest[0] ?? ""]];
  if (kind === "hex" && offer.cost !== undefined && here && there)
    show([
      { at: here, line: null },
      { at: there, line: null },
    ]);
}

/** Where the last move went. @returns {[number, number] | null} */
const lastHex = () => hexes.at[(table().dataset.last ?? "").replace(/^hex:/, "")] ?? null;

/** @param {{at: [number, number], line: number | null}[]} found */
function show(found) {
  if (found.length < 2) return;
  const isNear = found.every(({ at: [x, y] }, n) => {
    const [ox, oy] = found[Math.max(0, n - 1)].at;
    return Math.hypot(x - ox, y - oy) < 2 * hexes.radius;
  });
  const group = draw("g", { class: isNear ? "way-ghost" : "way-ghost far", "aria-hidden": "true" });
  const path = `M${found.map(({ at }) => at.join(" ")).join("L")}`;
  group.append(draw("path", { class: "way-halo", d: path }), draw("path", { class: "way-band", d: path }));
  const lines = svg.querySelector(".position .lines, .position .band");
  if (lines) lines.before(group);
  else svg.append(group);
  svg.querySelector(".position")?.append(coins(found));
  if (isPhone()) reveal([group]);
}

/** A mark on every step for which somebody is paid. @param {{at: [number, number], line: number | null}[]} found */
function coins(found) {
  const { liveries = [] } = offers();
  const group = draw("g", { class: "way-ghost", "aria-hidden": "true" });
  found.forEach(({ at: [x, y], line }, n) => {
    if (!n || line === null) return;
    const [ox, oy] = found[n - 1].at;
    const place = { cx: (x + ox) / 2, cy: (y + oy) / 2, r: 3.6 };
    group.append(draw("circle", { ...place, "data-enamel": liveries[line] ?? "" }));
  });
  return group;
}

/** On a phone a race is seen from its start to its finish. */
export function mount() {
  const look = () => {
    if (isPhone() && isCrayon() && !svg.querySelector(".targets .target"))
      reveal([...svg.querySelectorAll(".flag")]);
  };
  document.addEventListener("table:arrive", look);
  document.addEventListener("race:closed", look);
  look();
}
