/** Woods on a field of squares: crowns seen from above, close together, each with its shade. */

/** @typedef {import("./map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { chance, seedOf } from "./curves.js";
import { Depth, bodies } from "./contours.js";
import { SIDE } from "./squares.js";
import { closedCurve, el, layer, n } from "./svg.js";

/** Units from trunk to trunk, and how many rows of trees are drawn as one, so that nearer crowns cover farther ones. */
const GAP = 12.5;

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
  /** @type {Map<number, {x: number, y: number, r: number}[]>} */
  const rows = new Map();
  for (const hex of body) {
    const random = chance(seedOf(`trees${hex}`));
    const at = layout.center(hex);
    for (let y = -SIDE / 2; y < SIDE / 2 - 1; y += GAP * 0.86) {
      for (let x = -SIDE / 2; x < SIDE / 2 - 1; x += GAP) {
        const p = { x: at.x + x + random() * GAP * 0.9, y: at.y + y + random() * GAP * 0.7, r: 5.2 + random() * 2.6 };
        if (depth.at(p) < p.r * 0.75 || random() < 0.07) continue;
        const row = Math.round(p.y / GAP);
        rows.set(row, [...(rows.get(row) ?? []), p]);
      }
    }
  }
  for (const row of [...rows.keys()].sort((a, b) => a - b)) crowns(group, rows.get(row) ?? []);
}

/** @param {SVGGElement} group @param {{x: number, y: number, r: number}[]} row */
function crowns(group, row) {
  el("path", { d: row.map(({ x, y, r }) => disc(x + r * 0.34, y + r * 0.42, r * 1.04)).join(""), class: "treeshade" }, group);
  el("path", { d: row.map(({ x, y, r }) => disc(x, y, r)).join(""), class: "crown" }, group);
  el("path", { d: row.map(({ x, y, r }) => disc(x - r * 0.24, y - r * 0.28, r * 0.56)).join(""), class: "sunlit" }, group);
}

/** @param {number} x @param {number} y @param {number} r */
export function disc(x, y, r) {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0`;
}
