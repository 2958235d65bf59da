/** The whole map in small: terrain, who stands where, and what the window shows. Click or drag to go there. */

/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").View} View */
/** @typedef {import("./hexmap").HexMap & {drawMini?(ground: SVGGElement): void}} HexMap */

import { onBoard } from "./pieces.js";
import { el, empty, layer, n, straight } from "../base/svg.js";
import { PLAIN, sheet } from "./terrain.js";

/**
 * @param {SVGSVGElement} svg
 * @param {MapScene} scene
 * @param {HexMap} map
 */
export function createMinimap(svg, scene, map) {
  const area = sheet(map.layout);
  empty(svg);
  svg.classList.add("minimap");
  if (scene.ground) svg.dataset.ground = scene.ground;
  svg.setAttribute("viewBox", `${n(area.x)} ${n(area.y)} ${n(area.width)} ${n(area.height)}`);
  svg.setAttribute("aria-hidden", "true");
  drawLand(svg, scene, map);
  const pieces = layer(svg, "mini-pieces");
  const frame = el("rect", { class: "window", rx: 8 }, svg);
  map.onPieces((view) => drawPieces(pieces, view, map));
  map.onMove((box) => {
    const x = Math.max(box.x, area.x);
    const y = Math.max(box.y, area.y);
    frame.setAttribute("x", n(x));
    frame.setAttribute("y", n(y));
    frame.setAttribute("width", n(Math.max(0, Math.min(box.x + box.width, area.x + area.width) - x)));
    frame.setAttribute("height", n(Math.max(0, Math.min(box.y + box.height, area.y + area.height) - y)));
  });
  steer(svg, map);
}

/**
 * One path to each kind of terrain, rivers and sea above.
 * @param {SVGSVGElement} svg
 * @param {MapScene} scene
 * @param {HexMap} map
 */
function drawLand(svg, scene, map) {
  const ground = layer(svg, "mini-ground");
  const area = sheet(map.layout);
  el("rect", { ...area, class: "land" }, ground);
  if (map.drawMini) {
    map.drawMini(ground);
    return;
  }
  /** @type {Map<string, string>} */
  const kinds = new Map();
  const friendly = map.game.terrain?.friendly ?? [];
  for (let level = 1; level <= (scene.levels ?? 0); level++) {
    const high = [...map.layout.cells.values()].filter((cell) => (cell.level ?? 0) >= level);
    el("path", { d: high.map((cell) => straight(map.layout.shape(cell, -1), true)).join(""), class: `level l${level}` }, ground);
  }
  const drawn = (map.game.terrain ?? PLAIN).areas.map((/** @type {{kind: string}} */ style) => style.kind).reverse();
  for (const cell of map.layout.cells.values()) {
    const found = drawn.find((/** @type {string} */ name) => cell.terrain === name || cell.also?.includes(name));
    const kind = found ? `t-${found}` : friendly.includes(cell.territory) ? "friendly" : "";
    if (kind) kinds.set(kind, (kinds.get(kind) ?? "") + straight(map.layout.shape(cell, -1), true));
  }
  for (const [kind, d] of kinds) el("path", { d, class: kind }, ground);
  el("path", { d: (map.courses ?? []).map((course) => straight(course.line)).join(""), class: "mini-rivers" }, ground);
  const frontier = (scene.frontier ?? []).map(([a, b]) => straight(map.layout.side(a, b))).join("");
  el("path", { d: frontier, class: "mini-frontier" }, ground);
}

/**
 * @param {SVGGElement} group
 * @param {View} view
 * @param {HexMap} map
 */
function drawPieces(group, view, map) {
  empty(group);
  const stacks = new Map(onBoard(view).map((unit) => [unit.place, unit.side]));
  for (const [hex, side] of stacks) {
    const { x, y } = map.hexCenter(hex);
    const mark = map.drawMini ? el("path", { d: straight(map.layout.shape(map.layout.center(hex), -6), true) }, group)
      : el("rect", { x: n(x - 28), y: n(y - 28), width: 56, height: 56, rx: 6 }, group);
    mark.style.fill = `var(--body-${side}, var(--map-ink))`;
  }
}

/**
 * @param {SVGSVGElement} svg
 * @param {HexMap} map
 */
function steer(svg, map) {
  const go = (/** @type {PointerEvent} */ event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    map.panzoom.fitted = false;
    map.panzoom.goTo(p, undefined, false);
  };
  svg.style.touchAction = "none";
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    go(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (event.buttons) go(event);
  });
}
