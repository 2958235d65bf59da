/** Names on a field of squares: by what they name, where neither troops nor flags nor other names stand. */

/** @typedef {import("../map-types").Box} Box */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */
/** @typedef {{name: string, kind: string, area: Box, g: SVGGElement, width: number, spot: number}} PlaceName */

import { overlap, textScale, widthOf } from "./labels.js";
import { SIDE } from "./squares.js";
import { el, layer, n } from "../base/svg.js";

const SIZE = 13.5;
/** Names that may lie upon what they name, when it is large enough. */
const BROAD = ["hill", "wood"];
/** What a name over troops costs, and what it costs to leave the place where it was read last. */
const COVERED = 3;
const MOVED = 1.5;

export class PlaceNames {
  /**
   * @param {SVGGElement} parent
   * @param {MapScene} scene
   * @param {SquareLayout} layout
   * @param {string} serif the font family in use
   */
  constructor(parent, scene, layout, serif) {
    this.group = layer(parent, "placenames");
    this.layout = layout;
    this.scale = 1;
    /** @type {Box[]} */
    this.troops = [];
    const features = scene.features ?? [];
    /** @type {PlaceName[]} */
    this.names = Object.entries(scene.cities).flatMap(([hex, { name }]) => {
      const feature = features.find((other) => other.name === name && other.places.includes(hex));
      return feature && feature.kind !== "river" ? [this.#write(name, feature.kind, feature.places, hex, serif)] : [];
    });
    this.names.sort((a, b) => Number(BROAD.includes(a.kind)) - Number(BROAD.includes(b.kind)));
    this.houses = this.names.filter(({ kind }) => !BROAD.includes(kind));
  }

  /** @param {string} name @param {string} kind @param {string[]} hexes @param {string} hex @param {string} serif @returns {PlaceName} */
  #write(name, kind, hexes, hex, serif) {
    const g = el("g", { class: `name ${kind}` }, this.group);
    el("text", {}, g).textContent = name;
    const spaced = BROAD.includes(kind) ? name.length * SIZE * 0.05 : 0;
    return { name, kind, g, area: this.#area(hexes, hex), width: widthOf(name, `600 ${SIZE}px ${serif}`) + spaced, spot: -1 };
  }

  /** The box of the part that holds a square: a name may cover pieces far apart. @param {string[]} hexes @param {string} hex @returns {Box} */
  #area(hexes, hex) {
    const part = new Set([hex]);
    for (const here of part) for (const other of hexes) if (this.layout.distance(here, other) <= 1) part.add(other);
    const points = [...part].map((other) => this.layout.center(other));
    const x = Math.min(...points.map((p) => p.x)) - SIDE / 2;
    const y = Math.min(...points.map((p) => p.y)) - SIDE / 2;
    return { x, y, width: Math.max(...points.map((p) => p.x)) + SIDE / 2 - x, height: Math.max(...points.map((p) => p.y)) + SIDE / 2 - y };
  }

  /** @param {string[]} squares where troops and flags stand */
  avoid(squares) {
    this.troops = squares.map((hex) => this.layout.center(hex)).map((p) => ({ x: p.x - 29, y: p.y - 29, width: 58, height: 58 }));
    this.place(this.scale);
  }

  /** @param {number} scale pixels a unit */
  place(scale) {
    this.scale = scale;
    const grow = textScale(SIZE, scale);
    /** @type {Box[]} */
    const taken = [];
    for (const name of this.names) {
      const spots = this.#spots(name, grow);
      const costs = spots.map((spot, i) => this.#cost(name, spot.box, i, taken));
      const best = costs.indexOf(Math.min(...costs));
      const shown = costs[best] < Infinity;
      name.g.style.display = shown ? "" : "none";
      name.spot = shown ? best : -1;
      if (!shown) continue;
      taken.push(spots[best].box);
      name.g.setAttribute("transform", `translate(${n(spots[best].x)} ${n(spots[best].y)}) scale(${Math.round(grow * 1000) / 1000})`);
    }
  }

  /** Below, above, right, left; at the corners; a broad place bears its name itself. @param {PlaceName} name @param {number} grow */
  #spots({ area, width, kind }, grow) {
    const size = SIZE * grow;
    const w = width * grow;
    const x = area.x + area.width / 2;
    const y = area.y + area.height / 2;
    const low = area.y + area.height + size * 0.86;
    const high = area.y - size * 0.24;
    const spots = [
      { x, y: low }, { x, y: high },
      { x: area.x + area.width + w / 2 + 4, y: y + size * 0.34 }, { x: area.x - w / 2 - 4, y: y + size * 0.34 },
      { x: area.x + w / 2, y: low }, { x: area.x + area.width - w / 2, y: low },
      { x: area.x + w / 2, y: high }, { x: area.x + area.width - w / 2, y: high },
    ];
    const within = BROAD.includes(kind) && area.width > w * 0.8 && area.height > size * 2.4;
    if (within) spots.unshift({ x, y: y + size * 0.34 }, { x, y: area.y + area.height - size * 0.6 }, { x, y: area.y + size * 1.2 });
    return spots.map((s) => ({ ...s, box: { x: s.x - w / 2 - 2, y: s.y - size * 0.84, width: w + 4, height: size * 1.12 } }));
  }

  /** @param {PlaceName} name @param {Box} box @param {number} i @param {Box[]} taken */
  #cost(name, box, i, taken) {
    const { width, height } = this.layout;
    if (box.x < -8 || box.y < -8 || box.x + box.width > width + 8 || box.y + box.height > height + 8) return Infinity;
    if (taken.some((other) => overlap(box, other))) return Infinity;
    let cost = 0.3 * i + (name.spot >= 0 && name.spot !== i ? MOVED : 0);
    for (const stack of this.troops) if (overlap(box, stack)) cost += COVERED;
    for (const other of this.houses) if (other !== name && overlap(box, other.area)) cost += 1;
    return cost;
  }
}
