/** Town signs: houses in a ring, a star fort; or, on maps of a battle, roofs and earthworks on the ground itself. */

/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").MapCity} MapCity */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */

import { chance, seedOf } from "../base/curves.js";
import { el, layer, n, straight, xy } from "../base/svg.js";

export const HOUSES = "M-5.2 4.2V-0.6L-2.6 -3L0 -0.6V4.2ZM1 4.2V-2.6L3.2 -4.6L5.4 -2.6V4.2Z";
/** Roofs of a place and how far they lie from its heart. */
const SIZES = /** @type {Record<string, {roofs: number, reach: number, church: boolean}>} */ ({
  town: { roofs: 15, reach: 30, church: true },
  village: { roofs: 10, reach: 23, church: true },
  farm: { roofs: 4, reach: 11, church: false },
});

/**
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {Layout} layout
 */
export function drawTowns(parent, scene, layout) {
  const group = layer(parent, "towns");
  for (const [hex, city] of Object.entries(scene.cities)) {
    const g = el("g", { transform: `translate(${xy(layout.center(hex))})`, class: city.vp ? "town worth" : "town" }, group);
    if (city.sign === "redoubt") redoubt(g);
    else if (city.sign) roofs(g, hex, city);
    else sign(g, city);
  }
}

/** @param {SVGGElement} g @param {MapCity} city */
function sign(g, city) {
  if (city.fortified) {
    el("path", { d: star(16.5, 10.6), class: "glacis" }, g);
    el("path", { d: star(14.2, 9.2), class: "wall" }, g);
  } else {
    el("circle", { r: 9.6, class: "ring" }, g);
  }
  el("path", { d: HOUSES, class: "houses", transform: city.fortified ? "scale(.82)" : "" }, g);
}

/**
 * Houses seen from above, a lit and a dark side to each ridge; villages have a church.
 * @param {SVGGElement} g
 * @param {string} hex
 * @param {MapCity} city
 */
function roofs(g, hex, city) {
  const random = chance(seedOf(`roofs${hex}`));
  const { roofs: count, reach, church } = SIZES[city.sign ?? "farm"] ?? SIZES.farm;
  const yards = el("path", { class: "yard", d: "" }, g);
  let ground = "";
  let light = "";
  let dark = "";
  for (const { x, y } of spread(count, reach, random)) {
    const w = 5.4 + random() * 3.4;
    const h = 3.1 + random() * 1.2;
    const turn = Math.round(random() * 3) * 45 + (random() - 0.5) * 26;
    const at = (/** @type {number} */ u, /** @type {number} */ v) => {
      const a = (turn * Math.PI) / 180;
      return `${n(x + u * Math.cos(a) - v * Math.sin(a))} ${n(y + u * Math.sin(a) + v * Math.cos(a))}`;
    };
    ground += `M${at(-w - 1.6, -h - 1.4)}L${at(w + 1.6, -h - 1.4)}L${at(w + 1.6, h + 2.6)}L${at(-w - 1.6, h + 2.6)}Z`;
    light += `M${at(-w, -h)}L${at(w, -h)}L${at(w, 0)}L${at(-w, 0)}Z`;
    dark += `M${at(-w, 0)}L${at(w, 0)}L${at(w, h)}L${at(-w, h)}Z`;
  }
  yards.setAttribute("d", ground);
  el("path", { d: light, class: "roof" }, g);
  el("path", { d: dark, class: "roof dark" }, g);
  if (church) el("path", { d: "M-4.4 6V-5L0 -10.5L4.4 -5V6ZM4.4 -1.5H12V6H4.4ZM0 -10.5V-17M-2.6 -14.6H2.6", class: "church" }, g);
}

/**
 * Spots round the heart, the middle kept for the church.
 * @param {number} count
 * @param {number} reach
 * @param {() => number} random
 * @returns {Point[]}
 */
function spread(count, reach, random) {
  /** @type {Point[]} */
  const found = [];
  for (let tries = 0; found.length < count && tries < 400; tries++) {
    const angle = random() * 2 * Math.PI;
    const far = reach * Math.sqrt(random());
    const p = { x: far * Math.cos(angle), y: far * Math.sin(angle) * 0.82 };
    const clear = count < 6 || Math.hypot(p.x, p.y) > 13;
    if (clear && found.every((q) => Math.hypot(p.x - q.x, p.y - q.y) > 10.5)) found.push(p);
  }
  return found.sort((a, b) => a.y - b.y);
}

/** An earthwork: ditch, rampart with embrasures, open at the gorge. @param {SVGGElement} g */
function redoubt(g) {
  const shape = (/** @type {number} */ k) => `M${n(-25 * k)} ${n(21 * k)}V${n(-6 * k)}L${n(-13 * k)} ${n(-22 * k)}H${n(13 * k)}L${n(25 * k)} ${n(-6 * k)}V${n(21 * k)}`;
  el("path", { d: `${shape(1.12)}H${n(9 * 1.12)}M${n(-25 * 1.12)} ${n(21 * 1.12)}H${n(-9 * 1.12)}`, class: "ditch" }, g);
  el("path", { d: `${shape(0.94)}H9M-23.5 19.7H-9`, class: "rampart" }, g);
  el("path", { d: "M-17 -9L-13 -6.4M17 -9L13 -6.4M0 -21V-16M-8 -21V-16.5M8 -21V-16.5M-23.5 4H-18.5M23.5 4H18.5", class: "embrasure" }, g);
}

/** @param {number} outer @param {number} inner */
export function star(outer, inner) {
  const points = Array.from({ length: 16 }, (_, i) => {
    const angle = ((i + 0.0) * Math.PI) / 8;
    const r = i % 2 ? inner : outer;
    return { x: r * Math.sin(angle), y: -r * Math.cos(angle) };
  });
  return straight(points, true);
}

/**
 * Where pieces enter or leave: a small flag with its letter.
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {Layout} layout
 */
export function drawFlags(parent, scene, layout) {
  const group = layer(parent, "flags");
  for (const flag of scene.flags ?? []) {
    const at = layout.center(flag.place);
    const g = el("g", { transform: `translate(${xy({ x: at.x + 27, y: at.y - 14 })})`, class: `flag side-${flag.side}`, "data-side": flag.side }, group);
    el("path", { d: "M-11 16V-18", class: "staff" }, g);
    el("path", { d: "M-11 -18H13L9 -10.5L13 -3H-11Z", class: "cloth" }, g);
    el("text", { x: -0.5, y: -6.3 }, g).textContent = flag.label;
  }
}

/**
 * Hex numbers under the upper side; one text to a column, because texts are measured again at every zoom.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 */
export function drawNumbers(parent, layout) {
  const group = layer(parent, "numbers");
  /** @type {Map<number, SVGTextElement>} */
  const columns = new Map();
  for (const cell of layout.byName.values()) {
    const column = columns.get(cell.x) ?? el("text", {}, group);
    columns.set(cell.x, column);
    el("tspan", { x: n(cell.x), y: n(cell.y - 38.5) }, column).textContent = cell.id;
  }
  return group;
}
