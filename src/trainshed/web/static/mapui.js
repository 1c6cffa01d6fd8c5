// What the editor of a map is at: its tool, what is chosen, where the cursor is.

/**
 * @typedef {{kind: "towns" | "places", name: string}} Stop
 * @typedef {{tool: string, region: string, rivers: number, barriers: number, wide: boolean, chosen: Stop | null, goal: number | null, cursor: string, hover: string, side: string, fault: string}} Ui
 */

/** @type {Ui} */
export const ui = {
  tool: "hand",
  region: "a",
  rivers: -1,
  barriers: -1,
  wide: false,
  chosen: null,
  goal: null,
  cursor: "",
  hover: "",
  side: "",
  fault: "",
};

/** @param {Partial<Ui>} changes */
export function set(changes) {
  Object.assign(ui, changes);
  document.dispatchEvent(new CustomEvent("map:ui", { detail: Object.keys(changes) }));
}
