/** What this game gives the table: its counters, its terrain, its style sheet. */

/** @typedef {import("./counters.js").Piece} Piece */

import { el } from "/web/base/svg.js";
import { detail, drawCounter, drawFormation, drawOrder, drawStack } from "./counters.js";
import { stacks } from "./stacks.js";

/** Ground drawn as areas over the levels, lowest first. */
const terrain = {
  areas: [
    { kind: "plateau" },
    { kind: "wheat", sign: "corn" },
    { kind: "woods", sign: "trees" },
    { kind: "impassable", sign: "crags" },
  ],
  friendly: [],
};

/**
 * A piece as a small picture of its own, for trays and tables.
 * @param {Piece} piece as in the view, or with everything
 * @param {Record<string, unknown>} [facts] as in the scene
 * @param {number} [size] pixels
 * @returns {SVGSVGElement}
 */
function trayPiece(piece, facts = {}, size = 66) {
  const svg = picture(size);
  svg.dataset.lod = String(detail(size));
  svg.append(drawCounter({ ...facts, ...piece }, piece.flags ?? [], 100));
  return svg;
}

/**
 * An order or a formation as a small picture of its own.
 * @param {string} name
 * @param {number} [size] pixels
 * @param {{formations?: Record<string, {letter: string}>}} [scene]
 */
function optionPicture(name, size = 30, scene = {}) {
  const svg = picture(size);
  const formation = scene.formations?.[name];
  svg.append(formation ? drawFormation(formation.letter, 100) : drawOrder(name, 100));
  return svg;
}

/** @param {number} size */
function picture(size) {
  return el("svg", { class: "tray-piece", width: size, height: size, viewBox: "-54 -54 108 110", "aria-hidden": "true" });
}

export default {
  drawCounter,
  drawStack,
  drawOrder,
  stacks,
  trayPiece,
  optionPicture,
  terrain,
  css: [new URL("counters.css", import.meta.url).href],
};
