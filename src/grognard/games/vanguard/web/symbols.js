/** The drawing of counters: bodies, arms, hats, orders and signs of trouble, in a box of 100 around the origin. */

import { path, text } from "/web/board/counter.js";
import { el } from "/web/base/svg.js";

export const SQUARE = "M-41 -50H41A9 9 0 0 1 50 -41V41A9 9 0 0 1 41 50H-41A9 9 0 0 1 -50 41V-41A9 9 0 0 1 -41 -50Z";
export const ROUND = "M-50 0A50 50 0 1 1 50 0A50 50 0 1 1 -50 0Z";

/**
 * The arm in its box; hatched when the unit is broken.
 * @param {Element} parent
 * @param {string} kind
 * @param {{x: number, y: number, w: number, h: number, line: number}} box centre and half sizes
 * @param {boolean} broken
 */
export function arm(parent, kind, { x, y, w, h, line }, broken) {
  const g = el("g", { class: "arm", transform: `translate(${x} ${y})` }, parent);
  el("rect", { class: "box", x: -w, y: -h, width: 2 * w, height: 2 * h }, g);
  if (broken) path(g, "hatching", hatching(w, h));
  SIGNS[kind]?.(g, w, h);
  el("rect", { class: "rim", x: -w, y: -h, width: 2 * w, height: 2 * h, "stroke-width": line }, g);
}

/** @type {Record<string, (g: SVGGElement, w: number, h: number) => void>} */
const SIGNS = {
  line: cross,
  light: (g, w, h) => {
    cross(g, w, h);
    el("circle", { class: "shot", cy: -h * 0.56, r: h * 0.19 }, g);
  },
  grenadier: (g, w, h) => {
    cross(g, w, h);
    path(g, "solid", `M${-w * 0.42} ${h}L0 ${h * 0.36}L${w * 0.42} ${h}Z`);
  },
  light_cav: slant,
  heavy_cav: (g, w, h) => path(g, "solid", `M${-w} ${h}L${w} ${-h}V${h}Z`),
  foot_art: (g, _, h) => el("circle", { class: "shot", r: h * 0.42 }, g),
  horse_art: (g, w, h) => {
    slant(g, w, h);
    el("circle", { class: "shot", r: h * 0.4 }, g);
  },
  redoubt_art: (g, w, h) => {
    el("circle", { class: "shot", r: h * 0.38 }, g);
    path(g, "sign", `M${-w * 0.8} ${h * 0.72}V${h * 0.34}H${-w * 0.45}V${h * 0.72}M${w * 0.8} ${h * 0.72}V${h * 0.34}H${w * 0.45}V${h * 0.72}`);
  },
};

/** @param {Element} g @param {number} w @param {number} h */
function cross(g, w, h) {
  path(g, "sign", `M${-w} ${-h}L${w} ${h}M${-w} ${h}L${w} ${-h}`);
}

/** @param {Element} g @param {number} w @param {number} h */
function slant(g, w, h) {
  path(g, "sign", `M${-w} ${h}L${w} ${-h}`);
}

/** Slanting lines that end at the edge of the box. @param {number} w @param {number} h */
function hatching(w, h) {
  let d = "";
  for (let c = -w - h + 5; c < w + h; c += 6.5) {
    const x1 = Math.max(-w, c - h);
    const x2 = Math.min(w, c + h);
    if (x2 > x1) d += `M${x1} ${c - x1}L${x2} ${c - x2}`;
  }
  return d;
}

/** Disorder: a yellow corner with a stroke. @param {Element} parent */
export function corner(parent) {
  path(parent, "corner", "M-50 -10V-41A9 9 0 0 1 -41 -50H-10Z");
  path(parent, "corner-stroke", "M-37 -41V-29");
}

/** Rout: a white flag. @param {Element} parent */
export function whiteFlag(parent) {
  path(parent, "corner white", "M-50 -4V-41A9 9 0 0 1 -41 -50H-4Z");
  path(parent, "flag", "M-41 -16V-43H-22L-27 -37L-22 -31H-41");
}

/** The reduced side: a bar across the corner. @param {Element} parent @param {boolean} right where another sign has the left */
export function bar(parent, right) {
  path(parent, "bar", right ? "M18 50L50 18V34L34 50Z" : "M-50 -18L-18 -50H-34L-50 -34Z");
}

/** @param {Element} parent @param {string} nation @param {boolean} chief */
export function hat(parent, nation, chief) {
  el("circle", { class: `body nation-${nation}`, r: 50 }, parent);
  el("circle", { class: chief ? "gold chief" : "gold", r: 42.5 }, parent);
  path(parent, "hat", "M-31 -8C-22 -11 -20 -34 0 -34S22 -11 31 -8C22 -5 16 -1 10 -5C4 -9 -4 -9 -10 -5C-16 -1 -22 -5 -31 -8Z");
}

/** The four orders: arrows that say where the formation goes. */
export const ARROWS = /** @type {Record<string, string>} */ ({
  attack: "M-22 22L20 -20M-6 -22H22V6",
  advance: "M-28 0H24M6 -19L26 0L6 19",
  manoeuvre: "M-26 20C-30 -20 4 -28 22 -4M24 -24V-2H2",
  defence: "M-26 24V2C-26 -32 26 -32 26 2V24",
});

/** @param {Element} parent @param {string} order */
export function arrow(parent, order) {
  el("rect", { class: "paper", x: -44, y: -44, width: 88, height: 88, rx: 14 }, parent);
  path(parent, "arrow", ARROWS[order] ?? "M-10 0H10");
}
