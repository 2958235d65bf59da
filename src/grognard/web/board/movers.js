/** Several pieces in hand: a ring round each, and for each an arrow to its ghost, or the reason why it stays. */

/** @typedef {import("../map-types").Chosen} Chosen */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */
/** @typedef {import("../types").Mover} Mover */

import { toward } from "../base/curves.js";
import { BOLD, textScale, widthOf } from "./labels.js";
import { el, layer, n, straight, xy } from "../base/svg.js";

/** How far from the middle of a hex an arrow begins and ends, as part of a counter. */
const CLEAR = 0.62;
/** Ghosts of several that come to one place lie a little apart. */
const APART = 7;
/** Longer reasons are read beside the map. */
const LONG = 38;

export class MoversLayer {
  /**
   * @param {SVGGElement} above the group over the counters
   * @param {Layout} layout
   * @param {(hex: string, units?: string[]) => SVGGElement | null} ghostOf
   * @param {import("./overlays").OverlayLayer} ground what matters where they would stand
   */
  constructor(above, layout, ghostOf, ground) {
    this.parent = above;
    this.ground = ground;
    this.layout = layout;
    this.ghostOf = ghostOf;
    this.scale = 1;
  }

  /** @param {Chosen} chosen */
  set({ taken, movers, areas, prospects }) {
    this.parent.querySelector(".together")?.remove();
    this.ground.lay({ areas: areas ?? [] });
    if (!taken?.length && !movers?.length) return;
    const group = layer(this.parent, "together");
    for (const hex of new Set(taken ?? [])) this.#ring(group, hex);
    /** @type {Map<string, number>} how many ghosts stand in a place already */
    const full = new Map();
    for (const [way, ids] of companies(movers ?? [])) this.#send(group, way.split(" "), ids, full);
    for (const mover of movers ?? []) if (mover.why) this.#reason(group, mover);
    for (const prospect of prospects ?? []) this.#prospect(group, prospect);
  }

  /** A fight that could follow: arrows from where they would stand, the odds below the target. @param {SVGGElement} group @param {import("../types").Prospect} prospect */
  #prospect(group, { place, starts, tag }) {
    const at = this.layout.center(place);
    const g = layer(group, "prospect");
    for (const start of starts) this.#arrow(g, [this.layout.center(start), at], 0.8);
    const outer = el("g", { class: "odds", transform: `translate(${n(at.x)} ${n(at.y + this.layout.counter * 0.86)})` }, g);
    this.#pill(outer, tag ?? "?");
  }

  /** Words in a frame, of the same size at every zoom. @param {SVGGElement} outer @param {string} text */
  #pill(outer, text) {
    const inner = el("g", { transform: `scale(${textScale(12, this.scale)})` }, outer);
    const width = widthOf(text, BOLD) + 18;
    el("rect", { x: n(-width / 2), y: -11, width: n(width), height: 22, rx: 11 }, inner);
    el("text", { y: 4.2 }, inner).textContent = text;
  }

  /** @param {SVGGElement} group @param {string} hex */
  #ring(group, hex) {
    const at = this.layout.center(hex);
    const half = this.layout.counter * 0.66;
    const box = { x: n(at.x - half), y: n(at.y - half), width: n(2 * half), height: n(2 * half), rx: n(half / 4) };
    el("rect", { ...box, class: "taken under" }, group);
    el("rect", { ...box, class: "taken" }, group);
  }

  /** @param {SVGGElement} group @param {string[]} way @param {string[]} ids @param {Map<string, number>} full */
  #send(group, way, ids, full) {
    const goal = way[way.length - 1];
    const points = way.map((hex) => this.layout.center(hex));
    if (points.length > 1) this.#arrow(group, points);
    const ghost = this.ghostOf(way[0], ids);
    const nth = full.get(goal) ?? 0;
    full.set(goal, nth + 1);
    const at = this.layout.center(goal);
    const spot = { x: at.x + APART * nth, y: at.y + APART * nth };
    if (ghost && points.length > 1) el("g", { class: "ghost many", transform: `translate(${xy(spot)})` }, group).append(ghost);
    else el("circle", { class: "comes", cx: n(spot.x), cy: n(spot.y), r: n(this.layout.counter * 0.3) }, group);
  }

  /** @param {SVGGElement} group @param {Point[]} points @param {number} [part] of a counter that it keeps clear of */
  #arrow(group, points, part = CLEAR) {
    const clear = this.layout.counter * part;
    const line = [...points];
    line[0] = toward(points[0], points[1], clear);
    const last = line.length - 1;
    line[last] = toward(points[last], line[last - 1], clear);
    const before = line[last - 1];
    const turn = (Math.atan2(points[last].y - before.y, points[last].x - before.x) * 180) / Math.PI;
    const d = straight(line);
    el("path", { d, class: "way under" }, group);
    el("path", { d, class: "way" }, group);
    el("path", { d: "M-9 -8L4 0L-9 8", class: "head", transform: `translate(${xy(line[last])}) rotate(${n(turn)})` }, group);
  }

  /** @param {SVGGElement} group @param {Mover} mover */
  #reason(group, mover) {
    const hex = mover.path[mover.path.length - 1] ?? this.where(mover.unit);
    if (!hex || !mover.why) return;
    const text = mover.path.length && mover.tag ? mover.tag : mover.why.length > LONG ? `§ ${mover.rule}` : mover.why;
    const at = this.layout.center(hex);
    const outer = el("g", { class: "stays", transform: `translate(${n(at.x)} ${n(at.y - this.layout.counter * 0.8)})` }, group);
    this.#pill(outer, text);
  }

  /** Where a piece stands: told by the map. @type {(unit: string) => string | undefined} */
  where = () => undefined;

  /** @param {number} scale */
  rescale(scale) {
    this.scale = scale;
    for (const tag of this.parent.querySelectorAll(".together :is(.stays, .odds)")) tag.firstElementChild?.setAttribute("transform", `scale(${textScale(12, scale)})`);
  }
}

/** Those who go the same way, by that way. @param {Mover[]} movers @returns {Map<string, string[]>} */
function companies(movers) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const mover of movers) if (mover.path.length) found.set(mover.path.join(" "), [...(found.get(mover.path.join(" ")) ?? []), mover.unit]);
  return found;
}
