/** River names, written on a gentle curve beside the water. */

/** @typedef {import("../map-types").Box} Box */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */
/** @typedef {Pick<import("./rivers").Course, "river" | "line">} Course */

import { evenly, normals, toward } from "../base/curves.js";
import { overlap, widthOf } from "./labels.js";
import { el, layer, xy } from "../base/svg.js";

const STEP = 7;
const SQUARE = 48;
let count = 0;

/**
 * Names of one size. Large names, for a map seen from afar, stand only at long rivers.
 * @param {SVGGElement} parent
 * @param {string} name the class
 * @param {Course[]} all
 * @param {number} size in units
 * @param {number} shortest sides a river must have
 * @param {Box[]} taken
 * @param {string} serif
 * @param {number} [gap] from the middle of the water to the writing
 */
export function drawRiverNames(parent, name, all, size, shortest, taken, serif, gap = 9) {
  const group = layer(parent, `rivernames ${name}`);
  group.setAttribute("font-size", String(size));
  const lines = all.map((course) => evenly(course.line, STEP));
  const waters = new Waters(lines);
  const boxes = [...taken];
  all.forEach((course, i) => {
    const sides = course.river.sides.length;
    if (sides < shortest) return;
    const wanted = sides > 24 && size < 20 ? 2 : 1;
    const length = (widthOf(course.river.name, `italic ${size}px ${serif}`) + course.river.name.length * size * 0.12) * 1.04;
    for (let k = 0; k < wanted; k++) {
      const best = choose(lines[i], waters, length, size, boxes, k / wanted, (k + 1) / wanted, gap);
      if (!best) continue;
      write(group, course.river.name, best);
      boxes.push(...best.map((p) => ({ x: p.x - size / 2, y: p.y - size / 2, width: size, height: size })));
    }
  });
  return group;
}

/**
 * What names keep away from: towns, and their own names where they usually stand.
 * @param {MapScene} scene
 * @param {Layout} layout
 * @param {number} [size] of the town names
 * @returns {Box[]}
 */
export function obstacles(scene, layout, size = 13) {
  return Object.entries(scene.cities).flatMap(([hex, city]) => {
    const c = layout.center(hex);
    const half = city.name.length * size * 0.27 + (city.vp ? size * 0.7 : 0);
    const low = Math.max(37, 16 + size);
    return [
      { x: c.x - 14, y: c.y - 14, width: 28, height: 28 },
      { x: c.x - half, y: c.y + low - size * 0.8, width: 2 * half, height: size * 1.15 },
    ];
  });
}

/**
 * The calmest stretch with the fewest obstacles.
 * @param {Point[]} line
 * @param {Waters} waters
 * @param {number} length
 * @param {number} size
 * @param {Box[]} boxes
 * @param {number} from share of the river
 * @param {number} to
 * @param {number} gap
 * @returns {Point[] | null}
 */
function choose(line, waters, length, size, boxes, from, to, gap) {
  const steps = Math.ceil(length / STEP) + 2;
  /** @type {Point[] | null} */
  let best = null;
  let least = 40;
  const first = Math.floor(line.length * from);
  const last = Math.floor(line.length * to) - steps;
  for (let i = first; i <= last; i += 3) {
    const calm = calmed(line.slice(i, i + steps + 1));
    for (const side of [1, -1]) {
      const curve = beside(calm, side, size, gap);
      const aside = Math.abs((i + steps / 2) / line.length - (from + to) / 2) * 3;
      const cost = aside + judge(curve, waters, boxes, size, least - aside);
      if (cost < least) {
        least = cost;
        best = curve;
      }
    }
  }
  return best;
}

/** A stretch reduced to one slow bend: the parabola through its ends and its middle mass. @param {Point[]} part */
function calmed(part) {
  const a = mean(part.slice(0, 4));
  const b = mean(part.slice(-4));
  const m = mean(part);
  const bend = { x: m.x * 1.5 - (a.x + b.x) * 0.25, y: m.y * 1.5 - (a.y + b.y) * 0.25 };
  const count = part.length - 1;
  return part.map((_, i) => {
    const t = i / count;
    const s = 1 - t;
    return { x: s * s * a.x + 2 * s * t * bend.x + t * t * b.x, y: s * s * a.y + 2 * s * t * bend.y + t * t * b.y };
  });
}

/** @param {Point[]} points */
function mean(points) {
  const sum = points.reduce((p, q) => ({ x: p.x + q.x, y: p.y + q.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/**
 * The line of writing, always read from left to right.
 * @param {Point[]} calm
 * @param {number} side
 * @param {number} size
 * @param {number} air
 */
function beside(calm, side, size, air) {
  const leftward = calm[0].x > calm[calm.length - 1].x;
  const line = leftward ? [...calm].reverse() : calm;
  const out = normals(line);
  const gap = side > 0 ? air + size * 0.12 : -(air + size * 0.72);
  return line.map((p, i) => ({ x: p.x + out[i].x * gap, y: p.y + out[i].y * gap }));
}

/**
 * @param {Point[]} curve
 * @param {Waters} waters
 * @param {Box[]} boxes
 * @param {number} size
 * @param {number} limit beyond which the exact cost does not matter
 */
function judge(curve, waters, boxes, size, limit) {
  const up = normals(curve);
  const a = curve[0];
  const b = curve[curve.length - 1];
  const steep = Math.abs(Math.atan2(b.y - a.y, b.x - a.x)) / (Math.PI / 2);
  let cost = steep * steep * 4;
  for (let i = 0; i < curve.length && cost < limit; i += 2) {
    const p = curve[i];
    const mid = { x: p.x + up[i].x * size * 0.32, y: p.y + up[i].y * size * 0.32 };
    const water = waters.distance(mid.x, mid.y);
    if (water < size * 0.5 + 3) cost += 6;
    else if (water > size * 0.5 + 22) cost += 0.5;
    const box = { x: mid.x - size * 0.5, y: mid.y - size * 0.5, width: size, height: size };
    if (boxes.some((other) => overlap(box, other))) cost += 5;
  }
  return cost;
}

/** All water by squares of the map, so that what lies near a point is found at once. */
class Waters {
  /** @param {Point[][]} lines */
  constructor(lines) {
    /** @type {Map<number, Point[]>} */
    this.squares = new Map();
    for (const p of lines.flat()) {
      const key = square(Math.floor(p.x / SQUARE), Math.floor(p.y / SQUARE));
      const found = this.squares.get(key);
      if (found) found.push(p);
      else this.squares.set(key, [p]);
    }
  }

  /** Distance to the nearest water, as far as it matters. @param {number} x @param {number} y */
  distance(x, y) {
    let least = SQUARE * SQUARE;
    const i = Math.floor(x / SQUARE);
    const j = Math.floor(y / SQUARE);
    for (let a = i - 1; a <= i + 1; a++) {
      for (let b = j - 1; b <= j + 1; b++) {
        for (const p of this.squares.get(square(a, b)) ?? []) least = Math.min(least, (p.x - x) ** 2 + (p.y - y) ** 2);
      }
    }
    return Math.sqrt(least);
  }
}

/** @param {number} i @param {number} j */
function square(i, j) {
  return i * 4096 + j;
}

/**
 * @param {SVGGElement} group
 * @param {string} name
 * @param {Point[]} curve
 */
function write(group, name, curve) {
  const id = `river-${++count}`;
  const a = curve[0];
  const m = curve[Math.floor(curve.length / 2)];
  const b = curve[curve.length - 1];
  const bend = { x: 2 * m.x - (a.x + b.x) / 2, y: 2 * m.y - (a.y + b.y) / 2 };
  const before = toward(a, bend, -60);
  const after = toward(b, bend, -60);
  el("path", { id, d: `M${xy(before)}L${xy(a)}Q${xy(bend)} ${xy(b)}L${xy(after)}`, class: "line" }, group);
  const text = el("text", {}, group);
  const path = el("textPath", { href: `#${id}`, startOffset: "50%" }, text);
  path.textContent = name;
}
