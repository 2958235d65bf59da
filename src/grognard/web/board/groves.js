/** Woods on a field of squares: crowns seen from above, close together, each with its shade. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */
/** @typedef {{x: number, y: number, r: number, turn: number}} Tree */

import { chance, seedOf } from "../base/curves.js";
import { Depth, bodies } from "./contours.js";
import { SIDE } from "./squares.js";
import { closedCurve, el, layer, n, straight } from "../base/svg.js";

/** Units from trunk to trunk. */
const GAP = 12.5;
/** How far the edge of a crown lies from its middle, around. */
const EDGE = [1.08, 0.94, 1.04, 0.9, 1.06, 0.98, 1.05, 0.92, 1.02, 0.96];

/** The floor of the woods. @param {SVGGElement} parent @param {SquareLayout} layout @param {Set<string>} squares */
export function drawWoods(parent, layout, squares) {
  const group = layer(parent, "woods");
  for (const body of bodies(layout, squares)) {
    const depth = new Depth(layout, body, { soft: 3, wobble: 6, grain: 34 });
    const d = depth.rings(-1).map(closedCurve).join("");
    el("path", { d, class: "woodside", transform: "translate(2.5 4)" }, group);
    el("path", { d, class: "t-wood" }, group);
    plant(group, layout, body, depth);
  }
}

/** Tree after tree over the whole wood, seeded by its squares. @param {SVGGElement} group @param {SquareLayout} layout @param {Set<string>} body @param {Depth} depth */
function plant(group, layout, body, depth) {
  /** @type {Map<number, Tree[]>} nearer rows cover farther ones */
  const rows = new Map();
  for (const hex of body) {
    const random = chance(seedOf(`trees${hex}`));
    const at = layout.center(hex);
    for (let y = -SIDE / 2; y < SIDE / 2 - 1; y += GAP * 0.86) {
      for (let x = -SIDE / 2; x < SIDE / 2 - 1; x += GAP) {
        const p = { x: at.x + x + random() * GAP * 0.9, y: at.y + y + random() * GAP * 0.7, r: 5.2 + random() * 2.6, turn: random() * 6 };
        if (depth.at(p) < p.r * 0.75 || random() < 0.07) continue;
        const row = Math.round(p.y / GAP);
        rows.set(row, [...(rows.get(row) ?? []), p]);
      }
    }
  }
  for (const row of [...rows.keys()].sort((a, b) => a - b)) crowns(group, rows.get(row) ?? []);
}

/** @param {SVGGElement} group @param {Tree[]} row */
function crowns(group, row) {
  el("path", { d: row.map(({ x, y, r, turn }) => leafy(x + r * 0.34, y + r * 0.42, r * 1.06, turn)).join(""), class: "treeshade" }, group);
  el("path", { d: row.map(({ x, y, r, turn }) => leafy(x, y, r, turn)).join(""), class: "crown" }, group);
  el("path", { d: row.map(({ x, y, r, turn }) => leafy(x - r * 0.24, y - r * 0.28, r * 0.58, turn + 1)).join(""), class: "sunlit" }, group);
}

/** An uneven round: leafier than a circle, and quicker to paint a thousand times. @param {number} x @param {number} y @param {number} r @param {number} turn */
function leafy(x, y, r, turn) {
  return straight(EDGE.map((far, k) => {
    const angle = turn + (k * 2 * Math.PI) / EDGE.length;
    return { x: x + r * far * Math.cos(angle), y: y + r * far * Math.sin(angle) };
  }), true);
}

/** @param {number} x @param {number} y @param {number} r */
export function disc(x, y, r) {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0`;
}
