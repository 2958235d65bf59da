/** Terrain signs, drawn once and seeded by the hex, so that no tree ever jumps. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").Cell} Cell */

import { chance, seedOf } from "../base/curves.js";
import { H, R } from "./geometry.js";
import { el, n, xy } from "../base/svg.js";

const COUNTS = { trees: 11, reeds: 10, hachures: 8, peaks: 5, corn: 0, crags: 6 };

/**
 * @param {SVGGElement} parent
 * @param {"trees" | "reeds" | "hachures" | "peaks" | "corn" | "crags"} sign
 * @param {Cell} cell
 */
export function drawSign(parent, sign, cell) {
  const random = chance(seedOf(`${sign}${cell.id}`));
  if (sign === "corn") {
    corn(parent, cell, random);
    return;
  }
  const gap = sign === "peaks" ? 1.25 : 1;
  const spots = scatter(cell, COUNTS[sign], random, gap).sort((a, b) => a.y - b.y);
  const draw = { trees, reeds, hachures, peaks, crags }[sign];
  draw(parent, spots, random);
}

/**
 * Spots spread over the hex: of several throws, the one farthest from the others. The number at the top stays free.
 * @param {Cell} cell
 * @param {number} count
 * @param {() => number} random
 * @param {number} gap
 * @returns {Point[]}
 */
function scatter(cell, count, random, gap) {
  /** @type {Point[]} */
  const spots = [];
  for (let k = 0; k < count; k++) {
    let best = { x: cell.x, y: cell.y };
    let most = -1;
    for (let t = 0; t < 9; t++) {
      const p = throwIn(random, 0.8 - 0.1 * (gap - 1));
      const spot = { x: cell.x + p.x, y: cell.y + p.y + 4 };
      const free = Math.min(R, ...spots.map((s) => Math.hypot((s.x - spot.x), (s.y - spot.y) * 1.15)));
      if (free > most) {
        most = free;
        best = spot;
      }
    }
    spots.push(best);
  }
  return spots;
}

/**
 * @param {() => number} random
 * @param {number} share of the hex
 * @returns {Point}
 */
function throwIn(random, share) {
  for (;;) {
    const x = (random() * 2 - 1) * R;
    const y = (random() * 2 - 1) * H;
    const inside = Math.abs(x) * H + (Math.abs(y) * R) / 2 <= R * H * share && Math.abs(y) <= H * share;
    const number = y < -H * 0.66 && Math.abs(x) < 17;
    if (inside && !number) return { x, y };
  }
}

/**
 * Firs and broad trees, each with a dark side.
 * @param {SVGGElement} parent
 * @param {Point[]} spots
 * @param {() => number} random
 */
export function trees(parent, spots, random) {
  let trunks = "";
  let crowns = "";
  let shades = "";
  let ground = "";
  for (const { x, y } of spots) {
    const s = 0.85 + random() * 0.4;
    ground += `M${n(x - 4.2 * s)} ${n(y + 0.4)}a${n(4.6 * s)} 1.3 0 1 0 ${n(9.2 * s)} 0a${n(4.6 * s)} 1.3 0 1 0 ${n(-9.2 * s)} 0`;
    trunks += `M${n(x)} ${n(y)}v${n(-5 * s)}`;
    if (random() < 0.58) {
      const w = 4.5 * s;
      const h = 14.5 * s;
      crowns += `M${xy({ x, y: y - h })}l${n(w)} ${n(h - 2.6 * s)}q${n(-w)} ${n(1.6 * s)} ${n(-2 * w)} 0Z`;
      shades += `M${xy({ x, y: y - h })}l${n(w)} ${n(h - 2.6 * s)}q${n(-w / 2)} ${n(0.8 * s)} ${n(-w)} ${n(0.8 * s)}Z`;
    } else {
      const r = 4.7 * s;
      const cy = y - 8 * s;
      crowns += `M${n(x - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0`;
      shades += `M${n(x + r * 0.25)} ${n(cy - r * 0.96)}a${n(r)} ${n(r)} 0 0 1 ${n(-r * 0.25)} ${n(r * 1.96)}a${n(r * 1.5)} ${n(r * 1.5)} 0 0 0 ${n(r * 0.25)} ${n(-r * 1.96)}`;
    }
  }
  el("path", { d: ground, class: "shadow" }, parent);
  el("path", { d: trunks, class: "trunk" }, parent);
  el("path", { d: crowns, class: "tree" }, parent);
  el("path", { d: shades, class: "shade" }, parent);
}

/**
 * @param {SVGGElement} parent
 * @param {Point[]} spots
 * @param {() => number} random
 */
function reeds(parent, spots, random) {
  let d = "";
  for (const { x, y } of spots) {
    const s = 0.85 + random() * 0.35;
    for (const lean of [-5.4, -2.7, 0, 2.7, 5.4]) {
      const high = (6.8 - Math.abs(lean) * 0.55) * s;
      d += `M${n(x + lean * 0.42 * s)} ${n(y)}q${n(lean * 0.12 * s)} ${n(-high * 0.6)} ${n(lean * 0.6 * s)} ${n(-high)}`;
    }
    d += `M${n(x - 8.5 * s)} ${n(y + 0.8)}h${n(17 * s)}M${n(x - 4 * s)} ${n(y + 3)}h${n(9 * s)}`;
  }
  el("path", { d, class: "reed" }, parent);
}

/**
 * Hills: a crest with hachures running down its lee side.
 * @param {SVGGElement} parent
 * @param {Point[]} spots
 * @param {() => number} random
 */
function hachures(parent, spots, random) {
  let crest = "";
  let ticks = "";
  for (const { x, y } of spots) {
    const s = 0.85 + random() * 0.4;
    const w = 9.5 * s;
    const h = 7.6 * s;
    crest += `M${n(x - w)} ${n(y)}C${n(x - w * 0.5)} ${n(y - h * 0.4)} ${n(x - w * 0.45)} ${n(y - h)} ${n(x - w * 0.1)} ${n(y - h)}S${n(x + w * 0.5)} ${n(y - h * 0.3)} ${n(x + w)} ${n(y)}`;
    for (const [at, top, length] of [[0.02, 0.94, 4.6], [0.2, 0.8, 4.8], [0.38, 0.58, 4.2], [0.56, 0.36, 3], [-0.16, 0.88, 3]]) {
      ticks += `M${n(x + w * at)} ${n(y - h * top + 1)}l${n(1.5 * s)} ${n(length * s)}`;
    }
  }
  el("path", { d: crest, class: "crest" }, parent);
  el("path", { d: ticks, class: "tick" }, parent);
}

/**
 * @param {SVGGElement} parent
 * @param {Point[]} spots
 * @param {() => number} random
 */
function peaks(parent, spots, random) {
  let light = "";
  let dark = "";
  let line = "";
  for (const { x, y } of spots) {
    const s = 0.9 + random() * 0.5;
    const w = 12 * s;
    const h = 19 * s;
    const top = { x: x - 1.5 * s, y: y - h };
    light += `M${xy(top)}L${n(x - w)} ${n(y)}q${n(w * 0.6)} ${n(2 * s)} ${n(w)} ${n(1.2 * s)}l${n(-2.5 * s)} ${n(-7 * s)}l${n(3 * s)} ${n(-4 * s)}Z`;
    dark += `M${xy(top)}L${n(x + w)} ${n(y)}q${n(-w * 0.6)} ${n(2 * s)} ${n(-w)} ${n(1.2 * s)}l${n(-2.5 * s)} ${n(-7 * s)}l${n(3 * s)} ${n(-4 * s)}Z`;
    line += `M${n(x - w)} ${n(y)}L${xy(top)}L${n(x + w)} ${n(y)}`;
    line += `M${n(x + 3 * s)} ${n(y - 7 * s)}l${n(4 * s)} ${n(6 * s)}M${n(x + 2 * s)} ${n(y - 11 * s)}l${n(2.5 * s)} ${n(3.6 * s)}`;
  }
  el("path", { d: light, class: "slope" }, parent);
  el("path", { d: dark, class: "lee" }, parent);
  el("path", { d: line, class: "ridge" }, parent);
}

/**
 * Ripe corn: ears in rows, each field sown its own way.
 * @param {SVGGElement} parent
 * @param {Cell} cell
 * @param {() => number} random
 */
function corn(parent, cell, random) {
  const turn = ((random() - 0.5) * Math.PI) / 2.6;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  let furrows = "";
  let ears = "";
  for (let v = -44; v <= 44; v += 11) {
    /** @type {Point[]} */
    const row = [];
    for (let u = -46; u <= 46; u += 9.2) {
      const x = u * cos - v * sin + (random() - 0.5) * 2.4;
      const y = u * sin + v * cos + (random() - 0.5) * 2.4;
      const inside = Math.abs(x) * H + (Math.abs(y) * R) / 2 <= R * H * 0.86 && Math.abs(y) <= H * 0.86;
      if (!inside || (y < -H * 0.6 && Math.abs(x) < 19)) continue;
      row.push({ x: cell.x + x, y: cell.y + y });
    }
    for (const { x, y } of row) ears += `M${n(x)} ${n(y + 2.4)}v-3.6M${n(x)} ${n(y)}q-2.2 -.6 -2.4 -3.2M${n(x)} ${n(y)}q2.2 -.6 2.4 -3.2M${n(x)} ${n(y - 1.4)}v-2.8`;
    if (row.length > 1) furrows += `M${n(row[0].x - 4 * cos)} ${n(row[0].y + 3.6 - 4 * sin)}L${n(row[row.length - 1].x + 4 * cos)} ${n(row[row.length - 1].y + 3.6 + 4 * sin)}`;
  }
  el("path", { d: furrows, class: "furrow" }, parent);
  el("path", { d: ears, class: "ear-of-corn" }, parent);
}

/**
 * Bare rock: steep faces with a lit and a shaded side.
 * @param {SVGGElement} parent
 * @param {Point[]} spots
 * @param {() => number} random
 */
function crags(parent, spots, random) {
  let light = "";
  let dark = "";
  let line = "";
  for (const { x, y } of spots) {
    const s = 0.85 + random() * 0.45;
    const w = 11 * s;
    const h = 17 * s;
    const lean = (random() - 0.5) * 5 * s;
    light += `M${n(x - w)} ${n(y)}L${n(x - w * 0.45)} ${n(y - h * 0.62)}L${n(x + lean)} ${n(y - h)}L${n(x + lean * 0.4 - 1)} ${n(y - h * 0.45)}L${n(x - 1)} ${n(y + 1)}Z`;
    dark += `M${n(x + lean)} ${n(y - h)}L${n(x + w * 0.5)} ${n(y - h * 0.55)}L${n(x + w)} ${n(y)}L${n(x - 1)} ${n(y + 1)}L${n(x + lean * 0.4 - 1)} ${n(y - h * 0.45)}Z`;
    line += `M${n(x - w)} ${n(y)}L${n(x - w * 0.45)} ${n(y - h * 0.62)}L${n(x + lean)} ${n(y - h)}L${n(x + w * 0.5)} ${n(y - h * 0.55)}L${n(x + w)} ${n(y)}`;
    line += `M${n(x + 3 * s)} ${n(y - 9 * s)}l${n(2 * s)} ${n(6 * s)}M${n(x + 6 * s)} ${n(y - 7 * s)}l${n(1.6 * s)} ${n(5 * s)}`;
  }
  el("path", { d: light, class: "slope" }, parent);
  el("path", { d: dark, class: "lee" }, parent);
  el("path", { d: line, class: "ridge" }, parent);
}
