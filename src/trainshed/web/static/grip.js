// Fingers and mouse on the board: drag pans, two fingers zoom. A drag is never a click.

import { pan, zoom } from "./board.js";
import { byId } from "./page.js";

const SLACK = 6;

/** Let the board be dragged and pinched. */
export function mount() {
  const frame = byId("board");
  /** @type {Map<number, {x: number, y: number}>} */
  const held = new Map();
  let moved = false;
  let far = 0;

  const apart = () => {
    const [a, b] = [...held.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  frame.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    if (!held.size) [moved, far] = [false, 0];
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  addEventListener("pointermove", (event) => {
    const last = held.get(event.pointerId);
    if (!last) return;
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    far += Math.hypot(dx, dy);
    if (!moved && far < SLACK && held.size < 2)
      return held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved = true;
    frame.classList.add("dragging");
    const before = apart();
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (held.size > 1) {
      const points = [...held.values()];
      const [x, y] = [(points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2];
      pan(dx / 2, dy / 2);
      if (before) zoom(apart() / before, x, y);
    } else {
      pan(dx, dy);
    }
  });

  const release = (/** @type {PointerEvent} */ event) => {
    held.delete(event.pointerId);
    if (!held.size) frame.classList.remove("dragging");
  };
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  frame.addEventListener(
    "click",
    (event) => {
      if (!moved) return;
      moved = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true },
  );
}
