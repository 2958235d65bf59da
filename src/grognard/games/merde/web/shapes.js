/** Troops seen from above, facing north, in a box of 100 around the origin: the point is the front, the band the level. */

import { text } from "/web/board/counter.js";
import { el } from "/web/base/svg.js";

/** What one unit needs to be drawn. @typedef {{half: boolean, cavalry: boolean}} Look */
/**
 * Where the sign of the arm and the number stand on a body that faces north; `open`: the number stands on the
 * ground; `tiny`: where it stands while there is no room for the sign.
 * @typedef {{sign?: [number, number], mark: [number, number], size: number, open?: boolean, tiny?: [number, number]}} Site
 */

/** @type {Record<string, Site>} */
const SITES = {
  line: { sign: [-23, 2], mark: [21, 2], size: 27, tiny: [8, 3] },
  march: { sign: [0, -25], mark: [0, 13], size: 24 },
  attack: { sign: [0, -15], mark: [0, 18], size: 27 },
  square: { mark: [0, 0], size: 25, open: true },
  mass: { sign: [0, -25], mark: [0, 6], size: 27 },
  open: { mark: [0, 0], size: 24, open: true },
  single: { sign: [-20, -4], mark: [20, -4], size: 24, tiny: [8, -3] },
};

/** @param {string} formation @param {Look[]} looks @returns {Site} */
export function siteOf(formation, looks) {
  if (formation === "attack" && looks.length < 2) return SITES.single;
  return SITES[formation] ?? SITES.march;
}

/** A body with its shadow. @param {Element} g @param {string} d */
function block(g, d) {
  el("path", { class: "cast", d, transform: "translate(0 4)" }, g);
  el("path", { class: "body", d }, g);
}

/**
 * A rank of men: a block with a pointed front and the band of the level at its back.
 * @param {Element} g
 * @param {{w: number, top: number, low: number, point: number}} box half the width, upper and lower edge, height of the point
 * @param {Look} look
 * @param {boolean} [band]
 */
function rank(g, { w, top, low, point }, look, band = true) {
  const d = `M${-w} ${top + point}L0 ${top}L${w} ${top + point}V${low}H${-w}Z`;
  block(g, d);
  if (look.half) hatch(g, -w, (top + point + low) / 2 - 2, 2 * w, low - (top + point + low) / 2 + 2);
  if (band) el("rect", { class: "band", x: -w + 1.5, y: low - 9, width: 2 * w - 3, height: 7.5 }, g);
  if (look.cavalry) el("path", { class: "slash", d: `M${-w * 0.86} ${low - 13}L${-w * 0.4} ${top + point + 4}` }, g);
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
  rank(g, { w: 48, top: -30, low: 26, point: 14 }, looks[0]);
}

/** Narrow and deep. @param {Element} g @param {Look[]} looks */
function march(g, looks) {
  const w = 24;
  rank(g, { w, top: -47, low: -14, point: 12 }, looks[0], false);
  const rear = looks[looks.length - 1];
  for (const [i, top] of [-12, 7, 26].entries()) {
    const d = `M${-w} ${top}H${w}V${top + 17}H${-w}Z`;
    block(g, d);
    if (i && looks.length > 1 && rear.half) hatch(g, -w, top, 2 * w, 17);
    el("path", { class: "key", d }, g);
  }
  el("rect", { class: "band", x: -w + 1.5, y: 34.5, width: 2 * w - 3, height: 7.5 }, g);
}

/** Two broad blocks, one behind the other. @param {Element} g @param {Look[]} looks */
function attack(g, looks) {
  if (looks.length > 1) rank(g, { w: 41, top: 2, low: 43, point: 0 }, { ...looks[1], cavalry: false });
  rank(g, { w: 41, top: looks.length > 1 ? -46 : -34, low: looks.length > 1 ? 0 : 20, point: 13 }, looks[0], looks.length === 1);
}

/** Hollow. @param {Element} g @param {Look[]} looks */
function square(g, looks) {
  const outer = "M-42 -42H42V42H-42Z";
  block(g, outer);
  if (looks.some((look) => look.half)) hatch(g, -42, 22, 84, 20);
  el("path", { class: "hollow", d: "M-23 -23H23V23H-23Z" }, g);
  el("rect", { class: "band", x: -40.5, y: 33, width: 81, height: 7.5 }, g);
  el("path", { class: "key", d: outer }, g);
}

/** Barred. @param {Element} g @param {Look[]} looks */
function mass(g, looks) {
  const outer = "M-38 -44H38V42H-38Z";
  block(g, outer);
  if (looks.some((look) => look.half)) hatch(g, -38, 12, 76, 22);
  el("path", { class: "bars", d: "M-38 -21H38M-38 0H38M-38 20H38" }, g);
  el("rect", { class: "band", x: -36.5, y: 33, width: 73, height: 7.5 }, g);
  el("path", { class: "key", d: outer }, g);
}

/** Men apart. @param {Element} g @param {Look[]} looks */
function open(g, looks) {
  const men = looks[0].half ? [[-28, -24], [28, -12], [-14, 32]] : [[-30, -26], [4, -34], [34, -16], [-35, 8], [34, 18], [8, 33], [-20, 34]];
  for (const [x, y] of men) {
    el("circle", { class: "cast", cx: x, cy: y + 3, r: 10 }, g);
    el("circle", { class: "body man", cx: x, cy: y, r: 9.5 }, g);
    if (looks[0].cavalry) el("path", { class: "slash thin", d: `M${x - 4} ${y + 4}L${x + 4} ${y - 4}` }, g);
  }
  el("path", { class: "point", d: "M-9 -43L0 -50L9 -43" }, g);
  el("path", { class: "levelbar", d: "M-14 46H14" }, g);
}

/** A gun from above; limbered it stands the other way round, with its second pair of wheels. @param {Element} g @param {boolean} limbered */
function gun(g, limbered) {
  const base = "M-42 16H42V40H-42Z";
  block(g, base);
  el("rect", { class: "band", x: -40.5, y: 31, width: 81, height: 7.5 }, g);
  el("path", { class: "key", d: base }, g);
  el("path", { class: "trail", d: limbered ? "M0 18V-14" : "M0 26V-6" }, g);
  el("path", { class: "barrel rimmed", d: limbered ? "M0 -2V16" : "M0 -2V-46" }, g);
  el("path", { class: "barrel", d: limbered ? "M0 -2V16" : "M0 -2V-46" }, g);
  const wheels = (/** @type {number} */ y) => `M-27 ${y - 12}V${y + 12}M27 ${y - 12}V${y + 12}M-27 ${y}H27`;
  el("path", { class: "wheels", d: wheels(2) + (limbered ? wheels(-28) : "") }, g);
}

/** A work gang: pick and spade. @param {Element} g */
function engineers(g) {
  const d = "M-34 -20H34V34H-34Z";
  block(g, d);
  el("path", { class: "slash tools", d: "M-20 24L18 -10M18 24L-20 -10M-28 -4Q-20 -18 -10 -16" }, g);
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

/** The arm in its white box: crossed belts for foot, a sword stroke for horse; a dot for light, a dark half for heavy. @param {Element} g @param {string} kind @param {string} troop */
export function drawSign(g, kind, troop) {
  el("rect", { class: "box", x: -16, y: -10.5, width: 32, height: 21 }, g);
  if (kind === "cav") {
    if (/cuirassier|heavy/.test(troop)) el("path", { class: "weight", d: "M-16 10.5L16 -10.5V10.5Z" }, g);
    el("path", { class: "arm", d: "M-16 10.5L16 -10.5" }, g);
  } else {
    el("path", { class: "arm", d: "M-16 -10.5L16 10.5M16 -10.5L-16 10.5" }, g);
    if (/light/.test(troop)) el("circle", { class: "weight", cy: -6.6, r: 2.8 }, g);
    if (/guard|grenadier/.test(troop)) el("path", { class: "weight", d: "M-4.5 -10.5H4.5V-5H-4.5Z" }, g);
  }
}

/** A counter that lies flag side up. @param {Element} g */
export function drawHidden(g) {
  const d = "M-38 -36H38V36H-38Z";
  block(g, d);
  el("path", { class: "key", d }, g);
  el("path", { class: "flagstaff", d: "M-18 28V-26" }, g);
  el("path", { class: "flagcloth", d: "M-18 -26C0 -36 8 -14 26 -26V2C8 14 0 -8 -18 2Z" }, g);
}

/** A bicorne on a round counter with the command value. @param {Element} g @param {string} value @param {string} level */
export function drawHat(g, value, level) {
  el("circle", { class: "cast", cy: 4, r: 48 }, g);
  el("circle", { class: "body", r: 48 }, g);
  el("circle", { class: `rim ${level}`, r: 42 }, g);
  el("path", { class: "hat", d: "M-31 -8C-25 -34 25 -34 31 -8C18 -15 -18 -15 -31 -8Z" }, g);
  text(g, "ink strong", 0, 31, value, 46);
  el("circle", { class: "key", r: 48 }, g);
}

/**
 * A flag on its staff in the colour of its side, with the number of its column of sectors; the second army's is swallow-tailed.
 * Taken: fallen, and struck through.
 * @param {Element} g
 * @param {{taken: boolean, second: boolean, sector: string}} flag
 */
export function drawFlag(g, { taken, second, sector }) {
  const tail = second ? "L30 -22L46 4" : "V4";
  const cloth = `M-34 -46C-12 -57 20 -35 46 -46${tail}C20 15 -12 -7 -34 4Z`;
  const inner = el("g", taken ? { transform: "rotate(68) translate(12 10)", class: "taken" } : {}, g);
  if (!taken) el("ellipse", { class: "cast", cx: -32, cy: 47, rx: 14, ry: 4.5 }, inner);
  el("path", { class: "halo", d: `M-34 47V-50${cloth}` }, inner);
  el("path", { class: "staff", d: "M-34 47V-51" }, inner);
  el("path", { class: "body", d: cloth }, inner);
  el("path", { class: "key", d: cloth }, inner);
  if (taken) el("path", { class: "struck", d: "M-40 36L40 -32" }, g);
  else text(inner, "ink strong sector-number", second ? -2 : 6, -8, sector, 37);
}
