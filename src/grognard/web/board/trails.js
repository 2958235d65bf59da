/** What happened, on the map: ways that were marched, pieces where they fell, places that were fought over or lost. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */
/** @typedef {string | readonly number[]} At a place, or a point of an open table */
/** @typedef {{id: number, way: readonly At[], side: string, number?: number, lit?: boolean, quiet?: boolean}} Trail */
/** @typedef {{at: At, faces: SVGElement[], count: number, side: string, text: string}} Heap */
/** @typedef {{at: At, style: string, text: string}} Tag */
/** @typedef {{trails: Trail[], heaps: Heap[], tags: Tag[]}} Tale */

import { cutCorners, lengths } from "../base/curves.js";
import { textScale } from "./labels.js";
import { el, empty, layer, n, straight, xy } from "../base/svg.js";

/** How far before the middle of a place a way ends: the counter stays free. */
const SHORT = 24;
/** Counters of a heap that are drawn; the tag tells of the rest. */
const SHOWN = 2;
const SWORDS = "M-9 -9L7 7M9 -9L-7 7M3 9L9 3M-3 9L-9 3";
const EAR = "M0 8V-7M0 -2L-4 -6M0 -2L4 -6M0 2L-4 -2M0 2L4 -2M0 6L-4 2M0 6L4 2";

export class TrailLayer {
  /**
   * @param {SVGGElement} below
   * @param {SVGGElement} above
   * @param {Layout} layout
   */
  constructor(below, above, layout) {
    this.below = below;
    this.above = above;
    this.layout = layout;
    this.scale = 1;
    /** @type {(id: number | null) => void} */
    this.pointed = () => {};
  }

  /** @param {Tale} tale */
  set({ trails, heaps, tags }) {
    empty(this.below);
    empty(this.above);
    for (const trail of [...trails].sort((a, b) => Number(a.lit ?? false) - Number(b.lit ?? false))) this.#trail(trail);
    for (const heap of heaps) this.#heap(heap);
    for (const tag of tags) this.#tag(tag);
  }

  /** Where something is drawn; null: it is nowhere any more. @param {At} at @returns {Point | null} */
  point(at) {
    const open = /** @type {{point?(at: readonly number[]): Point}} */ (/** @type {unknown} */ (this.layout));
    if (typeof at !== "string") return open.point ? open.point(at) : null;
    return this.layout.byName.has(at) ? this.layout.center(at) : null;
  }

  /** @param {Trail} trail */
  #trail({ id, way, side, number, lit, quiet }) {
    const points = /** @type {Point[]} */ (way.map((at) => this.point(at)).filter(Boolean));
    if (points.length < 2) return;
    const line = shortened(cutCorners(points, 2, false), SHORT);
    const g = layer(this.below, `trail${lit ? " lit" : ""}${quiet ? " quiet" : ""}`);
    g.dataset.deed = String(id);
    g.style.setProperty("--side", `var(--side-${side}, var(--map-ink-2))`);
    el("path", { d: straight(line), class: "trail-line under" }, g);
    el("path", { d: straight(line), class: "trail-line" }, g);
    this.#arrow(g, along(line, 0.52), "M-6 -5L5 0L-6 5Z");
    this.#arrow(g, along(line, 1), "M-11 -8L4 0L-11 8Z");
    if (number) this.#number(g, points[0], number);
    g.addEventListener("pointerenter", () => this.pointed(id));
    g.addEventListener("pointerleave", () => this.pointed(null));
  }

  /** @param {SVGGElement} g @param {{p: Point, turn: number}} at @param {string} d */
  #arrow(g, { p, turn }, d) {
    const outer = el("g", { transform: `translate(${xy(p)}) rotate(${n(turn)})` }, g);
    el("path", { d, class: "trail-head steady", transform: `scale(${this.#size()})` }, outer);
  }

  /** @param {SVGGElement} parent @param {Point} p @param {number} number */
  #number(parent, p, number) {
    const g = this.#steady(parent, p, "trail-number");
    el("circle", { r: 10.5 }, g);
    el("text", { y: 4.3 }, g).textContent = String(number);
  }

  /** @param {Heap} heap */
  #heap({ at, faces, count, side, text }) {
    const p = this.point(at);
    if (!p) return;
    const outer = el("g", { class: `fallen side-${side}`, transform: `translate(${xy(p)})` }, this.above);
    outer.style.setProperty("--side", `var(--side-${side}, var(--map-ink-2))`);
    const size = this.layout.counter * 0.72;
    const shown = faces.slice(0, SHOWN);
    const wide = Math.max(1, Math.min(SHOWN, count));
    for (let place = 0; place < wide; place++) {
      const g = el("g", { transform: `translate(${n((place - (wide - 1) / 2) * size * 0.86)} 0)` }, outer);
      const face = shown[place];
      if (face) {
        for (const [name, value] of Object.entries({ x: -size / 2, y: -size / 2, width: size, height: size })) face.setAttribute(name, String(value));
        face.classList.add("fallen-face");
        g.append(face);
      } else el("rect", { x: -size / 2, y: -size / 3, width: size, height: (size * 2) / 3, class: "fallen-face fallen-block" }, g);
      const a = n(size * 0.42);
      for (const name of ["cross under", "cross"]) el("path", { d: `M-${a} -${a}L${a} ${a}M${a} -${a}L-${a} ${a}`, class: name }, g);
    }
    this.#pill(outer, { x: 0, y: size * 0.72 }, text, "lost");
  }

  /** @param {Tag} tag */
  #tag({ at, style, text }) {
    const p = this.point(at);
    if (!p) return;
    if (style === "fallen" && typeof at === "string") el("path", { d: straight(this.layout.shape(this.layout.center(at), 3), true), class: "city-lost" }, this.above);
    if (style === "fought") {
      const g = this.#steady(this.above, { x: p.x - this.layout.counter * 0.95, y: p.y - this.layout.counter * 0.35 }, "fought");
      el("rect", { x: -11, y: -11, width: 22, height: 22, rx: 5 }, g);
      el("path", { d: SWORDS, transform: "scale(0.78)" }, g);
    } else this.#pill(this.above, { x: p.x, y: p.y - this.layout.counter * 0.75 }, text, style);
  }

  /** A few words on a plate. @param {SVGElement} parent @param {Point} p @param {string} text @param {string} style */
  #pill(parent, p, text, style) {
    const g = this.#steady(parent, p, `tale-tag ${style}`);
    const sign = style === "hungry" ? 16 : 0;
    const width = 18 + sign + 6.9 * text.length;
    el("rect", { x: n(-width / 2), y: -11, width: n(width), height: 22, rx: 11 }, g);
    if (sign) el("path", { d: EAR, class: "ear", transform: `translate(${n(-width / 2 + 14)} 0)` }, g);
    el("text", { x: n(sign / 2), y: 4.4 }, g).textContent = text;
  }

  /** Something that keeps its size on the screen. @param {Element} parent @param {Point} p @param {string} name */
  #steady(parent, p, name) {
    const outer = el("g", { class: name, transform: `translate(${xy(p)})` }, parent);
    return el("g", { class: "steady", transform: `scale(${this.#size()})` }, outer);
  }

  #size() {
    return String(Math.round(textScale(12, this.scale) * 100) / 100);
  }

  /** @param {number} scale */
  rescale(scale) {
    this.scale = scale;
    for (const group of [this.below, this.above]) for (const one of group.querySelectorAll(".steady")) one.setAttribute("transform", `scale(${this.#size()})`);
  }
}

/**
 * A line without its last stretch. @param {Point[]} line @param {number} by
 * @returns {Point[]}
 */
export function shortened(line, by) {
  const far = lengths(line);
  const whole = far[far.length - 1];
  if (whole <= by * 1.5) return line;
  const end = along(line, (whole - by) / whole).p;
  return [...line.filter((_, i) => far[i] < whole - by), end];
}

/**
 * A point of a line and where the line goes there.
 * @param {Point[]} line
 * @param {number} part from 0 to 1
 * @returns {{p: Point, turn: number}}
 */
export function along(line, part) {
  const far = lengths(line);
  const wanted = far[far.length - 1] * part;
  const after = Math.max(1, far.findIndex((length) => length >= wanted - 1e-9));
  const [a, b] = [line[after - 1], line[after]];
  const t = (wanted - far[after - 1]) / (far[after] - far[after - 1] || 1);
  return { p: { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }, turn: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
}
