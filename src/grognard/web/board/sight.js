/** Sight: what lies open from a hex, and the line to another with whatever stands in its way. */

/** @typedef {import("../types").Sight} Sight */
/** @typedef {import("./geometry").Layout} Layout */

import { rounded, toward } from "../base/curves.js";
import { closedCurve, el, empty, straight, xy } from "../base/svg.js";

export class SightLayer {
  /**
   * @param {SVGGElement} group
   * @param {Layout} layout
   */
  constructor(group, layout) {
    this.group = group;
    this.layout = layout;
  }

  /** @param {Sight | null} sight @param {string | null} to */
  set(sight, to) {
    empty(this.group);
    if (!sight) return;
    const open = new Set([sight.from, ...sight.seen]);
    const rings = this.layout.outlines((cell) => cell.id !== null && open.has(cell.id), false);
    const d = rings.map((ring) => closedCurve(rounded(ring, 9, 12))).join("");
    el("path", { d, class: "seen" }, this.group);
    el("path", { d, class: "seen-edge" }, this.group);
    const at = this.layout.center(sight.from);
    el("circle", { cx: at.x, cy: at.y, r: 9, class: "eye" }, this.group);
    if (to && to !== sight.from) this.#line(sight, to);
  }

  /** Solid as far as one sees, broken beyond. @param {Sight} sight @param {string} to */
  #line(sight, to) {
    const from = this.layout.center(sight.from);
    const end = this.layout.center(to);
    const hidden = sight.hidden[to];
    const whole = straight([from, end]);
    el("path", { d: whole, class: "look under" }, this.group);
    el("path", { d: whole, class: sight.seen.includes(to) ? "look" : "look dim" }, this.group);
    const first = hidden?.by[0];
    if (!first) return;
    const stop = this.layout.center(first);
    const reach = Math.max(0, Math.hypot(stop.x - from.x, stop.y - from.y) - 34);
    el("path", { d: straight([from, toward(from, end, reach)]), class: "look" }, this.group);
    for (const hex of hidden.by) this.#screen(hex);
  }

  /** What hides the rest. @param {string} hex */
  #screen(hex) {
    const at = this.layout.center(hex);
    el("path", { d: straight(this.layout.shape(at, 3), true), class: "screen" }, this.group);
    const g = el("g", { class: "screen-sign", transform: `translate(${xy(at)})` }, this.group);
    el("circle", { r: 12 }, g);
    el("path", { d: "M-5 -5L5 5M5 -5L-5 5" }, g);
  }
}
