// What every page does: settings that save themselves, links that can be copied, the form of a new table.

/** Save what was chosen, and nothing that may have been chosen elsewhere since. @param {HTMLFormElement} form @param {string} name */
async function save(form, name) {
  const data = new FormData(form);
  const root = document.documentElement;
  root.dataset.theme = String(data.get("theme"));
  root.dataset.sound = String(data.get("sound"));
  root.dataset.taps = data.get("confirm_taps") === "on" ? "confirm" : "play";
  if (data.has("confirm_pass")) root.dataset.passing = data.get("confirm_pass") === "on" ? "ask" : "play";
  if (data.has("patterns")) root.dataset.patterns = String(data.get("patterns"));
  for (const other of document.querySelectorAll("form[data-settings]"))
    for (const field of other.querySelectorAll("select"))
      if (data.has(field.name)) field.value = String(data.get(field.name));
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams({ [name]: String(data.get(name)) }),
  });
  if (name === "language") location.assign(answer.url); // nothing else needs the page anew
}

/** Copy a link and say so on its button. @param {HTMLElement} button @param {string} link */
async function copy(button, link) {
  const words = button.textContent;
  const done = document.documentElement.dataset.copied ?? "✓";
  try {
    await navigator.clipboard.writeText(new URL(link, location.href).href);
  } catch {
    return;
  }
  button.textContent = done;
  setTimeout(() => (button.textContent = words), 1600);
}

/** Only as many seats as were chosen can be filled. @param {HTMLFormElement} form */
function seats(form) {
  const count = Number(new FormData(form).get("seats"));
  for (const row of form.querySelectorAll("li[data-seat]")) {
    const isIn = Number(/** @type {HTMLElement} */ (row).dataset.seat) <= count;
    row.toggleAttribute("inert", !isIn);
    row.classList.toggle("out", !isIn);
    for (const field of row.querySelectorAll("input, select"))
      field.toggleAttribute("disabled", !isIn);
  }
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const form = /** @type {HTMLFormElement | null} */ (field.form);
  if (form?.dataset.settings !== undefined) save(form, field.name);
  if (form?.dataset.new !== undefined) seats(form);
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest("[data-copy], [data-copy-position]")
  );
  if (!button) return;
  const at = document.getElementById("table")?.dataset.at;
  const here = at === undefined ? location.href : `${location.pathname}?at=${at}`;
  copy(button, button.dataset.copy || here);
});

const form = document.querySelector("form[data-new]");
if (form) seats(/** @type {HTMLFormElement} */ (form));
