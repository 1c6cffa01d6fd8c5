// The scoring of a round: its table comes beside the board, seat by seat, line by line, colour by colour. Any key or click shows all.

import { svg } from "./board.js";
import { byId, draw, isStill, number } from "./page.js";
import * as report from "./report.js";

const STEP = 320;
const FIRST = 350;
/** The move whose scoring has been shown. */
let shown = 0;
let timer = 0;

/** The move of the last scoring in the log. */
function last() {
  const all = [...document.querySelectorAll(".log .entry:not(.struck):has(.scoring) > a[data-at]")];
  return Number(all.at(-1)?.getAttribute("data-at") ?? 0);
}

/** Light on the board of a seat the spaces that are counted; none without a step. @param {HTMLElement | null} step */
function mark(step) {
  for (const old of svg.querySelectorAll(".counted")) old.remove();
  const [x, y, width, height] = (step?.dataset.box ?? "0 0 0 0").split(" ").map(Number);
  const seat = /** @type {HTMLElement | null} */ (step?.closest(".reckoning") ?? null)?.dataset.seat;
  const place = { x: x - 3, y: y - 3, width: width + 4, height: height + 6, rx: 8 };
  if (width) svg.querySelector(`#${CSS.escape(`board:${seat}`)}`)?.append(draw("rect", { ...place, class: "counted" }));
}

/** Show how one figure is counted, and which figure that is. @param {HTMLElement} box @param {string} key a seat and a source */
function explain(box, key) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(".reckoning"))) {
    one.hidden = `${one.dataset.seat} ${one.dataset.source}` !== key;
  }
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-count]"))) {
    one.setAttribute("aria-pressed", String(one.dataset.count === key));
  }
}

/** The steps of a scoring: what appears, and for which figure. @param {HTMLElement} box @returns {{key: string, shown: HTMLElement[]}[]} */
function steps(box) {
  return [...box.querySelectorAll("tbody tr")].flatMap((row) => {
    const found = [...row.querySelectorAll("td")].flatMap((cell) => {
      const key = /** @type {HTMLElement | null} */ (cell.querySelector("[data-count]"))?.dataset.count ?? "";
      const [seat, source] = key.split(" ");
      const [...lines] = /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll(`.reckoning[data-seat="${seat}"][data-source="${source}"] :is(li, p)`));
      const sum = lines.pop();
      return lines.map((line, n) => ({ key, shown: n === lines.length - 1 && sum ? [line, sum, cell] : [line] }));
    });
    const total = /** @type {HTMLElement} */ (row.querySelector(".total"));
    found.at(-1)?.shown.push(total);
    return found;
  });
}

/** Show the figures one after another. @param {HTMLElement} box */
function count(box) {
  const waiting = steps(box);
  for (const { shown } of waiting) for (const one of shown) one.classList.add("to-come");
  const next = () => {
    const step = waiting.shift();
    if (!step || box.hidden) return mark(null);
    explain(box, step.key);
    mark(step.shown[0]);
    for (const one of step.shown) one.classList.remove("to-come");
    step.shown.at(-1)?.scrollIntoView({ block: "nearest" });
    timer = setTimeout(next, STEP);
  };
  timer = setTimeout(next, FIRST);
}

/** Open the table. */
function open() {
  const box = byId("scoring");
  const from = /** @type {HTMLTemplateElement} */ (byId("scored"));
  report.show({ place: box, settle: () => false, end });
  box.replaceChildren(document.importNode(from.content, true));
  explain(box, /** @type {HTMLElement | null} */ (box.querySelector("[data-count]"))?.dataset.count ?? "");
  if (!isStill()) count(box);
}

/** Show all that waits. */
function skip() {
  end();
  for (const cell of byId("scoring").querySelectorAll(".to-come")) cell.classList.remove("to-come");
}

/** Show how a figure is counted, and where. @param {HTMLElement} asked */
function show(asked) {
  skip();
  explain(byId("scoring"), asked.dataset.count ?? "");
  mark(byId("scoring").querySelector(".reckoning:not([hidden]) li"));
}

/** Nothing is counted any more. */
function end() {
  clearTimeout(timer);
  mark(null);
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
    const asked = /** @type {HTMLElement | null} */ (element.closest("#scoring [data-count]"));
    if (element.closest("[data-recount]")) return open();
    if (asked) show(asked);
    else if (element.closest("#scoring")) skip();
  });
}
