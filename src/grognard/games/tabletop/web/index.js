/** What this game gives the table: figures on their bases, generals, abandoned guns. */

/** @typedef {import("./figures.js").Unit} Unit */

import { el } from "/web/base/svg.js";
import { drawBlock, drawChief } from "./blocks.js";
import { FORMATION_SIGNS, ORDER_SIGNS, drawGeneral, drawPark, drawUnit } from "./figures.js";

/**
 * Everything that stands on the table, the lower first.
 * @param {any} view
 * @param {any} scene
 */
function figures(view, scene) {
  const words = scene.marks ?? {};
  const parks = (view.guns ?? []).map((/** @type {any} */ gun) => ({
    id: `guns-${gun.unit}`, side: gun.taken ?? "", pose: { x: gun.x, y: gun.y, facing: gun.facing }, sign: `park${gun.taken}`,
    label: scene.pieces[gun.unit]?.name ?? gun.unit, draw: () => drawPark(gun),
  }));
  const units = view.units.filter((/** @type {any} */ unit) => unit.outline).map((/** @type {any} */ unit) => ({
    id: unit.id, side: unit.side, pose: { x: unit.x, y: unit.y, facing: unit.facing }, outline: unit.outline,
    sign: JSON.stringify([unit.pm, unit.formation, unit.disordered, unit.fatigue, unit.status]),
    label: spoken(unit, scene, words), draw: () => drawUnit(unit),
    name: named(unit.id, scene), note: scene.pieces[unit.id]?.text ?? "", band: scene.pieces[unit.id]?.command, chief: scene.pieces[unit.id]?.chief,
    block: (/** @type {number} */ scale) => drawBlock(unit, scene.pieces[unit.id]?.number ?? 0, ...footprint(unit), scale),
  }));
  const generals = view.generals.filter((/** @type {any} */ general) => general.place).map((/** @type {any} */ general) => {
    const facts = scene.pieces[general.id] ?? {};
    const order = view.commands.find((/** @type {any} */ command) => command.id === general.command)?.order ?? null;
    return {
      id: general.id, side: general.side, pose: beside(general, view), sign: `${order}${general.rating}`, label: [sideOf(general, scene), facts.name, placeOf(general), facts.text].filter(Boolean).join(", "),
      draw: () => drawGeneral({ ...facts, ...general }, order), band: facts.command, chief: facts.command ? general.id : undefined, name: facts.name ?? general.id, note: facts.text ?? "",
      block: (/** @type {number} */ scale) => drawChief({ ...facts, ...general }, scale),
    };
  });
  return [...parks, ...units, ...generals];
}

/** A general with a unit stands behind it, so that neither hides the other. @param {any} general @param {any} view */
function beside(general, view) {
  const unit = general.unit ? view.units.find((/** @type {any} */ one) => one.id === general.unit) : null;
  if (!unit?.outline) return { x: general.x, y: general.y, facing: 0 };
  const [, , c, d] = unit.outline;
  const back = (unit.facing * Math.PI) / 1800;
  return { x: Math.round((c[0] + d[0]) / 2 - 20 * Math.sin(back)), y: Math.round((c[1] + d[1]) / 2 - 20 * Math.cos(back)), facing: 0 };
}

/** Width of the front, and depth. @param {any} unit @returns {[number, number]} */
function footprint({ outline: [a, b, c] }) {
  return [Math.hypot(a[0] - b[0], a[1] - b[1]), Math.hypot(b[0] - c[0], b[1] - c[1])];
}

/** Number and name, as the order of battle has them. @param {string} id @param {any} scene */
function named(id, scene) {
  const facts = scene.pieces[id] ?? {};
  return [facts.number, facts.name ?? id].filter(Boolean).join(" ");
}

/** Whose it is. @param {{side: string}} piece @param {any} scene */
function sideOf(piece, scene) {
  return (scene.sides ?? []).find((/** @type {any} */ side) => side.id === piece.side)?.name ?? "";
}

/** Where it stands, from the south-west corner. @param {{x: number, y: number}} piece */
function placeOf(piece) {
  return `${Math.round(piece.x / 10)} × ${Math.round(piece.y / 10)} cm`;
}

/** @param {any} unit @param {any} scene @param {Record<string, string>} words */
function spoken(unit, scene, words) {
  const flags = [unit.disordered ? "disordered" : "", unit.fatigue, unit.status, ...(unit.flags ?? [])];
  const facts = scene.pieces[unit.id] ?? {};
  return [sideOf(unit, scene), facts.name ?? unit.id, placeOf(unit), facts.text, `${unit.pm}/${2 * unit.start_bases} ${scene.terms?.morale ?? ""}`, ...flags.map((flag) => words[flag])].filter(Boolean).join(", ");
}

/** A piece as a small picture of its own, for trays and lists. @param {any} piece @param {any} [facts] @param {number} [size] */
function trayPiece(piece, facts = {}, size = 60) {
  const svg = picture(size, piece.outline ? 122 : 36);
  svg.dataset.lod = "2";
  if (!piece.outline) {
    svg.append(drawGeneral({ ...facts, ...piece }, null));
    return svg;
  }
  const up = { ...piece };
  const deep = Math.max(...piece.outline.map((/** @type {number[]} */ c) => Math.hypot(c[0] - piece.x, c[1] - piece.y)));
  const g = drawUnit(up);
  g.setAttribute("transform", `translate(0 ${-Math.min(20, deep / 2)}) scale(${Math.min(1.5, 58 / deep)})`);
  svg.append(g);
  return svg;
}

/** A unit as the block it is from afar. @param {any} piece @param {any} [facts] @param {number} [size] */
function badge(piece, facts = {}, size = 34) {
  if (!piece.outline) return trayPiece(piece, facts, size);
  const svg = el("svg", { class: "tray-piece", width: size, height: Math.round(size * 0.75), viewBox: "-20 -7 40 30", "aria-hidden": "true" });
  svg.append(drawBlock({ ...piece, facing: 0 }, facts.number ?? 0, 28, 19, 1));
  return svg;
}

/** Orders and formations as small pictures. @param {string} name @param {number} [size] */
function optionPicture(name, size = 26) {
  const [kind, what] = name.split(".");
  const svg = picture(size, 26);
  if (kind === "order") el("path", { d: ORDER_SIGNS[what] ?? "", class: "order-path", transform: "scale(1.7)" }, svg);
  for (const [x, y] of (kind === "formation" && FORMATION_SIGNS[what]) || []) el("rect", { x: x - 2.4, y: y - 1.6, width: 4.8, height: 3.2, class: "formation-sign" }, svg);
  return svg;
}

/** @param {number} size @param {number} box */
function picture(size, box) {
  return el("svg", { class: "tray-piece", width: size, height: size, viewBox: `${-box / 2} ${-box / 2} ${box} ${box}`, "aria-hidden": "true" });
}

/** On an open table nothing is stacked. */
function stacks() {
  return [];
}

export default { figures, trayPiece, badge, optionPicture, stacks, drawStack: () => el("g"), css: [new URL("figures.css", import.meta.url).href] };
