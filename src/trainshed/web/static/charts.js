// Charts tell their numbers: a line follows the pointer or the arrow keys, the values stand beside it.
// All numbers come from the table under the chart.

const SVG = "http://www.w3.org/2000/svg";

/** @param {HTMLElement} frame */
function prepare(frame) {
  const twin = frame.parentElement?.querySelector(".twin table");
  const rows = [...(twin?.querySelectorAll("tbody tr") ?? [])];
  const names = [...(twin?.querySelectorAll("thead th") ?? [])].slice(1);
  if (rows.length < 2) return;
  const line = document.createElementNS(SVG, "line");
  line.setAttribute("class", "cursor");
  line.setAttribute("y1", "30");
  line.setAttribute("y2", "260");
  const values = document.createElement("dl");
  values.className = "chart-values";
  values.setAttribute("role", "status");
  values.hidden = true;
  frame.append(values);
  let at = rows.length - 1;

  /** The drawing that is in sight, and where its first and last point are. */
  function sight() {
    const all = [...frame.querySelectorAll("svg")];
    const drawing = all.find((one) => one.checkVisibility()) ?? all[0];
    const [left, right] = [Number(drawing.dataset.left), Number(drawing.dataset.right)];
    return { drawing, left, right, width: drawing.viewBox.baseVal.width };
  }

  /** Show one point. @param {number} point */
  function show(point) {
    at = point;
    const { drawing, left, right, width } = sight();
    const x = left + ((right - left) * point) / (rows.length - 1);
    if (line.parentNode !== drawing) drawing.append(line);
    line.setAttribute("x1", String(x));
    line.setAttribute("x2", String(x));
    line.classList.add("on");
    const cells = [...rows[point].children];
    const shown = names
      .map((name, n) => [name.innerHTML, cells[n + 1].textContent ?? ""])
      .filter(([, value]) => value !== "–");
    values.innerHTML =
      `<div class="when">${cells[0].textContent}</div>` +
      shown.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("");
    values.hidden = false;
    const scale = drawing.getBoundingClientRect().width / width;
    const room = x > width / 2 ? x * scale - values.offsetWidth - 12 : x * scale + 12;
    values.style.left = `${Math.max(0, room)}px`;
  }

  /** Where the pointer is. @param {PointerEvent} event */
  function follow(event) {
    const { drawing, left, right, width } = sight();
    const box = drawing.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    const part = Math.min(1, Math.max(0, (x - left) / (right - left)));
    show(Math.round(part * (rows.length - 1)));
  }

  /** One point on or back. @param {KeyboardEvent} event */
  function step(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    show(Math.min(rows.length - 1, Math.max(0, values.hidden ? at : at + way)));
  }

  const hide = () => {
    values.hidden = true;
    line.classList.remove("on");
  };
  frame.addEventListener("pointermove", follow);
  frame.addEventListener("pointerdown", follow);
  frame.addEventListener("pointerleave", hide);
  frame.addEventListener("keydown", step);
  frame.addEventListener("blur", hide);
}

for (const frame of document.querySelectorAll("[data-chart]"))
  prepare(/** @type {HTMLElement} */ (frame));
