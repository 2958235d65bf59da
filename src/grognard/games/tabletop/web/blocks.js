/** Units from afar: plain blocks in the colour of their side, with the number of the order of battle and the arm. In pixels. */

import { el } from "/web/base/svg.js";

/** The least a block measures on the screen, and a general. */
const WIDE = 28;
const DEEP = 19;
const GENERAL = 12;
/** How far the notch of the front stands out, and how much of a corner is cut. */
const NOTCH = 5;
const CUT = 6;

/**
 * A unit about the middle of its front, looking up.
 * @param {any} unit as in the view
 * @param {number} number
 * @param {number} wide of its footprint, in millimetres
 * @param {number} deep
 * @param {number} scale pixels a millimetre
 * @returns {SVGGElement}
 */
export function drawBlock(unit, number, wide, deep, scale) {
  const g = el("g", { class: `block-figure side-${unit.side} ${unit.status ?? ""}`, transform: `scale(${(1 / scale).toFixed(4)})` });
  const w = Math.max(number > 9 ? WIDE + 6 : WIDE, wide * scale) / 2;
  const d = Math.max(DEEP, deep * scale);
  const cut = unit.side === "coalition" ? CUT : 0;
  el("path", { d: `M${-w} 0H${-NOTCH - 1}L0 ${-NOTCH}L${NOTCH + 1} 0H${w}V${d - cut}L${w - cut} ${d}H${-w}Z`, class: "block-body" }, g);
  if (unit.arm === "art") el("path", { d: `M${-w + 3} ${d - 2.4}H${w - 3 - cut}`, class: "block-rear" }, g);
  const upright = el("g", { transform: `translate(0 ${d / 2}) rotate(${-unit.facing / 10})` }, g);
  const apart = number > 9 ? 2 : 0; // two figures need more room
  el("text", { x: -5 - apart, y: 4.4, class: "block-number" }, upright).textContent = String(number);
  arm(el("g", { transform: `translate(${7 + apart} 0)` }, upright), unit.arm);
  if (unit.disordered || (unit.status && unit.status !== "ready")) el("path", { d: `M${w - 9} ${d - 1}h8l-4 -7z`, class: "trouble" }, g);
  return g;
}

/** Foot, horse or guns in a small box. @param {SVGGElement} g @param {string} kind */
function arm(g, kind) {
  el("rect", { x: -5.5, y: -4, width: 11, height: 8, class: "block-box" }, g);
  if (kind === "art") el("circle", { r: 2, class: "block-shot" }, g);
  else el("path", { d: kind === "cav" ? "M-5.5 4L5.5 -4" : "M-5.5 -4L5.5 4M-5.5 4L5.5 -4", class: "block-sign" }, g);
}

/** A general: a disc in the colour of his side, a gold ring, for the chief a star. @param {any} general @param {number} scale @returns {SVGGElement} */
export function drawChief(general, scale) {
  const g = el("g", { class: `block-figure side-${general.side}`, transform: `scale(${(1 / scale).toFixed(4)})` });
  el("circle", { r: GENERAL, class: "block-body" }, g);
  el("circle", { r: GENERAL - 2, class: "block-ring" }, g);
  el("path", { d: "M-7 1.5C-5 0.5 -4.6 -5.5 0 -5.5S5 0.5 7 1.5C3.5 3 -3.5 3 -7 1.5Z", class: "block-hat" }, g);
  if (general.role === "army") el("path", { d: "M0 3.4l1.2 2.5 2.7 .3-2 1.8 .6 2.7-2.5-1.4-2.5 1.4 .6-2.7-2-1.8 2.7-.3z", class: "block-star" }, g);
  return g;
}
