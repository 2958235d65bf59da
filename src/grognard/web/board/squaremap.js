/** A board of squares: the battlefield below, and above it the same layers as on any board. */

/** @typedef {import("../map-types").MapGame} MapGame */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").View} View */
/** @typedef {import("./streams").Course} Course */

import { Coordinates, drawBattlefield, drawBuilt, drawMargin, drawTerrain } from "./battlefield.js";
import { HexMap } from "./hexmap.js";
import { textScale } from "./labels.js";
import { PlaceNames } from "./placenames.js";
import { drawRiverNames, obstacles } from "./rivernames.js";
import { SquareLayout } from "./squares.js";
import { el, empty, layer, straight } from "../base/svg.js";

const SHEET = "/web/styles/squares.css";
/** Kinds of ground that mean something only along a river. */
const WATER = ["river", "bridge", "pontoon"];

/**
 * @param {SVGSVGElement} svg
 * @param {MapScene} scene
 * @param {MapGame} game
 * @returns {Promise<SquareMap>}
 */
export async function createMap(svg, scene, game) {
  await dressed();
  return new SquareMap(svg, scene, game);
}

/** The style sheet of such boards, at hand before the first is drawn. */
async function dressed() {
  if ([...document.querySelectorAll("link")].some((link) => link.getAttribute("href") === SHEET)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = SHEET;
  await new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

export class SquareMap extends HexMap {
  makeLayout() {
    return new SquareLayout(this.scene);
  }

  /**
   * One square of a kind of ground, alone; water is shown with its course. @param {SVGGElement} parent @param {string} kind
   * @returns {{x: number, y: number, r: number} | null}
   */
  drawSample(parent, kind) {
    const feature = this.scene.features?.find((one) => one.kind === kind);
    if (!feature) return null;
    const hex = feature.places[feature.places.length >> 1];
    const wet = WATER.includes(kind);
    const features = wet ? this.scene.features?.filter((one) => one.kind === "river" || one === feature) : [{ ...feature, places: [hex] }];
    const scene = { ...this.scene, features };
    const at = this.layout.center(hex);
    const ground = layer(parent, "ground");
    el("rect", { x: at.x - 80, y: at.y - 80, width: 160, height: 160, class: "field" }, ground);
    drawTerrain(parent, ground, scene, this.field);
    drawBuilt(layer(parent, "signs"), scene, this.field, {});
    return { ...at, r: this.layout.reach.y * 1.15 };
  }

  get field() {
    return /** @type {SquareLayout} */ (this.layout);
  }

  /** @param {SVGGElement} world */
  drawStill(world) {
    const still = layer(world, "still");
    still.setAttribute("aria-hidden", "true");
    this.svg.classList.add("squaremap");
    this.courses = drawBattlefield(still, this.scene, this.field);
    /** What the armies build and break. */
    this.built = layer(still, "signs built");
    /** @type {string} */
    this.builtSign = "";
    this.build({});
    drawMargin(still, this.scene, this.field);
    const numbers = new Coordinates(still, this.scene, this.field);
    this.steps.push((scale) => numbers.rescale(scale));
  }

  /** @param {Parameters<HexMap["drawNames"]>[0]} groups @param {string} serif */
  drawNames(groups, serif) {
    const courses = /** @type {Course[]} */ (this.courses);
    const bridges = (this.scene.features ?? []).filter(({ kind }) => kind === "bridge" || kind === "pontoon").flatMap(({ places }) => places)
      .map((hex) => this.layout.center(hex)).map(({ x, y }) => ({ x: x - 24, y: y - 32, width: 48, height: 64 }));
    const near = drawRiverNames(groups.rivers, "near", courses, 14, 3, [...bridges, ...obstacles(this.scene, this.layout)], serif, 20);
    const far = drawRiverNames(groups.rivers, "far", courses, 27, 5, [...bridges, ...obstacles(this.scene, this.layout, 25)], serif, 20);
    this.names = new PlaceNames(groups.names, this.scene, this.field, serif);
    this.steps.push((scale) => {
      near.setAttribute("font-size", String(14 * Math.min(1.35, textScale(14, scale))));
      far.setAttribute("font-size", String(Math.max(27, Math.min(42, 11 / scale))));
      this.names?.place(scale);
    });
  }

  /** @param {View} view */
  setPieces(view) {
    super.setPieces(view);
    this.build(/** @type {any} */ (view));
    this.names?.avoid([...this.stacks.placed.values()].map(({ stack }) => stack.place));
  }

  /** Names stand where they would if nobody were there. */
  clear() {
    super.clear();
    this.build({});
    this.names?.avoid([]);
  }

  /** Draw what is built anew, when it has changed. @param {{forts?: string[], bridges?: string[], bridges_down?: string[]}} view */
  build({ forts, bridges, bridges_down: down }) {
    const sign = JSON.stringify([forts, bridges, down]);
    if (!this.built || this.builtSign === sign) return;
    this.builtSign = sign;
    empty(this.built);
    drawBuilt(this.built, this.scene, this.field, { forts, bridges, bridges_down: down });
  }

  /** The field in small. @param {SVGGElement} ground */
  drawMini(ground) {
    for (const kind of ["hill", "wood", "river", "settlement", "farm", "fortress", "fortification"]) {
      const squares = (this.scene.features ?? []).filter((feature) => feature.kind === kind).flatMap((feature) => feature.places);
      const d = squares.map((hex) => straight(this.layout.shape(this.layout.center(hex), -1), true)).join("");
      if (d) el("path", { d, class: `mini-area ${kind}` }, ground);
    }
    const half = this.layout.height / 2;
    el("path", { d: `M0 ${half}H${this.layout.width}`, class: "mini-half" }, ground);
  }
}
