/** A battlefield of squares: hills in tints, woods, villages, works, water; sector lines dashed over the grid. */

/** @typedef {import("./map-types").Feature} Feature */
/** @typedef {import("./map-types").MapScene} MapScene */
/** @typedef {import("./map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { chance, cutCorners, evenly, normals, rounded, roughen, seedOf } from "./curves.js";
import { trees } from "./signs.js";
import { SIDE } from "./squares.js";
import { closedCurve, el, layer, n, straight, xy } from "./svg.js";
import { sheet } from "./terrain.js";
import { star } from "./towns.js";
import { drawBridge, drawStreams } from "./streams.js";

const HALF = SIDE / 2;
/** How far inside the edge of a hill the next tint begins. */
const CONTOURS = [0, 11, 22];

/**
 * Everything that never moves. Returns the lines of the rivers.
 * @param {SVGGElement} still
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 */
export function drawBattlefield(still, scene, layout) {
  const features = scene.features ?? [];
  const of = (/** @type {string} */ kind) => features.filter((feature) => feature.kind === kind);
  const squares = (/** @type {string} */ kind) => new Set(of(kind).flatMap((feature) => feature.hexes));
  const ground = layer(still, "ground");
  el("rect", { ...sheet(layout), class: "land field" }, ground);
  drawHills(ground, layout, squares("hill"));
  area(ground, layout, squares("wood"), "t-wood");
  for (const feature of [...of("settlement"), ...of("farm")]) area(ground, layout, new Set(feature.hexes), "yards");
  const courses = drawStreams(layer(still, "rivers"), layout, squares("river"));
  drawGrid(still, scene, layout);
  const signs = layer(still, "signs");
  for (const hex of squares("wood")) plant(signs, layout, hex);
  for (const feature of of("settlement")) for (const hex of feature.hexes) village(signs, layout.center(hex), hex);
  for (const feature of of("farm")) for (const hex of feature.hexes) farm(signs, layout.center(hex), hex);
  for (const hex of squares("fortress")) fortress(signs, layout.center(hex));
  const rivers = squares("river");
  for (const kind of ["bridge", "pontoon"]) {
    for (const hex of squares(kind)) drawBridge(signs, layout, hex, rivers, kind === "pontoon");
  }
  for (const feature of of("fortification")) works(signs, layout, new Set(feature.hexes));
  for (const feature of of("wall")) wall(signs, layout, new Set(feature.hexes));
  return courses;
}

/** @param {SquareLayout} layout @param {Set<string>} squares @param {number} cut */
function rings(layout, squares, cut) {
  return layout.outlines((cell) => cell.id !== null && squares.has(cell.id), false).map((ring) => rounded(ring, cut, 8));
}

/**
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {Set<string>} squares
 * @param {string} name
 */
function area(parent, layout, squares, name) {
  const found = rings(layout, squares, 15).map((ring) => roughen(roughen(ring, 2.6, 17), 1.1, 5));
  if (found.length) el("path", { d: found.map(closedCurve).join(""), class: name }, parent);
}

/**
 * Tints one inside the other, and short strokes down the slope.
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {Set<string>} squares
 */
function drawHills(parent, layout, squares) {
  const edges = rings(layout, squares, 30).map((ring) => evenly([...roughen(roughen(ring, 7, 47), 2, 13), ring[0]], 7).slice(0, -1));
  CONTOURS.forEach((depth, i) => {
    const d = edges.map((ring) => closedCurve(depth ? inner(ring, depth) : ring)).join("");
    if (d) el("path", { d, class: `hill h${i + 1}` }, parent);
  });
  let ticks = "";
  for (const ring of edges) {
    const out = normals(ring, true);
    ring.forEach((p, i) => {
      const long = i % 2 ? 4.5 : 7.5;
      ticks += `M${xy(p)}l${n(-out[i].x * long)} ${n(-out[i].y * long)}`;
    });
  }
  if (ticks) el("path", { d: ticks, class: "tick hillside" }, parent);
}

/** A contour farther up: in short stages, smoothed after each, so that it never folds. @param {Point[]} ring @param {number} depth */
function inner(ring, depth) {
  let line = ring;
  for (let k = 0; k < depth; k += 3) {
    line = cutCorners(inward(line, 3), 1, true);
    line = evenly([...line, line[0]], 8).slice(0, -1);
  }
  return line;
}

/** @param {Point[]} ring @param {number} depth @returns {Point[]} */
function inward(ring, depth) {
  const out = normals(ring, true);
  return ring.map((p, i) => ({ x: p.x - out[i].x * depth, y: p.y - out[i].y * depth }));
}

/**
 * Squares thin, sectors dashed, the line between the two halves stronger; names of columns and rows at the edges.
 * @param {SVGGElement} still
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 */
function drawGrid(still, scene, layout) {
  const grid = layer(still, "grid");
  const { columns, rows, sector = 6 } = scene;
  const line = (/** @type {boolean} */ down, /** @type {number} */ k) =>
    down ? `M${k * SIDE} 0V${layout.height}` : `M0 ${k * SIDE}H${layout.width}`;
  for (const [down, count] of /** @type {[boolean, number][]} */ ([[true, columns], [false, rows]])) {
    let thin = "";
    let dashed = "";
    for (let k = 1; k < count; k++) {
      const at = down ? k : count - k;
      if (k % sector) thin += line(down, at);
      else dashed += line(down, at);
    }
    el("path", { d: thin }, grid);
    el("path", { d: dashed, class: "sector" }, grid);
  }
  el("path", { d: line(false, rows / 2), class: "halfway" }, grid);
}

/** @param {SVGGElement} parent @param {SquareLayout} layout @param {string} hex */
function plant(parent, layout, hex) {
  const random = chance(seedOf(`trees${hex}`));
  const at = layout.center(hex);
  trees(parent, scatter(at, 9, random).sort((a, b) => a.y - b.y), random);
}

/** Spots spread over a square. @param {Point} at @param {number} count @param {() => number} random @returns {Point[]} */
function scatter(at, count, random) {
  /** @type {Point[]} */
  const spots = [];
  for (let k = 0; k < count; k++) {
    let best = at;
    let most = -1;
    for (let t = 0; t < 9; t++) {
      const spot = { x: at.x + (random() - 0.5) * SIDE * 0.92, y: at.y + (random() - 0.5) * SIDE * 0.86 + 6 };
      const free = Math.min(SIDE, ...spots.map((s) => Math.hypot(s.x - spot.x, s.y - spot.y)));
      if (free > most) [most, best] = [free, spot];
    }
    spots.push(best);
  }
  return spots;
}

/** Houses with a ridge, turned a little, around the middle of the square. @param {SVGGElement} parent @param {Point} at @param {string} hex */
function village(parent, at, hex) {
  const random = chance(seedOf(`houses${hex}`));
  for (const spot of scatter(at, 7, random)) house(parent, spot, 7 + random() * 4, 4 + random() * 1.6, random() * 70 - 35);
}

/** @param {SVGGElement} parent @param {Point} at @param {string} hex */
function farm(parent, at, hex) {
  const turn = chance(seedOf(`farm${hex}`))() * 30 - 15;
  const g = el("g", { transform: `translate(${xy(at)}) rotate(${n(turn)})` }, parent);
  el("rect", { x: -19, y: -16, width: 38, height: 32, class: "yard" }, g);
  house(g, { x: 0, y: -15 }, 18, 5.5, 0);
  house(g, { x: -17, y: 4 }, 11, 5, 90);
  house(g, { x: 17, y: 6 }, 9, 5, 90);
}

/** @param {SVGGElement} parent @param {Point} at @param {number} long @param {number} deep @param {number} turn */
function house(parent, at, long, deep, turn) {
  const g = el("g", { class: "house", transform: `translate(${xy(at)}) rotate(${n(turn)})` }, parent);
  el("rect", { x: n(-long), y: n(-deep), width: n(2 * long), height: n(2 * deep), class: "roof" }, g);
  el("rect", { x: n(-long), y: 0, width: n(2 * long), height: n(deep), class: "eave" }, g);
}

/** @param {SVGGElement} parent @param {Point} at */
function fortress(parent, at) {
  const g = el("g", { class: "fortress", transform: `translate(${xy(at)})` }, parent);
  el("path", { d: star(31, 20), class: "glacis" }, g);
  el("path", { d: star(26, 17), class: "wall" }, g);
}

/**
 * Earthworks: a strong line with teeth along the outline.
 * @param {SVGGElement} parent
 * @param {SquareLayout} layout
 * @param {Set<string>} squares
 */
function works(parent, layout, squares) {
  for (const ring of layout.outlines((cell) => cell.id !== null && squares.has(cell.id), false)) {
    const inner = rounded(inward(rounded(ring, 1, 16), 5), 1, 16);
    const out = normals(inner, true);
    const teeth = inner.map((p, i) => (i % 2 ? p : { x: p.x + out[i].x * 5, y: p.y + out[i].y * 5 }));
    el("path", { d: straight(teeth, true), class: "rampart under" }, parent);
    el("path", { d: straight(teeth, true), class: "rampart" }, parent);
  }
}

/** @param {SVGGElement} parent @param {SquareLayout} layout @param {Set<string>} squares */
function wall(parent, layout, squares) {
  for (const ring of layout.outlines((cell) => cell.id !== null && squares.has(cell.id), false)) {
    const d = straight(inward(rounded(ring, 2, 20), 4), true);
    el("path", { d, class: "lowwall under" }, parent);
    el("path", { d, class: "lowwall" }, parent);
  }
}

/**
 * Column and row names along the edges of the sheet.
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 * @param {(column: number, row: number) => [string, string]} nameOf
 */
export function drawCoordinates(parent, scene, layout, nameOf) {
  const g = layer(parent, "numbers");
  for (let x = 0; x < scene.columns; x++) {
    el("text", { x: x * SIDE + HALF, y: layout.height + 10.5 }, g).textContent = nameOf(x, 0)[0];
  }
  for (let y = 0; y < scene.rows; y++) {
    el("text", { x: -7, y: (scene.rows - 1 - y) * SIDE + HALF + 3 }, g).textContent = nameOf(0, y)[1];
  }
  return g;
}
