// A board that only shows: its ground is laid under it, its links stay links.

for (const frame of document.querySelectorAll("[data-ground]")) {
  const answer = await fetch(/** @type {HTMLElement} */ (frame).dataset.ground ?? "");
  const holder = document.createElement("template");
  holder.innerHTML = `<svg>${await answer.text()}</svg>`;
  const ground = holder.content.querySelector(".ground");
  if (ground) frame.querySelector("svg")?.prepend(document.importNode(ground, true));
}
