/** The pieces of an open table. They glide and turn from pose to pose; a click or key sets them down at once. */

/** @typedef {import("../map-types").MapGame} MapGame */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").View} View */
/** @typedef {import("./planelayout").PlaneLayout} PlaneLayout */
/** @typedef {import("./planelayout").Pose} Pose */
/** @typedef {{id: string, side: string, pose: Pose, outline?: number[][], label: string, sign: string, draw: () => SVGGElement, name?: string, note?: string, band?: string, chief?: string, block?: (scale: number) => SVGGElement}} Figure */
/** @typedef {{figure: Figure, g: SVGGElement}} Placed */

import { pace } from "../base/prefs.js";
import { el, reducedMotion } from "../base/svg.js";

const PER_CM = 14;
const SHORTEST = 180;
const LONGEST = 900;

export class FigureLayer {
  /**
   * @param {SVGGElement} group
   * @param {MapScene} scene
   * @param {PlaneLayout} layout
   * @param {MapGame} game
   */
  constructor(group, scene, layout, game) {
    this.group = group;
    this.scene = scene;
    this.layout = layout;
    this.game = /** @type {{figures(view: View, scene: MapScene): Figure[]}} */ (/** @type {unknown} */ (game));
    /** @type {Map<string, Placed>} */
    this.placed = new Map();
    /** @type {Set<() => void>} */
    this.moving = new Set();
    /** Pixels a millimetre. */
    this.scale = 1;
    /** @type {(hexes: string[]) => void} */
    this.changed = () => {};
    this.leave = new AbortController();
    for (const sign of ["pointerdown", "keydown"]) {
      document.addEventListener(sign, () => this.finish(), { capture: true, signal: this.leave.signal });
    }
  }

  /** Where something at a pose is drawn. @param {Pose} pose */
  transform({ x, y, facing }) {
    return `translate(${x}px, ${this.layout.height - y}px) rotate(${facing / 10}deg)`;
  }

  /** @param {View} view */
  set(view) {
    this.finish();
    const figures = this.game.figures(view, this.scene);
    this.layout.update(figures.map(({ id, pose, outline }) => ({ id, x: pose.x, y: pose.y, outline })));
    const first = this.placed.size === 0;
    /** @type {string[]} */
    const touched = [];
    const wanted = new Set(figures.map((figure) => figure.id));
    for (const [id, old] of this.placed) {
      if (wanted.has(id)) continue;
      old.g.remove();
      this.placed.delete(id);
    }
    for (const figure of figures) if (this.#place(figure)) touched.push(figure.id);
    if (!first && reducedMotion()) this.changed(touched);
  }

  /** @param {Figure} figure @returns {boolean} whether it has changed */
  #place(figure) {
    const old = this.placed.get(figure.id);
    const same = old?.figure.sign === figure.sign && old.figure.pose.facing === figure.pose.facing;
    const moved = !!old && JSON.stringify(old.figure.pose) !== JSON.stringify(figure.pose);
    if (old && same && !moved) return false;
    const g = same && old ? old.g : this.#draw(figure);
    if (old && g !== old.g) old.g.replaceWith(g);
    else if (!old) this.group.append(g);
    g.setAttribute("aria-label", figure.label);
    g.style.transform = this.transform(figure.pose);
    if (old && moved && !reducedMotion()) this.#glide(g, old.figure.pose, figure.pose);
    this.placed.set(figure.id, { figure, g });
    return true;
  }

  /** @param {Figure} figure */
  #draw(figure) {
    const g = el("g", { class: `place figure side-${figure.side}`, "data-stack": figure.id, role: "img" });
    g.append(figure.draw());
    if (figure.block) g.append(figure.block(this.scale));
    return g;
  }

  /** Plain blocks keep their size on the screen. @param {number} scale */
  rescale(scale) {
    this.scale = scale;
    for (const { figure, g } of this.placed.values()) {
      if (figure.block) g.querySelector(".block-figure")?.replaceWith(figure.block(scale));
    }
  }

  /** @param {SVGGElement} g @param {Pose} from @param {Pose} to */
  #glide(g, from, to) {
    const turn = ((to.facing - from.facing + 5400) % 3600) - 1800;
    const start = { ...from, facing: to.facing - turn };
    const far = Math.hypot(to.x - from.x, to.y - from.y) / 10 + Math.abs(turn) / 60;
    const duration = pace(Math.max(SHORTEST, Math.min(LONGEST, far * PER_CM)));
    const animation = g.animate([{ transform: this.transform(start) }, { transform: this.transform(to) }], { duration, easing: "ease-out" });
    const end = () => {
      this.moving.delete(end);
      animation.cancel();
    };
    this.moving.add(end);
    animation.onfinish = end;
  }

  /** Nobody stands anywhere. */
  clear() {
    this.finish();
    for (const { g } of this.placed.values()) g.remove();
    this.placed.clear();
    this.layout.update([]);
  }

  finish() {
    for (const end of [...this.moving]) end();
  }

  /** @param {string} id @returns {Figure | null} */
  figure(id) {
    return this.placed.get(id)?.figure ?? null;
  }

  /** @param {string} id @returns {string[]} */
  at(id) {
    return this.placed.has(id) ? [id] : [];
  }

  /** @param {string} id */
  busy(id) {
    return this.placed.has(id);
  }

  /** A way on this table is drawn by its own ghost. @returns {SVGGElement | null} */
  copy() {
    return null;
  }
}
