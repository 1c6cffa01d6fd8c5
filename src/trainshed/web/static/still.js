// Boards that only show. The final board gets its ground; the pictures of games are drawn into the page,
// each in a tree of its own, so that they have the page's letters and colours.

const FILL = { position: "absolute", inset: "0", width: "100%", height: "100%" };

/** The drawing at an address. @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  const holder = document.createElement("template");
  holder.innerHTML = answer.ok ? await answer.text() : "";
  return holder.content;
}

/** @param {HTMLElement} frame */
async function lay(frame) {
  const ground = (await fetched(frame.dataset.ground ?? "")).querySelector(".ground");
  const board = frame.querySelector("svg");
  board?.setAttribute("preserveAspectRatio", "xMidYMid meet");
  if (ground) board?.prepend(document.importNode(ground, true));
}

/** Show the part where the engines are, at its full size or larger. @param {SVGSVGElement} drawing @param {HTMLElement} frame */
function crop(drawing, frame) {
  const [, , wide, high] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const fills = Math.max(frame.clientWidth / wide, frame.clientHeight / high);
  const hasBoards = drawing.querySelector(".desk-board") !== null;
  const scale = hasBoards ? fills || 1 : Math.max(1, fills);
  const [width, height] = [frame.clientWidth / scale, frame.clientHeight / scale];
  const places = [...drawing.querySelectorAll(".engine")].map(
    (engine) => (engine.getAttribute("transform") ?? "").match(/[\d.]+/g)?.map(Number) ?? [],
  );
  const middle = (
    /** @type {number} */ axis,
    /** @type {number} */ size,
    /** @type {number} */ all,
  ) => {
    if (hasBoards) return 0;
    const mean =
      places.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / (places.length || 1) || all / 2;
    return Math.max(0, Math.min(all - size, mean - size / 2));
  };
  drawing.setAttribute(
    "viewBox",
    `${middle(0, width, wide)} ${middle(1, height, high)} ${width} ${height}`,
  );
  drawing.setAttribute("preserveAspectRatio", "xMidYMid slice");
}

/** @param {HTMLElement} place */
async function paint(place) {
  const drawing = (await fetched(place.dataset.picture ?? "")).querySelector("svg");
  if (!drawing) return;
  const isWhole = place.dataset.picture?.includes("map=") && !drawing.querySelector(".engine");
  if (isWhole) drawing.setAttribute("preserveAspectRatio", "xMidYMid meet");
  else crop(drawing, place.parentElement ?? place);
  const tree = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  for (const sheet of drawing.querySelectorAll("style")) sheet.remove(); // the page has it
  const shown = document.importNode(drawing, true);
  Object.assign(shown.style, FILL);
  tree.replaceChildren(shown);
}

for (const frame of document.querySelectorAll("[data-ground]"))
  lay(/** @type {HTMLElement} */ (frame));
for (const place of document.querySelectorAll("[data-picture]")) {
  paint(/** @type {HTMLElement} */ (place));
  place.addEventListener("picture", () => paint(/** @type {HTMLElement} */ (place)));
}
