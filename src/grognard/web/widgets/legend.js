/** The legend: what the ground, the counters and the marks of a choice mean. The words come with the scene. */

/** @typedef {{label: string, ground?: string, piece?: {id: string}, picture?: string, sign?: string}} Entry */
/** @typedef {{drawSample?(parent: SVGGElement, kind: string): {x: number, y: number, r: number} | null, svg?: SVGSVGElement}} Sampler */

import { h, icon, put, s } from "../base/dom.js";
import { word } from "../base/words.js";
import { drawSign } from "./legendsigns.js";

const SIZE = 30;

export class Legend {
  /**
   * @param {Sampler} map
   * @param {import("../types").Scene} scene
   * @param {import("../client").GameModule} game
   */
  constructor(map, scene, game) {
    this.map = map;
    this.scene = scene;
    this.game = game;
    this.states = h("span", { class: "legend-states" });
    this.body = h("div", { class: "legend-body" });
    this.element = /** @type {HTMLDetailsElement} */ (h("details", { class: "legend card" },
      h("summary", {}, this.states, h("b", {}, word("legend.title")), icon("right", 14)), this.body));
    this.element.hidden = !this.entries.length;
    this.element.addEventListener("toggle", () => this.fill());
  }

  /** @returns {Entry[]} */
  get entries() {
    return /** @type {Entry[]} */ (this.scene.legend ?? []);
  }

  /** Drawn when it is first looked at. */
  fill() {
    if (!this.element.open || this.body.childElementCount) return;
    const list = (/** @type {Entry[]} */ entries) => (entries.length ? h("ul", {}, entries.map((entry) => this.row(entry))) : null);
    put(this.body, h("ul", {}, STATES.map((state) => h("li", {}, sign(state), word(`legend.${state}`)))),
      list(this.entries.filter((entry) => entry.ground)), list(this.entries.filter((entry) => entry.sign)), list(this.entries.filter((entry) => !entry.ground && !entry.sign)));
  }

  /** @param {Entry} entry */
  row(entry) {
    return h("li", {}, h("span", { class: "legend-sign", "aria-hidden": "true" }, this.draw(entry)), entry.label);
  }

  /** @param {Entry} entry @returns {Element | null} */
  draw({ ground, piece, picture, sign: mark }) {
    if (mark) return drawSign(mark);
    if (piece) return this.game.trayPiece(/** @type {any} */ (piece), this.scene.pieces?.[piece.id] ?? /** @type {any} */ ({}), SIZE + 4);
    if (picture) return this.game.optionPicture?.(picture, SIZE, this.scene) ?? null;
    const parent = /** @type {SVGGElement} */ (s("g"));
    const at = this.map.drawSample?.(parent, ground ?? "");
    if (!at) return null;
    return s("svg", { class: `sample ${this.map.svg?.getAttribute("class") ?? ""}`, "data-ground": this.map.svg?.dataset.ground, "data-zoom": "near",
      width: SIZE, height: SIZE, viewBox: [at.x - at.r, at.y - at.r, 2 * at.r, 2 * at.r].join(" ") }, parent);
  }

  /** What is lit on the map now, and what its tags say. @param {{price?: boolean, tag?: string}[]} options @param {string} [tags] */
  mark(options, tags) {
    const shown = STATES.filter((state) => options.some((option) => Boolean(option.price) === (state === "price")));
    const tag = tags && options.find((option) => option.tag)?.tag;
    put(this.states, shown.map((state) => h("span", {}, sign(state), word(`legend.${state}`))), tag ? h("span", {}, h("span", { class: "legend-tag" }, tag), tags) : null);
  }
}

/** Marks of a choice, as the map draws them. */
const STATES = ["legal", "price"];

/** @param {string} state */
function sign(state) {
  return h("span", { class: `state-sign ${state}`, "aria-hidden": "true" });
}
