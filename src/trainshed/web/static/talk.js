// What is said at the table, and one's own notes: fetched when the tab is opened or something is said.

import { localize } from "./when.js";

const PAUSE = 800;
/** @type {HTMLElement | null} */
const panel = document.getElementById("panel-talk");
const tab = document.getElementById("tab-talk");
let timer = 0;
let seen = -1;

/** Fetch what was said, and keep what is being written. */
export async function listen() {
  if (!panel) return;
  const response = await fetch(panel.dataset.talk ?? "", { headers: { "HX-Request": "true" } });
  if (!response.ok) return;
  const draft = /** @type {HTMLTextAreaElement | null} */ (panel.querySelector(".speak textarea"))?.value;
  const isSpeaking = Boolean(document.activeElement?.closest(".speak"));
  const note = /** @type {HTMLTextAreaElement | null} */ (panel.querySelector(".notes textarea"));
  const written = document.activeElement === note ? note?.value : undefined;
  show(await response.text());
  const speak = /** @type {HTMLTextAreaElement | null} */ (panel.querySelector(".speak textarea"));
  if (speak && draft) speak.value = draft;
  if (isSpeaking) speak?.focus();
  const notes = /** @type {HTMLTextAreaElement | null} */ (panel.querySelector(".notes textarea"));
  if (notes && written !== undefined) [notes.value] = [written], notes.focus();
  count();
}

/** Put what was said in place. @param {string} said */
function show(said) {
  if (!panel) return;
  panel.innerHTML = said;
  localize(panel);
}

/** Mark the tab where something new was said. */
function count() {
  const said = Number(panel?.querySelector("[data-talk]")?.getAttribute("data-talk") ?? 0);
  const open = !panel?.hidden;
  if (open || seen < 0) seen = said;
  tab?.classList.toggle("fresh", said > seen);
}

panel?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
  if (!response.ok || !form.classList.contains("speak")) return;
  show(await response.text());
  count();
});

panel?.addEventListener("input", (event) => {
  const form = /** @type {HTMLElement} */ (event.target).closest("form");
  if (!form?.classList.contains("notes")) return;
  clearTimeout(timer);
  const now = () => /** @type {HTMLFormElement | null} */ (panel?.querySelector(".notes"));
  timer = window.setTimeout(() => now()?.requestSubmit(), PAUSE);
});

tab?.addEventListener("click", () => listen());
document.addEventListener("table:said", () => listen());
if (panel) listen();
