/** The counters on the map. An update redraws only the stacks that changed; marches glide, and end at a click or key. */

/** @typedef {import("../map-types").MapGame} MapGame */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").Stack} Stack */
/** @typedef {import("../map-types").View} View */
/** @typedef {import("./geometry").Layout} Layout */

import { pace } from "../base/prefs.js";
import { el, reducedMotion, xy } from "../base/svg.js";

const HEX_TIME = 180;
const LONGEST = 900;

/** @typedef {{stack: Stack, sign: string, g: SVGGElement}} Placed */
/** @typedef {{from: string, to: string, side: string, ids: string[]}} Journey */

export class StackLayer {
  /**
   * @param {SVGGElement} group
   * @param {SVGGElement} air where marching stacks are drawn
   * @param {MapScene} scene
   * @param {Layout} layout
   * @param {MapGame} game
   */
  constructor(group, air, scene, layout, game) {
    this.group = group;
    this.air = air;
    this.scene = scene;
    this.layout = layout;
    this.game = game;
    /** @type {Map<string, Placed>} by hex and side */
    this.placed = new Map();
    /** @type {Map<string, string>} hex of each piece in the last view */
    this.where = new Map();
    /** @type {Set<() => void>} ends of what still moves */
    this.moving = new Set();
    /** @type {(hexes: string[]) => void} */
    this.changed = () => {};
    this.leave = new AbortController();
    for (const sign of ["pointerdown", "keydown"]) {
      document.addEventListener(sign, () => this.finish(), { capture: true, signal: this.leave.signal });
    }
  }

  /**
   * @param {View} view
   * @param {string[]} way the way last shown, which a march may follow
   */
  set(view, way) {
    this.finish();
    const stacks = this.game.stacks(view, this.scene);
    const journeys = this.#journeys(stacks);
    /** @type {Map<string, Stack>} */
    const wanted = new Map(stacks.map((stack) => [`${stack.place} ${stack.side}`, stack]));
    const touched = this.#update(wanted);
    const first = this.where.size === 0;
    this.where = new Map(stacks.flatMap((stack) => stack.ids.map((id) => /** @type {[string, string]} */ ([id, stack.place]))));
    if (first) return;
    if (reducedMotion()) {
      this.changed([...touched].map((key) => key.split(" ")[0]));
      return;
    }
    for (const journey of journeys) this.#travel(journey, wanted, way);
  }

  /** @param {Map<string, Stack>} wanted @returns {Set<string>} keys of what was redrawn */
  #update(wanted) {
    /** @type {Set<string>} */
    const touched = new Set();
    for (const [key, old] of this.placed) {
      if (wanted.has(key)) continue;
      old.g.remove();
      this.placed.delete(key);
      touched.add(key);
    }
    for (const [key, stack] of wanted) {
      const sign = JSON.stringify([stack.pieces, stack.marks]);
      const old = this.placed.get(key);
      if (old?.sign === sign) continue;
      const g = this.#draw(stack);
      if (old) old.g.replaceWith(g);
      else this.#insert(g, stack.place);
      this.placed.set(key, { stack, sign, g });
      touched.add(key);
    }
    return touched;
  }

  /** Lower stacks are drawn over higher ones, as on a table seen from the south. @param {SVGGElement} g @param {string} hex */
  #insert(g, hex) {
    const y = this.layout.center(hex).y;
    const later = [...this.group.children].find((other) => Number(other.getAttribute("data-y")) > y);
    this.group.insertBefore(g, later ?? null);
  }

  /** A piece in words: its whole name, what it is and how strong. @param {Stack["pieces"][number]} piece @returns {string} */
  #said(piece) {
    const { label, name, short } = /** @type {{label?: string, name?: string, short?: string}} */ (/** @type {unknown} */ (piece));
    return this.game.spoken?.(piece, this.scene) ?? label ?? name ?? short ?? "";
  }

  /** What stands in a hex, in words: the side, its pieces with their state, and what lies beside them. @param {Stack} stack */
  #contents(stack) {
    const { sides = [], marks: terms = {} } = /** @type {{sides?: {id: string, name: string}[], marks?: Record<string, string>}} */ (/** @type {unknown} */ (this.scene));
    const marks = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (stack.marks));
    return [
      sides.find((side) => side.id === stack.side)?.name ?? "",
      ...stack.pieces.map((piece) => [this.#said(piece), .../** @type {string[]} */ (piece.flags ?? []).map((flag) => terms[flag])].filter(Boolean).join(", ")),
      ...Object.keys(terms).filter((term) => marks[term]).map((term) => terms[term]),
    ].filter(Boolean);
  }

  /** @param {Stack} stack */
  #draw(stack) {
    const at = this.layout.center(stack.place);
    const names = this.#contents(stack);
    const place = this.scene.cities[stack.place]?.name;
    const g = el("g", {
      class: `place side-${stack.side}`, "data-stack": stack.place, "data-y": at.y, role: "img",
      "aria-label": `${place ? `${place}, ` : ""}${stack.place}: ${names.join(", ")}`,
      transform: `translate(${xy(at)})`,
    });
    if (stack.pieces.length && stack.pieces.every((piece) => this.#said(piece) === "")) g.setAttribute("aria-hidden", "true");
    g.append(this.game.drawStack(stack.pieces, stack.marks, this.layout.counter));
    return g;
  }

  /**
   * Who went from where to where, in companies.
   * @param {Stack[]} stacks
   * @returns {Journey[]}
   */
  #journeys(stacks) {
    /** @type {Map<string, Journey>} */
    const found = new Map();
    for (const stack of stacks) {
      for (const id of stack.ids) {
        const from = this.where.get(id);
        if (!from || from === stack.place) continue;
        const key = `${from} ${stack.place}`;
        const journey = found.get(key) ?? { from, to: stack.place, side: stack.side, ids: [] };
        journey.ids.push(id);
        found.set(key, journey);
      }
    }
    return [...found.values()];
  }

  /**
   * @param {Journey} journey
   * @param {Map<string, Stack>} wanted
   * @param {string[]} way
   */
  #travel(journey, wanted, way) {
    const key = `${journey.to} ${journey.side}`;
    const goal = this.placed.get(key);
    const stack = wanted.get(key);
    if (!goal || !stack) return;
    const pieces = stack.pieces.filter((_, i) => journey.ids.includes(stack.ids[i]));
    const alone = pieces.length === stack.pieces.length;
    const mover = alone ? goal.g : el("g", { class: "place" }, this.air);
    if (!alone) mover.append(this.game.drawStack(pieces, {}, this.layout.counter));
    const stops = this.#stops(journey, way).map((hex) => this.layout.center(hex));
    const time = pace(Math.min(LONGEST, HEX_TIME * Math.max(1, this.layout.distance(journey.from, journey.to), stops.length - 1)));
    const frames = stops.map((p) => ({ transform: `translate(${p.x}px, ${p.y}px)` }));
    if (alone) this.air.append(mover);
    const animation = mover.animate(frames, { duration: time, easing: "ease-out" });
    const end = () => {
      this.moving.delete(end);
      animation.cancel();
      if (!alone) mover.remove();
      else if (this.placed.get(key)?.g === mover) this.#insert(mover, journey.to);
      else mover.remove();
    };
    this.moving.add(end);
    animation.onfinish = end;
  }

  /** @param {Journey} journey @param {string[]} way */
  #stops({ from, to }, way) {
    const a = way.indexOf(from);
    const b = way.indexOf(to);
    return a >= 0 && b > a ? way.slice(a, b + 1) : [from, to];
  }

  /** Nobody stands anywhere, and nobody remembers who did. */
  clear() {
    this.finish();
    for (const { g } of this.placed.values()) g.remove();
    this.placed.clear();
    this.where.clear();
  }

  /** Whatever still moves is where it goes. */
  finish() {
    for (const end of [...this.moving]) end();
  }

  /** @param {string} hex @returns {string[]} ids, the top one first */
  at(hex) {
    return [...this.placed.values()].filter((p) => p.stack.place === hex).flatMap((p) => p.stack.ids);
  }

  /** @param {string} hex */
  busy(hex) {
    return [...this.placed.values()].some((p) => p.stack.place === hex && p.stack.ids.length > 0);
  }

  /**
   * The stack of a hex once more, for a ghost.
   * @param {string} hex
   * @param {string[]} [ids]
   * @returns {SVGGElement | null}
   */
  copy(hex, ids) {
    const found = [...this.placed.values()].find((p) => p.stack.place === hex && p.stack.ids.length);
    if (!found) return null;
    const { stack } = found;
    const pieces = stack.pieces.filter((_, i) => !ids || ids.includes(stack.ids[i]));
    return pieces.length ? this.game.drawStack(pieces, {}, this.layout.counter) : null;
  }
}
