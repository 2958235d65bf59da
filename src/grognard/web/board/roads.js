/** Roads through the centres, the great ones over the small. Every hexside has one crossing, bent by its name, so shared stretches coincide. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("./geometry").Layout} Layout */

import { chance, seedOf } from "../base/curves.js";
import { H, R } from "./geometry.js";
import { el, layer, n, xy } from "../base/svg.js";

/** @typedef {{at: Point, way: Point}} Crossing where a road passes a hexside, and its direction from the lower name up */

export class Roads {
  /**
   * @param {MapScene} scene
   * @param {Layout} layout
   */
  constructor(scene, layout) {
    this.scene = scene;
    this.layout = layout;
    this.bridges = new Set((scene.rivers ?? []).flatMap((river) => river.sides.filter((s) => s[2]).map(([a, b]) => pair(a, b))));
    /** @type {Map<string, Crossing>} */
    this.crossings = new Map();
  }

  /**
   * @param {string} a
   * @param {string} b
   * @returns {Crossing} with the direction from a to b
   */
  crossing(a, b) {
    const key = pair(a, b);
    let found = this.crossings.get(key);
    if (!found) {
      found = this.#bend(key);
      this.crossings.set(key, found);
    }
    return a < b ? found : { at: found.at, way: { x: -found.way.x, y: -found.way.y } };
  }

  /** @param {string} key @returns {Crossing} */
  #bend(key) {
    const [a, b] = key.split("-");
    const random = chance(seedOf(`road${key}`));
    const bridged = this.bridges.has(key);
    const [p, q] = this.layout.side(a, b);
    const along = 0.5 + (bridged ? 0 : (random() - 0.5) * 0.38);
    const from = this.layout.center(a);
    const to = this.layout.center(b);
    const turn = bridged ? 0 : (random() - 0.5) * 0.4;
    const angle = Math.atan2(to.y - from.y, to.x - from.x) + turn;
    return {
      at: { x: p.x + (q.x - p.x) * along, y: p.y + (q.y - p.y) * along },
      way: { x: Math.cos(angle), y: Math.sin(angle) },
    };
  }

  /** Where roads meet in a hex: the town, or a spot near the centre. @param {string} hex @returns {Point} */
  heart(hex) {
    const c = this.layout.center(hex);
    if (this.scene.cities[hex]) return c;
    const random = chance(seedOf(`heart${hex}`));
    return { x: c.x + (random() - 0.5) * R * 0.3, y: c.y + (random() - 0.5) * H * 0.3 };
  }

  /** The pieces of a road: half a hex at its ends, a whole hex between. @param {string[]} road */
  pieces(road) {
    /** @type {[string, string][]} key and path */
    const found = [];
    road.forEach((hex, i) => {
      const before = road[i - 1];
      const after = road[i + 1];
      const heart = this.heart(hex);
      if (before && after) found.push([[before, after].sort().join(`>${hex}>`), this.#through(before, hex, after, heart)]);
      else if (after) found.push([`${hex}+${after}`, half(this.crossing(after, hex), heart)]);
      else if (before) found.push([`${hex}+${before}`, half(this.crossing(before, hex), heart)]);
    });
    return found;
  }

  /**
   * @param {string} before
   * @param {string} hex
   * @param {string} after
   * @param {Point} heart
   */
  #through(before, hex, after, heart) {
    const a = this.crossing(before, hex);
    const b = this.crossing(after, hex);
    const dx = b.at.x - a.at.x;
    const dy = b.at.y - a.at.y;
    const length = Math.hypot(dx, dy) || 1;
    const town = !!this.scene.cities[hex];
    const sharp = Math.max(0, 1 - length / (1.7 * H));
    const pull = town ? 0 : sharp;
    const mid = { x: heart.x + ((a.at.x + b.at.x) / 2 - heart.x) * pull, y: heart.y + ((a.at.y + b.at.y) / 2 - heart.y) * pull };
    const lean = { x: (dx / length) * 17 * (1 - sharp * 0.5), y: (dy / length) * 17 * (1 - sharp * 0.5) };
    const reach = 18 * (1 - sharp * 0.45);
    return `M${xy(a.at)}C${handle(a, reach)} ${n(mid.x - lean.x)} ${n(mid.y - lean.y)} ${xy(mid)}` +
      `C${n(mid.x + lean.x)} ${n(mid.y + lean.y)} ${handle(b, reach)} ${xy(b.at)}`;
  }
}

/** @param {Crossing} c @param {number} length */
function handle(c, length) {
  return `${n(c.at.x + c.way.x * length)} ${n(c.at.y + c.way.y * length)}`;
}

/** @param {Crossing} c inward @param {Point} heart */
function half(c, heart) {
  return `M${xy(c.at)}C${handle(c, 18)} ${n(heart.x - c.way.x * 12)} ${n(heart.y - c.way.y * 12)} ${xy(heart)}`;
}

/** @param {string} a @param {string} b */
function pair(a, b) {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}

/**
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {Layout} layout
 */
export function drawRoads(parent, scene, layout) {
  const group = layer(parent, "roads");
  const casing = layer(group, "casing");
  const body = layer(group, "body");
  const roads = new Roads(scene, layout);
  const done = new Set();
  const ranked = (scene.roads ?? []).map((road) => (Array.isArray(road) ? { kind: "", path: road } : road));
  const kinds = [...new Set(ranked.map((road) => road.kind))];
  for (const { kind, path: way } of ranked.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))) {
    let d = "";
    for (const [key, path] of roads.pieces(way)) {
      if (!done.has(key)) d += path;
      done.add(key);
    }
    if (!d) continue;
    casing.prepend(el("path", { d, class: kind }));
    body.prepend(el("path", { d, class: kind }));
  }
}
