/** Counters: a regiment or battery in its square, with what has befallen it; commanders; flags. */

/**
 * A unit of the view with the facts of the scene, as it stands in one square.
 * @typedef {{id?: string, name?: string, short?: string, side: string, kind: string, nation?: string, level?: number, formation?: string,
 *   facing?: string, men?: number[], full?: number[], unit?: number, damage?: string, flags?: string[], value?: number,
 *   metal?: string, command?: string, markers?: number}} Piece
 */
/** @typedef {{flag?: string, flagNation?: string, taken?: boolean}} Marks */

import { text } from "/web/counter.js";
import { el } from "/web/svg.js";
import { drawBody, drawFlag, drawHat, drawHidden } from "./shapes.js";

const TURN = /** @type {Record<string, number>} */ ({ north: 0, east: 90, south: 180, west: 270 });
const METAL = /** @type {Record<number, string>} */ ({ 7: "gold", 6: "silver", 5: "bronze" });

/** The level of detail for a size in pixels. @param {number} size */
export function detail(size) {
  return [18, 34, 64].filter((least) => size >= least).length;
}

/**
 * @param {Piece} piece
 * @param {number} size
 * @returns {SVGGElement}
 */
export function drawCounter(piece, size) {
  const g = el("g", { class: `counter nation-${piece.nation ?? ""} side-${piece.side}`, transform: `scale(${size / 100})` });
  if (piece.kind === "commander") {
    drawHat(g, String(piece.value ?? ""), piece.metal ?? "silver");
    return g;
  }
  const body = el("g", { class: METAL[piece.level ?? 6], transform: `rotate(${TURN[piece.facing ?? "north"] ?? 0})` }, g);
  const hidden = piece.flags?.includes("hidden");
  if (hidden && !piece.formation) {
    drawHidden(g);
  } else {
    drawBody(body, piece.formation ?? "march", piece.kind, looks(piece));
    befallen(g, piece);
    if (hidden) veiled(g);
  }
  command(g, piece);
  return g;
}

/** One's own counter that the enemy sees flag side up. @param {SVGGElement} g */
function veiled(g) {
  const badge = el("g", { class: "veiled", transform: "translate(-36 36)" }, g);
  el("circle", { r: 13 }, badge);
  el("path", { d: "M-5 8V-8M-5 -8C-1 -11 2 -5 7 -8V1C2 4 -1 -2 -5 1" }, badge);
}

/** How each unit of the square looks. @param {Piece} piece */
function looks(piece) {
  const men = piece.men ?? [2];
  const shown = piece.unit === undefined ? men.filter((n) => n > 0) : [men[piece.unit] ?? 0];
  const found = shown.map((n) => ({ half: n === 1 && piece.kind !== "art", cavalry: piece.kind === "cav" }));
  return found.length ? found : [{ half: false, cavalry: piece.kind === "cav" }];
}

/** Damage, rout, hits: signs that do not turn with the troops. @param {SVGGElement} g @param {Piece} piece */
function befallen(g, piece) {
  const flags = piece.flags ?? [];
  if (flags.includes("routed")) {
    el("path", { class: "whiteflag", d: "M-18 34V-34L22 -22L-18 -8" }, g);
  }
  if (piece.damage === "attack") {
    el("circle", { class: `trouble${flags.includes("temporary") ? " passing" : ""}`, cx: 33, cy: -33, r: 15 }, g);
    text(g, "ink-dark strong", 33, -27, "−1", 17);
  } else if (piece.damage === "marker") {
    el("path", { class: "trouble", d: "M18 -48H48V-18H18Z" }, g);
    text(g, "ink-dark strong", 33, -26, "−1", 19);
  }
  if (flags.includes("out")) el("path", { class: "cutoff", d: "M-44 30L-28 46M-28 30L-44 46" }, g);
}

/** The Command marker of the group, and how many Attack markers are in hand. @param {SVGGElement} g @param {Piece} piece */
function command(g, piece) {
  if (piece.command) {
    const tag = el("g", { class: "order lod lod-2 lod-3", transform: "translate(-34 -36)" }, g);
    el("circle", { r: 13.5 }, tag);
    text(tag, "strong", 0, 5.5, piece.command, 16, 22);
    const far = el("g", { class: "order lod lod-1", transform: "translate(-34 -37)" }, g); // as large as can be read from afar
    el("circle", { r: 20 }, far);
    text(far, "strong", 0, 9.5, piece.command, 28, 34);
  }
  if (piece.markers) {
    const hand = el("g", { class: "inhand", transform: "translate(34 36)" }, g);
    el("path", { class: "tile back", d: "M-8 -13H14V13H-8Z" }, hand);
    el("path", { class: "tile", d: "M-13 -11H10V14H-13Z" }, hand);
    text(hand, "strong", -1.5, 8, String(piece.markers), 18);
  }
  if (piece.short) text(el("g", { class: "lod lod-3" }, g), "nametag", 0, 49, piece.short, 10.5, 96);
}

/**
 * What stands in a square: troops, then a commander small at the upper left, and the flag.
 * @param {Piece[]} pieces
 * @param {Marks} marks
 * @param {number} size
 * @returns {SVGGElement}
 */
export function drawStack(pieces, marks, size) {
  const g = el("g", { class: "stack" });
  const troops = pieces.filter((piece) => piece.kind !== "commander");
  const leaders = pieces.filter((piece) => piece.kind === "commander");
  const u = size / 100;
  if (marks.flag) {
    const manned = pieces.length > 0;
    const flag = el("g", { class: `counter flag side-${marks.flag} nation-${marks.flagNation ?? ""}`,
      transform: manned ? `translate(${38 * u} ${-30 * u}) scale(${0.45 * u})` : `translate(${4 * u} 0) scale(${0.72 * u})` }, g);
    drawFlag(flag, Boolean(marks.taken));
  }
  for (const piece of troops) g.append(drawCounter(piece, size));
  leaders.forEach((piece, i) => {
    const small = troops.length > 0;
    const shown = drawCounter(piece, small ? size * 0.42 : size * 0.8);
    const x = small ? -32 + 30 * i : 16 * i;
    shown.setAttribute("transform", `translate(${x * u} ${(small ? -34 : 0) * u}) ${shown.getAttribute("transform")}`);
    g.append(shown);
  });
  return g;
}
