// The form of a new table: how many details of the rules are not as usual, and the map that is chosen.

/** @param {HTMLDetailsElement} details */
function count(details) {
  const fields = /** @type {NodeListOf<HTMLSelectElement>} */ (details.querySelectorAll("select"));
  let changed = 0;
  for (const field of fields) {
    const usual = [...field.options].findIndex((option) => option.hasAttribute("data-usual"));
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

const picture = /** @type {HTMLElement | null} */ (document.querySelector("[data-picture]"));
document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.name !== "option-map" || !picture) return;
  const address = new URL(picture.dataset.picture ?? "", location.href);
  address.searchParams.set("map", field.value);
  picture.dataset.picture = address.pathname + address.search;
  picture.dispatchEvent(new CustomEvent("picture"));
});
