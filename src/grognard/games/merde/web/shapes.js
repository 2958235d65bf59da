/** Troops seen from above, facing north, in a box of 100 around the origin: the point is the front, the band the level. */

import { text } from "/web/counter.js";
import { el } from "/web/svg.js";

/** What one unit needs to be drawn. @typedef {{half: boolean, cavalry: boolean}} Look */

/**
 * A rank of men: a block with a pointed front and the band of the level at its back.
 * @param {Element} g
 * @param {{w: number, top: number, low: number, point: number}} box half the width, upper and lower edge, height of the point
 * @param {Look} look
 * @param {boolean} [band]
 */
function rank(g, { w, top, low, point }, look, band = true) {
  const d = `M${-w} ${top + point}L0 ${top}L${w} ${top + point}V${low}H${-w}Z`;
  el("path", { class: "cast", d, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d }, g);
  if (look.half) hatch(g, -w, (top + point + low) / 2 - 2, 2 * w, low - (top + point + low) / 2 + 2);
  if (band) el("rect", { class: "band", x: -w + 1.5, y: low - 8, width: 2 * w - 3, height: 6.5 }, g);
  if (look.cavalry) el("path", { class: "slash", d: `M${-w * 0.42} ${low - 11}L${w * 0.42} ${top + point + 3}` }, g);
  el("path", { class: "key", d }, g);
}

/** @param {Element} g @param {number} x @param {number} y @param {number} w @param {number} h */
function hatch(g, x, y, w, h) {
  let d = "";
  for (let k = -h; k < w; k += 9) {
    const [a, b] = [Math.max(0, k), Math.min(w, k + h)];
    d += `M${x + a} ${y + h - (a - k)}L${x + b} ${y + h - (b - k)}`;
  }
  el("rect", { class: "weak", x, y, width: w, height: h }, g);
  el("path", { class: "hatching", d }, g);
}

/** One battalion or squadron in line: as wide as its square. @param {Element} g @param {Look[]} looks */
function line(g, looks) {
  rank(g, { w: 47, top: -26, low: 22, point: 15 }, looks[0]);
}

/** Narrow and deep. @param {Element} g @param {Look[]} looks */
function march(g, looks) {
  const w = 22;
  rank(g, { w, top: -46, low: -18, point: 12 }, looks[0], false);
  const rear = looks[looks.length - 1];
  for (const [i, top] of [-16, 6, 28].entries()) {
    const d = `M${-w} ${top}H${w}V${top + 19}H${-w}Z`;
    el("path", { class: "body", d }, g);
    if (i && looks.length > 1 && rear.half) hatch(g, -w, top, 2 * w, 19);
    el("path", { class: "key", d }, g);
  }
  el("rect", { class: "band", x: -w + 1.5, y: 38, width: 2 * w - 3, height: 7.5 }, g);
}

/** Two broad blocks, one behind the other. @param {Element} g @param {Look[]} looks */
function attack(g, looks) {
  if (looks.length > 1) rank(g, { w: 40, top: 2, low: 42, point: 0 }, looks[1]);
  rank(g, { w: 40, top: looks.length > 1 ? -44 : -30, low: looks.length > 1 ? 0 : 18, point: 14 }, looks[0], looks.length === 1);
}

/** Hollow. @param {Element} g @param {Look[]} looks */
function square(g, looks) {
  const outer = "M-40 -40H40V40H-40Z";
  el("path", { class: "cast", d: outer, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d: outer }, g);
  if (looks.some((look) => look.half)) hatch(g, -40, 18, 80, 22);
  el("path", { class: "hollow", d: "M-19 -19H19V19H-19Z" }, g);
  el("rect", { class: "band", x: -38.5, y: 31.5, width: 77, height: 7 }, g);
  el("path", { class: "key", d: outer }, g);
}

/** Barred. @param {Element} g @param {Look[]} looks */
function mass(g, looks) {
  const outer = "M-38 -42H38V42H-38Z";
  el("path", { class: "cast", d: outer, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d: outer }, g);
  if (looks.some((look) => look.half)) hatch(g, -38, 12, 76, 22);
  el("path", { class: "bars", d: "M-38 -21H38M-38 0H38M-38 20H38" }, g);
  el("rect", { class: "band", x: -36.5, y: 33.5, width: 73, height: 7 }, g);
  el("path", { class: "key", d: outer }, g);
}

/** Men apart. @param {Element} g @param {Look[]} looks */
function open(g, looks) {
  const men = looks[0].half ? [[-26, -20], [14, -6], [-8, 22]] : [[-26, -26], [8, -34], [32, -8], [-32, 8], [0, 0], [20, 26], [-12, 32]];
  for (const [x, y] of men) {
    el("circle", { class: "cast", cx: x, cy: y + 3, r: 9 }, g);
    el("circle", { class: "body man", cx: x, cy: y, r: 8.5 }, g);
    if (looks[0].cavalry) el("path", { class: "slash thin", d: `M${x - 4} ${y + 4}L${x + 4} ${y - 4}` }, g);
  }
  el("path", { class: "point", d: "M-9 -40L0 -47L9 -40" }, g);
}

/** A gun from above; limbered it stands the other way round, with its second pair of wheels. @param {Element} g @param {boolean} limbered */
function gun(g, limbered) {
  const base = "M-40 20H40V40H-40Z";
  el("path", { class: "cast", d: base, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d: base }, g);
  el("rect", { class: "band", x: -38.5, y: 31, width: 77, height: 7.5 }, g);
  el("path", { class: "key", d: base }, g);
  el("path", { class: "trail", d: limbered ? "M0 18V-14" : "M0 26V-6" }, g);
  el("path", { class: "barrel", d: limbered ? "M0 -2V16" : "M0 -2V-46" }, g);
  const wheels = (/** @type {number} */ y) => `M-26 ${y - 11}V${y + 11}M26 ${y - 11}V${y + 11}M-26 ${y}H26`;
  el("path", { class: "wheels", d: wheels(2) + (limbered ? wheels(-28) : "") }, g);
}

/** A line of text on a work gang: pick and spade. @param {Element} g */
function engineers(g) {
  const d = "M-34 -20H34V34H-34Z";
  el("path", { class: "cast", d, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d }, g);
  el("path", { class: "slash", d: "M-20 24L18 -10M18 24L-20 -10M-28 -4Q-20 -18 -10 -16" }, g);
  el("path", { class: "key", d }, g);
}

/**
 * A body of troops that stands in one square.
 * @param {Element} g turned to its facing
 * @param {string} formation
 * @param {string} kind
 * @param {Look[]} looks of the units here, the front one first
 */
export function drawBody(g, formation, kind, looks) {
  if (kind === "art") gun(g, formation === "limbered");
  else if (kind === "engineers") engineers(g);
  else ({ line, march, attack, square, mass, open }[formation] ?? march)(g, looks);
}

/** A counter that lies flag side up. @param {Element} g */
export function drawHidden(g) {
  const d = "M-38 -32H38V36H-38Z";
  el("path", { class: "cast", d, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d }, g);
  el("path", { class: "key", d }, g);
  el("path", { class: "flagstaff", d: "M-16 26V-22" }, g);
  el("path", { class: "flagcloth", d: "M-16 -22C0 -32 8 -12 24 -22V2C8 12 0 -8 -16 2Z" }, g);
}

/** A bicorne on a round counter with the command value. @param {Element} g @param {string} value @param {string} level */
export function drawHat(g, value, level) {
  el("circle", { class: "cast", cy: 4, r: 48 }, g);
  el("circle", { class: "body", r: 48 }, g);
  el("circle", { class: `rim ${level}`, r: 42 }, g);
  el("path", { class: "hat", d: "M-30 -6C-24 -30 24 -30 30 -6C18 -12 -18 -12 -30 -6Z" }, g);
  text(g, "ink strong", 0, 28, value, 36);
  el("circle", { class: "key", r: 48 }, g);
}

/** A flag on its staff, in the colour of its side; taken: fallen. @param {Element} g @param {boolean} taken */
export function drawFlag(g, taken) {
  const inner = el("g", taken ? { transform: "rotate(70) translate(10 10)", class: "taken" } : {}, g);
  el("path", { class: "staff", d: "M-22 46V-46" }, inner);
  el("path", { class: "body", d: "M-22 -44C-4 -56 10 -32 32 -44V-8C10 4 -4 -20 -22 -8Z" }, inner);
  el("path", { class: "key", d: "M-22 -44C-4 -56 10 -32 32 -44V-8C10 4 -4 -20 -22 -8Z" }, inner);
}
