/** A board of squares: the battlefield below, and above it the same layers as on any board. */

/** @typedef {import("./map-types").MapGame} MapGame */
/** @typedef {import("./map-types").MapScene} MapScene */

import { drawBattlefield, drawCoordinates } from "./battlefield.js";
import { HexMap } from "./hexmap.js";
import { TownNames } from "./labels.js";
import { SquareLayout } from "./squares.js";
import { layer } from "./svg.js";
import { drawFrame } from "./terrain.js";

/** Kinds of ground that mean something only along a river. */
const WATER = ["river", "bridge", "pontoon"];

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
  /** @param {MapScene} [scene] */
  makeLayout(scene = this.scene) {
    return new SquareLayout(scene);
  }

  /**
   * One square of a kind of ground, alone; water is shown with its course. @param {SVGGElement} parent @param {string} kind
   * @returns {{x: number, y: number, r: number} | null}
   */
  drawSample(parent, kind) {
    const feature = this.scene.features?.find((one) => one.kind === kind);
    if (!feature) return null;
    const hex = feature.hexes[feature.hexes.length >> 1];
    const wet = WATER.includes(kind);
    const features = wet ? this.scene.features?.filter((one) => one.kind === "river" || one === feature) : [{ ...feature, hexes: [hex] }];
    const layout = /** @type {SquareLayout} */ (this.layout);
    drawBattlefield(parent, { ...this.scene, features }, layout);
    return { ...layout.center(hex), r: layout.reach.y * 1.15 };
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
    this.steps.push((scale) => numbers.setAttribute("font-size", String(Math.max(9, Math.min(24, 8.5 / scale)))));
  }

  /** @param {{names: SVGGElement}} groups @param {string} serif */
  drawNames(groups, serif) {
    const names = new TownNames(groups.names, this.scene, this.layout, serif);
    this.steps.push((scale) => names.place(scale));
  }
}
