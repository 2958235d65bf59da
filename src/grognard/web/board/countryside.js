/** The open ground: a calm patchwork of meadows and fields. It is paper, not terrain, and no rule knows it. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { chance, evenly, roughen, seedOf } from "../base/curves.js";
import { el, layer, n, straight } from "../base/svg.js";
import { sheet } from "./terrain.js";

/** Size of a field; its corners stray from the lattice by a share of it. */
const WIDE = 186;
const DEEP = 142;
const STRAY = 0.34;
const TINTS = 5;
const PATCH = 7;

/** @param {SVGGElement} parent @param {SquareLayout} layout @param {string} seed */
export function drawCountryside(parent, layout, seed) {
  const random = chance(seedOf(`fields${seed}`));
  const lattice = corners(layout, random);
  const groups = { plots: layer(parent, "plots"), furrows: layer(parent, "furrows"), hedges: layer(parent, "hedges") };
  for (let j = 0; j < lattice.length - 1; j++) {
    for (let i = 0; i < lattice[j].length - 1; i += PATCH) farmland(groups, lattice, i, j, random);
  }
}

/** A few fields in a row as one drawing: those out of sight cost nothing. @param {Record<"plots" | "furrows" | "hedges", SVGGElement>} groups @param {Point[][]} lattice @param {number} from @param {number} j @param {() => number} random */
function farmland(groups, lattice, from, j, random) {
  const tints = Array.from({ length: TINTS }, () => "");
  let lines = "";
  let rows = "";
  for (let i = from; i < Math.min(from + PATCH, lattice[j].length - 1); i++) {
    const quad = [lattice[j][i], lattice[j][i + 1], lattice[j + 1][i + 1], lattice[j + 1][i]];
    lines += field(quad, tints, random);
    if (random() < 0.4) rows += hedge(quad[0], quad[1]);
    if (random() < 0.32) rows += hedge(quad[0], quad[3]);
  }
  tints.forEach((d, tint) => d && el("path", { d, class: `plot p${tint}` }, groups.plots));
  if (lines) el("path", { d: lines }, groups.furrows);
  if (rows) el("path", { d: rows }, groups.hedges);
}

/** A slanting lattice of corners over the whole sheet. @param {SquareLayout} layout @param {() => number} random @returns {Point[][]} */
function corners(layout, random) {
  const { x, y, width, height } = sheet(layout);
  const lean = 0.1 + random() * 0.12;
  const across = Math.ceil((width + height * lean) / WIDE) + 3;
  const down = Math.ceil((height + width * lean) / DEEP) + 3;
  return Array.from({ length: down + 1 }, (_, j) => Array.from({ length: across + 1 }, (_, i) => {
    const u = (i - 1 + (random() - 0.5) * STRAY) * WIDE;
    const v = (j - 1 + (random() - 0.5) * STRAY) * DEEP;
    return { x: x + u - (v - height / 2) * lean, y: y + v + (u - width / 2) * lean };
  }));
}

/** One field, or two or three strips of one; returns its furrows. @param {Point[]} quad @param {string[]} tints @param {() => number} random */
function field(quad, tints, random) {
  const strips = random() < 0.42 ? 2 + Math.floor(random() * 2) : 1;
  const [a, b, c, d] = random() < 0.5 ? quad : [quad[1], quad[2], quad[3], quad[0]];
  let lines = "";
  for (let k = 0; k < strips; k++) {
    const strip = [lerp(a, b, k / strips), lerp(a, b, (k + 1) / strips), lerp(d, c, (k + 1) / strips), lerp(d, c, k / strips)];
    tints[Math.floor(random() * TINTS)] += straight(strip, true);
    if (random() < 0.42) lines += plough(strip, random() < 0.5, random);
  }
  return lines;
}

/** @param {Point[]} strip @param {boolean} turned @param {() => number} random */
function plough(strip, turned, random) {
  const [a, b, c, d] = turned ? [strip[1], strip[2], strip[3], strip[0]] : strip;
  const count = Math.max(2, Math.round(Math.hypot(b.x - a.x, b.y - a.y) / (10.5 + random() * 4)));
  let lines = "";
  for (let k = 1; k < count; k++) {
    const from = lerp(a, b, k / count);
    const to = lerp(d, c, k / count);
    const start = lerp(from, to, 0.03 + random() * 0.04);
    const end = lerp(from, to, 0.93 + random() * 0.04);
    lines += `M${n(start.x)} ${n(start.y)}L${n(end.x)} ${n(end.y)}`;
  }
  return lines;
}

/** Bushes in a row, drawn as one uneven line: dots would cost as much as all the rest. @param {Point} a @param {Point} b */
function hedge(a, b) {
  return straight(roughen(evenly([a, b], 22), 2.2, 17));
}

/** @param {Point} a @param {Point} b @param {number} t @returns {Point} */
function lerp(a, b, t) {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}
