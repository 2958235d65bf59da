/** Supply and control, laid over the map on demand. Sides differ by colour and by the lie of their lines. */

/** @typedef {import("../map-types").Overlays} Overlays */
/** @typedef {import("./geometry").Layout} Layout */

import { rounded } from "../base/curves.js";
import { BOLD, widthOf } from "./labels.js";
import { box, sheet } from "./terrain.js";
import { closedCurve, el, empty, layer, straight, xy } from "../base/svg.js";

export class OverlayLayer {
  /**
   * @param {SVGGElement} group
   * @param {Layout} layout
   * @param {(side: string) => string} hatchOf id of a side's hatch pattern
   * @param {SVGGElement} [above] where what is written stands over the counters
   */
  constructor(group, layout, hatchOf, above = group) {
    this.above = above;
    this.group = group;
    this.layout = layout;
    this.hatchOf = hatchOf;
  }

  /**
   * @param {string | null} name
   * @param {Overlays} overlays
   */
  set(name, overlays) {
    this.#empty();
    if (name === "supply") {
      for (const [side, facts] of Object.entries(overlays.supply ?? {})) this.#supply(side, facts);
    } else if (name === "control") {
      for (const [side, hexes] of Object.entries(overlays.control ?? {})) this.#control(side, hexes);
    } else if (name) {
      this.#plain(/** @type {import("../types").PlainOverlay} */ (overlays[name] ?? {}));
    }
  }

  /** Lay areas and lines that do not wait to be asked for. @param {import("../types").PlainOverlay} overlay */
  lay(overlay) {
    this.#empty();
    this.#plain(overlay);
  }

  #empty() {
    empty(this.group);
    empty(this.above);
  }

  /**
   * Areas and lines; a style is "side:<side>" or a class of the map's own ("threat", "legal", "quiet", "cut").
   * @param {import("../types").PlainOverlay} overlay
   */
  #plain(overlay) {
    for (const { places: hexes = [], polygon, style, label } of overlay.areas ?? []) {
      const side = style.startsWith("side:") ? style.slice(5) : null;
      const g = side ? this.#side(side) : layer(this.group, `overlay ${style}`);
      const ring = polygon?.map((at) => this.#at(at));
      const d = ring ? straight(ring, true) : this.#outline(hexes);
      if (style === "sector") el("path", { d: box(sheet(this.layout)) + d, class: "veil-around", "fill-rule": "evenodd" }, g);
      el("path", { d, class: "zone" }, g);
      el("path", { d, class: "zone-edge" }, g);
      if (label && style.endsWith("sector")) this.#title(g, label, hexes);
      else if (label) this.#label(g, label, ring ? middleOf(ring) : this.layout.center(hexes[0]));
    }
    for (const { path, style, label, arrow } of overlay.lines ?? []) {
      const side = style.startsWith("side:") ? style.slice(5) : null;
      const g = side ? this.#side(side) : layer(this.group, `overlay ${style}`);
      const points = path.map((at) => this.#at(at));
      el("path", { d: straight(points), class: "route under" }, g);
      el("path", { d: straight(points), class: arrow ? "route order" : "route" }, g);
      if (arrow) this.#head(g, points[points.length - 2], points[points.length - 1]);
      if (label) this.#label(g, label, points[arrow ? 0 : points.length - 1]);
    }
  }

  /** A place by its name, or on an open table by its millimetres. @param {string | number[]} at @returns {import("../map-types").Point} */
  #at(at) {
    const open = /** @type {{point?(at: number[]): import("../map-types").Point}} */ (/** @type {unknown} */ (this.layout));
    return typeof at === "string" || !open.point ? this.layout.center(String(at)) : open.point(at);
  }

  /** @param {SVGGElement} parent @param {import("../map-types").Point} from @param {import("../map-types").Point} to */
  #head(parent, from, to) {
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    el("path", { d: "M-14 -9L2 0L-14 9Z", class: "arrowhead", transform: `translate(${xy(to)}) rotate(${Math.round(turn)})` }, parent);
  }

  /** @param {SVGGElement} parent @param {string} text @param {import("../map-types").Point} at */
  #label(parent, text, at) {
    const over = this.above === this.group ? parent : layer(this.above, parent.getAttribute("class") ?? "");
    el("text", { x: at.x, y: at.y - 30, class: "overlay-label" }, over).textContent = text;
  }

  /** A title on the upper edge of some places. @param {SVGGElement} parent @param {string} text @param {string[]} places */
  #title(parent, text, places) {
    const points = places.map((place) => this.layout.center(place));
    const at = { x: Math.min(...points.map((p) => p.x)) - this.layout.reach.x + 12, y: Math.min(...points.map((p) => p.y)) - this.layout.reach.y + (parent.classList.contains("next-sector") ? 17 : 0) };
    const over = layer(this.above, parent.getAttribute("class") ?? "");
    const g = el("g", { class: "steady-title" }, el("g", { transform: `translate(${xy(at)})` }, over));
    el("rect", { x: 0, y: -12, width: Math.round(widthOf(text, BOLD)) + 22, height: 24, rx: 12, class: "title-pill" }, g);
    el("text", { x: 11, y: 4.2, class: "title-text" }, g).textContent = text;
  }

  /** @param {string} side @returns {SVGGElement} */
  #side(side) {
    const g = layer(this.group, `overlay side-${side}`);
    g.style.setProperty("--side", `var(--side-${side})`);
    return g;
  }

  /** @param {string[]} hexes */
  #outline(hexes) {
    const set = new Set(hexes);
    const rings = this.layout.outlines((cell) => cell.id !== null && set.has(cell.id), false);
    return rings.map((ring) => closedCurve(rounded(ring, 9, 12))).join("");
  }

  /**
   * @param {string} side
   * @param {{places: string[], routes: Record<string, string[]>, cut: string[]}} facts
   */
  #supply(side, facts) {
    const g = this.#side(side);
    const d = this.#outline(facts.places);
    el("path", { d, class: "zone" }, g);
    el("path", { d, class: "zone-edge" }, g);
    /** @type {Map<string, string>} each stretch once */
    const stretches = new Map();
    for (const [from, route] of Object.entries(facts.routes)) {
      const way = route[0] === from ? route : [from, ...route];
      way.slice(1).forEach((hex, i) => {
        const line = [way[i], hex].map((name) => this.layout.center(name));
        stretches.set([way[i], hex].sort().join("-"), straight(line));
      });
    }
    const all = [...stretches.values()].join("");
    el("path", { d: all, class: "route under" }, g);
    el("path", { d: all, class: "route" }, g);
    for (const hex of facts.cut) this.#cut(g, hex);
  }

  /** @param {SVGGElement} parent @param {string} hex */
  #cut(parent, hex) {
    const at = this.layout.center(hex);
    el("path", { d: straight(this.layout.shape(at, 4), true), class: "cut" }, parent);
    const g = el("g", { class: "cut-sign", transform: `translate(${xy({ x: at.x + 30, y: at.y - 26 })})` }, parent);
    el("circle", { r: 9 }, g);
    el("path", { d: "M-3.6 -3.6L3.6 3.6M3.6 -3.6L-3.6 3.6" }, g);
  }

  /** @param {string} side @param {string[]} hexes */
  #control(side, hexes) {
    const g = this.#side(side);
    const d = this.#outline(hexes);
    el("path", { d, class: "held", style: `fill:url(#${this.hatchOf(side)})` }, g);
    el("path", { d, class: "held-edge" }, g);
  }
}

/** @param {import("../map-types").Point[]} ring @returns {import("../map-types").Point} */
function middleOf(ring) {
  return { x: ring.reduce((sum, p) => sum + p.x, 0) / ring.length, y: ring.reduce((sum, p) => sum + p.y, 0) / ring.length };
}
