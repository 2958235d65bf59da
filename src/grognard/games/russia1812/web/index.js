/** What this game gives the table: its counters, its terrain, its style sheet. */

/** @typedef {import("./counters.js").Piece} Piece */

import { el } from "/web/base/svg.js";
import { cardArt } from "./cards.js";
import { detail, drawCounter, drawMarker, drawStack } from "./counters.js";
import { backFacts, stackMarks, stacks } from "./stacks.js";

/** Terrain drawn as areas, lowest first; land on the French side has its own ground. */
const terrain = {
  areas: [
    { kind: "rough", sign: "hachures" },
    { kind: "marsh", sign: "reeds" },
    { kind: "forest", sign: "trees" },
    { kind: "mountain", sign: "peaks" },
    { kind: "lake", shape: "water" },
    { kind: "sea", shape: "water" },
  ],
  friendly: ["prussia", "duchy_of_warsaw", "danzig", "austria"],
};

/**
 * A piece as a small picture of its own, for trays and tables.
 * @param {Piece} piece as in the view, or with everything
 * @param {Record<string, unknown>} [facts] as in the scene
 * @param {number} [size] pixels
 * @returns {SVGSVGElement}
 */
function trayPiece(piece, facts = {}, size = 44) {
  const svg = el("svg", {
    class: "tray-piece", width: size, height: size, viewBox: "-54 -54 108 110", "data-lod": detail(size), "aria-hidden": "true",
  });
  svg.append(drawCounter({ ...facts, ...piece }, piece.flags ?? [], 100));
  return svg;
}

/**
 * A marker as a small picture of its own.
 * @param {"train" | "hidden" | "depot" | "forage" | "forced" | "fought"} kind
 * @param {{side?: string, count?: number}} [opts]
 * @param {number} [size] pixels
 */
function trayMarker(kind, opts = {}, size = 32) {
  const svg = el("svg", { class: "tray-piece", width: size, height: size, viewBox: "-54 -54 108 110", "aria-hidden": "true" });
  svg.append(drawMarker(kind, opts, 100));
  return svg;
}

/** What the legend shows of the markers. @param {string} name @param {number} [size] */
function optionPicture(name, size = 30) {
  const kind = /** @type {Parameters<typeof drawMarker>[0]} */ (name.split(".")[1]);
  return trayMarker(/** @type {any} */ (kind), { side: "french", count: kind === "count" ? 5 : kind === "broken" ? 2 : 1 }, size);
}

/**
 * A stack face down in words.
 * @param {Piece} piece
 * @param {{backs?: import("./stacks.js").BackWords}} scene
 */
function factsOf(piece, scene) {
  return piece.kind === "back" ? backFacts(piece, scene.backs) : null;
}

export default {
  factsOf,
  drawCounter,
  drawStack,
  drawMarker,
  stackMarks,
  stacks,
  trayPiece,
  trayMarker,
  optionPicture,
  cardArt,
  terrain,
  css: [new URL("counters.css", import.meta.url).href],
};
