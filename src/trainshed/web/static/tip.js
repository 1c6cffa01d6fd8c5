// The tip: what a choice would bring, docked where the board is emptiest. Also the note "Why not?".

import { svg } from "./board.js";
import { describe, isBoards } from "./boards.js";
import { isFreight } from "./freight.js";
import { byId, isStill, make } from "./page.js";
import { isRails } from "./rails.js";
import { gist, pathName } from "./words.js";

/** @typedef {import("./page.js").Offer} Offer */

const DELAY = 120;
const EDGE = 14;
const FEW = 6;
let timer = 0;

/** Sentences as lines; whoever is paid stands in a list of his own, under the last payment. @param {Offer} offer @returns {HTMLElement[]} */
function consequences(offer) {
  if (isRails()) {
    const told = [offer.tells ?? "", ...offer.brings].filter(Boolean);
    return told.map((sentence) => make("p", {}, sentence));
  }
  const lines = sentences(offer);
  if (isFreight()) return lines;
  const paid = make("dl");
  const last = lines.findLastIndex((line) => line.querySelector(".money"));
  for (const line of lines) pay(line, paid);
  if (last < 0) return lines.length ? lines : [make("p", {}, offer.tells)];
  lines[last + 1]?.classList.add("last-word");
  return [...lines.slice(0, last + 1), paid, ...lines.slice(last + 1)];
}

/** What an offer would bring, a line each; a condition that the line before has said is not said again. @param {Offer} offer */
function sentences(offer) {
  const lines = offer.brings.map((sentence) => make("p", {}, sentence));
  let last = "";
  for (const { firstChild: first } of lines) {
    const words = first instanceof Text ? first.data : "";
    const lead = words.slice(0, words.indexOf(":") + 1);
    if (first instanceof Text && lead && lead === last) first.data = `…${words.slice(lead.length)}`;
    last = lead;
  }
  return lines;
}

/** Move the amounts of a sentence into the list; the reader's own has no name beside it. @param {HTMLElement} line @param {HTMLElement} paid */
function pay(line, paid) {
  const amounts = [...line.querySelectorAll(".money")];
  if (!amounts.length) return;
  for (const amount of amounts) {
    const before = amount.previousElementSibling;
    const who =
      before?.matches(".who") && !amount.previousSibling?.textContent?.trim() ? before : null;
    const name =
      who?.textContent ?? amount.previousSibling?.textContent?.split(/[:,]/).at(-1)?.trim() ?? "";
    const dt = make("dt", who ? {} : { class: "own" });
    const dd = make("dd", who ? {} : { class: "own" });
    dt.textContent = name;
    dd.textContent = `+${amount.textContent}`;
    paid.append(dt, dd);
  }
  const words = line.textContent ?? "";
  const end = words.lastIndexOf(":");
  if (end > 0) line.textContent = `${words.slice(0, end).trim()}.`;
}

/** What an armed offer would bring, for the prompt of a phone. @param {Offer} offer */
export const preview = (offer) => make("p", {}, sentences(offer).map((line) => line.innerHTML).join(" ") || offer.tells);

/** Each offer with the first thing it would bring. @param {Offer[]} offers @param {number} depth */
export function summary(offers, depth) {
  if (offers.length > FEW || !offers.some((offer) => offer.brings.length)) return [];
  return offers.map((offer) => {
    const names = offer.path.length > depth + 1 ? pathName(offer) : offer.label;
    return make("li", {}, `<b>${names}</b><span>${gist(offer) || offer.tells}</span>`);
  });
}

/** The places where the tip may dock, the least covered first. @param {HTMLElement} box */
function dock(box) {
  if (isBoards()) return beside(box);
  const area = byId("board-area").getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const pieces = [
    ...svg.querySelectorAll(".position .town, .position .engine, .position .station, .position .city"),
  ].map((piece) => /** @type {const} */ ([piece.getBoundingClientRect(), 1]));
  const acts = [...svg.querySelectorAll(".target:not(.off)")].map(
    (target) => /** @type {const} */ ([target.getBoundingClientRect(), 8]),
  );
  const words = [...svg.querySelectorAll(".lettering text")].map(
    (word) => /** @type {const} */ ([word.getBoundingClientRect(), 0.3]),
  );
  const all = [...pieces, ...acts, ...words];
  let best = { cost: Infinity, x: EDGE, y: EDGE };
  for (const part of [0.62, 0.35, 0.12, 0.9, 0]) {
    for (const x of [EDGE, area.width - size.width - EDGE]) {
      const y = EDGE + part * Math.max(0, area.height - size.height - 2 * EDGE);
      const isOver = x > EDGE && y + size.height > area.height - 130 ? 4 : 0;
      const [left, top] = [area.x + x, area.y + y];
      const cost = all.reduce((sum, [piece, weight]) => {
        const hits =
          piece.width &&
          piece.right > left - 8 &&
          piece.left < left + size.width + 8 &&
          piece.bottom > top - 8 &&
          piece.top < top + size.height + 8;
        return sum + (hits ? weight : 0);
      }, isOver);
      if (cost < best.cost) best = { cost, x, y };
    }
  }
  box.style.left = `${best.x}px`;
  box.style.top = `${best.y}px`;
}

/** On boards the tip stands on the other side of what it speaks of, at the same height. @param {HTMLElement} box */
function beside(box) {
  const area = byId("board-area").getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const lit = svg.querySelector(".target.lit, .target.chosen")?.getBoundingClientRect() ?? area;
  const isLeft = lit.x + lit.width / 2 < area.x + area.width * 0.62;
  const room = Math.max(EDGE, area.height - size.height - EDGE);
  box.style.left = `${isLeft ? area.width - size.width - EDGE : EDGE}px`;
  box.style.top = `${Math.max(EDGE, Math.min(room, lit.y + lit.height / 2 - area.y - size.height / 2))}px`;
}

/** @param {HTMLElement[]} content @param {boolean} isWhy */
function show(content, isWhy) {
  const box = byId("tip");
  clearTimeout(timer);
  const open = () => {
    box.classList.toggle("why", isWhy);
    box.replaceChildren(...content);
    box.hidden = false;
    dock(box);
  };
  if (isWhy || !box.hidden || isStill()) open();
  else timer = setTimeout(open, DELAY);
}

export const tip = {
  /** What one offer would bring. @param {Offer} offer */
  offer(offer) {
    if (isBoards()) return describe(offer, (content) => show(content, false));
    show([make("h3", {}, pathName(offer)), ...consequences(offer)], false);
  },
  /** Several offers side by side. @param {HTMLElement[]} lines @param {string} title markup */
  list(lines, title) {
    if (!lines.length) return tip.hide();
    const list = make("ul");
    list.append(...lines);
    show([make("h3", {}, title), list], false);
  },
  /** A note. @param {string} title @param {HTMLElement[]} content */
  note(title, content) {
    const head = make("h3");
    head.textContent = title;
    show([head, ...content], true);
  },
  hide() {
    clearTimeout(timer);
    if (!byId("tip").classList.contains("why")) byId("tip").hidden = true;
  },
  /** Close the note too; whether it was open. */
  close() {
    const box = byId("tip");
    const was = !box.hidden && box.classList.contains("why");
    box.classList.remove("why");
    box.hidden = true;
    return was;
  },
};
