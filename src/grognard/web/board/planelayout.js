/** Where things lie on an open table. One unit is a millimetre; the table's y grows to the north, the drawing's to the south. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {{x: number, y: number, outline?: Point[]}} Place */
/** @typedef {{x: number, y: number, facing: number}} Pose place of the front's middle in the table's millimetres, tenths of a degree from the north */

import { Layout } from "./geometry.js";

/** How far beside a piece a finger still hits it. */
const REACH = 6;
const SPOT = 15;

export class PlaneLayout extends Layout {
  /** How far from a piece, on the drawing, a tap still takes the nearest one. */
  slack = 0;

  /** Pieces are small and stand apart: what is said of one stands beside it. */
  get aside() {
    return { x: 62, y: 4 };
  }

  measure() {
    const { width = 1000, height = 1000 } = /** @type {{width?: number, height?: number}} */ (/** @type {unknown} */ (this.scene));
    return { width, height, reach: { x: 70, y: 26 }, counter: 17 };
  }

  /** From the table to the drawing. @param {number[]} at @returns {Point} */
  point([x, y]) {
    return { x, y: this.height - y };
  }

  /** @param {number[][]} points @returns {Point[]} */
  ring(points) {
    return points.map((at) => this.point(at));
  }

  /** From the drawing to the table. @param {Point} p @returns {Point} */
  toTable(p) {
    return { x: Math.round(p.x), y: Math.round(this.height - p.y) };
  }

  /** What stands on the table now. @param {{id: string, x: number, y: number, outline?: number[][]}[]} pieces */
  update(pieces) {
    this.byName.clear();
    for (const { id, x, y, outline } of pieces) {
      const ring = outline ? this.ring(outline) : undefined;
      const at = ring ? middle(ring) : this.point([x, y]);
      this.byName.set(id, /** @type {any} */ ({ key: id, id, ...at, outline: ring, terrain: "", territory: "" }));
    }
  }

  /** @param {string} id @returns {Place} */
  center(id) {
    const found = /** @type {Place | undefined} */ (/** @type {unknown} */ (this.byName.get(id)));
    return found ? { x: found.x, y: found.y, outline: found.outline } : { x: this.width / 2, y: this.height / 2 };
  }

  /** @returns {Point} */
  place() {
    return { x: this.width / 2, y: this.height / 2 };
  }

  /** @param {Point} p @returns {string | null} the piece under a point: small ones before large ones */
  hexAt(p) {
    const places = /** @type {[string, Place][]} */ (/** @type {unknown} */ ([...this.byName]));
    const spot = places.find(([, at]) => !at.outline && Math.hypot(at.x - p.x, at.y - p.y) <= SPOT);
    const piece = spot ?? places.find(([, at]) => at.outline && inside(p, grown(at.outline, REACH)));
    return piece ? piece[0] : this.#nearest(p, places);
  }

  /** @param {Point} p @param {[string, Place][]} places @returns {string | null} */
  #nearest(p, places) {
    let best = null;
    let least = this.slack;
    for (const [id, at] of places) {
      const [a, b] = gap([p], at.outline ?? [{ x: at.x, y: at.y }]);
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  /** @param {Place} at @param {number} [inset] @returns {Point[]} */
  shape(at, inset = 0) {
    if (at.outline) return grown(at.outline, 3 - inset);
    const r = SPOT + 1 - inset;
    return Array.from({ length: 24 }, (_, i) => ({ x: at.x + r * Math.cos((i * Math.PI) / 12), y: at.y + r * Math.sin((i * Math.PI) / 12) }));
  }

  /** In tens of millimetres: the time of a march goes by it. @param {string} a @param {string} b */
  distance(a, b) {
    const p = this.center(a);
    const q = this.center(b);
    return Math.round(Math.hypot(p.x - q.x, p.y - q.y) / 100);
  }
}

/** @param {Point[]} ring @returns {Point} */
export function middle(ring) {
  return { x: ring.reduce((sum, p) => sum + p.x, 0) / ring.length, y: ring.reduce((sum, p) => sum + p.y, 0) / ring.length };
}

/** A convex outline moved outwards. @param {Point[]} ring @param {number} by @returns {Point[]} */
export function grown(ring, by) {
  const c = middle(ring);
  const count = ring.length;
  return ring.map((p, i) => {
    const a = outward(ring[(i + count - 1) % count], p, c);
    const b = outward(p, ring[(i + 1) % count], c);
    const k = by / Math.max(0.3, 1 + a.x * b.x + a.y * b.y);
    return { x: p.x + (a.x + b.x) * k, y: p.y + (a.y + b.y) * k };
  });
}

/** The normal of a side that points away from the middle. @param {Point} a @param {Point} b @param {Point} c @returns {Point} */
function outward(a, b, c) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const normal = { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
  const away = (a.x - c.x) * normal.x + (a.y - c.y) * normal.y;
  return away >= 0 ? normal : { x: -normal.x, y: -normal.y };
}

/** @param {Point} p @param {Point[]} ring */
export function inside(p, ring) {
  let odd = false;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length];
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) odd = !odd;
  });
  return odd;
}

/** The nearest points of two outlines (a point is an outline of one). @param {Point[]} a @param {Point[]} b @returns {[Point, Point]} */
export function gap(a, b) {
  /** @type {[Point, Point]} */
  let best = [a[0], b[0]];
  let least = Infinity;
  const tryPair = (/** @type {Point} */ p, /** @type {Point} */ q) => {
    const d = Math.hypot(p.x - q.x, p.y - q.y);
    if (d < least) [least, best] = [d, [p, q]];
  };
  for (const p of a) for (const q of nearestOn(p, b)) tryPair(p, q);
  for (const q of b) for (const p of nearestOn(q, a)) tryPair(p, q);
  return best;
}

/** The nearest point of every side. @param {Point} p @param {Point[]} ring @returns {Point[]} */
function nearestOn(p, ring) {
  if (ring.length === 1) return ring;
  return ring.map((a, i) => {
    const b = ring[(i + 1) % ring.length];
    const long = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / long));
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
  });
}
