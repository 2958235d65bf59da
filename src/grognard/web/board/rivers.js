/** Rivers along the hexsides, widening downstream, and the bridges across them. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").MapRiver} MapRiver */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("./geometry").Layout} Layout */

import { cutCorners, evenly, lengths, nearest, normals, toward } from "../base/curves.js";
import { keyOf } from "./geometry.js";
import { el, layer, n, straight, xy } from "../base/svg.js";

const SOURCE = 2.2;
const CASING = 1.2;

/**
 * A river as drawn.
 * @typedef {{river: MapRiver, line: Point[], end: number}} Course
 */

/**
 * The smooth courses, tributaries led to the water they join.
 * @param {MapScene} scene
 * @param {Layout} layout
 * @param {Point[][]} shores
 * @returns {Course[]}
 */
export function courses(scene, layout, shores) {
  const rivers = scene.rivers ?? [];
  const corners = new Map(rivers.map((river) => [river.id, corner(river, layout)]));
  /** @type {Map<string, Point[]>} */
  const smooth = new Map();
  for (const [id, line] of corners) if (line.length > 1) smooth.set(id, cutCorners(line, 3, false));
  return rivers.flatMap((river) => {
    const line = smooth.get(river.id);
    if (!line) return [];
    const parent = smooth.get(river.mouth);
    const last = line[line.length - 1];
    const course = parent ? joinTo(line, parent) : ending(line, last, river.mouth, shores);
    return [{ river, line: rise(course, river, corners, smooth), end: Math.min(5.4, 2.9 + river.sides.length * 0.085) }];
  });
}

/**
 * The corners a river passes, in order downstream.
 * @param {MapRiver} river
 * @param {Layout} layout
 * @returns {Point[]}
 */
function corner(river, layout) {
  const sides = river.sides.map(([a, b]) => layout.side(a, b));
  if (!sides.length) return [];
  const [p, q] = sides[0];
  const next = sides[1] ? sides[1].map(keyOf) : [];
  const line = next.includes(keyOf(p)) ? [q, p] : [p, q];
  for (const [a, b] of sides.slice(1)) {
    const at = keyOf(line[line.length - 1]);
    if (keyOf(a) === at) line.push(b);
    else if (keyOf(b) === at) line.push(a);
    else line.push(...closest(line[line.length - 1], a, b));
  }
  return line;
}

/** Where a river leaves the sheet and comes back the sides do not meet: go on at the nearer end. @param {Point} p @param {Point} a @param {Point} b */
function closest(p, a, b) {
  const far = (/** @type {Point} */ q) => Math.hypot(q.x - p.x, q.y - p.y);
  return far(a) <= far(b) ? [a, b] : [b, a];
}

/**
 * The last stretch bent to the nearest water of the main river.
 * @param {Point[]} line
 * @param {Point[]} parent
 */
function joinTo(line, parent) {
  const last = line[line.length - 1];
  const fine = evenly(parent, 3);
  const { point, distance } = nearest(fine, last);
  return distance < 30 ? [...line.slice(0, -1), last, point] : line;
}

/**
 * @param {Point[]} line
 * @param {Point} last
 * @param {string} mouth
 * @param {Point[][]} shores
 */
function ending(line, last, mouth, shores) {
  const before = line[line.length - 3] ?? line[0];
  if (mouth === "edge") return [...line, toward(last, before, -26)];
  const close = nearest(shores.flat(), last);
  if (close.distance > 45) return line;
  return [...line, close.point, toward(close.point, last, -2)];
}

/**
 * A source that lies on another river springs from that river's bank.
 * @param {Point[]} line
 * @param {MapRiver} river
 * @param {Map<string, Point[]>} corners
 * @param {Map<string, Point[]>} smooth
 */
function rise(line, river, corners, smooth) {
  const key = keyOf(line[0]);
  for (const [id, others] of corners) {
    if (id === river.id || !others.some((p) => keyOf(p) === key)) continue;
    const { point, distance } = nearest(evenly(smooth.get(id) ?? others, 3), line[0]);
    if (distance > 1 && distance < 30) return [point, ...line];
  }
  return line;
}

/**
 * A ribbon that grows from the source to the mouth.
 * @param {Point[]} line
 * @param {number} end
 * @param {number} extra
 */
function ribbon(line, end, extra) {
  const side = normals(line);
  const along = lengths(line);
  const total = along[along.length - 1] || 1;
  const half = (/** @type {number} */ i) => (SOURCE + ((end - SOURCE) * along[i]) / total) / 2 + extra;
  const left = line.map((p, i) => ({ x: p.x + side[i].x * half(i), y: p.y + side[i].y * half(i) }));
  const right = line.map((p, i) => ({ x: p.x - side[i].x * half(i), y: p.y - side[i].y * half(i) }));
  const h = half(0);
  const e = half(line.length - 1);
  right.reverse();
  return `M${left.map(xy).join("L")}A${n(e)} ${n(e)} 0 0 1 ${right.map(xy).join("L")}A${n(h)} ${n(h)} 0 0 1 ${xy(left[0])}Z`;
}

/**
 * @param {SVGGElement} parent
 * @param {Course[]} all
 */
export function drawRivers(parent, all) {
  const group = layer(parent, "rivers");
  const casing = layer(group, "casing");
  const body = layer(group, "body");
  const glint = layer(group, "glint");
  for (const { line, end } of all) {
    el("path", { d: ribbon(line, end, CASING) }, casing);
    el("path", { d: ribbon(line, end, 0) }, body);
    el("path", { d: straight(line) }, glint);
  }
}

/**
 * A deck with two rails, laid across the water.
 * @param {SVGGElement} parent
 * @param {Layout} layout
 * @param {Course[]} all
 */
export function drawBridges(parent, layout, all) {
  const group = layer(parent, "bridges");
  for (const { river, line } of all) {
    const fine = evenly(line, 2);
    const ways = normals(fine);
    for (const [a, b, bridge] of river.sides) {
      if (!bridge) continue;
      const [p, q] = layout.side(a, b);
      const { point, index } = nearest(fine, { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
      const across = ways[index];
      const turn = (Math.atan2(across.y, across.x) * 180) / Math.PI;
      const g = el("g", { transform: `translate(${xy(point)}) rotate(${n(turn)})` }, group);
      el("path", { d: "M-8.5 -3.2H8.5V3.2H-8.5Z", class: "deck" }, g);
      el("path", { d: "M-5 -3.2V3.2M-1.7 -3.2V3.2M1.7 -3.2V3.2M5 -3.2V3.2", class: "planks" }, g);
      el("path", { d: "M-12.5 -6.2L-9.5 -3.6H9.5L12.5 -6.2M-12.5 6.2L-9.5 3.6H9.5L12.5 6.2", class: "rails" }, g);
    }
  }
}
