/** Rounding, roughening and measuring lines; chance that always falls the same way. */

/** @typedef {import("../map-types").Point} Point */

/** A number from a name, the same on every machine. @param {string} text */
export function seedOf(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash >>> 0;
}

/**
 * Numbers from 0 to 1 in a fixed order (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
export function chance(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} i @param {number} j */
function lattice(i, j) {
  let h = Math.imul(i, 374761393) + Math.imul(j, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
}

/**
 * Smooth noise of the place, -1 to 1: neighbours that share a line shake it alike.
 * @param {number} x
 * @param {number} y
 */
export function noise(x, y) {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = ease(x - i);
  const v = ease(y - j);
  const top = lattice(i, j) * (1 - u) + lattice(i + 1, j) * u;
  const low = lattice(i, j + 1) * (1 - u) + lattice(i + 1, j + 1) * u;
  return top * (1 - v) + low * v;
}

/** @param {number} t */
function ease(t) {
  return t * t * (3 - 2 * t);
}

/**
 * @param {Point[]} points
 * @param {number} amount
 * @param {number} grain units between bumps
 * @returns {Point[]}
 */
export function roughen(points, amount, grain) {
  return points.map((p) => ({
    x: p.x + amount * noise(p.x / grain, p.y / grain),
    y: p.y + amount * noise(p.x / grain + 71.3, p.y / grain + 19.7),
  }));
}

/**
 * A ring with its corners rounded off, in short steps.
 * @param {Point[]} ring
 * @param {number} cut how far from the corner the curve begins
 * @param {number} step
 * @returns {Point[]}
 */
export function rounded(ring, cut, step) {
  /** @type {Point[]} */
  const found = [];
  ring.forEach((here, i) => {
    const before = ring[(i + ring.length - 1) % ring.length];
    const after = ring[(i + 1) % ring.length];
    const a = toward(here, before, cut);
    const b = toward(here, after, cut);
    for (const t of [0, 0.25, 0.5, 0.75, 1]) found.push(bend(a, here, b, t));
    const end = toward(after, here, cut);
    const length = Math.hypot(end.x - b.x, end.y - b.y);
    const steps = Math.floor(length / step);
    for (let k = 1; k < steps; k++) found.push(toward(b, end, (length * k) / steps));
  });
  return found;
}

/**
 * @param {Point} a
 * @param {Point} b
 * @param {number} distance
 * @returns {Point}
 */
export function toward(a, b, distance) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: a.x + ((b.x - a.x) * distance) / length, y: a.y + ((b.y - a.y) * distance) / length };
}

/** A point of a curve with one handle. @param {Point} a @param {Point} h @param {Point} b @param {number} t */
function bend(a, h, b, t) {
  const s = 1 - t;
  return { x: s * s * a.x + 2 * s * t * h.x + t * t * b.x, y: s * s * a.y + 2 * s * t * h.y + t * t * b.y };
}

/**
 * Corners cut again and again (Chaikin).
 * @param {Point[]} points
 * @param {number} times
 * @param {boolean} closed
 * @returns {Point[]}
 */
export function cutCorners(points, times, closed) {
  let line = points;
  for (let k = 0; k < times; k++) {
    /** @type {Point[]} */
    const next = closed ? [] : [line[0]];
    const count = closed ? line.length : line.length - 1;
    for (let i = 0; i < count; i++) {
      const a = line[i];
      const b = line[(i + 1) % line.length];
      next.push({ x: 0.75 * a.x + 0.25 * b.x, y: 0.75 * a.y + 0.25 * b.y });
      next.push({ x: 0.25 * a.x + 0.75 * b.x, y: 0.25 * a.y + 0.75 * b.y });
    }
    if (!closed) next.push(line[line.length - 1]);
    line = next;
  }
  return line;
}

/** Length up to each point. @param {Point[]} line @returns {number[]} */
export function lengths(line) {
  let sum = 0;
  return line.map((p, i) => {
    if (i) sum += Math.hypot(p.x - line[i - 1].x, p.y - line[i - 1].y);
    return sum;
  });
}

/**
 * The same line in equal steps.
 * @param {Point[]} line
 * @param {number} step
 * @returns {Point[]}
 */
export function evenly(line, step) {
  const along = lengths(line);
  const total = along[along.length - 1];
  const count = Math.max(1, Math.round(total / step));
  const found = [];
  let i = 0;
  for (let k = 0; k <= count; k++) {
    const at = (total * k) / count;
    while (i < line.length - 2 && along[i + 1] < at) i++;
    const part = along[i + 1] - along[i] || 1;
    const t = Math.min(1, (at - along[i]) / part);
    found.push({ x: line[i].x + (line[i + 1].x - line[i].x) * t, y: line[i].y + (line[i + 1].y - line[i].y) * t });
  }
  return found;
}

/**
 * Unit normals, to the left of the way.
 * @param {Point[]} line
 * @param {boolean} [closed]
 * @returns {Point[]}
 */
export function normals(line, closed = false) {
  const last = line.length - 1;
  return line.map((_, i) => {
    const a = line[i ? i - 1 : closed ? last : 0];
    const b = line[i < last ? i + 1 : closed ? 0 : last];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
  });
}

/**
 * @param {Point[]} line
 * @param {Point} p
 * @returns {{point: Point, distance: number, index: number}}
 */
export function nearest(line, p) {
  let best = { point: line[0], distance: Infinity, index: 0 };
  line.forEach((q, index) => {
    const distance = Math.hypot(q.x - p.x, q.y - p.y);
    if (distance < best.distance) best = { point: q, distance, index };
  });
  return best;
}
