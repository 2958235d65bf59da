/** Rivers that run through squares, and what crosses them. */

/** @typedef {import("../map-types").Feature} Feature */
/** @typedef {import("../map-types").MapRiver} MapRiver */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */
/** @typedef {{line: Point[], widths: number[], river: MapRiver}} Course */

import { cutCorners, evenly, noise, normals, roughen } from "../base/curves.js";
import { SIDE } from "./squares.js";
import { el, n, straight, xy } from "../base/svg.js";

const HALF = SIDE / 2;

/**
 * Water with its banks. Returns the courses with their names.
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {Feature[]} features
 * @returns {Course[]}
 */
export function drawStreams(parent, layout, features) {
  const courses = features.flatMap(({ name, places }) => chains(layout, new Set(places)).map((chain) => {
    const ends = toTheEdge(layout, chain.map((hex) => layout.center(hex)));
    const line = evenly(roughen(roughen(cutCorners(ends, 3, false), 5, 61), 2.4, 19), 8);
    const sides = chain.slice(1).map((hex, i) => /** @type {[string, string]} */ ([chain[i], hex]));
    return { line, widths: widths(layout, line), river: { id: name, name, sides, mouth: "" } };
  }));
  for (const [name, more] of /** @type {[string, number][]} */ ([["shore", 4.6], ["bank", 1.5], ["water", 0], ["shallow", -3.4]])) {
    for (const course of courses) el("path", { d: ribbon(course, more), class: `stream ${name}` }, parent);
  }
  for (const course of courses) {
    el("path", { d: strokes(course), class: "stream bankside" }, parent);
    for (const off of [-4, 3.4]) el("path", { d: straight(shifted(course.line, off)), class: "stream glint" }, parent);
  }
  return courses;
}

/** Half the width of the water: it narrows where a stretch begins or ends on the board. @param {SquareLayout} layout @param {Point[]} line */
function widths(layout, line) {
  const open = (/** @type {Point} */ p) => p.x < 0 || p.y < 0 || p.x > layout.width || p.y > layout.height;
  const last = line.length - 1;
  return line.map((p, i) => {
    const head = open(line[0]) ? 1 : Math.min(1, 0.2 + i / 9);
    const foot = open(line[last]) ? 1 : Math.min(1, 0.2 + (last - i) / 9);
    return (12.4 + 1.8 * noise(p.x / 47, p.y / 47)) * Math.min(head, foot);
  });
}

/** @param {Course} course @param {number} more */
function ribbon({ line, widths: wide }, more) {
  const out = normals(line);
  const side = (/** @type {number} */ sign) => line.map((p, i) => {
    const w = sign * Math.max(0.5, wide[i] + more);
    return { x: p.x + out[i].x * w, y: p.y + out[i].y * w };
  });
  return straight([...side(1), ...side(-1).reverse()], true);
}

/** Short strokes down both banks. @param {Course} course */
function strokes({ line, widths: wide }) {
  const out = normals(line);
  return line.map((p, i) => [1, -1].map((sign) => {
    const from = sign * (wide[i] + 1.4);
    const to = sign * (wide[i] + (i % 2 ? 4.6 : 6.6));
    return `M${n(p.x + out[i].x * from)} ${n(p.y + out[i].y * from)}L${n(p.x + out[i].x * to)} ${n(p.y + out[i].y * to)}`;
  }).join("")).join("");
}

/** @param {Point[]} line @param {number} off */
function shifted(line, off) {
  const out = normals(line);
  return line.map((p, i) => ({ x: p.x + out[i].x * off, y: p.y + out[i].y * off }));
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
 * A deck with two rails across the water, a lane to either end; a pontoon bridge lies on boats. What is down has no middle.
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {string} hex
 * @param {Set<string>} rivers
 * @param {boolean} boats
 * @param {boolean} down
 */
export function drawBridge(parent, layout, hex, rivers, boats, down) {
  const at = layout.center(hex);
  const flows = [...rivers].filter((other) => other !== hex && layout.distance(hex, other) === 1).map((other) => layout.center(other));
  const across = flows.some((p) => p.y === at.y);
  const g = el("g", { class: down ? "bridge down" : "bridge", transform: `translate(${xy(at)}) rotate(${across ? 90 : 0})` }, parent);
  el("path", { d: "M-32 1H-22M32 1H22", class: "verge" }, g);
  el("path", { d: "M-32 1H-22M32 1H22", class: "lane" }, g);
  if (boats) for (const x of [-12, -4, 4, 12]) el("ellipse", { cx: x, cy: 0, rx: 3.2, ry: 13, class: "boat" }, g);
  const spans = down ? [[-25, -9], [11, 25]] : [[-25, 25]];
  for (const [from, to] of spans) {
    el("rect", { x: from, y: -5, width: to - from, height: 14, class: "bridgecast" }, g);
    el("rect", { x: from, y: -7.5, width: to - from, height: 15, class: "deck" }, g);
    el("path", { d: planks(from, to), class: "planks" }, g);
    el("path", { d: `M${from} -7.5H${to}M${from} 7.5H${to}`, class: "rails" }, g);
  }
  el("path", { d: "M-29 -11L-25 -7.5M-29 11L-25 7.5M29 -11L25 -7.5M29 11L25 7.5", class: "rails" }, g);
  if (down) el("path", { d: "M-9 -8L-5 -4L-10 0L-4 4L-9 8M11 -8L7 -3L12 1L6 5L11 8", class: "rails" }, g);
}

/** @param {number} from @param {number} to */
function planks(from, to) {
  let d = "";
  for (let x = from + 4; x < to; x += 4.6) d += `M${x} -7.5v15`;
  return d;
}
