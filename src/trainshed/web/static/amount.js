// A question for an amount: steps, a slider, a field, and a few sensible values.

import { arm, choice } from "./choices.js";
import { brought } from "./brought.js";
import { hexes, make, offers, text } from "./page.js";
import { plain } from "./words.js";

/** @typedef {import("./page.js").Offer} Offer */

const MOST = 6;
/** So many where the amounts have no end, or what each of them brings is said beside them. */
const ENDLESS = 3;
/** So long an amount stands before the server is asked what it brings. */
const REST = 150;
let resting = 0;
/** The amount that stands in the field. */
let value = 0;

/** What stands between figures and currency in languages that write the currency last. */
const GAPS = new Map([
  ["de", "\u00a0"],
  ["fr", "\u202f"],
]);

/** Money in words. @param {number} amount */
function money(amount) {
  const { lang } = document.documentElement;
  const written = new Intl.NumberFormat(lang).format(amount);
  const gap = GAPS.get(lang);
  return gap ? written + gap + hexes.currency : hexes.currency + written;
}

/** An amount in figures. @param {number} amount */
const figures = (amount) => (offers().amount?.counts ? String(amount) : money(amount));

/** An amount in words: with what it takes, where the server has said so. @param {number} amount */
function said(amount) {
  const span = offers().amount;
  const at = span ? (amount - span.low) / span.step : -1;
  return span?.words?.[at] ?? figures(amount);
}

/** The nearest amount that may be named. @param {number} wanted */
function allowed(wanted) {
  const span = offers().amount;
  if (!span || Number.isNaN(wanted)) return value;
  const steps = Math.round((wanted - span.low) / span.step);
  return Math.max(span.low, Math.min(span.high, span.low + steps * span.step));
}

/** The offer that names an amount. @param {number} amount @returns {Offer} */
function naming(amount) {
  const span = offers().amount;
  const action = `${span?.verb} ${amount}`;
  const known = choice.all.find((offer) => offer.action === action);
  const label = `<b class="money">${said(amount)}</b>`;
  return known ?? { action, verb: span?.verb ?? "", path: [`amount:${amount}`], label, brings: [] };
}

/** Whether an offer names an amount. @param {Offer | null} offer */
export const isAmount = (offer) => offer?.path[0]?.startsWith("amount:") ?? false;

/** The amount of an offer. @param {Offer} offer */
export const amountOf = (offer) => Number(offer.path[0].split(":")[1]);

/** Put an amount in the field, and arm it. @param {number} wanted */
export function put(wanted) {
  value = allowed(wanted);
  arm(naming(value));
  show();
}

/** The first amount of a new question. */
export function begin() {
  const span = offers().amount;
  if (!span) return;
  if (choice.armed?.passing) return;
  if (!isAmount(choice.armed)) [value, choice.armed] = [span.low, naming(span.low)];
  else value = amountOf(/** @type {Offer} */ (choice.armed));
}

/** What the main button says. @param {string} label */
export const saying = (label) => `${plain(label)} ${plain(said(value))}`;

/** Show the amount everywhere. */
function show() {
  const form = document.getElementById("amount");
  if (!form) return;
  const [field, slider] = form.querySelectorAll("input");
  slider.value = String(value);
  if (document.activeElement !== field) field.value = String(value);
  for (const chip of form.querySelectorAll(".chip"))
    chip.setAttribute(
      "aria-pressed",
      String(/** @type {HTMLElement} */ (chip).dataset.amount === String(value)),
    );
  tell(form);
}

/** Whether there is anything to say of what an amount brings. */
const isTold = () => choice.all.some((offer) => isAmount(offer) && offer.brings.length);

/** Say what the amount brings; of one that is not offered the server knows it. @param {HTMLElement} form */
function tell(form) {
  clearTimeout(resting);
  const place = form.querySelector(".outcome");
  if (!place || !isTold()) return;
  const offer = naming(value);
  if (choice.all.includes(offer)) return fill(place, offer.brings.join(" "));
  resting = setTimeout(async () => {
    const words = await brought(offer.action);
    if (place.isConnected && naming(value).action === offer.action) fill(place, words);
  }, REST);
}

/** @param {Element} place @param {string} words */
function fill(place, words) {
  if (place.innerHTML !== words) place.innerHTML = words;
}

/** The form. @param {Offer[]} under the sensible amounts @param {string} label */
export function amounts(under, label) {
  const span = /** @type {NonNullable<ReturnType<typeof offers>["amount"]>} */ (offers().amount);
  const { reach = span.high } = span;
  const limits = (/** @type {number} */ high) =>
    `min="${span.low}" max="${high}" step="${span.step}" value="${value}"`;
  const [low, high] = [span.low, reach].map((amount) => plain(said(amount)));
  const form = make(
    "form",
    { id: "amount", class: isTold() ? "group amount telling" : "group amount", "aria-label": plain(label) },
    `<div class="stepper">
      <button type="button" class="button" data-less><svg class="ui" aria-hidden="true"><use href="#i-minus"/></svg></button>
      <input type="number" inputmode="numeric" ${limits(span.high)}>
      <button type="button" class="button" data-more><svg class="ui" aria-hidden="true"><use href="#i-plus"/></svg></button>
    </div>
    <div class="slide"><input type="range" ${limits(reach)}><span>${figures(span.low)}</span><span>${figures(reach)}</span></div>
    <div class="items"></div>
    <div class="outcome" role="status"></div>`,
  );
  const [field, slider] = form.querySelectorAll("input");
  const [less, more] = form.querySelectorAll("button");
  const range = reach < span.high ? text("from-on", { low }) : text("from-to", { low, high });
  field.setAttribute("aria-label", `${text("how-much")}, ${range}`);
  slider.setAttribute("aria-label", text("how-much"));
  less.setAttribute("aria-label", text("less"));
  more.setAttribute("aria-label", text("more"));
  form.querySelector(".items")?.append(...few(under).map(sensible));
  form.addEventListener("input", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const wanted = Number(input.value);
    const isWhole = input.value !== "" && wanted === allowed(wanted);
    if (input === slider || isWhole) put(wanted);
    field.toggleAttribute("aria-invalid", input === field && !isWhole);
  });
  field.addEventListener("change", () => {
    put(Number(field.value));
    field.value = String(value);
    field.removeAttribute("aria-invalid");
  });
  less.addEventListener("click", () => put(value - span.step));
  more.addEventListener("click", () => put(value + span.step));
  const confirm = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
    if (document.activeElement === field) put(Number(field.value));
    document.getElementById("main-action")?.click();
  };
  form.addEventListener("submit", confirm);
  form.addEventListener("keydown", (event) => event.key === "Enter" && confirm(event));
  queueMicrotask(show);
  return form;
}

/** So many that they stay in one line. @param {Offer[]} under */
function few(under) {
  const most = offers().amount?.words?.length || isTold() ? ENDLESS : MOST;
  if (under.length <= most) return under;
  const at = (/** @type {number} */ n) => Math.round((n * (under.length - 1)) / (most - 1));
  return Array.from({ length: most }, (_, n) => under[at(n)]);
}

/** A sensible amount. @param {Offer} offer */
function sensible(offer) {
  const amount = amountOf(offer);
  const button = make(
    "button",
    { type: "button", class: "chip", "data-amount": String(amount) },
    `<span class="words">${figures(amount)}</span>`,
  );
  if (offer.brings.length) button.title = plain(offer.brings.join(" "));
  button.addEventListener("click", () => put(amount));
  return button;
}
