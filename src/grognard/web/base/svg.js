/** Making SVG elements and writing path data. */

/** @typedef {import("../map-types").Point} Point */

export const NS = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Element | null} [parent]
 * @returns {SVGElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, parent = null) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (parent) parent.append(made);
  return made;
}

/**
 * @param {Element} parent
 * @param {string} name the class
 * @returns {SVGGElement}
 */
export function layer(parent, name) {
  return el("g", { class: name }, parent);
}

/** Coordinates with one decimal: half the bytes, no visible loss. @param {number} value */
export function n(value) {
  return String(Math.round(value * 10) / 10);
}

/** @param {Point} p */
export function xy(p) {
  return `${n(p.x)} ${n(p.y)}`;
}

/**
 * Straight lines through the points.
 * @param {Point[]} points
 * @param {boolean} [closed]
 */
export function straight(points, closed = false) {
  return points.length ? `M${points.map(xy).join("L")}${closed ? "Z" : ""}` : "";
}

/**
 * A closed curve that swings past every point, touching the middle of each stretch.
 * @param {Point[]} points
 */
export function closedCurve(points) {
  if (points.length < 3) return "";
  const last = points[points.length - 1];
  let path = `M${xy(middle(last, points[0]))}`;
  points.forEach((point, i) => {
    path += `Q${xy(point)} ${xy(middle(point, points[(i + 1) % points.length]))}`;
  });
  return `${path}Z`;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** @param {Element} element */
export function empty(element) {
  element.replaceChildren();
}

/** Whether nothing is to move: the system says so, or the reader. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.animation === "off";
}
