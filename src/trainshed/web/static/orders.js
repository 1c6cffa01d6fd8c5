// Orders given ahead: what was filled in but not sent yet outlives a move of the others.

/** @typedef {{isOpen: boolean, fields: Record<string, string | boolean>}} Draft */

/** What was filled in, by order. @type {Map<string, Draft>} */
let drafts = new Map();

const forms = () =>
  /** @type {HTMLFormElement[]} */ ([...document.querySelectorAll("form[data-order]")]);

/** The fields that can be filled in. @param {HTMLFormElement} form */
const fields = (form) =>
  /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ ([...form.elements]).filter(
    (field) => field.matches("select, input:not([type='hidden'])"),
  );

function keep() {
  drafts = new Map(
    forms().map((form) => [
      form.dataset.order ?? "",
      {
        isOpen: Boolean(form.querySelector("details")?.open),
        fields: Object.fromEntries(
          fields(form).map((field) => [
            field.name,
            field instanceof HTMLInputElement && field.type === "checkbox"
              ? field.checked
              : field.value,
          ]),
        ),
      },
    ]),
  );
}

function restore() {
  for (const form of forms()) {
    const draft = drafts.get(form.dataset.order ?? "");
    if (!draft) continue;
    const details = form.querySelector("details");
    if (details) details.open = draft.isOpen;
    for (const field of fields(form)) {
      const value = draft.fields[field.name];
      if (typeof value === "boolean") /** @type {HTMLInputElement} */ (field).checked = value;
      else if (value !== undefined) field.value = value;
    }
  }
}

/** Make the forms keep what they hold. */
export function mount() {
  document.addEventListener("table:leave", keep);
  document.addEventListener("table:arrive", restore);
}
