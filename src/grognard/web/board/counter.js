/** What the counters of any game are drawn with, in a box of 100 around the origin. */

import { el } from "../base/svg.js";

/**
 * A group whose box of 100 is drawn at a size.
 * @param {string} name
 * @param {number} size
 */
export function frame(name, size) {
  return el("g", { class: name, transform: `scale(${Math.round(size * 10) / 1000})` });
}

/**
 * @param {Element} parent
 * @param {string} name
 * @param {string} d
 */
export function path(parent, name, d) {
  return el("path", { class: name, d }, parent);
}

/**
 * @param {Element} parent
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {number} size
 * @param {number} [widest] shrink the writing rather than pass this
 */
export function text(parent, name, x, y, words, size, widest = 0) {
  const wide = words.length * size * 0.56;
  const fitted = widest && wide > widest ? (size * widest) / wide : size;
  const made = el("text", { class: name, x, y, "font-size": Math.round(fitted * 10) / 10 }, parent);
  made.textContent = words;
  return made;
}

/** A soft shadow without a filter. @param {Element} parent @param {string} d */
export function shade(parent, d) {
  el("path", { class: "cast wide", d, transform: "translate(0 5)" }, parent);
  el("path", { class: "cast", d, transform: "translate(0 3)" }, parent);
}

/**
 * @param {Element} parent
 * @param {SVGGElement} child
 * @param {number} x
 * @param {number} y
 */
export function put(parent, child, x, y) {
  const r = (/** @type {number} */ v) => Math.round(v * 10) / 10;
  child.setAttribute("transform", `translate(${r(x)} ${r(y)}) ${child.getAttribute("transform") ?? ""}`);
  parent.append(child);
}
