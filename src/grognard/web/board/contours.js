/** How far a point lies inside a body of squares, and the lines of one depth: edges of woods, contours of hills. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { noise } from "../base/curves.js";
import { SIDE } from "./squares.js";

/** Units between samples. */
const STEP = 8;
/** Samples beyond the squares, so that every line closes. */
const RIM = 4;
/** Which sides of a cell of samples a line joins, by the corners that lie inside: 8 4 above, 1 2 below. Inside is at the right hand. */
const JOINS = /** @type {string[][]} */ ([
  [], ["LB"], ["BR"], ["LR"], ["RT"], ["RT", "LB"], ["BT"], ["LT"], ["TL"], ["TB"], ["TL", "BR"], ["TR"], ["RL"], ["RB"], ["BL"], [],
]);

/** Bodies of squares that touch, be it at a corner. @param {SquareLayout} layout @param {Set<string>} squares @returns {Set<string>[]} */
export function bodies(layout, squares) {
  const left = new Set(squares);
  /** @type {Set<string>[]} */
  const found = [];
  for (const first of squares) {
    if (!left.delete(first)) continue;
    const body = new Set([first]);
    for (const hex of body) {
      for (const other of left) {
        if (layout.distance(hex, other) > 1) continue;
        left.delete(other);
        body.add(other);
      }
    }
    found.push(body);
  }
  return found;
}

export class Depth {
  /**
   * @param {SquareLayout} layout
   * @param {Set<string>} squares one body
   * @param {{reach?: number, soft?: number, wobble?: number, grain?: number}} [how] squares looked across, passes of smoothing, unevenness
   */
  constructor(layout, squares, { reach = 1, soft = 2, wobble = 0, grain = 40 } = {}) {
    const at = [...squares].map((hex) => layout.center(hex)).map((p) => ({ c: Math.floor(p.x / SIDE), r: Math.floor(p.y / SIDE) }));
    const cs = at.map(({ c }) => c);
    const rs = at.map(({ r }) => r);
    this.member = new Set(at.map(({ c, r }) => `${c},${r}`));
    this.most = { c: layout.scene.columns - 1, r: layout.scene.rows - 1 };
    this.reach = reach;
    this.x = Math.min(...cs) * SIDE - RIM * STEP;
    this.y = Math.min(...rs) * SIDE - RIM * STEP;
    this.columns = ((Math.max(...cs) - Math.min(...cs) + 1) * SIDE) / STEP + 2 * RIM + 1;
    this.rows = ((Math.max(...rs) - Math.min(...rs) + 1) * SIDE) / STEP + 2 * RIM + 1;
    this.values = this.#measure();
    for (let k = 0; k < soft; k++) this.#soften();
    this.#shake(wobble, grain);
    this.values = this.values.map((value, k) => (this.#rim(k) ? -SIDE : value));
  }

  /** Outermost samples: what goes on beyond the board ends under its margin. @param {number} k */
  #rim(k) {
    const i = k % this.columns;
    return i === 0 || i === this.columns - 1 || k < this.columns || k >= this.columns * (this.rows - 1);
  }

  /** A body at the edge of the board goes on beyond it. @param {number} c @param {number} r */
  #holds(c, r) {
    return this.member.has(`${Math.min(this.most.c, Math.max(0, c))},${Math.min(this.most.r, Math.max(0, r))}`);
  }

  #measure() {
    const values = new Float64Array(this.columns * this.rows);
    for (let j = 0; j < this.rows; j++) {
      for (let i = 0; i < this.columns; i++) values[j * this.columns + i] = this.#depth(this.x + i * STEP, this.y + j * STEP);
    }
    return values;
  }

  /** Distance to the nearest square of the other kind, below zero outside. @param {number} x @param {number} y */
  #depth(x, y) {
    const c = Math.floor(x / SIDE);
    const r = Math.floor(y / SIDE);
    const inside = this.#holds(c, r);
    let least = (this.reach + 0.5) * SIDE;
    for (let a = c - this.reach; a <= c + this.reach; a++) {
      for (let b = r - this.reach; b <= r + this.reach; b++) {
        if (this.#holds(a, b) === inside) continue;
        const dx = Math.max(a * SIDE - x, 0, x - (a + 1) * SIDE);
        const dy = Math.max(b * SIDE - y, 0, y - (b + 1) * SIDE);
        least = Math.min(least, Math.hypot(dx, dy));
      }
    }
    return inside ? least : -least;
  }

  #soften() {
    const { columns, rows, values } = this;
    const next = new Float64Array(values);
    for (let j = 1; j < rows - 1; j++) {
      for (let i = 1; i < columns - 1; i++) {
        let sum = 0;
        for (let b = j - 1; b <= j + 1; b++) for (let a = i - 1; a <= i + 1; a++) sum += values[b * columns + a];
        next[j * columns + i] = sum / 9;
      }
    }
    this.values = next;
  }

  /** @param {number} wobble @param {number} grain */
  #shake(wobble, grain) {
    if (!wobble) return;
    this.values = this.values.map((value, k) => {
      const x = this.x + (k % this.columns) * STEP;
      const y = this.y + Math.floor(k / this.columns) * STEP;
      return value + wobble * (noise(x / grain, y / grain) + 0.4 * noise(x / 13, y / 13));
    });
  }

  /** The depth at any point. @param {Point} p */
  at(p) {
    const u = (p.x - this.x) / STEP;
    const v = (p.y - this.y) / STEP;
    const i = Math.floor(u);
    const j = Math.floor(v);
    if (i < 0 || j < 0 || i >= this.columns - 1 || j >= this.rows - 1) return -SIDE;
    const k = j * this.columns + i;
    const top = this.values[k] * (1 - u + i) + this.values[k + 1] * (u - i);
    const low = this.values[k + this.columns] * (1 - u + i) + this.values[k + this.columns + 1] * (u - i);
    return top * (1 - v + j) + low * (v - j);
  }

  /** Rings of one depth, clockwise on the screen around what lies deeper. @param {number} level @returns {Point[][]} */
  rings(level) {
    /** @type {Map<string, {to: string, at: Point}>} */
    const ways = new Map();
    for (let j = 0; j < this.rows - 1; j++) {
      for (let i = 0; i < this.columns - 1; i++) this.#cross(ways, i, j, level);
    }
    /** @type {Point[][]} */
    const found = [];
    for (const first of ways.keys()) {
      const ring = [];
      for (let key = first, way = ways.get(key); way; way = ways.get(key)) {
        ways.delete(key);
        ring.push(way.at);
        key = way.to;
      }
      if (ring.length > 5) found.push(ring);
    }
    return found;
  }

  /** @param {Map<string, {to: string, at: Point}>} ways @param {number} i @param {number} j @param {number} level */
  #cross(ways, i, j, level) {
    const k = j * this.columns + i;
    const [a, b, c, d] = [this.values[k], this.values[k + 1], this.values[k + this.columns + 1], this.values[k + this.columns]].map((v) => v - level);
    const joins = JOINS[(a > 0 ? 8 : 0) + (b > 0 ? 4 : 0) + (c > 0 ? 2 : 0) + (d > 0 ? 1 : 0)];
    if (!joins.length) return;
    const x = this.x + i * STEP;
    const y = this.y + j * STEP;
    /** @type {Record<string, {key: string, at: Point}>} */
    const sides = {
      T: { key: `h${i},${j}`, at: { x: x + (STEP * a) / (a - b), y } },
      B: { key: `h${i},${j + 1}`, at: { x: x + (STEP * d) / (d - c), y: y + STEP } },
      L: { key: `v${i},${j}`, at: { x, y: y + (STEP * a) / (a - d) } },
      R: { key: `v${i + 1},${j}`, at: { x: x + STEP, y: y + (STEP * b) / (b - c) } },
    };
    for (const join of joins) ways.set(sides[join[0]].key, { to: sides[join[1]].key, at: sides[join[0]].at });
  }
}
