/** An open table, measured in millimetres: its ground below, figures at their poses, and above them regions and ghosts. */

/** @typedef {import("../map-types").MapGame} MapGame */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./planelayout").Pose} Pose */
/** @typedef {import("../types").TableArea} TableArea */
/** @typedef {import("../client").Ghost} Ghost */
/** @typedef {import("./arealabels").Label} Label */

import { berths, settle } from "./arealabels.js";
import { HexMap } from "./hexmap.js";
import { textScale } from "./labels.js";
import { FigureLayer } from "./planefigures.js";
import { drawEdge, drawGoals, drawMiniGround, drawPlaneNames, drawRule, drawTable } from "./planeground.js";
import { PlaneLayout } from "./planelayout.js";
import { el, empty, layer, n, straight, xy } from "../base/svg.js";

/** How far before the front the handle stands that turns a ghost. */
const HANDLE = 34;
/** And how far its lettering. */
const AHEAD = 58;
/** Millimetres around a part that is shown. */
const AIR = 60;
/** Under so many pixels a millimetre units are plain blocks. */
const SMALL = 0.9;
/** A window this narrow shows the surroundings too, at so many pixels a millimetre. */
const PHONE = 760;
const AFAR = 0.6;
/** Pixels a millimetre at which blocks do not yet lie upon each other. */
const READABLE = 0.6;
/** Pixels beside a piece that a tap may miss it by, where it is a block. */
const TAP = 22;
/** More pieces than this are no detail of a table. */
const ARMY = 12;

/**
 * @param {SVGSVGElement} svg
 * @param {MapScene} scene
 * @param {MapGame} game
 * @returns {PlaneMap}
 */
export function createMap(svg, scene, game) {
  return new PlaneMap(svg, scene, game);
}

/** A layer over all others, which only the eye sees. @param {SVGGElement} names @param {string} name */
function above(names, name) {
  const g = layer(/** @type {Element} */ (names.parentNode), name);
  g.setAttribute("aria-hidden", "true");
  return g;
}

export class PlaneMap extends HexMap {
  /** @param {SVGSVGElement} svg @param {MapScene} scene @param {MapGame} game */
  constructor(svg, scene, game) {
    super(svg, scene, game);
    this.onHover((id) => this.nameOf(id));
  }

  /** @param {import("../map-types").MapScene} [scene] @returns {PlaneLayout} */
  makeLayout(scene = this.scene) {
    return new PlaneLayout(scene);
  }

  /** One piece of terrain, alone. @param {SVGGElement} parent @param {string} kind @returns {{x: number, y: number, r: number} | null} */
  drawSample(parent, kind) {
    const ground = /** @type {any} */ (this.scene).terrain?.find((/** @type {{type: string}} */ one) => one.type === kind);
    if (!ground) return null;
    drawTable(parent, [ground], this.table);
    const ring = this.table.ring(ground.outline);
    const middle = (/** @type {number[]} */ all) => (Math.min(...all) + Math.max(...all)) / 2;
    const span = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all);
    const [xs, ys] = [ring.map((p) => p.x), ring.map((p) => p.y)];
    return { x: middle(xs), y: middle(ys), r: Math.max(20, Math.min(span(xs), span(ys)) * 0.62) };
  }

  get table() {
    return /** @type {PlaneLayout} */ (this.layout);
  }

  get figures() {
    return /** @type {FigureLayer} */ (/** @type {unknown} */ (this.stacks));
  }

  /** @param {SVGGElement} world */
  drawStill(world) {
    const scene = /** @type {any} */ (this.scene);
    const still = layer(world, "still");
    still.setAttribute("aria-hidden", "true");
    this.svg.classList.add("planemap");
    drawTable(still, scene.terrain ?? [], this.table);
    drawGoals(still, scene.goals ?? [], this.table);
    const rule = drawRule(still, this.table, scene.rule ?? 100, scene.unit?.size ?? 10);
    drawEdge(still, this.table);
    this.steps.push((scale) => this.#blocks(scale));
    this.steps.push((scale) => rule.setAttribute("font-size", String(Math.max(9, Math.min(22, 10 / scale)))));
  }

  /** Plain blocks below a scale, figures from there on. @param {number} scale */
  #blocks(scale) {
    const small = scale < SMALL;
    this.svg.toggleAttribute("data-small", small);
    this.table.slack = small && matchMedia("(pointer: coarse)").matches ? TAP / scale : 0;
    this.figures?.rescale(scale);
  }

  /** Who it is, beside a piece under the pointer. @param {string | null} id */
  nameOf(id) {
    const group = /** @type {SVGGElement} */ (this.whose);
    empty(group);
    const figure = id ? this.figures.figure(id) : null;
    if (!id || !figure?.name) return;
    this.#band(group, id, figure);
    const at = this.layout.center(id);
    const tall = 30 / (this.panzoom?.scale ?? 1);
    const steady = this.#write(group, { x: at.x, y: at.y - tall }, figure.name, "whose-name");
    el("text", { y: 15, class: "whose-note" }, steady).textContent = figure.note ?? "";
    const width = 22 + 7.4 * Math.max(figure.name.length, (figure.note ?? "").length * 0.86);
    steady.prepend(el("rect", { x: n(-width / 2), y: -17, width: n(width), height: 42, rx: 8, class: "whose", style: `stroke:var(--body-${figure.side}, var(--map-ink))` }));
    steady.querySelectorAll("text").forEach((line) => line.setAttribute("transform", "translate(0 2)"));
  }

  /** A line from each of a band to its chief, and his name. @param {SVGGElement} group @param {string} id @param {import("./planefigures").Figure} figure */
  #band(group, id, figure) {
    const chief = figure.chief ? this.figures.figure(figure.chief) : null;
    if (!chief || !this.layout.byName.has(chief.id)) return;
    const to = this.layout.center(chief.id);
    for (const { figure: other } of this.figures.placed.values()) {
      if (other.band === figure.band && other.side === figure.side && other !== chief) el("path", { d: straight([this.layout.center(other.id), to]), class: "band-line" }, group);
    }
    if (chief.id === id || !chief.name) return;
    this.#write(group, { x: to.x + 18 / (this.panzoom?.scale ?? 1), y: to.y + 5 / (this.panzoom?.scale ?? 1) }, chief.name, "chief-name");
  }

  /** @param {{names: SVGGElement, under: SVGGElement, path: SVGGElement, tags: SVGGElement}} groups */
  drawNames(groups) {
    const scene = /** @type {any} */ (this.scene);
    this.areas = layer(groups.under, "table-areas");
    this.ghosts = above(groups.names, "table-ghost");
    this.tape = above(groups.names, "tape");
    this.whose = above(groups.names, "whose-names");
    const names = drawPlaneNames(groups.names, scene.terrain ?? [], scene.goals ?? [], this.table);
    this.steps.push((scale) => {
      for (const group of [names, this.ghosts, this.tape, this.areas, this.whose]) this.#steady(group, scale);
      this.#settleSoon();
    });
  }

  /** Lettering keeps its size on the screen. @param {Element | undefined} group @param {number} scale */
  #steady(group, scale) {
    this.letters = textScale(12, scale);
    for (const g of group?.querySelectorAll(".steady") ?? []) g.setAttribute("transform", `scale(${this.letters})`);
  }

  /** @param {{counters: SVGGElement}} groups */
  makeStacks(groups) {
    return /** @type {any} */ (new FigureLayer(groups.counters, this.scene, this.table, this.game));
  }

  /** An army takes most of its table: then all of it is shown. @param {string[]} [hexes] @param {boolean} [smooth] @param {number} [largest] */
  fit(hexes, smooth = true, largest) {
    super.fit(hexes && hexes.length > ARMY ? undefined : hexes, smooth, largest);
  }

  /** Where a whole table would be smaller than this, only what is asked about is looked at first. */
  get readable() {
    return READABLE;
  }

  /** A part of the table with some air. @param {number[][]} points */
  fitTo(points) {
    const ring = this.table.ring(points);
    const xs = ring.map((p) => p.x);
    const ys = ring.map((p) => p.y);
    const [x, y] = [Math.min(...xs) - AIR, Math.min(...ys) - AIR];
    this.panzoom.fit({ x, y, width: Math.max(...xs) + AIR - x, height: Math.max(...ys) + AIR - y }, true, innerWidth < PHONE ? AFAR : undefined);
  }

  /** For the small map: the ground once more, without lettering. @param {SVGGElement} ground */
  drawMini(ground) {
    drawMiniGround(ground, /** @type {any} */ (this.scene).terrain ?? [], this.table);
  }

  /** Where on the table a point of the window lies. @param {number} x clientX @param {number} y clientY @returns {Point} */
  toTable(x, y) {
    return this.table.toTable(this.panzoom.toMap(x, y));
  }

  /** In pixels of the window. @param {Point} at on the table */
  onScreen(at) {
    return this.panzoom.toWindow(this.table.point([at.x, at.y]));
  }

  clear() {
    super.clear();
    this.setAreas([]);
    this.setGhost(null);
    this.setTape(null);
    this.setDraggable(null);
    this.nameOf(null);
  }

  // regions and areas of a question

  /** Ground that can be chosen, or that the question is about. @param {TableArea[]} areas */
  setAreas(areas) {
    const group = /** @type {SVGGElement} */ (this.areas);
    empty(group);
    /** @type {Map<string, Label>} */
    const said = new Map();
    for (const { polygon, style, label } of areas) {
      const g = layer(group, `area ${style}`);
      const ring = this.table.ring(polygon);
      el("path", { d: straight(ring, true), class: "fill" }, g);
      el("path", { d: straight(ring, true), class: "edge" }, g);
      if (!label || said.has(label)) continue;
      const places = berths(ring, style.includes("near"));
      const steady = this.#write(g, places[0].at, label, "area-label");
      said.set(label, { g: /** @type {SVGGElement} */ (steady.parentNode), text: /** @type {SVGTextElement} */ (steady.firstChild), berths: places });
    }
    this.labels = [...said.values()];
    this.#settleSoon();
  }

  /** Labels find their places when everything stands where it is drawn. */
  #settleSoon() {
    cancelAnimationFrame(this.settling ?? 0);
    this.settling = requestAnimationFrame(() => this.labels?.length && settle(this.svg, this.labels));
  }

  /** @param {SVGGElement} parent @param {Point} at @param {string} text @param {string} name */
  #write(parent, at, text, name) {
    const g = el("g", { transform: `translate(${xy(at)})` }, parent);
    const steady = el("g", { class: "steady", transform: `scale(${this.letters ?? 1})` }, g);
    el("text", { class: name }, steady).textContent = text;
    return steady;
  }

  // a move being considered

  /** Whose figure can be dragged. @param {string | null} id */
  setDraggable(id) {
    for (const [name, { g }] of this.figures.placed) g.classList.toggle("draggable", name === id);
  }

  /** The piece where it would stand, its way, and what that brings. @param {Ghost | null} ghost */
  setGhost(ghost) {
    const group = /** @type {SVGGElement} */ (this.ghosts);
    empty(group);
    if (!ghost) return;
    const state = ghost.ok === null ? "" : ghost.ok ? "ok" : "refused";
    group.setAttribute("class", `table-ghost ${state}`);
    for (const { polygon, style } of ghost.areas ?? []) el("path", { d: straight(this.table.ring(polygon), true), class: `ghost-area ${style}` }, group);
    for (const line of ghost.guides ?? []) el("path", { d: straight(this.table.ring(line)), class: "guide" }, group);
    if (ghost.way && ghost.way.length > 1) {
      const way = straight(this.table.ring(ghost.way));
      el("path", { d: way, class: "way under" }, group);
      el("path", { d: way, class: "way" }, group);
    }
    this.#links(group, ghost);
    this.#body(group, ghost);
    if (!ghost.text) return;
    const a = (ghost.pose.facing * Math.PI) / 1800;
    this.#write(group, this.table.point([ghost.pose.x + AHEAD * Math.sin(a), ghost.pose.y + AHEAD * Math.cos(a)]), ghost.text, "ghost-text");
  }

  /** Lines to those it would fire at, and to those who would fire at it. @param {SVGGElement} group @param {Ghost} ghost */
  #links(group, ghost) {
    const from = this.table.point([ghost.pose.x, ghost.pose.y]);
    for (const id of ghost.sees ?? []) {
      if (this.layout.byName.has(id)) el("path", { d: straight(this.layout.shape(this.layout.center(id), -3), true), class: "seen" }, group);
    }
    for (const [links, name] of /** @type {const} */ ([[ghost.threatens ?? [], "threatens"], [ghost.threatened ?? [], "threatened"]])) {
      for (const { place: hex, tag } of links) {
        const at = this.layout.center(hex);
        el("path", { d: straight([from, at]), class: `link ${name}` }, group);
        const steady = this.#write(group, { x: at.x + (name === "threatens" ? -24 : 24), y: at.y - 14 }, tag, "link-tag");
        const width = 12 + 7 * tag.length;
        steady.prepend(el("rect", { x: n(-width / 2), y: -11, width: n(width), height: 16, rx: 8, class: `link-pill ${name}` }));
      }
    }
  }

  /** @param {SVGGElement} group @param {Ghost} ghost */
  #body(group, ghost) {
    const figure = this.figures.figure(ghost.unit);
    const g = el("g", { class: "ghost-body" }, group);
    g.style.transform = this.figures.transform(ghost.pose);
    if (figure) g.append(figure.draw());
    if (!ghost.turns) return;
    el("path", { d: `M0 -4V${-HANDLE + 8}`, class: "turn-arm" }, g);
    const handle = el("g", { class: "turn-handle", "data-turn": "yes", transform: `translate(0 ${-HANDLE})` }, g);
    el("circle", { r: 18, class: "turn-reach" }, handle);
    el("circle", { r: 8 }, handle);
    el("path", { d: "M-4 1A4.4 4.4 0 1 1 3 3.4M3 -0.4V3.6H-1" }, handle);
  }

  // the tape measure

  /** @param {{from: Point, to: Point, text: string} | null} tape points on the drawing */
  setTape(tape) {
    const group = /** @type {SVGGElement} */ (this.tape);
    empty(group);
    if (!tape) return;
    const { from, to, text } = tape;
    el("path", { d: straight([from, to]), class: "tape-line under" }, group);
    el("path", { d: straight([from, to]), class: "tape-line" }, group);
    for (const p of [from, to]) el("circle", { cx: n(p.x), cy: n(p.y), r: 4, class: "tape-end" }, group);
    const steady = this.#write(group, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 10 }, text, "tape-text");
    const width = 16 + 7.4 * text.length;
    steady.prepend(el("rect", { x: n(-width / 2), y: -14, width: n(width), height: 20, rx: 5, class: "tape-pill" }));
  }
}
