// The form of a new table: how many details of the rules are not as usual.

/** @param {HTMLDetailsElement} details */
function count(details) {
  const fields = /** @type {NodeListOf<HTMLSelectElement>} */ (details.querySelectorAll("select"));
  let changed = 0;
  for (const field of fields) {
    const usual = [...field.options].findIndex((option) => option.defaultSelected);
    const isOther = field.selectedIndex !== usual;
    field.closest("label")?.classList.toggle("changed", isOther);
    if (isOther) changed += 1;
  }
  const badge = /** @type {HTMLElement | null} */ (details.querySelector("[data-changed]"));
  if (!badge) return;
  badge.hidden = !changed;
  badge.textContent = String(changed);
}

for (const details of document.querySelectorAll("details.details")) {
  const fold = /** @type {HTMLDetailsElement} */ (details);
  details.addEventListener("change", () => count(fold));
  count(fold);
}
