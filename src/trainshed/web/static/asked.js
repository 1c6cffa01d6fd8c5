// What is asked, for eyes and for ears.

import { isAmount } from "./amount.js";
import { isWay } from "./freight.js";
import { byId, text } from "./page.js";
import { ask, pathName, plain } from "./words.js";

/** @typedef {import("./choice.js").Choice} Choice */

const place = () => document.getElementById("question");

/** The question as the server asks it. */
export function begin() {
  const words = place();
  if (words) words.dataset.first = words.innerHTML;
}

/** Show what the clicks so far lead to. @param {Choice} choice @param {boolean} mine */
export function question(choice, mine) {
  const words = place();
  if (!words || !mine) return;
  words.dataset.first ||= words.innerHTML;
  const isChosen = choice.armed && !choice.armed.passing && !isAmount(choice.armed) && !isWay(choice.armed);
  words.innerHTML = isChosen && choice.armed ? pathName(choice.armed) : ask(choice) || words.dataset.first;
}

/** Say what is asked and how many choices there are, or what an armed choice would bring. @param {Choice} choice @param {number} count */
export function tell(choice, count) {
  const number = count === 1 ? text("choice") : text("choices", { n: String(count) });
  const { armed } = choice;
  const shown = armed?.passing ? `${plain(armed.passing.sure || armed.label)}.` : byId("chips").textContent;
  const more = armed && !isAmount(armed) ? shown : count ? `${number}.` : "";
  const asked = place()?.textContent?.trim().replace(/[^.?!:]$/, "$&.");
  const words = [asked, more?.trim()].filter(Boolean);
  const spoken = byId("spoken");
  if (spoken.textContent !== words.join(" ")) spoken.textContent = words.join(" ");
}
