/** A battlefield of squares: open ground, hills, woods, villages, works, water; the grid and the frame around it. */

/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("./squares").SquareLayout} SquareLayout */

import { drawCountryside } from "./countryside.js";
import { drawWoods } from "./groves.js";
import { drawFarm, drawVillage } from "./hamlets.js";
import { drawHills } from "./heights.js";
import { SIDE } from "./squares.js";
import { drawBridge, drawStreams } from "./streams.js";
import { el, layer } from "../base/svg.js";
import { box, sheet } from "./terrain.js";
import { drawFortress, drawWall, drawWorks } from "./works.js";

const HALF = SIDE / 2;

/**
 * Everything that never moves. Returns the lines of the rivers.
 * @param {SVGGElement} still
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 */
export function drawBattlefield(still, scene, layout) {
  const ground = layer(still, "ground");
  el("rect", { ...sheet(layout), class: "land field" }, ground);
  drawCountryside(ground, layout, JSON.stringify([scene.columns, scene.rows, (scene.features ?? []).map((feature) => feature.places[0])]));
  return drawTerrain(still, ground, scene, layout, () => drawGrid(still, scene, layout));
}

/**
 * Pieces of terrain. Returns the lines of the rivers.
 * @param {SVGGElement} still
 * @param {SVGGElement} ground
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 * @param {() => void} [between] draw what lies over the ground and under buildings
 */
export function drawTerrain(still, ground, scene, layout, between) {
  const features = scene.features ?? [];
  const of = (/** @type {string} */ kind) => features.filter((feature) => feature.kind === kind);
  const squares = (/** @type {string} */ kind) => new Set(of(kind).flatMap((feature) => feature.places));
  drawHills(ground, layout, squares("hill"));
  drawWoods(ground, layout, squares("wood"));
  const courses = drawStreams(layer(still, "rivers"), layout, of("river"));
  between?.();
  const signs = layer(still, "signs");
  for (const feature of of("settlement")) drawVillage(signs, layout, new Set(feature.places));
  for (const hex of squares("farm")) drawFarm(signs, layout, hex);
  for (const hex of squares("fortress")) drawFortress(signs, layout.center(hex));
  for (const feature of of("wall")) drawWall(signs, layout, new Set(feature.places));
  return courses;
}

/**
 * Squares thin, sectors dashed, the line between the two halves stronger.
 * A path to each line: dashes of one are cheap to draw again, of many they are not.
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
    for (let k = 1; k < count; k++) el("path", { d: line(down, down ? k : count - k), class: k % sector ? "thin" : "sector" }, grid);
  }
  el("path", { d: line(false, rows / 2), class: "halfway" }, grid);
}

/**
 * What can change while the battle lasts: bridges that stand or are down, works that were thrown up.
 * @param {SVGGElement} group
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 * @param {{forts?: string[], bridges?: string[], bridges_down?: string[]}} view
 */
export function drawBuilt(group, scene, layout, view) {
  const features = scene.features ?? [];
  const squares = (/** @type {string} */ kind) => features.filter((feature) => feature.kind === kind).flatMap((feature) => feature.places);
  const rivers = new Set(squares("river"));
  const solid = new Set(squares("bridge"));
  const works = features.filter((feature) => feature.kind === "fortification").map((feature) => new Set(feature.places));
  const known = new Set(works.flatMap((work) => [...work]));
  for (const hex of view.forts ?? []) if (!known.has(hex)) works.push(new Set([hex]));
  for (const work of works) drawWorks(group, layout, work);
  const down = new Set(view.bridges_down ?? []);
  for (const hex of new Set([...solid, ...squares("pontoon"), ...(view.bridges ?? [])])) {
    drawBridge(group, layout, hex, rivers, !solid.has(hex), down.has(hex));
  }
}

/**
 * The margin of the sheet.
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {SquareLayout} layout
 */
export function drawMargin(parent, scene, layout) {
  const frame = layer(parent, "frame");
  const { columns, rows, sector = 6 } = scene;
  const inner = { x: 0, y: 0, width: layout.width, height: layout.height };
  el("path", { d: box(sheet(layout, 6000)) + box(sheet(layout)), class: "off" }, frame);
  el("path", { d: box(sheet(layout)) + box(inner), class: "ruler" }, frame);
  el("path", { d: ticks(layout, columns, rows, sector), class: "ticks" }, frame);
  el("rect", { ...inner, class: "neat" }, frame);
  el("rect", { ...sheet(layout), class: "neat outer" }, frame);
}

/** @param {SquareLayout} layout @param {number} columns @param {number} rows @param {number} sector */
function ticks(layout, columns, rows, sector) {
  let d = "";
  const long = (/** @type {number} */ k) => (k % sector ? 6 : layout.margin);
  for (let k = 0; k <= columns; k++) d += `M${k * SIDE} 0v${-long(k)}M${k * SIDE} ${layout.height}v${long(k)}`;
  for (let k = 0; k <= rows; k++) d += `M0 ${layout.height - k * SIDE}h${-long(k)}M${layout.width} ${layout.height - k * SIDE}h${long(k)}`;
  return d;
}

/** Names of columns and rows on all four sides of the sheet; each column of sectors has its number at both ends. */
export class Coordinates {
  /** @param {SVGGElement} parent @param {MapScene} scene @param {SquareLayout} layout */
  constructor(parent, scene, layout) {
    this.group = layer(parent, "numbers");
    /** @type {{text: SVGTextElement, k: number}[]} */
    this.marks = [];
    const out = layout.margin / 2 + 2;
    const write = (/** @type {number} */ k, /** @type {number} */ x, /** @type {number} */ y) => {
      const text = el("text", { x, y, dy: "0.35em" }, this.group);
      text.textContent = String(k).padStart(2, "0");
      this.marks.push({ text, k });
    };
    for (let k = 0; k < scene.columns; k++) for (const y of [-out, layout.height + out]) write(k, k * SIDE + HALF, y);
    for (let k = 0; k < scene.rows; k++) for (const x of [-out, layout.width + out]) write(k, x, layout.height - k * SIDE - HALF);
    const { columns, sector = 6 } = scene;
    for (let k = 0; k < columns / sector; k++) {
      for (const y of [30, layout.height - 8]) el("text", { x: (k + 0.5) * sector * SIDE, y, class: "sectorname" }, parent).textContent = String(k + 1);
    }
  }

  /** As large as the margin allows; from afar only every second or third. @param {number} scale */
  rescale(scale) {
    this.group.setAttribute("font-size", String(Math.max(11, Math.min(27, 11 / scale))));
    const every = scale < 0.3 ? 3 : scale < 0.42 ? 2 : 1;
    for (const { text, k } of this.marks) text.style.display = k % every ? "none" : "";
  }
}
