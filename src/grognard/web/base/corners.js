/** Where a card may stand: the corner of the board farthest from the fight that covers nothing of what it speaks of. Pure. */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Rect */
/** @typedef {{x: number, y: number}} Point */

/** Pixels from the edge; at the left clear of the toolbar. */
const EDGE = 14;
const TOOLBAR = 66;
/** Half the width of what stands at a point: a counter. */
const NEAR = 26;

/**
 * The four corners as places for a card.
 * @param {Rect} board
 * @param {{width: number, height: number}} size
 * @returns {Record<string, Rect>}
 */
export function corners(board, { width, height }) {
  const at = (/** @type {number} */ left, /** @type {number} */ top) => ({ left, top, right: left + width, bottom: top + height });
  const [west, east] = [board.left + TOOLBAR, board.right - EDGE - width];
  const [north, south] = [board.top + EDGE, board.bottom - EDGE - height];
  return { "right low": at(east, south), "left low": at(west, south), "right high": at(east, north), "left high": at(west, north) };
}

/**
 * The corner to take, or null where none is free.
 * @param {Rect} board
 * @param {{width: number, height: number}} size
 * @param {Point[]} points what it must not cover
 * @param {Rect[]} [taken] other cards
 * @returns {string | null}
 */
export function freeCorner(board, size, points, taken = []) {
  const seen = points.filter((p) => p.x > board.left && p.x < board.right && p.y > board.top && p.y < board.bottom);
  const free = Object.entries(corners(board, size)).filter(([, rect]) =>
    rect.left >= board.left && rect.top >= board.top && rect.bottom <= board.bottom && rect.right <= board.right && !seen.some((p) => covers(rect, p)) && !taken.some((other) => meets(rect, other)));
  const best = free.map(([name, rect]) => ({ name, far: away(rect, seen) })).sort((a, b) => b.far - a.far)[0];
  return best?.name ?? null;
}

/** @param {Rect} rect @param {Point} p */
function covers(rect, p) {
  return p.x > rect.left - NEAR && p.x < rect.right + NEAR && p.y > rect.top - NEAR && p.y < rect.bottom + NEAR;
}

/** @param {Rect} a @param {Rect} b */
function meets(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** How far the middle of a place is from the nearest of some points. @param {Rect} rect @param {Point[]} points */
function away(rect, points) {
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  return points.length ? Math.min(...points.map((p) => Math.hypot(p.x - x, p.y - y))) : 0;
}

/**
 * Points beyond the edges of a box, by the edge they lie behind: how many, and the nearest.
 * @template {Point} P
 * @param {P[]} points
 * @param {Rect} box
 * @returns {Record<string, {count: number, nearest: P}>}
 */
export function strays(points, box) {
  /** @type {Record<string, {count: number, nearest: P, far: number}>} */
  const found = {};
  for (const p of points) {
    const over = { left: box.left - p.x, right: p.x - box.right, top: box.top - p.y, bottom: p.y - box.bottom };
    const [edge, far] = Object.entries(over).sort((a, b) => b[1] - a[1])[0];
    if (far <= 0) continue;
    const known = (found[edge] ??= { count: 0, nearest: p, far });
    known.count++;
    if (far < known.far) Object.assign(known, { nearest: p, far });
  }
  return found;
}
