/** Town names: legible at any zoom, never one over another. */

/** @typedef {import("../map-types").Box} Box */
/** @typedef {import("../map-types").MapCity} MapCity */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */

import { R } from "./geometry.js";
import { el, layer, n } from "../base/svg.js";
import { HOUSES, star } from "./towns.js";

const SIZE = 13;
const LARGE = 15;
const SMALLEST = 11;
const LARGEST = 16;

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** What is written on tags, as the ruler measures it. */
export const BOLD = '700 12px -apple-system, "Segoe UI", Roboto, system-ui, "Noto Sans", "Liberation Sans", sans-serif';

/**
 * @param {string} text
 * @param {string} font
 */
export function widthOf(text, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * 6.5;
  ruler.font = font;
  return ruler.measureText(text).width;
}

/**
 * How much larger than on paper a text must be so that it stays between the limits on the screen.
 * @param {number} size at radius 56
 * @param {number} scale pixels a unit
 * @param {number} [least]
 */
export function textScale(size, scale, least = SMALLEST) {
  return Math.min(LARGEST, Math.max(least, size * scale)) / (size * scale);
}

/**
 * @typedef {{place: string, city: MapCity, at: Point, g: SVGGElement, width: number, shown: boolean, held: boolean}} Name
 */

export class TownNames {
  /**
   * @param {SVGGElement} parent
   * @param {MapScene} scene
   * @param {Layout} layout
   * @param {string} serif the font family in use
   */
  constructor(parent, scene, layout, serif) {
    this.group = layer(parent, "townnames");
    this.edge = { x: -8, y: -8, right: layout.width + 8, low: layout.height + 8 };
    /** @type {Name[]} */
    this.names = Object.entries(scene.cities).map(([hex, city]) => this.#write(hex, city, layout.center(hex), serif));
    this.names.sort((a, b) => weight(b.city) - weight(a.city));
    this.signs = this.names.map(({ at, place }) => ({ place, x: at.x - 10, y: at.y - 10, width: 20, height: 20 }));
  }

  /**
   * @param {string} hex
   * @param {MapCity} city
   * @param {Point} at
   * @param {string} serif
   * @returns {Name}
   */
  #write(hex, city, at, serif) {
    const g = el("g", { class: `name ${city.vp ? "worth" : ""} ${city.sign ?? ""}` }, this.group);
    const wide = city.name ? widthOf(city.name, `600 ${city.sign === "town" ? LARGE : SIZE}px ${serif}`) : 0;
    const lead = city.vp ? (city.name ? 17 : 14) : 0;
    const width = wide + lead;
    if (!city.sign) this.#sign(g, city, -width / 2 - 9);
    const text = el("text", { x: n(lead / 2), y: 0 }, g);
    text.textContent = city.name;
    if (city.vp) {
      const x = n(-width / 2 + 6.6);
      el("circle", { cx: x, cy: -4.4, r: 7.2, class: "disc" }, g);
      el("text", { x, y: -0.7, class: "value" }, g).textContent = String(city.vp);
    }
    return { place: hex, city, at, g, width, shown: true, held: false };
  }

  /** The sign of a town once more, small beside its name: for when a stack stands on the sign itself. @param {SVGGElement} g @param {MapCity} city @param {number} x */
  #sign(g, city, x) {
    const sign = el("g", { class: `town held-sign ${city.vp ? "worth" : ""}`, transform: `translate(${n(x)} -4.4) scale(.62)` }, g);
    if (city.fortified) el("path", { d: star(14.2, 9.2), class: "wall" }, sign);
    else el("circle", { r: 9.6, class: "ring" }, sign);
    el("path", { d: HOUSES, class: "houses", transform: city.fortified ? "scale(.82)" : "" }, sign);
  }

  /** Stacks stand here: the names there keep clear of them. @param {Set<string>} places @returns {boolean} whether that is news */
  occupy(places) {
    const moved = this.names.filter((name) => name.held !== places.has(name.place));
    for (const name of moved) {
      name.held = !name.held;
      name.g.classList.toggle("beneath", name.held);
    }
    return moved.length > 0;
  }

  /**
   * Place all names for a zoom: below the town; if taken, above, then left, then right; else not yet. From very far only
   * towns that count are named.
   * @param {number} scale pixels a unit
   */
  place(scale) {
    const grow = textScale(SIZE, scale);
    /** @type {Box[]} */
    const taken = [];
    for (const name of this.names) {
      const small = scale < 0.3 && !weight(name.city);
      const spot = small ? undefined : this.#spots(name, grow).find((s) => this.#free(s.box, name.place, taken, scale < 0.3));
      name.g.style.display = spot ? "" : "none";
      if (!spot) continue;
      taken.push(spot.box);
      name.g.setAttribute("transform", `translate(${n(spot.x)} ${n(spot.y)}) scale(${Math.round(grow * 1000) / 1000})`);
    }
  }

  /**
   * @param {Name} name
   * @param {number} grow
   */
  #spots({ at, width, city, held }, grow) {
    const size = SIZE * grow;
    const w = width * grow;
    const low = Math.max((37 / 56) * R, 16 + size) + (held ? 5 : 0);
    const beside = w / 2 + (city.fortified ? 18 : 14);
    const spots = [
      { x: at.x, y: at.y + low },
      { x: at.x, y: at.y - Math.max(18, 14 + size * 0.1) },
      { x: at.x - beside, y: at.y + size * 0.34 },
      { x: at.x + beside, y: at.y + size * 0.34 },
    ];
    return spots.map((s) => ({ ...s, box: { x: s.x - w / 2 - 2, y: s.y - size * 0.86, width: w + 4, height: size * 1.16 } }));
  }

  /**
   * @param {Box} box
   * @param {string} hex
   * @param {Box[]} taken
   * @param {boolean} far names may then lie over the signs of other towns
   */
  #free(box, hex, taken, far) {
    const { x, y, right, low } = this.edge;
    if (box.x < x || box.y < y || box.x + box.width > right || box.y + box.height > low) return false;
    return !taken.some((other) => overlap(box, other)) && (far || !this.signs.some((s) => s.place !== hex && overlap(box, s)));
  }
}

/** @param {MapCity} city */
function weight(city) {
  return city.vp * 2 + (city.fortified ? 1 : 0);
}

/** @param {Box} a @param {Box} b */
export function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

