/** The choice in hand: start, way, goal with the ghost of the stack, attack arrow; and hexes pointed out. */

/** @typedef {import("../map-types").Chosen} Chosen */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */

import { toward } from "../base/curves.js";
import { textScale } from "./labels.js";
import { el, empty, n, straight, xy } from "../base/svg.js";

const POINT_OUT = 2000;

/** How far beside the straight line an arrow runs, so that it hides neither what shoots nor what is shot at. */
const ASIDE = 28;

export class ChosenLayer {
  /**
   * @param {{path: SVGGElement, ghost: SVGGElement, marks: SVGGElement}} groups
   * @param {Layout} layout
   * @param {string} hatch id of the threat pattern
   * @param {(hex: string, units?: string[]) => SVGGElement | null} ghostOf
   */
  constructor(groups, layout, hatch, ghostOf) {
    this.path = groups.path;
    this.ghost = groups.ghost;
    this.marks = groups.marks;
    this.layout = layout;
    this.hatch = hatch;
    this.ghostOf = ghostOf;
    this.scale = 1;
    this.timer = 0;
    /** @type {string[]} the way last shown, start first: a march follows it */
    this.way = [];
  }

  /** @param {Chosen} chosen */
  set(chosen) {
    empty(this.path);
    empty(this.ghost);
    const { start, goal, attack } = chosen;
    const way = this.#way(chosen);
    if (way.length > 1) this.way = way;
    for (const hex of chosen.threat ?? []) {
      el("path", { d: straight(this.layout.shape(this.layout.center(hex), 2), true), class: "threat", style: `fill:url(#${this.hatch})` }, this.path);
    }
    if (start) this.#ring(start, "start");
    if (way.length > 1) this.#line(way);
    if (goal) {
      this.#ring(goal, "goal");
      const ghost = start ? this.ghostOf(start, chosen.units) : null;
      if (ghost) el("g", { class: "ghost", transform: `translate(${xy(this.layout.center(goal))})` }, this.ghost).append(ghost);
    }
    for (const helper of chosen.helpers ?? []) this.#help(helper);
    if (attack) this.#arrow(attack.from, attack.to);
  }

  /** @param {Chosen} chosen @returns {string[]} */
  #way({ start, path, goal }) {
    const way = [...(path ?? [])];
    if (start && way.length && way[0] !== start) way.unshift(start);
    if (goal && way.length && way[way.length - 1] !== goal) way.push(goal);
    return way;
  }

  /** @param {string} hex @param {string} name */
  #ring(hex, name) {
    const d = straight(this.layout.shape(this.layout.center(hex), 3.2), true);
    el("path", { d, class: `${name} under` }, this.path);
    el("path", { d, class: name }, this.path);
  }

  /** @param {string[]} way */
  #line(way) {
    const points = way.map((hex) => this.layout.center(hex));
    points[0] = toward(points[0], points[1], 22);
    const d = straight(points);
    el("path", { d, class: "way under" }, this.path);
    el("path", { d, class: "way" }, this.path);
    points.slice(1, -1).forEach((p, i) => {
      const outer = el("g", { class: "waystop", transform: `translate(${xy(p)})` }, this.path);
      const g = el("g", { transform: `scale(${textScale(12, this.scale)})` }, outer);
      el("circle", { r: 10.5 }, g);
      el("text", { y: 4.3 }, g).textContent = String(i + 1);
    });
  }

  /** @param {string} from @param {string} to */
  #arrow(from, to) {
    const a = this.layout.center(from);
    const b = this.layout.center(to);
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const off = Math.min(0.3, ASIDE / far);
    const across = { x: (b.y - a.y) * off, y: -(b.x - a.x) * off };
    const p = toward({ x: a.x + across.x, y: a.y + across.y }, b, 16);
    const q = toward({ x: b.x + across.x, y: b.y + across.y }, a, 16);
    const side = { x: across.x * 0.75, y: across.y * 0.75 };
    const bend = { x: (p.x + q.x) / 2 + side.x, y: (p.y + q.y) / 2 + side.y };
    const turn = (Math.atan2(q.y - bend.y, q.x - bend.x) * 180) / Math.PI;
    const d = `M${xy(p)}Q${xy(bend)} ${xy(q)}`;
    el("path", { d, class: "attack under" }, this.ghost);
    el("path", { d, class: "attack" }, this.ghost);
    el("path", { d: "M-9 -8L4 0L-9 8", class: "head", transform: `translate(${xy(q)}) rotate(${n(turn)})` }, this.ghost);
  }

  /** Somebody who may come: a dashed arrow in his side's colour, his chance beside it. @param {import("../types").Arrow} helper */
  #help({ from, place, side, tag }) {
    const g = el("g", { class: "helper", style: `--help: var(--side-${side}, var(--map-threat))` }, this.ghost);
    const [a, b] = [this.layout.center(from), this.layout.center(place)];
    const [p, q] = [toward(a, b, 24), toward(b, a, 30)];
    const turn = (Math.atan2(q.y - p.y, q.x - p.x) * 180) / Math.PI;
    el("path", { d: `M${xy(p)}L${xy(q)}`, class: "attack under" }, g);
    el("path", { d: `M${xy(p)}L${xy(q)}`, class: "attack" }, g);
    el("path", { d: "M-9 -8L4 0L-9 8", class: "head", transform: `translate(${xy(q)}) rotate(${n(turn)})` }, g);
    const spot = el("g", { class: "waystop chance", transform: `translate(${xy({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 })})` }, g);
    const inner = el("g", { transform: `scale(${textScale(12, this.scale)})` }, spot);
    el("rect", { x: -18, y: -10.5, width: 36, height: 21, rx: 10.5 }, inner);
    el("text", { y: 4.3 }, inner).textContent = tag;
  }

  /** @param {number} scale */
  rescale(scale) {
    this.scale = scale;
    for (const stop of [...this.path.querySelectorAll(".waystop"), ...this.ghost.querySelectorAll(".waystop")]) {
      stop.firstElementChild?.setAttribute("transform", `scale(${textScale(12, scale)})`);
    }
  }

  /**
   * Outline hexes for two seconds, as a line of the log does.
   * @param {string[]} hexes
   */
  pointOut(hexes) {
    clearTimeout(this.timer);
    empty(this.marks);
    for (const hex of hexes) {
      if (!this.layout.byName.has(hex)) continue;
      const d = straight(this.layout.shape(this.layout.center(hex), 1), true);
      el("path", { d, class: "pointed under" }, this.marks);
      el("path", { d, class: "pointed" }, this.marks);
    }
    if (hexes.length) this.timer = window.setTimeout(() => empty(this.marks), POINT_OUT);
  }
}
