/** Rivers that run through squares, and what crosses them. */

/** @typedef {import("./map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { cutCorners, roughen } from "./curves.js";
import { SIDE } from "./squares.js";
import { el, straight, xy } from "./svg.js";

const HALF = SIDE / 2;

/**
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {Set<string>} squares
 * @returns {{line: Point[]}[]}
 */
export function drawStreams(parent, layout, squares) {
  const lines = chains(layout, squares).map((chain) => {
    const ends = toTheEdge(layout, chain.map((hex) => layout.center(hex)));
    return roughen(cutCorners(ends, 3, false), 3, 23);
  });
  for (const name of ["bank", "water", "glint"]) {
    for (const line of lines) el("path", { d: straight(line), class: `stream ${name}` }, parent);
  }
  return lines.map((line) => ({ line }));
}

/**
 * Squares joined into lines: a square goes on to the neighbour it shares a side with, else across a corner.
 * @param {SquareLayout} layout
 * @param {Set<string>} squares
 * @returns {string[][]}
 */
function chains(layout, squares) {
  const near = (/** @type {string} */ hex, /** @type {Set<string>} */ left) => {
    const all = [...left].filter((other) => other !== hex && layout.distance(hex, other) === 1);
    return all.sort((a, b) => slant(layout, hex, a) - slant(layout, hex, b));
  };
  const degree = (/** @type {string} */ hex) => near(hex, squares).filter((other) => !slant(layout, hex, other)).length;
  const left = new Set([...squares].sort((a, b) => degree(a) - degree(b)));
  /** @type {string[][]} */
  const found = [];
  for (const first of [...left]) {
    if (!left.delete(first)) continue;
    const chain = [first];
    for (let next = near(first, left)[0]; next; next = near(next, left)[0]) {
      left.delete(next);
      chain.push(next);
    }
    found.push(chain);
  }
  return found;
}

/** @param {SquareLayout} layout @param {string} a @param {string} b */
function slant(layout, a, b) {
  const p = layout.center(a);
  const q = layout.center(b);
  return p.x !== q.x && p.y !== q.y ? 1 : 0;
}

/** A river in a square at the edge of the board flows off it. @param {SquareLayout} layout @param {Point[]} line */
function toTheEdge(layout, line) {
  const off = (/** @type {Point} */ p, /** @type {Point} */ before) => {
    if (p.x === HALF) return { x: -4, y: p.y };
    if (p.x === layout.width - HALF) return { x: layout.width + 4, y: p.y };
    if (p.y === HALF) return { x: p.x, y: -4 };
    if (p.y === layout.height - HALF) return { x: p.x, y: layout.height + 4 };
    return { x: p.x + (p.x - before.x) * 0.45, y: p.y + (p.y - before.y) * 0.45 };
  };
  if (line.length === 1) return [{ x: line[0].x - HALF, y: line[0].y }, line[0], { x: line[0].x + HALF, y: line[0].y }];
  return [off(line[0], line[1]), ...line, off(line[line.length - 1], line[line.length - 2])];
}

/**
 * A deck with two rails across the water; a pontoon bridge lies on boats.
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {string} hex
 * @param {Set<string>} rivers
 * @param {boolean} boats
 */
export function drawBridge(parent, layout, hex, rivers, boats) {
  const at = layout.center(hex);
  const flows = [...rivers].filter((other) => other !== hex && layout.distance(hex, other) === 1).map((other) => layout.center(other));
  const across = flows.some((p) => p.y === at.y);
  const g = el("g", { class: "bridge", transform: `translate(${xy(at)}) rotate(${across ? 90 : 0})` }, parent);
  if (boats) for (const x of [-18, -6, 6, 18]) el("ellipse", { cx: x, cy: 0, rx: 3.6, ry: 14, class: "boat" }, g);
  el("rect", { x: -28, y: -8, width: 56, height: 16, class: "deck" }, g);
  el("path", { d: "M-24 -8V8M-16 -8V8M-8 -8V8M0 -8V8M8 -8V8M16 -8V8M24 -8V8", class: "planks" }, g);
  el("path", { d: "M-30 -11L-26 -8H26L30 -11M-30 11L-26 8H26L30 11", class: "rails" }, g);
}
