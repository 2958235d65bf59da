/** Where a dragged piece comes to rest: in line with its neighbours, side by side, straight ahead, on round angles, as near an enemy as it may. Only geometry. */

/** @typedef {import("./planelayout").Pose} Pose */
/** @typedef {{pose: Pose, width: number}} Neighbour */
/** @typedef {{pose: Pose, guides: number[][][]}} Snapped */
/** @typedef {{outline: number[][], mm: number}} Foe who is kept at so many millimetres */

const NEAR = 9;
const TURN = 40;
const ROUND = 150;
const FAR = 420;
const LINE = 160;
const ROUNDING = 0.4; // of a millimetre: poses are whole ones

/** To the right and ahead of one who stands at a pose. @param {Pose} pose @param {{x: number, y: number}} at @returns {[number, number]} */
export function seen(pose, at) {
  const a = (pose.facing * Math.PI) / 1800;
  const dx = at.x - pose.x;
  const dy = at.y - pose.y;
  return [dx * Math.cos(a) - dy * Math.sin(a), dx * Math.sin(a) + dy * Math.cos(a)];
}

/** A pose moved to its right and ahead. @param {Pose} pose @param {number} right @param {number} ahead @returns {Pose} */
export function moved(pose, right, ahead) {
  const a = (pose.facing * Math.PI) / 1800;
  return {
    x: Math.round(pose.x + right * Math.cos(a) + ahead * Math.sin(a)),
    y: Math.round(pose.y - right * Math.sin(a) + ahead * Math.cos(a)),
    facing: pose.facing,
  };
}

/** The smallest turn between two headings. @param {number} from @param {number} to */
export function turn(from, to) {
  return ((((to - from + 1800) % 3600) + 3600) % 3600) - 1800;
}

/** A heading near a neighbour's or near a round number. @param {number} facing @param {Neighbour[]} others @returns {number} */
export function snapTurn(facing, others) {
  const round = Math.round(facing / ROUND) * ROUND;
  const headings = [...others.map((other) => other.pose.facing), round];
  const best = headings.find((heading) => Math.abs(turn(facing, heading)) <= TURN);
  return (((best ?? facing) % 3600) + 3600) % 3600;
}

/**
 * @param {Pose} pose as the hand has it
 * @param {number} width of the piece's front
 * @param {Pose} start where the piece stands
 * @param {Neighbour[]} others of its own side
 * @returns {Snapped}
 */
export function snap(pose, width, start, others) {
  const guides = [];
  let found = pose;
  const near = others.filter((other) => Math.hypot(other.pose.x - pose.x, other.pose.y - pose.y) < FAR && Math.abs(turn(other.pose.facing, pose.facing)) < 2);
  const line = near.find((other) => Math.abs(seen(found, other.pose)[1]) <= NEAR);
  if (line) {
    found = moved(found, 0, seen(found, line.pose)[1]);
    guides.push(across(found, line.pose));
    const beside = seen(found, line.pose)[0];
    const free = Math.abs(beside) - (width + line.width) / 2;
    if (Math.abs(free) <= NEAR) found = moved(found, Math.sign(beside) * free, 0);
  }
  const [right, ahead] = seen(start, found);
  if (found.facing === start.facing && Math.abs(right) <= NEAR && Math.abs(ahead) > NEAR && !line) {
    found = moved(start, 0, ahead);
    guides.push([[start.x, start.y], [found.x, found.y]]);
  }
  return { pose: found, guides };
}

/**
 * Ahead or back until a piece stands exactly as far from an enemy as it must.
 * @param {Pose} pose @param {number} width @param {number} depth @param {Foe[]} foes @returns {Snapped}
 */
export function stopShort(pose, width, depth, foes) {
  const gap = (/** @type {Pose} */ at, /** @type {Foe} */ foe) => apart(ground(at, width, depth), foe.outline) - foe.mm;
  const foe = foes.find((one) => Math.abs(gap(pose, one)) <= NEAR);
  if (!foe) return { pose, guides: [] };
  const steps = Array.from({ length: 4 * NEAR + 1 }, (_, i) => moved(pose, 0, i - 2 * NEAR)).filter((at) => gap(at, foe) > -ROUNDING);
  const best = steps.reduce((found, at) => (gap(at, foe) < gap(found, foe) ? at : found), steps[0] ?? pose);
  const [left, right] = ground(best, width, depth);
  return { pose: best, guides: [[left, right]] };
}

/** The corners of a piece, its front first. @param {Pose} pose @param {number} width @param {number} depth @returns {number[][]} */
function ground(pose, width, depth) {
  return [[-width / 2, 0], [width / 2, 0], [width / 2, -depth], [-width / 2, -depth]].map(([right, ahead]) => {
    const a = (pose.facing * Math.PI) / 1800;
    return [pose.x + right * Math.cos(a) + ahead * Math.sin(a), pose.y - right * Math.sin(a) + ahead * Math.cos(a)];
  });
}

/** The distance between two outlines that do not overlap. @param {number[][]} a @param {number[][]} b */
function apart(a, b) {
  const reach = (/** @type {number[][]} */ points, /** @type {number[][]} */ ring) => Math.min(...points.flatMap((p) => ring.map((q, i) => beside(p, q, ring[(i + 1) % ring.length]))));
  return Math.min(reach(a, b), reach(b, a));
}

/** From a point to an edge. @param {number[]} p @param {number[]} a @param {number[]} b */
function beside(p, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const at = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p[0] - a[0] - at * dx, p[1] - a[1] - at * dy);
}

/** The line of two fronts, a little beyond both. @param {Pose} a @param {Pose} b @returns {number[][]} */
function across(a, b) {
  const beside = seen(a, b)[0];
  const left = moved(a, Math.min(0, beside) - LINE, 0);
  const right = moved(a, Math.max(0, beside) + LINE, 0);
  return [[left.x, left.y], [right.x, right.y]];
}
