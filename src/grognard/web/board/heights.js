/** Hills on a field of squares: contours in tints, hachures down the slope, light from the north-west. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { chance, evenly, normals } from "../base/curves.js";
import { Depth, bodies } from "./contours.js";
import { closedCurve, el, layer, n } from "../base/svg.js";

/** Depths at which the next tint begins. A hill is a hill for every rule: the tints only say how it is shaped. */
const CONTOURS = [-1, 12, 25, 39, 55, 73, 93];
const STROKE_GAP = 5.2;

/** @param {SVGGElement} parent @param {SquareLayout} layout @param {Set<string>} squares */
export function drawHills(parent, layout, squares) {
  const group = layer(parent, "heights");
  for (const body of bodies(layout, squares)) {
    const depth = new Depth(layout, body, { reach: 2, soft: 5, wobble: 10, grain: 62 });
    CONTOURS.forEach((level, i) => drawLevel(group, depth.rings(level), i + 1));
  }
}

/** @param {SVGGElement} group @param {Point[][]} rings @param {number} level */
function drawLevel(group, rings, level) {
  if (!rings.length) return;
  const d = rings.map(closedCurve).join("");
  if (level === 1) el("path", { d, class: "foot", transform: "translate(4 5.5)" }, group);
  el("path", { d, class: `hill h${level}` }, group);
  const random = chance(level * 7919);
  const strokes = { lit: "", lee: "" };
  for (const ring of rings) hachure(ring, random, strokes);
  el("path", { d: strokes.lit, class: "hillside" }, group);
  el("path", { d: strokes.lee, class: "hillside lee-side" }, group);
  el("path", { d, class: `contour c${level}` }, group);
}

/** Short strokes down the slope, longer where it turns from the light. @param {Point[]} ring @param {() => number} random @param {{lit: string, lee: string}} strokes */
function hachure(ring, random, strokes) {
  const line = evenly([...ring, ring[0]], STROKE_GAP).slice(0, -1);
  if (line.length < 4) return;
  const out = normals(line, true);
  line.forEach((p, i) => {
    const shade = (out[i].x + out[i].y) / Math.SQRT2;
    const long = 5 + 3.4 * shade + random() * 2.6;
    const from = 0.8 + random() * 0.8;
    const stroke = `M${n(p.x + out[i].x * from)} ${n(p.y + out[i].y * from)}l${n(out[i].x * long)} ${n(out[i].y * long)}`;
    if (shade > 0.1) strokes.lee += stroke;
    else strokes.lit += stroke;
  });
}
