/** The ground of an open table: fields, hills in three tints, woods with their trees, water, roads, houses, walls. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./planelayout").PlaneLayout} PlaneLayout */
/** @typedef {{type: string, name: string, cover: string | null, outline: number[][], line?: number[][]}} Ground */
/** @typedef {{id: string, name: string, x: number, y: number, radius: number, points: number}} Goal */

import { chance, evenly, roughen, rounded, seedOf } from "../base/curves.js";
import { grown, inside, middle } from "./planelayout.js";
import { closedCurve, el, layer, n, straight, xy } from "../base/svg.js";

/** What lies lower is drawn first. */
const ORDER = ["impassable", "hill", "broken", "stream", "river", "road", "bridge", "defile", "wood", "settlement", "works", "hedge", "wall"];
const TREE_GAP = 21;

/**
 * @param {SVGGElement} parent
 * @param {Ground[]} terrain
 * @param {PlaneLayout} layout
 */
export function drawTable(parent, terrain, layout) {
  const g = layer(parent, "table-ground");
  el("rect", { x: 0, y: 0, width: layout.width, height: layout.height, class: "land" }, g);
  fields(g, layout);
  for (const kind of ORDER) {
    for (const ground of terrain) if (ground.type === kind) DRAW[kind]?.(g, ground, layout);
  }
}

/** Faint tufts, so that the cloth is not bare. @param {SVGGElement} parent @param {PlaneLayout} layout */
function fields(parent, layout) {
  const random = chance(seedOf(`fields${layout.width}`));
  let d = "";
  for (let i = 0; i < (layout.width * layout.height) / 5200; i++) {
    const x = random() * layout.width;
    const y = random() * layout.height;
    d += `M${n(x)} ${n(y)}l${n(1 + random() * 2)} -4m2 4l${n(random() * 2)} -5`;
  }
  el("path", { d, class: "tuft" }, parent);
}

/** @type {Record<string, (parent: SVGGElement, ground: Ground, layout: PlaneLayout) => void>} */
const DRAW = { hill, wood, settlement, road, wall, hedge: wall, stream: river, river, broken, impassable: water, bridge, defile: bridge, works };

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function hill(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  const c = middle(ring);
  el("path", { d: closedCurve(grown(ring, 5)), class: "foot" }, parent);
  [1, 0.72, 0.42].forEach((share, i) => {
    const tint = ring.map((p) => ({ x: c.x + (p.x - c.x) * share, y: c.y + (p.y - c.y) * share - i * 3 }));
    el("path", { d: closedCurve(tint), class: `level l${i + 1}` }, parent);
    el("path", { d: closedCurve(tint), class: "contour" }, parent);
  });
}

/** @param {Point[]} ring @param {number} cut */
function soft(ring, cut) {
  return roughen(rounded(ring, cut, 9), 3, 17);
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function wood(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: closedCurve(soft(ring, 16)), class: "t-woods" }, parent);
  el("path", { d: straight(ring, true), class: "edge-line" }, parent);
  const random = chance(seedOf(ground.name + ring.length));
  const trees = spots(ring, TREE_GAP, random);
  for (const [i, p] of trees.entries()) {
    const r = 8 + random() * 3.4;
    el("ellipse", { cx: n(p.x + 3), cy: n(p.y + 4), rx: n(r), ry: n(r * 0.9), class: "shadow" }, parent);
    el("circle", { cx: n(p.x), cy: n(p.y), r: n(r), class: i % 3 ? "tree" : "shade" }, parent);
    el("path", { d: `M${n(p.x - r * 0.5)} ${n(p.y - r * 0.2)}q${n(r * 0.3)} ${n(-r * 0.5)} ${n(r * 0.9)} ${n(-r * 0.3)}`, class: "leaf" }, parent);
  }
}

/** Spots on a slack grid inside an outline. @param {Point[]} ring @param {number} gap @param {() => number} random @returns {Point[]} */
function spots(ring, gap, random) {
  const xs = ring.map((p) => p.x);
  const ys = ring.map((p) => p.y);
  const found = [];
  const tight = grown(ring, -7);
  for (let y = Math.min(...ys) + gap / 2; y < Math.max(...ys); y += gap) {
    for (let x = Math.min(...xs) + gap / 2; x < Math.max(...xs); x += gap) {
      const p = { x: x + (random() - 0.5) * gap * 0.7, y: y + (random() - 0.5) * gap * 0.7 };
      if (inside(p, tight)) found.push(p);
    }
  }
  return found;
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function settlement(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: straight(ring, true), class: "yard" }, parent);
  el("path", { d: straight(ring, true), class: "edge-line" }, parent);
  const random = chance(seedOf(ground.name));
  for (const p of spots(ring, 34, random)) house(parent, p, random);
}

/** A roof seen from above: two slopes and a ridge. @param {SVGGElement} parent @param {Point} p @param {() => number} random */
function house(parent, p, random) {
  const long = 19 + random() * 6;
  const wide = 12 + random() * 3;
  const turn = Math.round(random() * 3) * 30 + (random() - 0.5) * 12;
  const g = el("g", { transform: `translate(${xy(p)}) rotate(${n(turn)})` }, parent);
  el("rect", { x: n(-long / 2 + 2), y: n(-wide / 2 + 2.4), width: n(long), height: n(wide), class: "shadow" }, g);
  el("rect", { x: n(-long / 2), y: n(-wide / 2), width: n(long), height: n(wide / 2), class: "roof" }, g);
  el("rect", { x: n(-long / 2), y: 0, width: n(long), height: n(wide / 2), class: "roof dark" }, g);
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function road(parent, ground, layout) {
  const line = straight(layout.ring(ground.line ?? []));
  el("path", { d: line, class: "way-casing" }, parent);
  el("path", { d: line, class: "way-body" }, parent);
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function wall(parent, ground, layout) {
  const line = layout.ring(ground.line ?? []);
  el("path", { d: straight(line), class: `${ground.type}-line under` }, parent);
  el("path", { d: straight(line), class: `${ground.type}-line` }, parent);
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function river(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: straight(ring, true), class: "flow" }, parent);
  if (!ground.line) return;
  el("path", { d: straight(evenly(layout.ring(ground.line), 14)), class: "glint" }, parent);
}

/** Broken ground: stones and scrub. @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function broken(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: closedCurve(soft(ring, 12)), class: "t-rough" }, parent);
  const random = chance(seedOf(ground.name));
  const d = spots(ring, 24, random).map((p) => `M${xy(p)}l4 -6l5 6m3 0l3 -4l4 4`).join("");
  el("path", { d, class: "crest" }, parent);
}

/** Ground nobody enters: here it is the sea or a lake. @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function water(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: straight(ring, true), class: "t-sea" }, parent);
  el("path", { d: straight(ring, true), class: "shore" }, parent);
  for (const by of [8, 16, 25]) el("path", { d: straight(grown(ring, -by), true), class: `waterline w${by > 20 ? 3 : by > 10 ? 2 : 1}` }, parent);
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function bridge(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: straight(ring, true), class: "deck" }, parent);
  el("path", { d: straight(ring, true), class: "rails" }, parent);
}

/** @param {SVGGElement} parent @param {Ground} ground @param {PlaneLayout} layout */
function works(parent, ground, layout) {
  const ring = layout.ring(ground.outline);
  el("path", { d: straight(ring, true), class: "ditch" }, parent);
  el("path", { d: straight(ring, true), class: "rampart" }, parent);
}

/** Areas that are worth points: a ring, and a flag with their value. @param {SVGGElement} parent @param {Goal[]} goals @param {PlaneLayout} layout */
export function drawGoals(parent, goals, layout) {
  const g = layer(parent, "goals");
  for (const goal of goals) {
    const at = layout.point([goal.x, goal.y]);
    el("circle", { cx: at.x, cy: at.y, r: goal.radius, class: "goal-ring" }, g);
  }
}

/** The edge of the table. @param {SVGGElement} parent @param {PlaneLayout} layout */
export function drawEdge(parent, layout) {
  el("rect", { x: -7, y: -7, width: layout.width + 14, height: layout.height + 14, rx: 4, class: "table-edge" }, parent);
  el("rect", { x: 0, y: 0, width: layout.width, height: layout.height, class: "neat" }, parent);
}

/** The ground in small: outlines alone. @param {SVGGElement} parent @param {Ground[]} terrain @param {PlaneLayout} layout */
export function drawMiniGround(parent, terrain, layout) {
  for (const kind of ORDER) {
    for (const ground of terrain) if (ground.type === kind) el("path", { d: straight(layout.ring(ground.outline), true), class: `mini-area ${kind}` }, parent);
  }
}

/** A rule along the edges, in tens of the table's unit. @param {SVGGElement} parent @param {PlaneLayout} layout @param {number} step @param {number} size */
export function drawRule(parent, layout, step, size) {
  const g = layer(parent, "numbers rule");
  let ticks = "";
  for (let x = step; x < layout.width; x += step) {
    ticks += `M${x} ${layout.height}v-9M${x} 0v9`;
    label(g, x, layout.height - 12, String(x / size));
  }
  for (let y = step; y < layout.height; y += step) {
    ticks += `M0 ${layout.height - y}h9M${layout.width} ${layout.height - y}h-9`;
    label(g, 18, layout.height - y + 4, String(y / size));
  }
  el("path", { d: ticks, class: "ticks" }, g);
  return g;
}

/** @param {SVGGElement} parent @param {number} x @param {number} y @param {string} text */
function label(parent, x, y, text) {
  el("text", { x, y }, parent).textContent = text;
}

/** Names of ground and areas, with a halo. @param {SVGGElement} parent @param {Ground[]} terrain @param {Goal[]} goals @param {PlaneLayout} layout */
export function drawPlaneNames(parent, terrain, goals, layout) {
  const g = layer(parent, "planenames");
  const named = new Set(["road", "bridge"]);
  for (const ground of terrain) {
    if (!ground.name || named.has(ground.type) || goals.some((goal) => goal.name === ground.name)) continue;
    const ring = layout.ring(ground.outline);
    const c = middle(ring);
    const low = Math.max(...ring.map((p) => p.y));
    // at an edge of the table a name grows inwards, however large its letters are
    const side = c.x < EDGE ? "start" : c.x > layout.width - EDGE ? "end" : "middle";
    const x = side === "start" ? 14 : side === "end" ? layout.width - 14 : c.x;
    write(g, { x, y: Math.min(layout.height - 26, low + 14) }, ground.name, "ground-name", side);
  }
  for (const goal of goals) {
    const at = layout.point([goal.x, goal.y]);
    const spot = el("g", { class: "goal", transform: `translate(${n(at.x)} ${n(at.y - goal.radius)})` }, g);
    const inner = el("g", { class: "steady" }, spot);
    el("circle", { r: 9, class: "disc" }, inner);
    const value = el("text", { y: 4, class: "value" }, inner);
    value.textContent = String(goal.points);
    const name = el("text", { x: 13, y: 4, class: "goal-name" }, inner);
    name.textContent = goal.name;
  }
  return g;
}

/** Millimetres from the edge of a table within which a name has no room on both sides. */
const EDGE = 160;

/** @param {SVGGElement} parent @param {Point} at @param {string} text @param {string} name @param {string} side where it begins */
function write(parent, at, text, name, side) {
  const g = el("g", { transform: `translate(${xy(at)})` }, parent);
  const t = el("text", { class: `${name}`, style: `text-anchor:${side}` }, el("g", { class: "steady" }, g));
  t.textContent = text;
}
