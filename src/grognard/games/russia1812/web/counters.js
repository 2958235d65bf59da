/** Counters, stacks and markers of this game, as vector art in three levels of detail and a plain block from afar. */

import { frame, put, shade, text } from "/web/board/counter.js";
import { el } from "/web/base/svg.js";
import { CODES, arm, bicorne, body, chevrons, ear, flash, haste, house, outline, reverse, swords, trouble, unknown, wheel } from "./symbols.js";

/**
 * What is printed on a piece, with what the view says of it.
 * @typedef {{id?: string, name?: string, short?: string, side: string, kind: string, class?: string, corps?: string | null,
 *   nation?: string, nationality?: string, code?: string | null, cr?: number, of?: number, flags?: string[],
 *   count?: number, cavalry?: boolean}} Piece
 */
/**
 * What stands beside the units of a stack.
 * @typedef {{depot?: string, trains?: number, hidden?: number, trainSide?: string, forage?: boolean, forced?: boolean, fought?: number,
 *   decoys?: number}} Marks
 */

const SHORT = /** @type {Record<string, string>} */ ({ Guard: "Gd", Austrian: "AU", CavRes: "CR", Swedish: "SE" });
const HALVES = /** @type {Record<string, string>} */ ({ 1: "1", 1.5: "1½", 2: "2" });
const FACTOR = /** @type {Record<string, number>} */ ({ veteran: 1, line: 1.5, conscript: 2 });

/** The level of detail for a size on the screen. @param {number} size */
export function detail(size) {
  return size < 18 ? 0 : size < 34 ? 1 : size < 64 ? 2 : 3;
}

/**
 * One counter, centred on the origin. All levels are drawn; `data-lod` on an ancestor picks one.
 * @param {Piece} piece
 * @param {string[]} flags
 * @param {number} size
 * @param {boolean} [covered] a commander lies on its upper left corner
 * @returns {SVGGElement}
 */
export function drawCounter(piece, flags, size, covered = false) {
  if (piece.kind === "back") return drawBack(piece, size);
  return piece.kind === "commander" ? drawCommander(piece, size) : drawUnit(piece, flags, size, covered);
}

/** A counter face down; the sign of cavalry where it had to be declared. @param {Piece} piece @param {number} size */
function drawBack(piece, size) {
  const g = frame(`counter back side-${piece.side}`, size);
  shade(g, outline(piece.side));
  body(g, piece.side);
  reverse(g);
  if (piece.cavalry) arm(g, "cavalry", { x: 0, y: 22, w: 24, h: 14, line: 4.4 }, false);
  text(g, "ink strong", 0, piece.cavalry ? -1 : 17, "?", 50);
  return g;
}

/**
 * @param {Piece} piece
 * @param {string[]} flags
 * @param {number} size
 * @param {boolean} covered
 */
function drawUnit(piece, flags, size, covered) {
  const g = frame(`counter side-${piece.side}`, size);
  const nation = piece.nation ?? piece.nationality ?? "";
  const broken = flags.includes("disrupted");
  const code = piece.code ?? CODES[nation];
  shade(g, outline(piece.side));
  body(g, piece.side);
  if (code) flash(g, nation);
  const x = code ? 5 : 0;
  const rank = piece.class ?? "";
  const near = el("g", { class: "lod lod-1" }, g);
  arm(near, piece.kind, { x, y: -8, w: 34, h: 24, line: 6 }, broken);
  chevrons(near, rank, x, 33, 1.35);
  const middle = el("g", { class: "lod lod-2" }, g);
  text(middle, "ink strong", x, -25, corpsOf(piece), 22, 62);
  arm(middle, piece.kind, { x, y: 2, w: 31, h: 20, line: 5 }, broken);
  chevrons(middle, rank, x, 35, 1.2);
  const full = el("g", { class: "lod lod-3" }, g);
  text(full, "ink strong", x, -25.5, corpsOf(piece), 19, code ? 44 : 60);
  if (code) text(full, "ink code end", 45, -27, code, 12.5);
  arm(full, piece.kind, { x, y: 0, w: 32, h: 21, line: 4.4 }, broken);
  text(full, "ink strong begin", code ? -33 : -45, 34, broken ? "0" : "1", 16);
  chevrons(full, rank, x, 29.5, 0.9);
  text(full, "ink strong end", 45, 34, HALVES[String(piece.of ?? FACTOR[rank] ?? "")] ?? "", 16);
  text(full, "ink", x, 46, piece.short ?? piece.name ?? "", 11, code ? 74 : 86);
  if (broken) trouble(g, piece.side, covered);
  return g;
}

/** @param {Piece} piece */
function corpsOf(piece) {
  const corps = piece.corps ?? "";
  return SHORT[corps] ?? corps;
}

/**
 * @param {Piece} piece
 * @param {number} size
 */
function drawCommander(piece, size) {
  const g = frame(`counter commander side-${piece.side}`, size);
  shade(g, "M-50 0A50 50 0 1 1 50 0A50 50 0 1 1 -50 0");
  bicorne(g, piece.side);
  text(g, "ink strong", 0, 33, String(piece.cr ?? ""), 38);
  return g;
}

/**
 * @param {"train" | "hidden" | "depot" | "forage" | "forced" | "fought" | "decoys" | "count" | "broken"} kind
 * @param {{side?: string, count?: number}} opts
 * @param {number} size
 * @returns {SVGGElement}
 */
export function drawMarker(kind, opts, size) {
  const g = frame(`marker ${kind}${opts.side ? ` side-${opts.side}` : ""}`, size);
  const count = opts.count ?? 1;
  if (kind === "train") wheel(g);
  else if (kind === "hidden") unknown(g);
  else if (kind === "depot") house(g);
  else if (kind === "forage") ear(g);
  else if (kind === "forced") haste(g);
  else if (kind === "fought") swords(g, count);
  else if (kind === "decoys") decoy(g, count);
  else roundel(g, kind, count);
  if ((kind === "train" || kind === "hidden") && count > 1) {
    el("circle", { class: "tally", cx: 38, cy: -36, r: 27 }, g);
    text(g, "tally-text strong", 38, -23, String(count), 38);
  }
  return g;
}

/** How many units, or how many of them in disorder. @param {Element} g @param {string} kind @param {number} count */
function roundel(g, kind, count) {
  if (kind === "broken") el("rect", { class: "yellow", x: -50, y: -44, width: 100, height: 88, rx: 16 }, g);
  else el("circle", { class: "roundel", r: 50 }, g);
  text(g, kind === "broken" ? "ink-dark strong" : "roundel-text strong", 0, 21, String(count), 62, 84);
}

/**
 * A stack on the origin: the top unit, up to three edges behind it, the commander upper left, supply lower left.
 * @param {Piece[]} pieces the top one first
 * @param {Marks} marks
 * @param {number} size of a counter
 * @returns {SVGGElement}
 */
export function drawStack(pieces, marks, size) {
  const g = el("g", { class: "stack" });
  const units = pieces.filter((piece) => piece.kind !== "commander");
  const leaders = pieces.filter((piece) => piece.kind === "commander");
  const u = size / 44;
  const whole = el("g", { class: "whole" }, g);
  if (units.length) drawUnits(whole, units, leaders, u, size);
  else if (leaders.length) put(whole, drawCounter(leaders[0], [], size * 0.8), 0, -8 * u);
  drawMarks(whole, marks, u, pieces.length > 0);
  if (leaders.length > 1) {
    const spot = units.length ? { x: -10, y: -34 } : { x: 14, y: 2 };
    put(whole, drawMarker("count", { count: leaders.length }, 11 * u), spot.x * u, spot.y * u);
  }
  if (pieces.length) g.append(block(pieces, counters(units), size));
  return g;
}

/**
 * @param {SVGGElement} whole
 * @param {Piece[]} units
 * @param {Piece[]} leaders
 * @param {number} u
 * @param {number} size
 */
function drawUnits(whole, units, leaders, u, size) {
  const at = { x: 2 * u, y: -8 * u };
  const top = units[0];
  const tall = counters(units);
  for (let i = Math.min(3, tall - 1); i > 0; i--) {
    const edge = frame(`counter edge side-${top.side}`, size);
    body(edge, top.side);
    put(whole, edge, at.x + i * 2.5 * u, at.y - i * 2.5 * u);
  }
  put(whole, drawCounter(top, top.flags ?? [], size, leaders.length > 0), at.x, at.y);
  if (leaders.length) put(whole, bold(drawCounter(leaders[0], [], 24 * u)), at.x - 21 * u, at.y - 17 * u);
  const broken = units.filter((unit) => unit.flags?.includes("disrupted")).length;
  put(whole, plate(corpsIn(units), tall, units.length > 1 ? broken : 0, u), at.x, at.y + 28 * u);
}

/** The corps of a stack: the first, and whether there are others. @param {Piece[]} units */
function corpsIn(units) {
  const all = [...new Set(units.map(corpsOf).filter(Boolean))];
  return all.length > 1 ? `${all[0]}+` : (all[0] ?? "");
}

/**
 * Below the counter, so that nothing covers its face: corps, number of units, and how many of them in disorder. It keeps its size on the screen.
 * @param {string} corps
 * @param {number} count
 * @param {number} broken
 * @param {number} u
 */
function plate(corps, count, broken, u) {
  const g = el("g", { class: "plate" });
  const wide = (/** @type {string} */ word) => word.length * 7.1 * u;
  const width = wide(corps) + wide(String(count)) + (corps ? 13 : 8) * u;
  const inner = el("g", { class: "plate-inner" }, g);
  el("rect", { class: "plate-body", x: -width / 2, y: -6.5 * u, width, height: 13 * u, rx: 3 * u }, inner);
  if (corps) text(inner, "plate-corps strong begin", -width / 2 + 4 * u, 4 * u, corps, 11 * u);
  text(inner, `plate-count strong ${corps ? "end" : ""}`, corps ? width / 2 - 4 * u : 0, 4 * u, String(count), 11 * u);
  if (broken) {
    const side = wide(String(broken)) + 6 * u;
    el("rect", { class: "plate-broken", x: width / 2 - 1 * u, y: -6.5 * u, width: side, height: 13 * u, rx: 3 * u }, inner);
    text(inner, "plate-broken-count strong", width / 2 - 1 * u + side / 2, 4 * u, String(broken), 11 * u);
  }
  return g;
}

/** How high a stack is: a back stands for as many counters as it counts. @param {Piece[]} units */
function counters(units) {
  return units.reduce((sum, unit) => sum + (unit.count ?? 1), 0);
}

/** One's own dummies. @param {Element} g @param {number} count */
function decoy(g, count) {
  el("rect", { class: "paper", x: -50, y: -50, width: 100, height: 100, rx: 14 }, g);
  el("rect", { class: "hollow", x: -34, y: -34, width: 68, height: 68, rx: 8 }, g);
  text(g, "ink-dark strong", 0, 17, String(count), 48);
}

/** Seen from farther away it is drawn larger: the style sheet scales the inner group. @param {SVGGElement} child */
function bold(child) {
  const outer = el("g");
  el("g", { class: "bold" }, outer).append(child);
  return outer;
}

/**
 * Supply at the lower left, what happened this turn at the right; without units all stand beside the town.
 * @param {SVGGElement} whole
 * @param {Marks} marks
 * @param {number} u
 * @param {boolean} manned
 */
function drawMarks(whole, marks, u, manned) {
  /** @type {SVGGElement[]} */
  const supply = [];
  if (marks.depot) supply.push(drawMarker("depot", { side: marks.depot }, 19 * u));
  if (marks.trains) supply.push(drawMarker("train", { side: marks.trainSide, count: marks.trains }, 17 * u));
  if (marks.hidden) supply.push(drawMarker("hidden", { side: marks.trainSide, count: marks.hidden }, 17 * u));
  const left = manned ? [[-23, 9], [-26, -8], [18, -34]] : [[23, -5], [-23, -5], [23, -24]];
  supply.forEach((mark, i) => put(whole, mark, left[i][0] * u, left[i][1] * u));
  /** @type {SVGGElement[]} */
  const state = [];
  if (marks.forage) state.push(drawMarker("forage", {}, 14 * u));
  if (marks.forced) state.push(drawMarker("forced", {}, 14 * u));
  if (marks.fought) state.push(drawMarker("fought", { count: marks.fought }, 14 * u));
  if (marks.decoys) state.push(drawMarker("decoys", { count: marks.decoys }, 14 * u));
  const spots = [[33, -19], [33, -4], [-6, 18], [10, 26]];
  state.forEach((mark, i) => put(whole, mark, spots[i][0] * u, spots[i][1] * u));
}

/** From afar: a plain block in the colour and shape of the side, with the count. @param {Piece[]} pieces @param {number} count @param {number} size */
function block(pieces, count, size) {
  const side = pieces[0].side;
  const g = el("g", { class: `block side-${side}` });
  const inner = frame("", size);
  if (count) {
    body(inner, side);
    text(inner, "ink strong", 0, 25, String(count), 68, 84);
  } else {
    bicorne(inner, side);
  }
  g.append(inner);
  return g;
}
