// The layers of the board: what a view leaves out is put back as it once came.

/** Each layer of the position as it came, by its name: scripts change what is shown. @type {Map<string, Element>} */
let kept = new Map();

/** Put back what was left out of a position, and keep all of it for the next one. @param {Element} position */
export function fill(position) {
  /** @type {Map<string, Element>} */
  const found = new Map();
  for (const layer of /** @type {NodeListOf<SVGElement>} */ (position.querySelectorAll("[data-part]"))) {
    const name = layer.dataset.part ?? "";
    const old = kept.get(name);
    if (old && layer.hasAttribute("data-same")) {
      layer.replaceChildren(...old.cloneNode(true).childNodes);
      layer.removeAttribute("data-same");
    }
    found.set(name, old ?? /** @type {Element} */ (layer.cloneNode(true)));
  }
  kept = found;
}

const shown = document.querySelector("#board .position");
if (shown) fill(shown);
