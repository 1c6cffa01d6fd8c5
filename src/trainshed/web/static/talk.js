// What is said at the table, and one's own notes: fetched when the tab is opened or something is said.

import { localize } from "./when.js";

const PAUSE = 800;
/** @type {HTMLElement | null} */
const panel = document.getElementById("panel-talk");
const tab = document.getElementById("tab-talk");
let timer = 0;
let seen = -1;

/** A field for words of one's own. @param {string} form @returns {HTMLTextAreaElement | null | undefined} */
const field = (form) => panel?.querySelector(`.${form} textarea`);

/** Fetch what was said. */
export async function listen() {
  if (!panel) return;
  const response = await fetch(panel.dataset.talk ?? "", { headers: { "HX-Request": "true" } });
  if (!response.ok) return;
  show(await response.text());
  count();
}

/** Put what was said in place; what is being written stays as it is. @param {string} said */
function show(said) {
  if (!panel) return;
  const fresh = new DOMParser().parseFromString(said, "text/html");
  localize(fresh.body);
  const [here, there] = [panel.querySelector(".talk"), fresh.querySelector(".talk")];
  const has = (/** @type {Element | null} */ one) => Boolean(one?.querySelector(".speak"));
  if (!here || !there || has(here) !== has(there)) return panel.replaceChildren(...fresh.body.children);
  here.setAttribute("data-talk", there.getAttribute("data-talk") ?? "0");
  here.querySelector(".remarks")?.replaceWith(there.querySelector(".remarks") ?? "");
  const [note, written] = [field("notes"), there.querySelector(".notes textarea")?.textContent];
  if (note && note.value === note.defaultValue) note.value = note.defaultValue = written ?? "";
}

/** Whether one sees what is said; a drawer that closes is still seen for a moment, but not read. */
const isRead = () =>
  panel?.checkVisibility({ visibilityProperty: true }) &&
  (!matchMedia("(max-width: 74.99em)").matches || Boolean(document.documentElement.dataset.sheet));

/** Mark the tab where something new was said, and on a small screen the way there. */
function count() {
  const said = Number(panel?.querySelector("[data-talk]")?.getAttribute("data-talk") ?? 0);
  if (isRead() || seen < 0) seen = said;
  for (const way of document.querySelectorAll("#tab-talk, #tab-bar [data-sheet='log']"))
    way.classList.toggle("fresh", said > seen);
}

/** Send a form; whether it was taken. @param {HTMLFormElement} form */
async function post(form) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (form.classList.contains("speak")) form.reset();
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (response.ok && form.classList.contains("speak")) show(await response.text());
    return response.ok;
  } catch {
    return false;
  }
}

panel?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.classList.contains("speak")) return post(form);
  const said = field("speak")?.value ?? "";
  const isTaken = await post(form);
  const speak = field("speak");
  if (!isTaken && speak && !speak.value) speak.value = said;
  speak?.focus({ preventScroll: true });
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
document.addEventListener("table:arrive", count); // the marks are no part of a view
if (panel) listen();
