/** Counters: a regiment or battery in its square, with what has befallen it; commanders; flags. */

/**
 * A unit of the view with the facts of the scene, as it stands in one square. `label`: number or short name; `steps`: what is
 * left of a battery and what it had; `span`: on which hand the second square of a line lies.
 * @typedef {{id?: string, name?: string, short?: string, side: string, kind: string, nation?: string, level?: number, formation?: string,
 *   facing?: string, men?: number[], full?: number[], unit?: number, damage?: string, flags?: string[], value?: number,
 *   metal?: string, command?: string, markers?: number, label?: string, troop?: string, factors?: number[], steps?: number[],
 *   span?: number, led?: boolean}} Piece
 */
/** @typedef {{flag?: string, flagNation?: string, taken?: boolean, second?: boolean, sector?: string}} Marks */

import { text } from "/web/board/counter.js";
import { el } from "/web/base/svg.js";
import { drawBody, drawFlag, drawHat, drawHidden, drawSign, siteOf } from "./shapes.js";

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
  const turn = TURN[piece.facing ?? "north"] ?? 0;
  const small = piece.formation === "line" ? 1 : 0.93;
  const body = el("g", { class: METAL[piece.level ?? 6], transform: `translate(0 -4) rotate(${turn}) scale(${small})` }, g);
  const hidden = piece.flags?.includes("hidden");
  if (hidden && !piece.formation) {
    drawHidden(g);
  } else {
    const seen = looks(piece);
    drawBody(body, piece.formation ?? "march", piece.kind, seen);
    write(g, piece, seen, turn);
    strength(g, piece);
    befallen(g, piece);
    if (hidden) veiled(g);
  }
  command(g, piece);
  return g;
}

/** The sign of the arm, the number and, from near, the factors; upright whichever way the troops face. @param {SVGGElement} g @param {Piece} piece @param {ReturnType<typeof looks>} seen @param {number} turn */
function write(g, piece, seen, turn) {
  const site = siteOf(piece.formation ?? "march", seen);
  const at = (/** @type {[number, number]} */ [x, y]) => {
    const [cos, sin] = [Math.round(Math.cos((turn * Math.PI) / 180)), Math.round(Math.sin((turn * Math.PI) / 180))];
    return { x: x * cos - y * sin, y: x * sin + y * cos - 4 };
  };
  const troops = piece.kind === "inf" || piece.kind === "cav";
  if (troops && site.sign) {
    const { x, y } = at(site.sign);
    drawSign(el("g", { class: "lod lod-2 lod-3 armsign", transform: `translate(${x} ${y})` }, g), piece.kind, piece.troop ?? "");
  }
  const { x, y } = at(troops ? site.mark : [0, 22]);
  const ink = site.open && troops ? "label ground" : "label";
  const far = el("g", { class: "lod lod-2" }, g);
  const near = el("g", { class: "lod lod-3" }, g);
  if (troops && piece.label) {
    const wide = site === siteOf("line", seen) ? 46 : 44;
    if (/^\d+$/.test(piece.label)) {
      const spot = at(site.tiny ?? site.mark);
      text(el("g", { class: "lod lod-1" }, g), ink, spot.x, spot.y + 12, piece.label, 35, 50);
    }
    text(far, ink, x, y + site.size * 0.36, piece.label, site.size, wide);
    text(near, ink, x, y + site.size * 0.36 - 6, piece.label, site.size - 5, wide);
  }
  if (piece.factors) text(near, `${ink} factors`, x, y + (troops ? 17 : 5), piece.factors.join(" "), 12.5, 44);
}

/** Men left, a dot for each step; of a battery, the hits it can still take. @param {SVGGElement} g @param {Piece} piece */
function strength(g, piece) {
  const of = (/** @type {number[]} */ men) => (piece.unit === undefined ? men.reduce((a, b) => a + b, 0) : (men[piece.unit] ?? 0));
  const [left, full] = piece.steps ?? [of(piece.men ?? []), piece.kind === "art" ? 0 : of(piece.full ?? [])];
  const flat = piece.formation === "line" && TURN[piece.facing ?? "north"] % 180 === 0;
  const row = el("g", { class: "steps lod lod-2 lod-3" }, g);
  for (let k = 0; k < full; k++) {
    el("circle", { class: k < left ? "step" : "step lost", cx: (k - (full - 1) / 2) * 12.5, cy: flat ? 33 : 44.5, r: 4.4 }, row);
  }
}

/** One's own counter that the enemy sees flag side up. @param {SVGGElement} g */
function veiled(g) {
  const badge = swelling(g, "veiled", -36, 34);
  el("circle", { r: 13 }, badge);
  el("path", { d: "M-5 8V-8M-5 -8C-1 -11 2 -5 7 -8V1C2 4 -1 -2 -5 1" }, badge);
}

/** A sign at a corner that grows as the counter shrinks. @param {SVGGElement} g @param {string} name @param {number} x @param {number} y */
function swelling(g, name, x, y) {
  return el("g", { class: `swell ${name}` }, el("g", { transform: `translate(${x} ${y})` }, g));
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
  if (flags.includes("routed")) el("path", { class: "whiteflag", d: "M-18 36V-40L26 -26L-18 -8" }, swelling(g, "", 0, 0));
  if (piece.damage === "attack") {
    const sign = swelling(g, "", 34, -34);
    el("circle", { class: `trouble${flags.includes("temporary") ? " passing" : ""}`, r: 16 }, sign);
    text(sign, "ink-dark strong", 0, 7, "−1", 20);
  } else if (piece.damage === "marker") {
    const sign = swelling(g, "", 34, -34);
    el("path", { class: "trouble", d: "M-16 -16H16V16H-16Z" }, sign);
    text(sign, "ink-dark strong", 0, 7.4, "−1", 22);
  }
  if (flags.includes("out")) {
    const sign = swelling(g, "", -37, 32);
    el("path", { class: "cutoff under", d: "M-9 -9L9 9M9 -9L-9 9" }, sign);
    el("path", { class: "cutoff", d: "M-9 -9L9 9M9 -9L-9 9" }, sign);
  }
}

/** The Command marker of the group, and how many Attack markers are in hand. @param {SVGGElement} g @param {Piece} piece */
function command(g, piece) {
  if (piece.command) {
    const tag = el("g", { class: "order lod lod-2 lod-3", transform: `translate(-36 ${piece.led ? 8 : -37})` }, g);
    el("circle", { r: 13.5 }, tag);
    text(tag, "strong", 0, 6, piece.command, 17, 22);
    const far = el("g", { class: "order lod lod-1", transform: `translate(-36 ${piece.led ? 14 : -37})` }, g); // as large as can be read from afar
    el("circle", { r: 18 }, far);
    text(far, "strong", 0, 9, piece.command, 26, 30);
  }
  if (piece.markers) {
    const hand = swelling(g, "inhand lod lod-1 lod-2 lod-3", 36, 30);
    el("path", { class: "tile back", d: "M-8 -13H14V13H-8Z" }, hand);
    el("path", { class: "tile", d: "M-13 -11H10V14H-13Z" }, hand);
    text(hand, "strong", -1.5, 8, String(piece.markers), 18);
  }
  if (!piece.short) return;
  const cut = piece.short.length > 18 ? `${piece.short.slice(0, 16).trim()}…` : piece.short;
  const name = piece.span ? (piece.name ?? piece.short) : cut;
  text(el("g", { class: "lod lod-3" }, g), "nametag", 52 * (piece.span ?? 0), piece.span ? 51 : 58, name, 12, piece.span ? 190 : 98);
}

/**
 * What stands in a square: the flag, then the troops, and commanders small at the upper left.
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
    const place = pieces.length ? `translate(${30 * u} ${-36 * u}) scale(${0.6 * u})` : `translate(${-2 * u} ${-4 * u}) scale(${0.92 * u})`;
    const flag = el("g", { class: `counter flag side-${marks.flag} nation-${marks.flagNation ?? ""}`, transform: place }, g);
    drawFlag(flag, { taken: Boolean(marks.taken), second: Boolean(marks.second), sector: marks.sector ?? "" });
  }
  for (const piece of troops) g.append(drawCounter(leaders.length ? { ...piece, led: true } : piece, size));
  leaders.forEach((piece, i) => (troops.length ? attach(g, piece, i, troops[0], size) : g.append(alone(piece, i, size))));
  return g;
}

/** A commander with troops: small, in the upper corner that leaves their number free. @param {SVGGElement} g @param {Piece} piece @param {number} i @param {Piece} troop @param {number} size */
function attach(g, piece, i, troop, size) {
  const right = troop.formation === "line" && troop.facing === "south" && !troop.damage && !i;
  const x = right ? 30 : -30 + 40 * i;
  const shown = drawCounter(piece, size * 0.54);
  shown.setAttribute("transform", `translate(${(x * size) / 100} ${(-31 * size) / 100}) ${shown.getAttribute("transform")}`);
  g.append(shown);
}

/** A commander alone, his name below him. @param {Piece} piece @param {number} i @param {number} size */
function alone(piece, i, size) {
  const u = size / 100;
  const g = el("g", { class: "alone", transform: `translate(${14 * i * u} 0)` });
  const shown = drawCounter(piece, size * 0.76);
  shown.setAttribute("transform", `translate(0 ${-8 * u}) ${shown.getAttribute("transform")}`);
  el("g", { class: "larger" }, g).append(shown);
  if (piece.short) {
    const name = el("g", { class: "counter", transform: `scale(${u})` }, g);
    text(el("g", { class: "lod lod-2 lod-3" }, name), "nametag leader", 0, 45, piece.short, 19, 100);
  }
  return g;
}
