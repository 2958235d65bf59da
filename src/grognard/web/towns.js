/** Town signs: houses in a ring; a fortified town is an eight-pointed star fort. */

/** @typedef {import("./map-types").MapScene} MapScene */
/** @typedef {import("./geometry").Layout} Layout */

import { el, layer, n, straight, xy } from "./svg.js";

const HOUSES = "M-5.2 4.2V-0.6L-2.6 -3L0 -0.6V4.2ZM1 4.2V-2.6L3.2 -4.6L5.4 -2.6V4.2Z";

/**
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {Layout} layout
 */
export function drawTowns(parent, scene, layout) {
  const group = layer(parent, "towns");
  for (const [hex, city] of Object.entries(scene.cities)) {
    const g = el("g", { transform: `translate(${xy(layout.center(hex))})`, class: city.vp ? "town worth" : "town" }, group);
    if (city.fortified) {
      el("path", { d: star(16.5, 10.6), class: "glacis" }, g);
      el("path", { d: star(14.2, 9.2), class: "wall" }, g);
    } else {
      el("circle", { r: 9.6, class: "ring" }, g);
    }
    el("path", { d: HOUSES, class: "houses", transform: city.fortified ? "scale(.82)" : "" }, g);
  }
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
