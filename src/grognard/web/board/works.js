/** What engineers build on a field of squares: ramparts, low walls, fortresses. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { evenly, normals, rounded } from "../base/curves.js";
import { el, layer, n, straight, xy } from "../base/svg.js";
import { star } from "./towns.js";

/** Edges of a body of squares, drawn in from their sides. @param {SquareLayout} layout @param {Set<string>} squares @param {number} inset @param {number} cut @returns {Point[][]} */
function edges(layout, squares, inset, cut) {
  return layout.outlines((cell) => cell.id !== null && squares.has(cell.id), false).map((ring) => {
    const line = rounded(ring, cut, 9);
    const out = normals(line, true);
    return line.map((p, i) => ({ x: p.x - out[i].x * inset, y: p.y - out[i].y * inset }));
  });
}

/**
 * Earthworks: a ditch with strokes, a rampart inside it, embrasures.
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {Set<string>} squares
 */
export function drawWorks(parent, layout, squares) {
  const group = layer(parent, "works");
  for (const ring of edges(layout, squares, 9, 14)) {
    const d = straight(ring, true);
    const line = evenly([...ring, ring[0]], 4.6).slice(0, -1);
    const out = normals(line, true);
    const spokes = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ every) => line.map((p, i) => (i % every ? ""
      : `M${n(p.x + out[i].x * from)} ${n(p.y + out[i].y * from)}L${n(p.x + out[i].x * to)} ${n(p.y + out[i].y * to)}`)).join("");
    el("path", { d, class: "parade" }, group);
    el("path", { d: spokes(2.6, 7.4, 1), class: "ditch-strokes" }, group);
    el("path", { d, class: "rampart under" }, group);
    el("path", { d, class: "rampart" }, group);
    el("path", { d: spokes(-3.4, 3.4, 4), class: "embrasure" }, group);
  }
}

/** A low wall of field stones. @param {SVGGElement} parent @param {SquareLayout} layout @param {Set<string>} squares */
export function drawWall(parent, layout, squares) {
  const group = layer(parent, "works");
  for (const ring of edges(layout, squares, 4, 8)) {
    for (const name of ["lowwall under", "lowwall", "lowwall stones"]) el("path", { d: straight(ring, true), class: name }, group);
  }
}

/** A fortress from above: glacis, bastions, the place of arms. @param {SVGGElement} parent @param {Point} at */
export function drawFortress(parent, at) {
  const g = el("g", { class: "fortress", transform: `translate(${xy(at)})` }, parent);
  el("path", { d: star(31.5, 21), class: "glacis" }, g);
  el("path", { d: star(27, 17.5), class: "moat" }, g);
  el("path", { d: star(24.5, 15.5), class: "wall" }, g);
  el("path", { d: star(17.5, 11.5), class: "keep" }, g);
}
