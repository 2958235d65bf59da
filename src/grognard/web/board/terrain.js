/** The ground: territories, terrain areas with their signs, sea and lakes, the grid, the frontier, the frame. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").Cell} Cell */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").TerrainStyle} TerrainStyle */
/** @typedef {import("./geometry").Layout} Layout */

import { cutCorners, evenly, normals, rounded, roughen } from "../base/curves.js";
import { hexagon, keyOf } from "./geometry.js";
import { drawRelief } from "./relief.js";
import { drawSign } from "./signs.js";
import { closedCurve, el, layer, n, straight, xy } from "../base/svg.js";

/** What a game gets that says nothing about its terrain. @type {TerrainStyle} */
export const PLAIN = {
  areas: [
    { kind: "rough", sign: "hachures" }, { kind: "marsh", sign: "reeds" }, { kind: "forest", sign: "trees" },
    { kind: "mountain", sign: "peaks" }, { kind: "lake", shape: "water" }, { kind: "sea", shape: "water" },
  ],
  friendly: [],
};

/**
 * Ground, areas and signs. Returns the shores, where rivers end.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 * @param {TerrainStyle} style
 * @returns {Point[][]}
 */
export function drawGround(parent, layout, style) {
  const ground = layer(parent, "ground");
  el("rect", { ...sheet(layout), class: "land" }, ground);
  area(ground, layout, "friendly", (cell) => style.friendly.includes(cell.territory));
  drawRelief(ground, layout);
  for (const { kind, shape } of style.areas) {
    if (shape !== "water") area(ground, layout, `t-${kind}`, (cell) => covered(cell, kind));
  }
  const signs = layer(parent, "signs");
  for (const { kind, sign } of style.areas) {
    if (!sign) continue;
    for (const cell of layout.byName.values()) if (covered(cell, kind)) drawSign(signs, sign, cell);
  }
  const water = layer(parent, "water");
  /** @type {Point[][]} */
  const shores = [];
  for (const { kind, shape } of style.areas) {
    if (shape === "water") shores.push(...drawWater(water, layout, kind));
  }
  return shores;
}

/** Whether a hex has a kind of ground, be it beside others. @param {Cell} cell @param {string} kind */
function covered(cell, kind) {
  return cell.terrain === kind || !!cell.also?.includes(kind);
}

/**
 * The sheet: all hexes and a narrow margin.
 * @param {Layout} layout
 * @param {number} [more]
 */
export function sheet(layout, more = 0) {
  const m = layout.margin + more;
  return { x: -m, y: -m, width: layout.width + 2 * m, height: layout.height + 2 * m };
}

/**
 * @param {SVGGElement} parent
 * @param {Layout} layout
 * @param {string} name
 * @param {(cell: Cell) => boolean} inside
 */
function area(parent, layout, name, inside) {
  const rings = layout.outlines(inside).map((ring) => roughen(roughen(rounded(ring, 15, 8), 2.6, 17), 1.1, 5));
  if (rings.length) el("path", { d: rings.map(closedCurve).join(""), class: name }, parent);
}

/**
 * Water with its shore and, inside it, the lines of an engraved coast.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 * @param {string} kind
 * @returns {Point[][]}
 */
function drawWater(parent, layout, kind) {
  const shores = layout.outlines((cell) => cell.terrain === kind)
    .map((ring) => roughen(roughen(evenly([...rounded(ring, 22, 7), rounded(ring, 22, 7)[0]], 6).slice(0, -1), 5, 31), 1.8, 9));
  if (!shores.length) return [];
  const d = shores.map(closedCurve).join("");
  el("path", { d, class: `t-${kind}` }, parent);
  const all = shores.flat();
  for (const [i, depth] of [4.5, 9.5, 15.5].entries()) {
    const lines = shores.map((shore) => waterLine(shore, all, depth)).join("");
    el("path", { d: lines, class: `waterline w${i + 1}` }, parent);
  }
  el("path", { d, class: "shore" }, parent);
  return shores;
}

/**
 * A line that follows the shore at some depth; where it would fold over itself it breaks off.
 * @param {Point[]} shore
 * @param {Point[]} all
 * @param {number} depth
 */
function waterLine(shore, all, depth) {
  const out = normals(shore, true);
  let path = "";
  let pen = false;
  for (let i = 0; i <= shore.length; i++) {
    const at = shore[i % shore.length];
    const normal = out[i % shore.length];
    const p = { x: at.x - normal.x * depth, y: at.y - normal.y * depth };
    const close = all.some((q) => (q.x - p.x) ** 2 + (q.y - p.y) ** 2 < (depth * 0.93) ** 2);
    if (!close) path += `${pen ? "L" : "M"}${xy(p)}`;
    pen = !close;
  }
  return path;
}

/**
 * Every hexside once, a path to each column of hexes so that far ones cost nothing.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 */
export function drawGrid(parent, layout) {
  const grid = layer(parent, "grid");
  /** @type {Map<number, string>} */
  const columns = new Map();
  const done = new Set();
  for (const cell of layout.byName.values()) {
    const ring = hexagon(cell);
    ring.forEach((from, i) => {
      const to = ring[(i + 1) % 6];
      const key = keyOf({ x: (from.x + to.x), y: (from.y + to.y) });
      if (done.has(key)) return;
      done.add(key);
      columns.set(cell.x, `${columns.get(cell.x) ?? ""}M${xy(from)}L${xy(to)}`);
    });
  }
  for (const d of columns.values()) el("path", { d }, grid);
}

/**
 * The frontier: a soft band along hexsides.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 * @param {MapScene} scene
 */
export function drawFrontier(parent, layout, scene) {
  const sides = (scene.frontier ?? []).map(([a, b]) => layout.side(a, b));
  const g = layer(parent, "frontier");
  for (const line of chains(sides)) {
    const smooth = cutCorners(line, 3, false);
    el("path", { d: straight(smooth), class: "band" }, g);
    el("path", { d: straight(smooth), class: "thread" }, g);
  }
}

/**
 * Loose sides joined into lines.
 * @param {[Point, Point][]} sides
 * @returns {Point[][]}
 */
export function chains(sides) {
  /** @type {Map<string, [Point, Point][]>} */
  const ends = new Map();
  for (const side of sides) for (const p of side) ends.set(keyOf(p), [...(ends.get(keyOf(p)) ?? []), side]);
  const left = new Set(sides);
  /** @type {Point[][]} */
  const lines = [];
  const starts = [...sides].sort((a, b) => loose(a, ends) - loose(b, ends));
  for (const first of starts) {
    if (!left.has(first)) continue;
    let at = (ends.get(keyOf(first[0])) ?? []).length === 1 ? first[0] : first[1];
    const line = [at];
    for (let side = /** @type {[Point, Point] | undefined} */ (first); side;) {
      left.delete(side);
      at = keyOf(side[0]) === keyOf(at) ? side[1] : side[0];
      line.push(at);
      side = (ends.get(keyOf(at)) ?? []).find((other) => left.has(other));
    }
    lines.push(line);
  }
  return lines;
}

/**
 * @param {[Point, Point]} side
 * @param {Map<string, [Point, Point][]>} ends
 */
function loose(side, ends) {
  return Math.min(...side.map((p) => (ends.get(keyOf(p)) ?? []).length));
}

/**
 * The paper beyond the hexes is paler; a double neat line closes the sheet.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 */
export function drawFrame(parent, layout) {
  const frame = layer(parent, "frame");
  const hexes = layout.outlines(() => true, false).map((ring) => straight(ring, true)).join("");
  el("path", { d: box(sheet(layout)) + hexes, class: "beyond" }, frame);
  el("path", { d: box(sheet(layout, 6000)) + box(sheet(layout)), class: "off" }, frame);
  el("rect", { ...sheet(layout), class: "neat" }, frame);
  el("rect", { ...sheet(layout, 7), class: "neat outer" }, frame);
}

/** @param {{x: number, y: number, width: number, height: number}} b */
export function box(b) {
  return `M${n(b.x)} ${n(b.y)}h${n(b.width)}v${n(b.height)}h${n(-b.width)}Z`;
}
