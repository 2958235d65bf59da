/** The drawing of counters: bodies, arms, class, hats and markers, in a box of 100 around the origin. */

import { path, text } from "/web/board/counter.js";
import { el } from "/web/base/svg.js";

/** Nations that keep the body of their side and carry a flash. */
export const CODES = /** @type {Record<string, string>} */ ({
  polish: "PL", italian: "IT", bavarian: "BA", saxon: "SX", westphalian: "WE", prussian: "PR", austrian: "AU", swiss: "CH", swedish: "SE",
});

/** The outline of a body: the Russian one has a cut corner. @param {string} side @param {number} [grow] */
export function outline(side, grow = 0) {
  const a = 50 + grow;
  const r = 9;
  const right = side === "russian" ? `H${a - 20}L${a} ${-a + 20}` : `H${a - r}A${r} ${r} 0 0 1 ${a} ${-a + r}`;
  return `M${-a + r} ${-a}${right}V${a - r}A${r} ${r} 0 0 1 ${a - r} ${a}H${-a + r}A${r} ${r} 0 0 1 ${-a} ${a - r}V${-a + r}A${r} ${r} 0 0 1 ${-a + r} ${-a}Z`;
}

/** @param {Element} parent @param {string} side */
export function body(parent, side) {
  path(parent, "body", outline(side));
}

/** Two colours at the left edge. @param {Element} parent @param {string} nation */
export function flash(parent, nation) {
  const g = el("g", { class: `flash nation-${nation}` }, parent);
  path(g, "one", "M-46 0V-40L-36 -46V0Z");
  path(g, "two", "M-46 0V40L-36 46V0Z");
  path(g, "flash-edge", "M-46 40V-40L-36 -46V46ZM-46 0H-36");
}

/**
 * The arm in its box; hatched when disrupted.
 * @param {Element} parent
 * @param {string} kind
 * @param {{x: number, y: number, w: number, h: number, line: number}} box centre and half sizes
 * @param {boolean} broken
 */
export function arm(parent, kind, { x, y, w, h, line }, broken) {
  const g = el("g", { class: "arm", transform: `translate(${x} ${y})` }, parent);
  el("rect", { class: "box", x: -w, y: -h, width: 2 * w, height: 2 * h }, g);
  if (broken) path(g, "hatching", hatching(w, h));
  if (kind === "infantry") path(g, "sign", `M${-w} ${-h}L${w} ${h}M${-w} ${h}L${w} ${-h}`);
  else if (kind === "cavalry") path(g, "sign", `M${-w} ${h}L${w} ${-h}`);
  else el("circle", { class: "shot", r: h * 0.42 }, g);
  el("rect", { class: "rim", x: -w, y: -h, width: 2 * w, height: 2 * h, "stroke-width": line }, g);
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

/**
 * Chevrons for the class: three veteran, two line, one conscript.
 * @param {Element} parent
 * @param {string} rank
 * @param {number} x
 * @param {number} y
 * @param {number} [scale]
 */
export function chevrons(parent, rank, x, y, scale = 1) {
  const count = { veteran: 3, line: 2, conscript: 1 }[rank] ?? 0;
  const w = 13 * scale;
  const h = 8 * scale;
  let d = `M${x - (count * w) / 2} ${y + h / 2}`;
  for (let i = 0; i < count; i++) d += `l${w / 2} ${-h}l${w / 2} ${h}`;
  const made = path(parent, "chevrons", d);
  made.setAttribute("stroke-width", String(4 * scale));
}

/**
 * Trouble: a yellow corner with a stroke, at the left, or at the right where a commander covers the left.
 * @param {Element} parent
 * @param {string} side
 * @param {boolean} right
 */
export function trouble(parent, side, right) {
  const cut = side === "russian" ? "M12 -50H30L50 -30V-12Z" : "M12 -50H41A9 9 0 0 1 50 -41V-12Z";
  path(parent, "corner", right ? cut : "M-50 -12V-41A9 9 0 0 1 -41 -50H-12Z");
  path(parent, "corner-stroke", right ? (side === "russian" ? "M32 -39V-31" : "M38 -42V-31") : "M-38 -42V-31");
}

/** The reverse of a counter: a frame and a lattice. @param {Element} parent */
export function reverse(parent) {
  path(parent, "lattice", "M-38 -12L-12 -38M-38 12L12 -38M-38 38L38 -38M-12 38L38 -12M12 38L38 12");
  el("rect", { class: "seam", x: -39, y: -39, width: 78, height: 78, rx: 6 }, parent);
}

/** @param {Element} parent @param {string} side */
export function bicorne(parent, side) {
  el("circle", { class: `body side-${side}`, r: 50 }, parent);
  el("circle", { class: "gold", r: 42.5 }, parent);
  path(parent, "hat", "M-33 -5C-24 -8 -21 -33 0 -33S24 -8 33 -5C24 -2 17 2 11 -2C4 -6 -4 -6 -11 -2C-17 2 -24 -2 -33 -5Z");
}

/** A wheel: a Train that is known. @param {Element} parent */
export function wheel(parent) {
  el("circle", { class: "body", r: 50 }, parent);
  el("circle", { class: "spokes", r: 29 }, parent);
  path(parent, "spokes", "M0 -29V29M-29 0H29M-20.5 -20.5L20.5 20.5M-20.5 20.5L20.5 -20.5");
  el("circle", { class: "hub", r: 8 }, parent);
}

/** Face down. @param {Element} parent */
export function unknown(parent) {
  el("circle", { class: "body", r: 50 }, parent);
  el("circle", { class: "dashes", r: 33 }, parent);
  text(parent, "ink strong", 0, 15, "?", 42);
}

/** @param {Element} parent */
export function house(parent) {
  path(parent, "body", "M-46 46V-12L0 -50L46 -12V46Z");
  path(parent, "door", "M-20 44V4H20V44Z");
  path(parent, "door-cross", "M-20 4L20 44M20 4L-20 44");
}

/** @param {Element} parent */
export function ear(parent) {
  el("rect", { class: "yellow", x: -50, y: -50, width: 100, height: 100, rx: 14 }, parent);
  path(parent, "ear", "M0 36V-30M0 18C-20 16 -27 4 -27 -12M0 18C20 16 27 4 27 -12M0 -4C-14 -6 -18 -16 -18 -32M0 -4C14 -6 18 -16 18 -32");
}

/** @param {Element} parent */
export function haste(parent) {
  el("rect", { class: "paper", x: -50, y: -50, width: 100, height: 100, rx: 14 }, parent);
  path(parent, "haste", "M-28 -24L-4 0L-28 24M4 -24L28 0L4 24");
}

/** @param {Element} parent @param {number} times */
export function swords(parent, times) {
  el("rect", { class: "paper", x: -50, y: -50, width: 100, height: 100, rx: 14 }, parent);
  path(parent, "swords", "M-28 -30L22 24M28 -30L-22 24M-32 12L-10 32M32 12L10 32M-26 28L-34 36M26 28L34 36");
  if (times > 1) text(parent, "ink-dark strong", 0, -16, "2", 34);
}
