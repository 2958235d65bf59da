/** The map: a scene drawn once as SVG, and the layers that change with the game. */

/** @typedef {import("../map-types").Box} Box */
/** @typedef {import("../map-types").Chosen} Chosen */
/** @typedef {import("../map-types").Insets} Insets */
/** @typedef {import("../map-types").MapGame} MapGame */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Option} Option */
/** @typedef {import("../map-types").Overlays} Overlays */
/** @typedef {import("../map-types").View} View */

import { ChosenLayer } from "./chosen.js";
import { Layout } from "./geometry.js";
import { TownNames, textScale } from "./labels.js";
import { LitLayer } from "./lit.js";
import { watchLongPress } from "./longpress.js";
import { MoversLayer } from "./movers.js";
import { OverlayLayer } from "./overlays.js";
import { attachPanZoom } from "./panzoom.js";
import { drawRegions } from "./regions.js";
import { drawRiverNames, obstacles } from "./rivernames.js";
import { courses, drawBridges, drawRivers } from "./rivers.js";
import { drawRoads } from "./roads.js";
import { SightLayer } from "./sight.js";
import { StackLayer } from "./stacks.js";
import { TrailLayer } from "./trails.js";
import { beckon, drawVeil } from "./veil.js";
import { el, empty, layer } from "../base/svg.js";
import { PLAIN, drawFrame, drawFrontier, drawGrid, drawGround, sheet } from "./terrain.js";
import { drawFlags, drawNumbers, drawTowns } from "./towns.js";

/** How large a counter must be, in pixels. */
const LEGIBLE = 24;

/** Sizes on the screen from which a counter shows more: [LOOK.md, Counters]. */
const DETAIL = [18, 34, 64];
let maps = 0;

/**
 * What never changes.
 * @param {SVGGElement} world
 * @param {MapScene} scene
 * @param {Layout} layout
 * @param {MapGame} game
 */
function drawStill(world, scene, layout, game) {
  const still = layer(world, "still");
  still.setAttribute("aria-hidden", "true");
  const shores = drawGround(still, layout, game.terrain ?? PLAIN);
  drawGrid(still, layout);
  drawRoads(still, scene, layout);
  drawFrontier(still, layout, scene);
  const rivers = courses(scene, layout, shores);
  drawRivers(still, rivers);
  drawBridges(still, layout, rivers);
  drawTowns(still, scene, layout);
  drawFlags(still, scene, layout);
  const numbers = drawNumbers(still, layout);
  const regions = drawRegions(still, scene, layout, rivers);
  drawFrame(still, layout);
  return { courses: rivers, numbers, regions };
}

/** The layers above, from below. Only counters and targets speak to a screen reader. @param {SVGGElement} world */
function openLayers(world) {
  const quiet = (/** @type {string} */ name) => {
    const g = layer(world, name);
    g.setAttribute("aria-hidden", "true");
    return g;
  };
  return {
    far: quiet("far"),
    under: quiet("under"),
    overlays: quiet("overlays"),
    routes: quiet("overlays routes"),
    ahead: quiet("overlays ahead"),
    rivers: quiet("names"),
    trails: quiet("trails"),
    path: quiet("path"),
    counters: layer(world, "counters"),
    ghost: quiet("ghosts"),
    air: quiet("air"),
    labels: quiet("overlay-labels"),
    afar: quiet("overlay-labels ahead"),
    sight: quiet("sight"),
    marks: quiet("marks"),
    near: quiet("near"),
    targets: layer(world, "targets"),
    tags: quiet("tags"),
    names: quiet("names"),
    fallen: quiet("tale"),
  };
}

/**
 * Draw a scene into an SVG element.
 * @param {SVGSVGElement} svg
 * @param {MapScene} scene
 * @param {MapGame} game
 * @returns {HexMap}
 */
export function createMap(svg, scene, game) {
  return new HexMap(svg, scene, game);
}

export class HexMap {
  /**
   * @param {SVGSVGElement} svg
   * @param {MapScene} scene
   * @param {MapGame} game
   */
  constructor(svg, scene, game) {
    this.svg = svg;
    this.onMap = true;
    this.scene = scene;
    this.game = game;
    this.layout = this.makeLayout();
    this.id = `map${++maps}`;
    empty(svg);
    svg.classList.add("hexmap");
    if (scene.ground) svg.dataset.ground = scene.ground;
    if (!svg.hasAttribute("role")) svg.setAttribute("role", "group");
    svg.setAttribute("tabindex", "-1");
    this.#patterns();
    const serif = getComputedStyle(svg).getPropertyValue("--map-serif").trim() || "Georgia, serif";
    const world = layer(svg, "world");
    /** @type {{line: import("../map-types").Point[]}[]} rivers, for the minimap too */
    this.courses = [];
    /** @type {((scale: number) => void)[]} what follows the zoom in steps */
    this.steps = [];
    this.drawStill(world);
    const groups = openLayers(world);
    /** Stacks stand here: names keep clear of them. @type {((places: string[]) => void) | null} */
    this.occupy = null;
    this.drawNames(groups, serif);
    this.counters = groups.counters;
    this.lines = [groups.under, groups.overlays, groups.labels, groups.routes, groups.ahead, groups.afar, groups.trails, groups.fallen, groups.path, groups.ghost, groups.sight, groups.marks, groups.targets];
    this.stacks = this.makeStacks(groups);
    this.lit = new LitLayer(groups, this.layout, `${this.id}-price`, (hex) => this.stacks.busy(hex));
    this.chosen = new ChosenLayer(groups, this.layout, `${this.id}-threat`, (hex, ids) => this.stacks.copy(hex, ids));
    this.movers = new MoversLayer(groups.ghost, this.layout, (hex, ids) => this.stacks.copy(hex, ids), new OverlayLayer(groups.ahead, this.layout, (side) => `${this.id}-held-${side}`, groups.afar));
    this.movers.where = (unit) => this.stacks.where.get(unit);
    this.overlays = new OverlayLayer(groups.overlays, this.layout, (side) => `${this.id}-held-${side}`, groups.labels);
    this.sight = new SightLayer(groups.sight, this.layout);
    this.far = groups.far;
    this.near = groups.near;
    this.trails = new TrailLayer(groups.trails, groups.fallen, this.layout);
    /** @type {((hex: string | null) => void)[]} */
    this.hovers = [];
    /** @type {string | null} */
    this.under = null;
    this.routes = new OverlayLayer(groups.routes, this.layout, (side) => `${this.id}-held-${side}`);
    this.stacks.changed = (hexes) => this.chosen.pointOut(hexes);
    /** @type {((hex: string, event: Event) => void)[]} */
    this.clicks = [];
    /** @type {((hex: string) => void)[]} */
    this.twice = [];
    /** @type {((event: MouseEvent) => void)[]} */
    this.bare = [];
    /** @type {((view: View) => void)[]} */
    this.news = [];
    /** @type {View | null} */
    this.view = null;
    this.step = NaN;
    this.panzoom = attachPanZoom(svg, { world, bounds: sheet(this.layout, 10), onChange: (_, scale) => this.#rescale(scale) });
    this.lit.reveal = (hex) => this.ensureVisible(hex);
    this.#listen();
  }

  /** A veil over all but some places, and a ring round one place. @param {string[]} places @param {string | null} goal */
  setVeil(places, goal) {
    drawVeil(this.far, this.layout, places);
    beckon(this.near, this.layout, goal);
  }

  /** @param {MapScene} [scene] @returns {Layout} */
  makeLayout(scene = this.scene) {
    return new Layout(scene);
  }

  /**
   * One place of a kind of ground, alone, for the legend. Its middle; null where the map has none.
   * @param {SVGGElement} parent
   * @param {string} kind
   * @returns {{x: number, y: number, r: number} | null}
   */
  drawSample(parent, kind) {
    const all = this.scene.places;
    const hex = Object.keys(all).find((id) => all[id].terrain === kind) ?? Object.keys(all).find((id) => all[id].also?.includes(kind));
    if (!hex) return null;
    const layout = this.makeLayout({ ...this.scene, places: { [hex]: { ...all[hex], terrain: kind, also: [] } } });
    drawGround(parent, layout, this.game.terrain ?? PLAIN);
    return { ...layout.center(hex), r: layout.reach.y };
  }

  /** What shows the pieces. @param {ReturnType<typeof openLayers>} groups @returns {StackLayer} */
  makeStacks(groups) {
    return new StackLayer(groups.counters, groups.air, this.scene, this.layout, this.game);
  }

  /** What never changes. @param {SVGGElement} world */
  drawStill(world) {
    const still = drawStill(world, this.scene, this.layout, this.game);
    this.courses = still.courses;
    this.steps.push((scale) => {
      still.numbers.setAttribute("font-size", String(Math.max(8.5, Math.min(17, 8.5 / scale))));
      still.regions.setAttribute("font-size", String(15 * textScale(15, scale)));
    });
  }

  /** Names above the veil. @param {ReturnType<typeof openLayers>} groups @param {string} serif */
  drawNames(groups, serif) {
    const courses = /** @type {ReturnType<typeof import("./rivers.js").courses>} */ (this.courses);
    const near = drawRiverNames(groups.rivers, "near", courses, 12, 4, obstacles(this.scene, this.layout), serif);
    drawRiverNames(groups.rivers, "far", courses, 27, 9, obstacles(this.scene, this.layout, 25), serif);
    const names = new TownNames(groups.names, this.scene, this.layout, serif);
    let at = 0;
    this.steps.push((scale) => {
      at = scale;
      near.setAttribute("font-size", String(12 * Math.min(1.35, textScale(12, scale))));
      names.place(scale);
    });
    this.occupy = (places) => void (names.occupy(new Set(places)) && at && names.place(at));
  }

  /** Hatches: legal at a price, threat, and one for each side with its own slope. */
  #patterns() {
    const defs = el("defs", {}, this.svg);
    const hatch = (/** @type {string} */ name, /** @type {number} */ turn, /** @type {string} */ colour, /** @type {number} */ gap) => {
      const pattern = el("pattern", {
        id: `${this.id}-${name}`, width: gap, height: gap, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})`,
      }, defs);
      el("rect", { width: gap, height: gap, class: `hatch-ground ${name}` }, pattern);
      el("path", { d: `M0 0V${gap}`, class: "hatch-line", style: `stroke:${colour}` }, pattern);
    };
    hatch("price", 45, "var(--map-legal)", 9);
    hatch("threat", -45, "var(--map-threat)", 8);
    const sides = this.scene.sides?.map((side) => side.id) ?? [...new Set(Object.values(this.scene.pieces).map((p) => p.side))];
    sides.forEach((side, i) => hatch(`held-${side}`, i % 2 ? -45 : 45, `var(--side-${side}, var(--map-threat))`, 10));
  }

  #listen() {
    const svg = this.svg;
    svg.addEventListener("click", (event) => {
      const hex = this.#hexOf(event);
      if (!hex) for (const tell of this.bare) tell(event);
      if (!hex || this.lit.press(hex, event.shiftKey)) return;
      for (const tell of this.clicks) tell(hex, event);
    });
    // no "dblclick": there is none where what was pressed is drawn anew before it is let go. It comes after the click.
    svg.addEventListener("mouseup", (event) => {
      const hex = event.detail === 2 && !event.button ? this.#hexOf(event) : null;
      if (hex) setTimeout(() => this.twice.forEach((tell) => tell(hex)));
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons) this.#point(this.#hexOf(event));
    });
    svg.addEventListener("pointerleave", () => this.#point(null));
    watchLongPress(svg, (event) => {
      const hex = this.layout.hexAt(this.panzoom.toMap(event.clientX, event.clientY));
      return !!hex && this.lit.pressLong(hex);
    });
  }

  /** @param {string | null} hex under the pointer */
  #point(hex) {
    this.lit.point(hex);
    if (hex === this.under) return;
    this.under = hex;
    for (const tell of this.hovers) tell(hex);
  }

  /** @param {MouseEvent} event @returns {string | null} */
  #hexOf(event) {
    const target = /** @type {Element} */ (event.target).closest?.("[data-hex]");
    if (target && !event.detail && event.type === "click") return target.getAttribute("data-hex");
    return this.layout.hexAt(this.panzoom.toMap(event.clientX, event.clientY));
  }

  /** Text sizes and detail follow the zoom in small steps; between them everything scales with the map. @param {number} scale */
  #rescale(scale) {
    const step = Math.round(Math.log2(scale) * 8);
    if (step === this.step) return;
    this.step = step;
    const size = this.layout.counter * scale;
    const grow = Math.min(1.28, Math.max(1, 30 / size));
    const detail = DETAIL.filter((least) => size * grow >= least).length;
    if (this.svg.dataset.lod !== String(detail)) this.svg.dataset.lod = String(detail);
    this.svg.dataset.zoom = scale < 0.3 ? "far" : scale < 0.62 ? "wide" : "near";
    for (const group of this.lines) group.style.setProperty("--line", String(Math.min(2.4, Math.max(1, 0.85 / scale))));
    this.counters.style.setProperty("--grow", String(grow));
    this.counters.style.setProperty("--legend-text", String(Math.min(1.5, Math.max(1, 9.5 / (11 * scale * grow)))));
    this.counters.style.setProperty("--block", String(Math.max(1, 13 / size)));
    for (const step of this.steps) step(scale);
    this.lit.rescale(scale);
    this.chosen.rescale(scale);
    this.movers.rescale(scale);
    this.trails.rescale(scale);
  }

  // what the shell uses

  /** @param {View} view */
  setPieces(view) {
    this.view = view;
    this.stacks.set(view, this.chosen.way);
    this.occupy?.([...this.stacks.placed.values()].filter(({ stack }) => stack.ids.length).map(({ stack }) => stack.place));
    this.routes.lay({ lines: view.routes ?? [] });
    for (const tell of this.news) tell(view);
  }

  /** Nothing but the bare ground: nobody's pieces, choices or ways, and none remembered. */
  clear() {
    this.setLit([], () => {});
    this.setChosen({});
    this.setOverlay(null, {});
    this.setSight(null);
    this.setTale({ trails: [], heaps: [], tags: [] });
    this.chosen.pointOut([]);
    this.stacks.clear();
    this.routes.lay({ lines: [] });
    this.view = null;
    for (const tell of this.news) tell({ units: [], revision: -1, to_act: [] });
  }

  /**
   * @param {Option[]} options those with a hex are lit
   * @param {(option: Option, all: Option[], modified: boolean) => void} onChoose the first option of the hex, all of them, whether with Shift
   * @param {(option: Option | null) => void} [onHover]
   */
  setLit(options, onChoose, onHover = () => {}) {
    this.lit.set(options, onChoose, onHover);
  }

  /** @param {Chosen} chosen */
  setChosen(chosen) {
    this.chosen.set(chosen);
    this.movers.set(chosen);
    this.svg.classList.toggle("joint", !!chosen.movers?.length);
    this.lit.markWay(chosen.goal, chosen.path ?? []);
  }

  /** @param {string | null} name @param {Overlays} overlays */
  setOverlay(name, overlays) {
    this.overlays.set(name, overlays);
    this.svg.dataset.overlay = name ?? "";
  }

  /** The hex under the pointer, whenever it changes. @param {(hex: string | null) => void} callback */
  onHover(callback) {
    this.hovers.push(callback);
  }

  /** What is seen from a hex, and the line to one other. @param {import("../types").Sight | null} sight @param {string | null} [to] */
  setSight(sight, to = null) {
    this.sight.set(sight, to);
  }

  /** What happened: ways, pieces that fell, places that were fought over. @param {import("./trails").Tale} tale */
  setTale(tale) {
    this.trails.set(tale);
  }

  /** Whenever the pointer comes to a trail or leaves it. @param {(id: number | null) => void} callback */
  onTrail(callback) {
    this.trails.pointed = callback;
  }

  /** Where something of a tale lies in the window; null: nowhere any more. @param {import("./trails").At} at */
  taleOnScreen(at) {
    const p = this.trails.point(at);
    return p ? this.panzoom.toWindow(p) : null;
  }

  /** Bring a point of a tale into view, at the same scale, if it is not. @param {import("./trails").At} at */
  revealTale(at) {
    const p = this.trails.point(at);
    const b = this.panzoom.box();
    const { left, right, top, bottom } = this.panzoom.insets;
    const k = this.panzoom.scale;
    if (!p || (p.x > b.x + (left + 20) / k && p.x < b.x + b.width - (right + 20) / k && p.y > b.y + (top + 20) / k && p.y < b.y + b.height - (bottom + 20) / k)) return;
    this.panzoom.fitted = false;
    this.panzoom.goTo(p);
  }

  /** What the window shows, to be remembered: middle and scale; null while it shows the whole sheet. */
  get outlook() {
    const { middle, scale, fitted } = this.panzoom;
    return fitted ? null : { x: Math.round(middle.x), y: Math.round(middle.y), scale: Math.round(scale * 1000) / 1000 };
  }

  /** Show what was remembered. @param {{x: number, y: number, scale: number}} outlook */
  lookAgain({ x, y, scale }) {
    const { left, right, top, bottom } = this.panzoom.insets;
    this.panzoom.fitted = false;
    this.panzoom.goTo({ x: x - (right - left) / 2 / scale, y: y - (bottom - top) / 2 / scale }, scale, false);
  }

  /** @param {string[]} hexes */
  highlight(hexes) {
    this.chosen.pointOut(hexes);
  }

  /** A click on a hex that is not lit. @param {(hex: string, event: Event) => void} callback */
  onHexClick(callback) {
    this.clicks.push(callback);
  }

  /** The hex under a point of the window. @param {number} x @param {number} y @returns {string | null} */
  placeAt(x, y) {
    return this.layout.hexAt(this.panzoom.toMap(x, y));
  }

  /** A click where there is no place: on bare ground of an open table. @param {(event: MouseEvent) => void} callback */
  onGround(callback) {
    this.bare.push(callback);
  }

  /** Two clicks on one hex. @param {(hex: string) => void} callback */
  onHexTwice(callback) {
    this.twice.push(callback);
  }

  /** @param {(box: Box, scale: number) => void} callback */
  onMove(callback) {
    this.panzoom.listen(callback);
  }

  /** @param {(view: View) => void} callback */
  onPieces(callback) {
    this.news.push(callback);
    if (this.view) callback(this.view);
  }

  /** @param {string} hex @param {number} [scale] */
  centerOn(hex, scale) {
    this.panzoom.fitted = false;
    this.panzoom.goTo(this.layout.center(hex), scale);
  }

  /** Move only if the hex is not well in view. @param {string} hex */
  ensureVisible(hex) {
    const p = this.layout.center(hex);
    const b = this.panzoom.box();
    const { left, right, top, bottom } = this.panzoom.insets;
    const k = this.panzoom.scale;
    const { x: w, y: h } = this.layout.reach;
    const inside = p.x - w > b.x + left / k && p.x + w < b.x + b.width - right / k && p.y - h > b.y + top / k && p.y + h < b.y + b.height - bottom / k;
    if (!inside) this.centerOn(hex);
  }

  /** All of the map, or a part of it. @param {string[]} [hexes] @param {boolean} [smooth] @param {number} [largest] the largest scale */
  fit(hexes, smooth = true, largest) {
    if (!hexes?.length) {
      this.panzoom.fit(undefined, smooth);
      return;
    }
    const points = hexes.map((hex) => this.layout.center(hex));
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const air = 2 * this.layout.reach.x;
    const x = Math.min(...xs) - air;
    const y = Math.min(...ys) - air;
    this.panzoom.fit({ x, y, width: Math.max(...xs) + air - x, height: Math.max(...ys) + air - y }, smooth, largest);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.panzoom.zoom(factor);
  }

  /** @param {boolean} hidden */
  toggleCounters(hidden) {
    this.svg.classList.toggle("bare", hidden);
  }

  /** What floating cards cover, in pixels: fit and centerOn keep clear of it. @param {Partial<Insets>} insets */
  setInsets(insets) {
    Object.assign(this.panzoom.insets, insets);
    if (this.panzoom.fitted) this.panzoom.fit(undefined, false);
  }

  /** The scale at which a place is 44 pixels high. */
  get thumb() {
    return 22 / this.layout.reach.y;
  }

  /** The scale at which counters can just be told apart. */
  get readable() {
    return LEGIBLE / this.layout.counter;
  }

  /** In units of the map. @param {string} hex */
  hexCenter(hex) {
    return this.layout.center(hex);
  }

  /** In pixels of the window, for bubbles and cards. @param {string} hex */
  hexOnScreen(hex) {
    return this.panzoom.toWindow(this.layout.center(hex));
  }

  /** @param {string} hex @returns {string[]} */
  stackAt(hex) {
    return this.stacks.at(hex);
  }

  /** Let go of the page: call it before the map is thrown away. */
  destroy() {
    this.stacks.finish();
    this.stacks.leave.abort();
  }

  /** Push the map aside, in pixels. @param {number} dx @param {number} dy */
  slide(dx, dy) {
    const { middle, scale, insets } = this.panzoom;
    this.panzoom.fitted = false;
    this.panzoom.goTo({ x: middle.x - (dx + (insets.right - insets.left) / 2) / scale, y: middle.y - (dy + (insets.bottom - insets.top) / 2) / scale });
  }

  /** Put the keyboard on the first lit hex. */
  focusLit() {
    return this.lit.focusFirst();
  }
}
