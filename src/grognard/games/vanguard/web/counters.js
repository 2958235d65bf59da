/** Counters, stacks and orders of this game, as vector art in three levels of detail and a plain block from afar. */

import { frame, path, put, shade, text } from "/web/board/counter.js";
import { el } from "/web/base/svg.js";
import { ROUND, SQUARE, arm, arrow, bar, corner, hat, whiteFlag } from "./symbols.js";

/**
 * What is printed on a piece, with what the view says of it.
 * @typedef {{id?: string, name?: string, short?: string, side: string, nation?: string, kind: string, letter?: string,
 *   pf?: number, pf_reduced?: number, eff?: number, pm?: number, range?: number, light?: boolean, rank?: string,
 *   initiative?: number, radius?: number, order?: string | null, flags?: string[]}} Piece
 */
/** @typedef {{order?: string, more?: boolean}} Marks the order of the General who stands here; something unseen beneath */

/** The level of detail for a size on the screen. @param {number} size */
export function detail(size) {
  return size < 18 ? 0 : size < 34 ? 1 : size < 64 ? 2 : 3;
}

/**
 * One counter, centred on the origin. All levels are drawn; `data-lod` on an ancestor picks one.
 * @param {Piece} piece
 * @param {string[]} flags
 * @param {number} size
 * @param {boolean} [covered] a leader lies on its upper left corner
 * @returns {SVGGElement}
 */
export function drawCounter(piece, flags, size, covered = false) {
  return piece.kind === "leader" ? drawLeader(piece, flags, size) : drawUnit(piece, flags, size, covered);
}

/** Strength of the side that is up. @param {Piece} piece @param {string[]} flags */
function strength(piece, flags) {
  return String((flags.includes("reduced") ? piece.pf_reduced : piece.pf) ?? "");
}

/**
 * @param {Piece} piece
 * @param {string[]} flags
 * @param {number} size
 * @param {boolean} covered
 */
function drawUnit(piece, flags, size, covered) {
  const g = frame(`counter nation-${piece.nation}`, size);
  const has = (/** @type {string} */ flag) => flags.includes(flag);
  const broken = has("disordered") || has("routed");
  const power = strength(piece, flags);
  shade(g, SQUARE);
  path(g, "body", SQUARE);
  band(g, piece);
  const near = el("g", { class: "lod lod-1" }, g);
  arm(near, piece.kind, { x: RIGHT, y: -14, w: 28, h: 21, line: 6 }, broken);
  text(near, "ink strong", RIGHT, 42, power, 38);
  const middle = el("g", { class: "lod lod-2" }, g);
  extras(middle, piece, 15);
  arm(middle, piece.kind, { x: RIGHT, y: -8, w: 26, h: 17, line: 5 }, broken);
  factors(middle, piece, power, 39, 24);
  const full = el("g", { class: "lod lod-3" }, g);
  extras(full, piece, 13);
  arm(full, piece.kind, { x: RIGHT, y: -12, w: 26, h: 17, line: 4.4 }, broken);
  factors(full, piece, power, 28, 20);
  text(full, "ink", RIGHT, 44, piece.short ?? piece.name ?? "", 11.5, 66);
  troubles(g, has, covered);
  return g;
}

/** The band of the formation takes this part of a counter; what is printed stands in the middle of the rest. */
const BAND = 27;
const RIGHT = BAND / 2;

/**
 * The formation: a band at the left edge in its colour, with its letter.
 * @param {Element} g
 * @param {Piece} piece
 * @param {boolean} [plain] from afar the colour alone
 */
function band(g, piece, plain = false) {
  if (!piece.letter) return;
  const inner = el("g", { class: `band letter-${piece.letter}` }, g);
  path(inner, "band-body", `M${BAND - 50} -50V50H-41A9 9 0 0 1 -50 41V-41A9 9 0 0 1 -41 -50Z`);
  if (!plain) text(inner, "band-ink strong", BAND / 2 - 50, 10, piece.letter, 29, 25);
}

/**
 * The range of guns and the mark of light infantry, above.
 * @param {Element} g
 * @param {Piece} piece
 * @param {number} size
 */
function extras(g, piece, size) {
  if (piece.range) text(g, "ink", RIGHT, -34, `r${piece.range}`, size);
  else if (piece.light) el("circle", { class: "lightly", cx: RIGHT, cy: -38, r: 6 }, g);
}

/**
 * Strength bold, then efficiency and movement.
 * @param {Element} g
 * @param {Piece} piece
 * @param {string} power
 * @param {number} y
 * @param {number} size
 */
function factors(g, piece, power, y, size) {
  text(g, "ink strong", RIGHT - 21, y, power, size * 1.14);
  text(g, "ink", RIGHT, y, String(piece.eff ?? ""), size);
  text(g, "ink", RIGHT + 21, y, String(piece.pm ?? ""), size);
}

/**
 * @param {SVGGElement} g
 * @param {(flag: string) => boolean} has
 * @param {boolean} covered
 */
function troubles(g, has, covered) {
  const broken = has("disordered") || has("routed");
  if (has("reduced")) bar(g, broken || covered);
  const at = broken && covered ? el("g", { transform: "scale(-1 1)" }, g) : g;
  if (has("routed")) whiteFlag(at);
  else if (has("disordered")) corner(at);
  if (has("damaged")) path(g, "struck", "M-40 -40L40 40M40 -40L-40 40");
  if (has("out_of_command")) path(g, "lost", SQUARE);
  if (has("moved")) path(g, "moved", "M24 50H41A9 9 0 0 0 50 41V24Z");
  const sign = has("charge") ? "C" : has("attack") ? "!" : has("attack_test") ? "?" : has("fatigue") ? "F" : has("skirmish") ? "V" : "";
  if (!sign) return;
  el("circle", { class: "badge", cx: 48, cy: 0, r: 19 }, g);
  text(g, "badge-text strong", 48, 9, sign, 26);
}

/**
 * @param {Piece} piece
 * @param {string[]} flags
 * @param {number} size
 */
function drawLeader(piece, flags, size) {
  const g = frame(`counter leader ${piece.rank} nation-${piece.nation}${flags.includes("activated") ? " spent" : ""}`, size);
  shade(g, ROUND);
  hat(g, piece.nation ?? "", piece.rank === "cinc");
  if (piece.letter) el("circle", { class: `ring letter-${piece.letter}`, r: 46 }, g);
  const initiative = piece.initiative !== undefined && piece.initiative >= 0 ? String(piece.initiative) : "–";
  const close = el("g", { class: "lod lod-1" }, g);
  text(close, "ink strong", 0, 34, initiative === "–" ? String(piece.radius ?? "") : initiative, 40);
  for (const level of ["lod lod-2", "lod lod-3"]) {
    const full = el("g", { class: level }, g);
    text(full, "ink strong", -17, 22, initiative, 27);
    path(full, "stroke", "M0 2V24");
    text(full, "ink", 17, 22, String(piece.radius ?? ""), 27);
    text(full, "ink", 0, 36, level.endsWith("3") ? (piece.short ?? "") : "", 10.5, 56);
  }
  if (flags.includes("out_of_command")) path(g, "lost", ROUND);
  if (flags.includes("activated")) {
    el("circle", { class: "badge", cx: 36, cy: -36, r: 18 }, g);
    text(g, "badge-text strong", 36, -27, "A", 25);
  }
  return g;
}

/** An order as a small card. @param {string} order @param {number} size */
export function drawOrder(order, size) {
  const g = frame(`marker order order-${order}`, size);
  arrow(g, order);
  return g;
}

/** A formation as a small chip: its colour and letter. @param {string} letter @param {number} size */
export function drawFormation(letter, size) {
  const g = frame(`counter band letter-${letter}`, size);
  path(g, "band-body chip", SQUARE);
  text(g, "band-ink strong", 0, 22, letter, 62);
  return g;
}

/** How many lie here, or that something unseen does. @param {string} sign @param {number} size */
function roundel(sign, size) {
  const g = frame("marker count", size);
  el("circle", { class: "roundel", r: 50 }, g);
  text(g, "roundel-text strong", 0, 21, sign, 62, 84);
  return g;
}

/**
 * A stack on the origin: the top unit, an edge behind it, leaders at the upper left with the order of the formation.
 * @param {Piece[]} pieces the top one first
 * @param {Marks} marks
 * @param {number} size of a counter
 * @returns {SVGGElement}
 */
export function drawStack(pieces, marks, size) {
  const g = el("g", { class: "stack" });
  const units = pieces.filter((piece) => piece.kind !== "leader");
  const leaders = pieces.filter((piece) => piece.kind === "leader");
  const u = size / 44;
  const whole = el("g", { class: "whole" }, g);
  if (units.length) drawUnits(whole, units, marks, u, size, leaders.length > 0);
  leaders.slice(0, 2).forEach((leader, i) => {
    const spot = units.length ? { x: -20 + 18 * i, y: -19, size: 25 } : { x: -9 + 20 * i, y: -2, size: 34 };
    put(whole, bold(drawCounter(leader, leader.flags ?? [], spot.size * u)), spot.x * u, spot.y * u);
  });
  if (leaders.length > 2) put(whole, roundel(String(leaders.length), 11 * u), 12 * u, -30 * u);
  if (marks.order) put(whole, bold(drawOrder(marks.order, 17 * u)), (units.length ? -24 : 20) * u, (units.length ? 1 : 12) * u);
  if (pieces.length) g.append(block(pieces, units.length, size));
  return g;
}

/**
 * @param {SVGGElement} whole
 * @param {Piece[]} units
 * @param {Marks} marks
 * @param {number} u
 * @param {number} size
 * @param {boolean} covered
 */
function drawUnits(whole, units, marks, u, size, covered) {
  if (units.length > 1 || marks.more) put(whole, edge(units[units.length > 1 ? 1 : 0], size), 3.4 * u, -3.2 * u);
  put(whole, drawCounter(units[0], units[0].flags ?? [], size, covered), 0, 0);
  const sign = units.length > 1 ? String(units.length) : marks.more ? "?" : "";
  if (sign) put(whole, bold(roundel(sign, 15 * u)), 23 * u, 21 * u);
}

/** The rim of a counter beneath another. @param {Piece} piece @param {number} size */
function edge(piece, size) {
  const g = frame(`counter nation-${piece.nation}`, size);
  path(g, "body", SQUARE);
  return g;
}

/** Seen from farther away it is drawn larger: the style sheet scales the inner group. @param {SVGGElement} child */
function bold(child) {
  const outer = el("g");
  el("g", { class: "bold" }, outer).append(child);
  return outer;
}

/** From afar: a plain block in the colour of the nation with the number of units. @param {Piece[]} pieces @param {number} count @param {number} size */
function block(pieces, count, size) {
  const nation = pieces[0].nation ?? "";
  const g = el("g", { class: `block nation-${nation}` });
  const inner = frame("", size);
  if (count) {
    path(inner, "body", SQUARE);
    band(inner, pieces.find((p) => p.kind !== "leader") ?? pieces[0], true);
    text(inner, "ink strong", RIGHT, 24, String(pieces.reduce((sum, p) => sum + Number(p.kind === "leader" ? 0 : strength(p, p.flags ?? [])), 0)), 60, 62);
  } else {
    hat(inner, nation, false);
  }
  g.append(inner);
  return g;
}
