// Beside the map: the town that is chosen, regions, rivers, numbers, special destinations, start towns.

import { byId, make, text } from "./page.js";
import { set, ui } from "./mapui.js";
import * as model from "./mapmodel.js";

const { change, limits, map } = model;
const isLooking = document.querySelector(".mapper.looking") !== null;

/** An element with children. @param {string} tag @param {Record<string, string>} attributes @param {(Node | string | null)[]} children */
function el(tag, attributes, ...children) {
  const made = make(tag, attributes);
  made.append(...children.filter((one) => one !== null));
  return made;
}

/** @param {string} words @param {() => void} act @param {Record<string, string>} [more] */
function button(words, act, more = {}) {
  const made = el("button", { type: "button", class: "button", ...more }, words);
  made.addEventListener("click", act);
  return made;
}

/** A field that changes the map when one leaves it. @param {string} at @param {string} label @param {string} value @param {(value: string) => void} act @param {Record<string, string>} [more] */
function field(at, label, value, act, more = {}) {
  const input = /** @type {HTMLInputElement} */ (
    make("input", { "data-at": at, autocomplete: "off", maxlength: String(limits.name), ...more })
  );
  input.value = value;
  input.addEventListener("change", () => act(input.value));
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** @param {string} at @param {string} label @param {string} value @param {[string, string][]} choices @param {(value: string) => void} act */
function select(at, label, value, choices, act) {
  const made = /** @type {HTMLSelectElement} */ (make("select", { "data-at": at }));
  for (const [key, words] of choices) made.append(new Option(words, key, false, key === value));
  made.addEventListener("change", () => act(made.value));
  return el("label", { class: "field" }, el("span", {}, label), made);
}

/** @param {string} at @param {string} label @param {boolean} on @param {(on: boolean) => void} act */
function check(at, label, on, act) {
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "data-at": at }));
  input.checked = on;
  input.addEventListener("change", () => act(input.checked));
  return el("label", { class: "check" }, input, label);
}

/** Names of hexes in a text. @param {string} words */
const listed = (words) => words.toUpperCase().split(/[\s,;]+/).filter(Boolean);

// the town or place that is chosen

function chosen() {
  const stop = ui.chosen;
  if (!stop || !map()[stop.kind][stop.name]) return isLooking ? [] : [el("p", { class: "hint" }, hint()), ...setting()];
  const { kind, name } = stop;
  const parts = [
    el(
      "header",
      {},
      el("h2", {}, name),
      el("span", { class: "place" }, map()[kind][name].hex),
    ),
    field("name", text("name"), name, (value) => call(value.trim())),
  ];
  if (kind === "towns") parts.push(numbers(name), start(name));
  else parts.push(kinds(name));
  parts.push(
    button(text("remove"), () => {
      model.remove(kind, name);
      set({ chosen: null });
    }),
  );
  return parts;
}

function hint() {
  if (ui.goal !== null) return text("picking", { n: String(ui.goal + 1) });
  if (["river", "barrier"].includes(ui.tool)) return text("side-hint");
  return ["hand", "town", "place"].includes(ui.tool) ? text("choose-hint") : text("paint-hint");
}

/** What the tool can be set to. @returns {Node[]} */
function setting() {
  if (ui.tool === "river" && ui.rivers < 0)
    return [check("draw-wide", text("draw-wide"), ui.wide, (wide) => set({ wide }))];
  if (!["plain", "mountain", "region"].includes(ui.tool)) return [];
  const known = Object.entries(map().regions).map(
    ([letter, region]) => /** @type {[string, string]} */ ([letter, `${letter} · ${region.name}`]),
  );
  const label = ui.tool === "region" ? text("paint-region") : text("new-land");
  return [select("paint-with", label, ui.region, known, (region) => set({ region }))];
}

/** @param {string} name */
function call(name) {
  const stop = ui.chosen;
  if (!stop || !name || name === stop.name) return;
  if (map().towns[name] || map().places[name]) return warn(text("used", { name }));
  model.rename(stop.kind, stop.name, name);
  set({ chosen: { kind: stop.kind, name } });
}

/** @param {string} words */
export function warn(words) {
  const notice = el("div", { class: "notice" }, el("p", {}, words));
  byId("notices").replaceChildren(notice);
  setTimeout(() => notice.remove(), 6000);
}

/** The 36 numbers; those of the town are filled, free ones ask for a town. @param {string} name */
function numbers(name) {
  const owners = model.owners();
  const grid = el("div", { class: "dice", role: "group", "aria-label": text("numbers") });
  for (const number of limits.numbers) {
    const others = (owners.get(number) ?? []).filter((one) => one !== name);
    const mine = owners.get(number)?.includes(name) ?? false;
    const told = others.length ? "taken" : "free";
    const title = text(told, { number: String(number), town: others.join(", ") });
    const state = others.length ? "taken" : mine ? "" : "free";
    grid.append(
      button(String(number), () => toggle(name, number), {
        class: `die ${state}`,
        title: mine && !others.length ? "" : title,
        "aria-pressed": String(mine),
        "data-at": `number-${number}`,
      }),
    );
  }
  return el("div", { class: "field" }, el("span", {}, text("numbers")), grid);
}

/** Give a number to a town, or take it away; the town that had it alone loses it. @param {string} name @param {number} number */
function toggle(name, number) {
  change((it) => {
    const town = it.towns[name];
    const mine = town.numbers.includes(number);
    if (mine) town.numbers = town.numbers.filter((one) => one !== number);
    else town.numbers = [...town.numbers, number].sort((a, b) => a - b);
    if (mine) return;
    for (const [other, one] of Object.entries(it.towns))
      if (other !== name && one.numbers.length > 1)
        one.numbers = one.numbers.filter((two) => two !== number);
  });
}

/** @param {string} name */
function start(name) {
  return check("start", text("starts-here"), map().start.towns.includes(name), (on) =>
    change((it) => {
      if (on) it.start.towns.push(name);
      else model.unstart(it, name);
    }),
  );
}

/** @param {string} name */
function kinds(name) {
  const known = ["connection", "ski", "town", "crossing"];
  return select(
    "kind",
    text("kind"),
    map().places[name].kind,
    known.map((kind) => [kind, text(`kind-${kind}`)]),
    (kind) => change((it) => void (it.places[name].kind = kind)),
  );
}

// the folds

/** @param {"title" | "subtitle" | "about"} key @param {number} longest */
const words = (key, longest) =>
  field(
    key,
    text(key),
    map()[key],
    (value) => change((it) => void (it[key] = value.trim())),
    { maxlength: String(longest) },
  );

function about() {
  const one = map();
  const rules = ["laurin", "france"];
  const abroad = ["none", "frontier", "anywhere"];
  const edges = [
    ["left", 2, 0, 0, 0],
    ["right", 0, 0, 1, 0],
    ["top", 0, 1, 0, 0],
    ["bottom", 0, 0, 0, 1],
  ];
  return [
    words("title", limits.name),
    words("subtitle", 2 * limits.name),
    words("about", 1000),
    select("rules", text("rules"), one.rules, rules.map((it) => [it, text(`rules-${it}`)]), (value) =>
      change((it) => void (it.rules = value)),
    ),
    select("abroad", text("abroad"), one.abroad, abroad.map((it) => [it, text(`abroad-${it}`)]), (value) =>
      change((it) => void (it.abroad = value)),
    ),
    el("p", { class: "size" }, text("size", { columns: String(model.columns()), rows: String(one.rows.length) })),
    el(
      "div",
      { class: "edges" },
      ...edges.map(([edge, ...by]) => edgeRow(String(edge), /** @type {number[]} */ (by))),
    ),
    el("h3", {}, text("white")),
    ...one.white.map((line, number) => white(line, number)),
    button(text("new-white"), () =>
      change((it) => void it.white.push({ name: text("new-name", { n: String(it.white.length + 1) }), path: [] })),
    ),
  ];
}

/** @param {string} edge @param {number[]} by */
function edgeRow(edge, by) {
  const go = (/** @type {number} */ way) => {
    const [left, top, right, bottom] = by.map((n) => n * way);
    const [wide, high] = [model.columns() + left + right, map().rows.length + top + bottom];
    if (Math.max(wide, high) > limits.size) return warn(text("too-large", { n: String(limits.size) }));
    if (Math.min(wide, high) < 4) return warn(text("too-small"));
    model.resize(left, top, right, bottom);
  };
  return el(
    "span",
    {},
    text(edge),
    button("−", () => go(-1), { "aria-label": text("shrink", { edge: text(edge) }), "data-at": `less-${edge}` }),
    button("+", () => go(1), { "aria-label": text("grow", { edge: text(edge) }), "data-at": `more-${edge}` }),
  );
}

/** @param {{name: string, path: string[]}} line @param {number} number */
function white(line, number) {
  return el(
    "div",
    { class: "row" },
    field(`white-${number}`, text("name"), line.name, (value) =>
      change((it) => void (it.white[number].name = value.trim())),
    ),
    field(
      `path-${number}`,
      text("path"),
      line.path.join(" "),
      (value) => change((it) => void (it.white[number].path = listed(value))),
      { maxlength: "2000" },
    ),
    button(text("remove"), () => change((it) => void it.white.splice(number, 1))),
  );
}

function regions() {
  const found = Object.entries(map().regions).map(([letter, region]) =>
    el(
      "div",
      { class: `row region${ui.region === letter ? " on" : ""}` },
      button(letter, () => set({ region: letter, tool: "region" }), {
        class: "letter-button",
        "aria-pressed": String(ui.region === letter),
        title: text("paint-with"),
        "data-at": `paint-${letter}`,
      }),
      field(`region-${letter}`, text("region", { letter }), region.name, (value) =>
        change((it) => void (it.regions[letter].name = value.trim())),
      ),
      check(`home-${letter}`, text("home"), region.home, (on) =>
        change((it) => void (it.regions[letter].home = on)),
      ),
      map().rows.some((row) => row.toLowerCase().includes(letter))
        ? null
        : button(text("remove"), () => change((it) => void delete it.regions[letter])),
    ),
  );
  return [...found, button(text("new-region"), addRegion)];
}

function addRegion() {
  const letter = [..."abcdefghijklmnopqrstuvwxyz"].find((one) => !map().regions[one]);
  if (!letter) return;
  const names = Object.values(map().regions).map((one) => one.name);
  change(
    (it) => void (it.regions[letter] = { name: model.unused(text("new-name"), names), home: false }),
  );
  set({ region: letter, tool: "region" });
}

function rivers() {
  const parts = [];
  for (const kind of /** @type {const} */ (["rivers", "barriers"])) {
    const tool = kind === "rivers" ? "river" : "barrier";
    map()[kind].forEach((stream, number) =>
      parts.push(
        el(
          "div",
          { class: `row stream${ui.tool === tool && ui[kind] === number ? " on" : ""}` },
          button("", () => set({ tool, [kind]: number }), {
            class: "stream-button",
            "data-kind": stream.wide ? "wide" : tool,
            "aria-label": `${text(tool)} ${stream.name}`,
            "aria-pressed": String(ui.tool === tool && ui[kind] === number),
            "data-at": `${kind}-on-${number}`,
          }),
          field(`${kind}-${number}`, `${text(tool)}, ${text("sides", { n: String(stream.sides.length) })}`, stream.name, (value) =>
            change((it) => void (it[kind][number].name = value.trim())),
          ),
          kind === "rivers"
            ? check(`wide-${number}`, text("wide"), stream.wide ?? false, (on) =>
                change((it) => void (it.rivers[number].wide = on)),
              )
            : null,
          button("×", () => change((it) => void it[kind].splice(number, 1)), {
            class: "button quiet",
            "aria-label": `${text("remove")}: ${stream.name}`,
          }),
        ),
      ),
    );
    parts.push(button(text(`new-${tool}`), () => set({ tool, [kind]: -1 })));
  }
  return parts;
}

function towns() {
  const rows = Object.entries(map().towns).map(([name, town]) => {
    const row = button(name, () => set({ chosen: { kind: "towns", name }, fault: "", cursor: town.hex }), {
      class: "stop-row",
      "data-at": `town-${name}`,
    });
    row.append(
      el("span", { class: "place" }, town.hex),
      el("b", {}, town.numbers.join(" · ") || "?"),
    );
    return row;
  });
  const places = Object.entries(map().places).map(([name, place]) => {
    const row = button(name, () => set({ chosen: { kind: "places", name }, fault: "", cursor: place.hex }), {
      class: "stop-row",
      "data-at": `place-${name}`,
    });
    row.append(el("span", { class: "place" }, place.hex), el("b", {}, text(`kind-${place.kind}`)));
    return row;
  });
  return [el("div", { class: "stops" }, ...rows, ...places)];
}

function special() {
  const found = map().special;
  if (!found.length)
    return [
      el("p", { class: "hint" }, text("no-special")),
      button(text("six-special"), () =>
        change((it) => {
          const names = [1, 2, 3, 4, 5, 6].map((n) => text("new-name", { n: String(n) }));
          it.special = names.map((name) => ({ name, hexes: [], regions: [] }));
        }),
      ),
    ];
  return [
    ...found.map((one, number) => destination(one, number)),
    button(text("drop-special"), () => change((it) => void (it.special = []))),
  ];
}

/** @param {model.Special} one @param {number} number */
function destination(one, number) {
  const abroad = Object.entries(map().regions).filter(([, region]) => !region.home);
  const isOn = ui.goal === number;
  return el(
    "fieldset",
    { class: `row goal${isOn ? " on" : ""}` },
    el("legend", {}, String(number + 1)),
    field(`special-${number}`, text("name"), one.name, (value) =>
      change((it) => void (it.special[number].name = value.trim())),
    ),
    field(
      `goals-${number}`,
      text("hexes"),
      one.hexes.join(" "),
      (value) => change((it) => void (it.special[number].hexes = listed(value))),
      { maxlength: "2000" },
    ),
    button(text("pick"), () => set({ goal: isOn ? null : number, tool: "hand", chosen: null }), {
      "aria-pressed": String(isOn),
      "data-at": `pick-${number}`,
    }),
    el(
      "div",
      { class: "checks" },
      ...abroad.map(([letter, region]) =>
        check(`goal-${number}-${letter}`, region.name, one.regions.includes(letter), (on) =>
          change((it) => {
            const goal = it.special[number];
            goal.regions = goal.regions.filter((other) => other !== letter);
            if (on) goal.regions.push(letter);
          }),
        ),
      ),
    ),
  );
}

function starts() {
  const { start: first, towns: all } = map();
  const rest = Object.keys(all).filter((name) => !first.towns.includes(name));
  const counts = [2, 3, 4, 5, 6].map(String);
  return [
    first.towns.length ? null : el("p", { class: "hint" }, text("no-start")),
    ...first.towns.map((name) =>
      el(
        "div",
        { class: "row" },
        el("b", {}, name),
        button(text("remove"), () => change((it) => model.unstart(it, name)), { "aria-label": `${text("remove")}: ${name}` }),
      ),
    ),
    select("add-start", text("add-start"), "", [["", "–"], ...rest.map((name) => /** @type {[string, string]} */ ([name, name]))], (name) =>
      change((it) => void (name && it.start.towns.push(name))),
    ),
    check("one-way", text("one-way"), first.one_way, (on) => change((it) => void (it.start.one_way = on))),
    ...(first.towns.length > 1 ? counts.map((count) => shares(count)) : []),
  ].filter((one) => one !== null);
}

/** How many of so many companies begin in each town; nothing where they may choose. @param {string} count */
function shares(count) {
  const { towns: names, places } = map().start;
  return el(
    "div",
    { class: "row shares" },
    el("span", {}, text("places", { n: count })),
    ...names.map((name) =>
      field(`share-${count}-${name}`, name, String(places[count]?.[name] ?? ""), (value) =>
        change((it) => {
          const found = { ...it.start.places[count] };
          if (/^\d+$/.test(value.trim())) found[name] = Number(value);
          else delete found[name];
          if (Object.keys(found).length) it.start.places[count] = found;
          else delete it.start.places[count];
        }),
        { inputmode: "numeric", maxlength: "1" },
      ),
    ),
  );
}

/** @type {Record<string, [() => Node[], () => string]>} */
const FOLDS = {
  map: [about, () => ""],
  regions: [regions, () => String(Object.keys(map().regions).length)],
  rivers: [rivers, () => String(map().rivers.length + map().barriers.length)],
  towns: [towns, () => text("towns-tally", { n: String(Object.keys(map().towns).length), numbers: String(model.owners().size) })],
  special: [special, () => String(map().special.length || "–")],
  start: [starts, () => map().start.towns.join(", ")],
};

/** Draw all panels anew; the focus stays where it was. */
export function render() {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const at = focused?.closest(".map-side") ? focused.dataset.at : undefined;
  byId("chosen").replaceChildren(...chosen());
  for (const [name, [fill, tally]] of Object.entries(FOLDS)) {
    const fold = /** @type {HTMLDetailsElement} */ (byId(`fold-${name}`));
    const count = fold.querySelector(".tally");
    if (count) count.textContent = tally();
    byId(`panel-${name}`).replaceChildren(...(fold.open ? fill() : []));
  }
  if (isLooking)
    for (const one of document.querySelectorAll(".map-side :is(input, select, button:not([data-hex], .stop-row))"))
      one.setAttribute("disabled", "");
  if (at !== undefined)
    /** @type {HTMLElement | null} */ (
      document.querySelector(`.map-side [data-at="${CSS.escape(at)}"]`)
    )?.focus();
}

/** Every fault as a sentence that leads to its hex. @param {{text: string, hex: string}[]} found */
export function faults(found) {
  const few = found.slice(0, 40);
  const title = byId("faults-title");
  const words = found.length === 1 ? text("fault") : text("faults", { n: String(found.length) });
  title.textContent = found.length ? words : text("sound");
  title.classList.toggle("sound", !found.length);
  byId("faults").replaceChildren(
    ...few.map((fault) =>
      el(
        "li",
        {},
        fault.hex
          ? button(fault.text, () => set({ fault: fault.hex, cursor: fault.hex }), { class: "link", "data-hex": fault.hex })
          : fault.text,
      ),
    ),
    ...(found.length > few.length ? [el("li", {}, text("more", { n: String(found.length - few.length) }))] : []),
  );
}

/** Make the panels ready. */
export function mount() {
  let waits = false;
  const later = () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      render();
    });
  };
  document.addEventListener("map:changed", later);
  document.addEventListener("map:ui", (event) => {
    const seen = ["tool", "region", "rivers", "barriers", "chosen", "goal"];
    if (/** @type {CustomEvent<string[]>} */ (event).detail.some((one) => seen.includes(one))) later();
  });
  for (const fold of document.querySelectorAll(".fold")) fold.addEventListener("toggle", later);
  render();
}
