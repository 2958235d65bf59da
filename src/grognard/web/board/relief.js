/** Heights: one tint a level, hexes of a level merged, and hachures running down from every edge. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").Cell} Cell */
/** @typedef {import("./geometry").Layout} Layout */

import { chance, evenly, normals, rounded, roughen } from "../base/curves.js";
import { closedCurve, el, layer, n } from "../base/svg.js";

const STEP = 5.4;

/**
 * Level upon level, each with a soft shadow on its south-eastern foot, as if lit from the north-west.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 */
export function drawRelief(parent, layout) {
  const levels = layout.scene.levels ?? 0;
  const group = layer(parent, "relief");
  for (let level = 1; level <= levels; level++) {
    const rings = layout.outlines((cell) => (cell.level ?? 0) >= level).map(soften);
    if (!rings.length) continue;
    const d = rings.map(closedCurve).join("");
    el("path", { d, class: "foot", transform: "translate(3.2 4.2)" }, group);
    el("path", { d, class: `level l${level}` }, group);
    const random = chance(level * 7919);
    for (const ring of rings) el("path", { d: strokes(ring, random), class: `slope-lines l${level}` }, group);
    el("path", { d, class: `brow l${level}` }, group);
  }
}

/** @param {Point[]} ring */
function soften(ring) {
  return roughen(roughen(rounded(ring, 21, 8), 4.6, 37), 1.4, 9);
}

/**
 * Short strokes down the slope, longer and darker where it turns from the light.
 * @param {Point[]} ring
 * @param {() => number} random
 */
function strokes(ring, random) {
  const line = evenly([...ring, ring[0]], STEP).slice(0, -1);
  if (line.length < 3) return "";
  const out = normals(line, true);
  let d = "";
  line.forEach((p, i) => {
    const shade = (out[i].x + out[i].y) / Math.SQRT2;
    const length = 6.4 + 3.2 * shade + random() * 3.4;
    const from = 0.6 + random() * 0.8;
    const lean = (random() - 0.5) * 1.6;
    d += `M${n(p.x + out[i].x * from)} ${n(p.y + out[i].y * from)}l${n(out[i].x * length + lean)} ${n(out[i].y * length + lean)}`;
  });
  return d;
}
