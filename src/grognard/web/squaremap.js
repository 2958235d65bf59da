/** A board of squares: the battlefield below, and above it the same layers as on any board. */

/** @typedef {import("./map-types").MapGame} MapGame */
/** @typedef {import("./map-types").MapScene} MapScene */

import { drawBattlefield, drawCoordinates } from "./battlefield.js";
import { HexMap } from "./hexmap.js";
import { TownNames } from "./labels.js";
import { SquareLayout } from "./squares.js";
import { layer } from "./svg.js";
import { drawFrame } from "./terrain.js";

/**
 * @param {SVGSVGElement} svg
 * @param {MapScene} scene
 * @param {MapGame} game
 * @returns {SquareMap}
 */
export function createMap(svg, scene, game) {
  return new SquareMap(svg, scene, game);
}

export class SquareMap extends HexMap {
  makeLayout() {
    return new SquareLayout(this.scene);
  }

  /** @param {SVGGElement} world */
  drawStill(world) {
    const layout = /** @type {SquareLayout} */ (this.layout);
    const still = layer(world, "still");
    still.setAttribute("aria-hidden", "true");
    this.svg.classList.add("squaremap");
    this.courses = drawBattlefield(still, this.scene, layout);
    drawFrame(still, layout);
    const numbers = drawCoordinates(still, this.scene, layout, (x, y) => [String(x).padStart(2, "0"), String(y).padStart(2, "0")]);
    this.steps.push((scale) => numbers.setAttribute("font-size", String(Math.max(9, Math.min(12, 9 / scale)))));
  }

  /** @param {{names: SVGGElement}} groups @param {string} serif */
  drawNames(groups, serif) {
    const names = new TownNames(groups.names, this.scene, this.layout, serif);
    this.steps.push((scale) => names.place(scale));
  }
}
