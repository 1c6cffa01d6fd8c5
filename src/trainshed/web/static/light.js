// An option under the pointer or the focus is lit in both lists, and the tip says what it would bring.

import { isBoards } from "./boards.js";
import { choice, options, targets } from "./choices.js";
import { isOpen } from "./chooser.js";
import { ghost, isCrayon } from "./crayon.js";
import { isFreight, isTold } from "./freight.js";
import { table } from "./page.js";
import { summary, tip } from "./tip.js";
import { named } from "./words.js";

/** @typedef {import("./choice.js").Option} Option */

/** @type {string | null} */
let hovered = null;

/** Light an option in both lists and say what it would bring. @param {string | null} key @param {"verb" | "key" | "offer"} [kind] */
function light(key, kind = "key") {
  hovered = key;
  const option = options().find((one) => one.key === key && one.kind === kind) ?? loose(key);
  const firsts = new Set(option?.offers.map((offer) => offer.path[choice.path.length]));
  for (const target of targets())
    target.classList.toggle("lit", option !== undefined && firsts.has(target.dataset.key ?? ""));
  for (const one of document.querySelectorAll("#chips .chip, .way-card")) {
    const isLit = one.classList.toggle("lit", /** @type {HTMLElement} */ (one).dataset.key === key);
    if (isLit && !one.matches(":hover, .way-card")) one.scrollIntoView({ block: "nearest" });
  }
  const lines = new Set(
    (option?.offers ?? (choice.path.length ? choice.left : [])).map((offer) => offer.path[0]),
  );
  for (const row of document.querySelectorAll("[data-line]")) {
    const only =
      lines.size === 1 && lines.has(`engine:${/** @type {HTMLElement} */ (row).dataset.line}`);
    row.classList.toggle("lit", only);
  }
  if (isCrayon()) ghost(option?.isLast ? option.offers[0] : choice.armed);
  if (isOpen()) tip.hide();
  else if ((isCrayon() || isFreight()) && (!option?.isLast || !option.offers[0].brings.length))
    tip.hide();
  else if (option?.offers[0].passing && !option.offers[0].brings.length) tip.hide();
  else if (option && isFreight() && isTold(option.offers[0])) tip.hide();
  else if (option?.isLast || (option && isBoards())) tip.offer(option.offers[0]);
  else if (option && option.kind === "key")
    tip.list(summary(option.offers, choice.path.length + 1), named(option.key));
  else if (choice.path.length && !choice.armed && !isBoards())
    tip.list(summary(choice.left, choice.path.length), named(choice.path[0]));
  else tip.hide();
}

/** A first key where kinds of action are asked. @param {string | null} key @returns {Option | undefined} */
function loose(key) {
  if (key === null || table().dataset.mine !== "yes") return undefined;
  const pass = choice.passes.find(({ action }) => action === key);
  if (pass) return { kind: "offer", key, offers: [pass], label: pass.label, isLast: true };
  const found = choice.keys(choice.path.length).find(([one]) => one === key);
  return found && { kind: "key", key, offers: found[1], label: "", isLast: found[1].length === 1 };
}

/** Make chips and targets light each other. */
export function mount() {
  document.addEventListener("choice:shown", () => light(null));
  document.addEventListener("choice:taken", (event) => {
    const { kind, key } = /** @type {CustomEvent} */ (event).detail;
    light(key, kind);
  });
  for (const [name, isOn] of /** @type {const} */ ([
    ["pointerover", true],
    ["focusin", true],
    ["pointerout", false],
    ["focusout", false],
  ])) {
    document.addEventListener(name, (event) => {
      const place = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (event.target).closest?.(".chip, .target:not(.chosen)")
      );
      if (!place || /** @type {PointerEvent} */ (event).pointerType === "touch") return;
      if (isOn)
        light(
          place.dataset.key ?? null,
          /** @type {"verb" | "key" | "offer"} */ (place.dataset.kind ?? "key"),
        );
      else if (hovered === place.dataset.key) light(null);
    });
  }
}
