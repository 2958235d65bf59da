/** Where squares lie: columns from the west, rows from the south, north above. One unit is a pixel at 64 a square. */

/** @typedef {import("../map-types").Point} Point */

import { Layout } from "./geometry.js";

export const SIDE = 64;
const HALF = SIDE / 2;
/** Corners from the north-east, clockwise on the screen. @type {Point[]} */
const CORNERS = [{ x: 1, y: -1 }, { x: 1, y: 1 }, { x: -1, y: 1 }, { x: -1, y: -1 }];
/** @type {Point[]} */
const STEPS = [{ x: SIDE, y: 0 }, { x: 0, y: SIDE }, { x: -SIDE, y: 0 }, { x: 0, y: -SIDE }];

export class SquareLayout extends Layout {
  many = 20;

  measure() {
    const { columns, rows } = this.scene;
    return { width: SIDE * columns, height: SIDE * rows, reach: { x: HALF, y: HALF }, counter: 62 };
  }

  get margin() {
    return 34;
  }

  /** @param {Point} p */
  keyOf(p) {
    return `${Math.round(p.x / HALF)},${Math.round(p.y / HALF)}`;
  }

  steps() {
    return STEPS;
  }

  /** @param {string} id @returns {Point} */
  place(id) {
    const at = this.scene.places[id]?.at ?? [0, 0];
    return { x: at[0] * SIDE + HALF, y: (this.scene.rows - 1 - at[1]) * SIDE + HALF };
  }

  /** @param {Point} p @returns {string | null} */
  hexAt(p) {
    const middle = { x: Math.floor(p.x / SIDE) * SIDE + HALF, y: Math.floor(p.y / SIDE) * SIDE + HALF };
    return this.cells.get(this.keyOf(middle))?.id ?? null;
  }

  /** @param {Point} at @param {number} [inset] @returns {Point[]} */
  shape(at, inset = 0) {
    return CORNERS.map((c) => ({ x: at.x + c.x * (HALF - inset), y: at.y + c.y * (HALF - inset) }));
  }

  /** The side between two squares that share one. @param {string} a @param {string} b @returns {[Point, Point]} */
  side(a, b) {
    const p = this.center(a);
    const q = this.center(b);
    const m = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    const u = { x: (q.y - p.y) / 2, y: -(q.x - p.x) / 2 };
    return [{ x: m.x + u.x, y: m.y + u.y }, { x: m.x - u.x, y: m.y - u.y }];
  }

  /** Diagonals count one. @param {string} a @param {string} b */
  distance(a, b) {
    const p = this.center(a);
    const q = this.center(b);
    return Math.round(Math.max(Math.abs(p.x - q.x), Math.abs(p.y - q.y)) / SIDE);
  }
}
