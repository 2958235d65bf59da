/** What this game gives the table: its counters and its style sheet. */

/** @typedef {import("./counters.js").Piece} Piece */

import { el } from "/web/base/svg.js";
import { detail, drawCounter, drawStack } from "./counters.js";
import { stacks } from "./stacks.js";

/**
 * A piece as a small picture of its own, for trays and tables.
 * @param {Piece} piece as in the view
 * @param {Record<string, unknown>} [facts] as in the scene
 * @param {number} [size] pixels
 * @returns {SVGSVGElement}
 */
function trayPiece(piece, facts = {}, size = 44) {
  const svg = el("svg", {
    class: "tray-piece", width: size, height: size, viewBox: "-54 -54 108 108", "data-lod": Math.min(2, detail(size)), "aria-hidden": "true",
  });
  svg.append(drawCounter(/** @type {Piece} */ ({ ...facts, ...piece, short: "" }), 100));
  return svg;
}

/** An Attack marker: red above, blue below, each with its sign. @param {string} red @param {string} blue @param {number} size */
function marker(red, blue, size) {
  const svg = el("svg", { class: "marker-face", width: size * 0.8, height: size, viewBox: "-16 -20 32 40", "aria-hidden": "true" });
  el("rect", { class: "tile", x: -15, y: -19, width: 30, height: 38, rx: 4 }, svg);
  el("text", { class: "red", y: -3 }, svg).textContent = `⚔${red}`;
  el("text", { class: "blue", y: 14 }, svg).textContent = `◆${blue}`;
  return svg;
}

/**
 * A change of front or formation: the troops as they would stand; or a marker.
 * @param {string} name piece, formation and facing; or "marker" and its two numbers
 * @param {number} [size] pixels
 * @param {{pieces: Record<string, any>}} [scene]
 */
function optionPicture(name, size = 28, scene) {
  const [id, formation, facing] = name.split(".");
  if (id === "marker") return marker(formation, facing, size);
  const facts = scene?.pieces[id] ?? { side: "", kind: "inf" };
  return trayPiece(/** @type {Piece} */ ({ ...facts, formation, facing, men: facts.full }), {}, size);
}

/** A piece in words: name, what it is, formation and strength. The second square of a line says nothing of its own. @param {any} piece @param {any} scene */
function spoken(piece, scene) {
  if (piece.short === "" && piece.command === "") return "";
  const men = (piece.men ?? []).reduce((/** @type {number} */ sum, /** @type {number} */ n) => sum + n, 0);
  const terms = scene.terms ?? {};
  return [piece.name, piece.text, terms[`formation.${piece.formation}`], men ? terms.strength?.replace("{0}", String(men)) : ""].filter(Boolean).join(", ");
}

export default { drawStack, stacks, spoken, trayPiece, optionPicture, css: [new URL("counters.css", import.meta.url).href] };
