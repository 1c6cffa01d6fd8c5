// The scoring of a round: its table comes over the board, figure by figure. Any key or click shows all.

import { svg } from "./board.js";
import { byId, draw, isStill, number } from "./page.js";

const STEP = 170;
const FIRST = 350;
/** The move whose scoring has been shown. */
let shown = 0;
let timer = 0;

/** The move of the last scoring in the log. */
function last() {
  const all = [...document.querySelectorAll(".log .entry:not(.struck):has(.scoring) > a[data-at]")];
  return Number(all.at(-1)?.getAttribute("data-at") ?? 0);
}

/** Light on every board what is being counted. @param {string} source */
function mark(source) {
  if (source && svg.querySelector(`.counted[data-source="${source}"]`)) return;
  for (const old of svg.querySelectorAll(".counted")) old.remove();
  for (const line of source ? svg.querySelectorAll(`.desk-board [id$="line:${CSS.escape(source)}"]`) : []) {
    const boxes = [...line.querySelectorAll(":scope > :not(title, svg)")].map((part) => /** @type {SVGGElement} */ (part).getBBox()).filter((box) => box.width);
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
    const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
    const place = { x: x - 5, y: y - 3, width: width + 10, height: height + 6, rx: 8 };
    line.prepend(draw("rect", { ...place, class: "counted", "data-source": source }));
  }
}

/** Show the figures one after another: source by source, then the sums. @param {HTMLElement} box */
function count(box) {
  const rows = [...box.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")]);
  const sources = [...box.querySelectorAll("thead th")].map((head) => /** @type {HTMLElement} */ (head).dataset.source ?? "");
  const cells = (rows[0] ?? []).flatMap((_, n) => rows.map((row) => /** @type {const} */ ([row[n], sources[n]])));
  for (const [cell] of cells) cell.classList.add("to-come");
  const next = () => {
    const [cell, source] = cells.shift() ?? [];
    if (!cell || box.hidden) return mark("");
    mark(source ?? "");
    cell.classList.remove("to-come");
    timer = setTimeout(next, STEP);
  };
  timer = setTimeout(next, FIRST);
}

/** Open the table. */
function open() {
  const box = byId("scoring");
  const from = /** @type {HTMLTemplateElement} */ (byId("scored"));
  clearTimeout(timer);
  box.replaceChildren(document.importNode(from.content, true));
  box.hidden = false;
  if (!isStill()) count(box);
}

/** Show all that waits; whether something did. */
function skip() {
  clearTimeout(timer);
  mark("");
  const waiting = byId("scoring").querySelectorAll(".to-come");
  for (const cell of waiting) cell.classList.remove("to-come");
  return waiting.length > 0;
}

/** Close the table; whether it was open. */
export function close() {
  const box = document.getElementById("scoring");
  if (!box || box.hidden) return false;
  clearTimeout(timer);
  mark("");
  box.hidden = true;
  return true;
}

/** Look whether a round was scored since the last look. @param {Event} event */
function arrive(event) {
  const { before } = /** @type {CustomEvent} */ (event).detail;
  const move = last();
  const isNew = move > shown && move > Number(before.at) && number("at") >= move;
  if (isNew && before.live === "yes") open();
  shown = Math.max(shown, move);
}

/** Make the scoring show itself. */
export function mount() {
  if (!document.getElementById("scoring")) return;
  shown = last();
  document.addEventListener("table:arrive", arrive);
  document.addEventListener("keydown", () => !byId("scoring").hidden && skip(), { capture: true });
  document.addEventListener("click", (event) => {
    const element = /** @type {Element} */ (event.target);
    if (element.closest("[data-close]")) return close();
    if (element.closest("#scoring")) skip();
    else if (element.closest("#board, .chip")) close();
  });
}
