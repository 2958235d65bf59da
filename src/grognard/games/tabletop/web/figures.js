/** Bases with their figures, seen from above. Drawn about the middle of the front, looking up; millimetres. */

/** @typedef {import("./uniforms.js").Uniform} Uniform */
/** @typedef {{id: string, side: string, arm: string, type: string, nation: string, formation: string, facing: number, x: number, y: number,
 *    figures: number[][][], outline: number[][], disordered: boolean, fatigue: string, status: string, pm: number, bases: number, start_bases: number}} Unit */

import { el } from "/web/base/svg.js";
import { uniformOf } from "./uniforms.js";

/** Degrees and millimetres by which the bases of a disordered unit stand askew, one after another. */
const ASKEW = [[7, 1.6, -1.2], [-9, -1.4, 1.8], [5, 1.1, 2.2], [-6, 0.6, -2.1], [9, -1.9, 0.8], [-4, 1.7, 1.3]];

/** A corner as the unit sees it: right and back. @param {Unit} unit @param {number[]} corner */
function local(unit, [x, y]) {
  const a = (unit.facing * Math.PI) / 1800;
  const dx = x - unit.x;
  const dy = y - unit.y;
  return [dx * Math.cos(a) - dy * Math.sin(a), -(dx * Math.sin(a) + dy * Math.cos(a))];
}

/**
 * One unit on its bases.
 * @param {Unit} unit
 * @returns {SVGGElement}
 */
export function drawUnit(unit) {
  const g = el("g", { class: `unit arm-${unit.arm}` });
  const uniform = uniformOf(unit.nation, unit.type, unit.arm);
  unit.figures.forEach((corners, i) => {
    const ring = corners.map((corner) => local(unit, corner));
    const cx = ring.reduce((sum, p) => sum + p[0], 0) / ring.length;
    const cy = ring.reduce((sum, p) => sum + p[1], 0) / ring.length;
    const [fx, fy] = [(ring[0][0] + ring[1][0]) / 2 - cx, (ring[0][1] + ring[1][1]) / 2 - cy];
    const turn = (Math.atan2(fx, -fy) * 180) / Math.PI;
    const wide = Math.hypot(ring[0][0] - ring[1][0], ring[0][1] - ring[1][1]);
    const deep = Math.hypot(ring[1][0] - ring[2][0], ring[1][1] - ring[2][1]);
    const [tilt, dx, dy] = unit.disordered ? ASKEW[i % ASKEW.length] : [0, 0, 0];
    const base = el("g", { transform: `translate(${(cx + dx).toFixed(1)} ${(cy + dy).toFixed(1)}) rotate(${(turn + tilt).toFixed(1)})` }, g);
    const half = unit.pm % 2 === 1 && i === unit.figures.length - 1;
    drawBase(base, unit, uniform, wide, deep, half);
  });
  marks(g, unit);
  return g;
}

/**
 * @param {SVGGElement} g about the middle of the base
 * @param {Unit} unit
 * @param {Uniform} uniform
 * @param {number} wide
 * @param {number} deep
 * @param {boolean} half one of its two morale points is lost: half of its figures are gone
 */
function drawBase(g, unit, uniform, wide, deep, half) {
  const cut = unit.side === "coalition" ? 3.4 : 0;
  const [w, d] = [wide / 2, deep / 2];
  el("path", { d: `M${-w} ${-d}H${w - cut}L${w} ${-d + cut}V${d}H${-w}Z`, class: `base side-${unit.side}` }, g);
  el("path", { d: `M${-w + 0.8} ${d - 1.1}H${w - 0.8}`, class: `band side-${unit.side}` }, g);
  const detail = el("g", { class: "men" }, g);
  const dots = el("g", { class: "dots" }, g);
  if (unit.arm === "cav") horses(detail, dots, uniform, w, d, half);
  else if (unit.arm === "art" && unit.formation !== "crew") guns(detail, dots, uniform, w, d, unit.formation === "limbered", half);
  else foot(detail, dots, uniform, w, d, half);
}

/** Two ranks of three men. @param {SVGGElement} g @param {SVGGElement} dots @param {Uniform} uniform @param {number} w @param {number} d @param {boolean} half */
function foot(g, dots, uniform, w, d, half) {
  for (const row of half ? [0] : [0, 1]) {
    const y = -d + d * (row ? 1.32 : 0.55);
    for (const at of [-0.64, 0, 0.64]) {
      const x = at * w;
      el("ellipse", { cx: x, cy: y, rx: 3.1, ry: 2.1, fill: uniform.coat, class: "ink" }, g);
      el("path", { d: `M${x - 1.4} ${y - 1.5}L${x + 1.4} ${y + 1.5}M${x + 1.4} ${y - 1.5}L${x - 1.4} ${y + 1.5}`, stroke: uniform.facing, "stroke-width": 0.55 }, g);
      el("circle", { cx: x, cy: y, r: 1.45, fill: uniform.hat }, g);
      el("path", { d: `M${x + 2.4} ${y + 0.4}V${y - 4}`, class: "musket" }, g);
    }
    for (const at of [-0.62, 0, 0.62]) el("rect", { x: at * w - 2.7, y: y - 2.5, width: 5.4, height: 5, rx: 1.6, fill: uniform.coat, class: "ink" }, dots);
  }
}

/** Two horsemen side by side. @param {SVGGElement} g @param {SVGGElement} dots @param {Uniform} uniform @param {number} w @param {number} d @param {boolean} half */
function horses(g, dots, uniform, w, d, half) {
  for (const at of half ? [-0.48] : [-0.48, 0.48]) {
    const x = at * w;
    el("ellipse", { cx: x, cy: 0, rx: 2.7, ry: d * 0.74, fill: uniform.horse ?? "#6B4526", class: "ink" }, g);
    el("path", { d: `M${x - 1.2} ${-d * 0.6}L${x} ${-d * 0.9}L${x + 1.2} ${-d * 0.6}Z`, fill: uniform.horse ?? "#6B4526", class: "ink" }, g);
    el("ellipse", { cx: x, cy: 1, rx: 3.4, ry: 2.3, fill: uniform.coat, class: "ink" }, g);
    el("circle", { cx: x, cy: 1, r: 1.7, fill: uniform.hat }, g);
    el("path", { d: `M${x} ${d * 0.72}q1.6 1.6 0 3`, class: "tail" }, g);
    el("rect", { x: x - 3, y: -d * 0.7, width: 6, height: d * 1.4, rx: 3, fill: uniform.horse ?? "#6B4526", class: "ink" }, dots);
    el("circle", { cx: x, cy: 1, r: 3.4, fill: uniform.coat, class: "ink" }, dots);
  }
}

/** A gun and its crew, or its team. @param {SVGGElement} g @param {SVGGElement} dots @param {Uniform} uniform @param {number} w @param {number} d @param {boolean} limbered @param {boolean} half */
function guns(g, dots, uniform, w, d, limbered, half) {
  const y = limbered ? d * 0.45 : -d * 0.2;
  for (const layer of [g, dots]) {
    el("path", { d: `M0 ${y + (limbered ? -6 : 9)}V${y + (limbered ? 8 : -10)}`, class: "barrel" }, layer);
    for (const x of [-5.6, 5.6]) el("rect", { x: x - 1, y: y - 4.4, width: 2, height: 8.8, rx: 1, class: "wheel" }, layer);
    el("path", { d: `M-5.6 ${y}H5.6`, class: "axle" }, layer);
  }
  if (limbered) {
    for (const x of [-3.6, 3.6]) el("ellipse", { cx: x, cy: -d * 0.45, rx: 2.4, ry: 7.4, fill: "#6B4526", class: "ink" }, g);
    return;
  }
  const crew = half ? [[-8, y + 4], [8, y + 6]] : [[-8.4, y - 4], [8.4, y - 4], [-8, y + 7], [8, y + 7]];
  for (const [x, at] of crew) {
    el("ellipse", { cx: x, cy: at, rx: 2.8, ry: 2, fill: uniform.coat, class: "ink" }, g);
    el("circle", { cx: x, cy: at, r: 1.3, fill: uniform.hat }, g);
  }
}

/** What has befallen a unit, behind its rear: lost bases as rings, fatigue as bars, rout as a white flag. @param {SVGGElement} g @param {Unit} unit */
function marks(g, unit) {
  const rear = Math.max(...unit.outline.map((corner) => local(unit, corner)[1]));
  const row = el("g", { class: "marks", transform: `translate(0 ${rear + 5})` }, g);
  const full = 2 * unit.start_bases;
  const step = Math.min(4.6, 46 / full);
  for (let i = 0; i < full; i++) {
    const x = (i - (full - 1) / 2) * step + (i % 2 ? -0.5 : 0.5);
    el("circle", { cx: x.toFixed(1), cy: 0, r: 1.5, class: i < unit.pm ? `pip side-${unit.side}` : "pip lost" }, row);
  }
  const right = (full / 2) * step + 5;
  const tired = { tired: 1, spent: 2 }[unit.fatigue] ?? 0;
  for (let i = 0; i < tired; i++) el("path", { d: `M${right + i * 5} -3l3 3l-3 3`, class: "fatigue" }, row);
  if (unit.status === "routed") el("path", { d: `M${-right - 3} 4V-9h8l-2 3l2 3h-8`, class: "white-flag" }, row);
  if (unit.status === "retreating") el("path", { d: `M${-right - 2} -3v8m-3 -3l3 3l3 -3`, class: "going-back" }, row);
  if (unit.disordered && unit.status === "ready") el("path", { d: `M${-right - 5} 3h7l-3.5 -7z`, class: "trouble" }, row);
}

/** A general with two of his staff, on a round base; his order beside him. @param {any} general @param {string | null} order */
export function drawGeneral(general, order) {
  const g = el("g", { class: "general" });
  el("circle", { r: 13, class: `base side-${general.side}` }, g);
  el("circle", { r: 11.4, class: `rim${general.role === "army" ? " army" : ""}` }, g);
  const uniform = uniformOf(general.nation ?? "FR", "cav", "cav");
  for (const [x, y, size] of [[0, -3, 1], [-5, 4, 0.72], [5, 4, 0.72]]) {
    const man = el("g", { transform: `translate(${x} ${y}) scale(${size})` }, g);
    el("ellipse", { rx: 2.6, ry: 6.6, fill: size === 1 ? "#E9E4D8" : "#6B4526", class: "ink" }, man);
    el("ellipse", { cy: 0.6, rx: 3.3, ry: 2.2, fill: uniform.coat, class: "ink" }, man);
    el("path", { d: "M-3 0.4Q0 -2.6 3 0.4Z", fill: uniform.hat }, man);
  }
  if (order) {
    const sign = el("g", { transform: "translate(15 -13)", class: "order-sign" }, g);
    el("rect", { x: -7, y: -7, width: 14, height: 14, rx: 3 }, sign);
    el("path", { d: ORDER_SIGNS[order] ?? "", class: "order-path" }, sign);
  }
  return g;
}

/** Orders as small signs. @type {Record<string, string>} */
export const ORDER_SIGNS = {
  attack: "M-4 4L4 -4M0 -4H4V0M-4 0L0 4",
  forward: "M-5 0H4M1 -3L4 0L1 3",
  defend: "M-4 3V-1A4 4 0 0 1 4 -1V3",
  retreat: "M4 -3A4 4 0 1 0 4 3M4 3V-0.5M4 3H0.6",
};

/** Formations as bases seen from above. @type {Record<string, number[][]>} */
export const FORMATION_SIGNS = {
  line: [[-9, -2], [-3, -2], [3, -2], [9, -2]],
  column: [[-3, -4], [3, -4], [-3, 0], [3, 0]],
  march: [[0, -7], [0, -3], [0, 1], [0, 5]],
  square: [[0, -6], [6, 0], [0, 6], [-6, 0]],
  open: [[-10, -2], [-3.4, -2], [3.4, -2], [10, -2]],
  masse: [[-3, -2], [3, -2], [-3, 2], [3, 2]],
  limbered: [[0, -4], [0, 4]],
  unlimbered: [[-4, 0], [4, 0]],
};

/** A gun that nobody mans. @param {{facing: number, taken: string | null}} gun */
export function drawPark(gun) {
  const g = el("g", { class: "park" });
  for (const x of [-12.5, 12.5]) {
    el("path", { d: `M${x} 2V24`, class: "barrel" }, g);
    for (const at of [-5.6, 5.6]) el("rect", { x: x + at - 1, y: 9, width: 2, height: 8.8, rx: 1, class: "wheel" }, g);
    el("path", { d: `M${x - 5.6} 13.4h11.2`, class: "axle" }, g);
  }
  if (gun.taken) el("circle", { cx: 0, cy: 30, r: 3.4, class: `pip side-${gun.taken}` }, g);
  return g;
}
