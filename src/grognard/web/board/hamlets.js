/** Villages and farms on a field of squares: lanes, roofs along them, gardens behind, a church in the middle. */

/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./squares").SquareLayout} SquareLayout */
/** A building: its middle, half its length and depth, and how it is turned. @typedef {{x: number, y: number, long: number, deep: number, turn: number}} House */
/** @typedef {[Point, Point]} Lane */

import { chance, seedOf, toward } from "../base/curves.js";
import { Depth } from "./contours.js";
import { disc } from "./groves.js";
import { SIDE } from "./squares.js";
import { closedCurve, el, layer, n, straight, xy } from "../base/svg.js";

const HALF = SIDE / 2;
const CHURCH = "M-4.6 7V-4.6L0 -10L4.6 -4.6V7ZM4.6 -0.6H13V7H4.6ZM0 -10V-17M-2.8 -14.2H2.8";

/** @param {SVGGElement} parent @param {SquareLayout} layout @param {Set<string>} squares */
export function drawVillage(parent, layout, squares) {
  const group = layer(parent, "village");
  const depth = new Depth(layout, squares, { soft: 2, wobble: 3, grain: 26 });
  el("path", { d: depth.rings(1).map(closedCurve).join(""), class: "yards" }, group);
  const random = chance(seedOf(`village${[...squares].join()}`));
  const lanes = plan(layout, squares, random);
  const heart = [...squares][Math.floor((squares.size - 1) / 2)];
  const at = layout.center(heart);
  const church = { x: at.x + HALF * 0.62, y: at.y - 17, long: 12, deep: 9, turn: 0 };
  const houses = build(lanes, depth, church, random);
  for (const name of ["verge", "lane"]) el("path", { d: lanes.map((lane) => straight(lane)).join(""), class: name }, group);
  gardens(group, lanes, depth, [...houses, church], random);
  drawHouses(group, houses);
  el("path", { d: CHURCH, class: "church", transform: `translate(${xy(church)})` }, group);
}

/** Lanes from square to square, and out of the village at its ends. @param {SquareLayout} layout @param {Set<string>} squares @param {() => number} random @returns {Lane[]} */
function plan(layout, squares, random) {
  const middles = new Map([...squares].map((hex) => {
    const p = layout.center(hex);
    return [hex, { x: p.x + (random() - 0.5) * 12, y: p.y + (random() - 0.5) * 10 + 3 }];
  }));
  /** @type {Lane[]} */
  const lanes = [];
  for (const [hex, here] of middles) {
    const near = [...middles.keys()].filter((other) => other !== hex && sides(layout, hex, other));
    for (const other of near) if (other > hex) lanes.push([here, /** @type {Point} */ (middles.get(other))]);
    const from = near.length ? layout.center(near[0]) : { x: layout.center(hex).x - SIDE, y: layout.center(hex).y + 6 };
    if (near.length < 2) lanes.push([here, toward(here, from, -HALF - 9)]);
    if (!near.length) lanes.push([here, toward(here, from, HALF + 9)]);
  }
  return lanes;
}

/** Whether two squares share a side. @param {SquareLayout} layout @param {string} a @param {string} b */
function sides(layout, a, b) {
  const p = layout.center(a);
  const q = layout.center(b);
  return Math.abs(p.x - q.x) + Math.abs(p.y - q.y) === SIDE;
}

/** Houses in two rows on both sides of every lane. @param {Lane[]} lanes @param {Depth} depth @param {House} church @param {() => number} random @returns {House[]} */
function build(lanes, depth, church, random) {
  /** @type {House[]} */
  const houses = [];
  for (const [row, share] of [[12.5, 0.95], [29, 0.62]]) {
    for (const lane of lanes) {
      for (const side of [1, -1]) {
        for (const t of stops(lane, random)) {
          const house = beside(lane, t, side * (row + random() * 2.4), random);
          if (random() < share && fits(house, lanes, depth, [...houses, church])) houses.push(house);
        }
      }
    }
  }
  return houses.sort((a, b) => a.y - b.y);
}

/** @param {Lane} lane @param {() => number} random */
function stops([a, b], random) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const found = [];
  for (let t = 4 + random() * 4; t < length - 2; t += 6 + random() * 2) found.push(t);
  return found;
}

/** @param {Lane} lane @param {number} t @param {number} off @param {() => number} random @returns {House} */
function beside([a, b], t, off, random) {
  const p = toward(a, b, t);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const u = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const along = (Math.atan2(u.y, u.x) * 180) / Math.PI;
  const gable = random() < 0.3 ? 90 : 0;
  return { x: p.x - u.y * off, y: p.y + u.x * off, long: 5.6 + random() * 3.4, deep: 3.9 + random() * 1.2, turn: along + gable + (random() - 0.5) * 14 };
}

/** @param {House} house @param {Lane[]} lanes @param {Depth} depth @param {House[]} others */
function fits(house, lanes, depth, others) {
  if (depth.at(house) < house.long * 0.8) return false;
  if (lanes.some((lane) => away(house, lane) < house.deep + 4.4)) return false;
  return others.every((other) => Math.hypot(house.x - other.x, house.y - other.y) > (house.long + other.long) * 0.92);
}

/** Distance from a point to a lane. @param {Point} p @param {Lane} lane */
function away(p, [a, b]) {
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1)));
  return Math.hypot(p.x - a.x - (b.x - a.x) * t, p.y - a.y - (b.y - a.y) * t);
}

/** Fruit trees and beds where no house stands. @param {SVGGElement} group @param {Lane[]} lanes @param {Depth} depth @param {House[]} houses @param {() => number} random */
function gardens(group, lanes, depth, houses, random) {
  let beds = "";
  let trees = "";
  let shade = "";
  for (const lane of lanes) {
    for (const t of stops(lane, random)) {
      const spot = beside(lane, t, (random() < 0.5 ? 1 : -1) * (20 + random() * 14), random);
      const free = depth.at(spot) > 3 && lanes.every((other) => away(spot, other) > 9)
        && houses.every((house) => Math.hypot(house.x - spot.x, house.y - spot.y) > house.long + 4.5);
      if (!free) continue;
      if (random() < 0.5) {
        const r = 3 + random() * 1.4;
        trees += disc(spot.x, spot.y, r);
        shade += disc(spot.x + 1.2, spot.y + 1.6, r);
      } else for (const k of [-3, 0, 3]) beds += `M${n(spot.x - 5)} ${n(spot.y + k)}h10`;
    }
  }
  el("path", { d: beds, class: "beds" }, group);
  el("path", { d: shade, class: "treeshade" }, group);
  el("path", { d: trees, class: "crown" }, group);
}

/** Roofs with a lit and a dark side and a shadow on the ground. @param {SVGGElement} group @param {House[]} houses */
function drawHouses(group, houses) {
  let cast = "";
  let lit = "";
  let dark = "";
  let edge = "";
  for (const { x, y, long, deep, turn } of houses) {
    const angle = (turn * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const at = (/** @type {number} */ u, /** @type {number} */ v) => ({ x: x + u * cos - v * sin, y: y + u * sin + v * cos });
    const halves = [-deep, deep].map((v) => straight([at(-long, 0), at(long, 0), at(long, v), at(-long, v)], true));
    const north = cos - sin > 0 ? 0 : 1;
    lit += halves[north];
    dark += halves[1 - north];
    const whole = [at(-long, -deep), at(long, -deep), at(long, deep), at(-long, deep)];
    edge += straight(whole, true);
    cast += straight(whole.map((p) => ({ x: p.x + 1.8, y: p.y + 2.4 })), true);
  }
  el("path", { d: cast, class: "housecast" }, group);
  el("path", { d: lit, class: "roof" }, group);
  el("path", { d: dark, class: "eave" }, group);
  el("path", { d: edge, class: "walls" }, group);
}

/** A walled court with its buildings, an orchard beside it. @param {SVGGElement} parent @param {SquareLayout} layout @param {string} hex */
export function drawFarm(parent, layout, hex) {
  const random = chance(seedOf(`farm${hex}`));
  const depth = new Depth(layout, new Set([hex]), { soft: 2, wobble: 3, grain: 26 });
  const group = layer(parent, "village");
  el("path", { d: depth.rings(2).map(closedCurve).join(""), class: "yards" }, group);
  const g = el("g", { transform: `translate(${xy(layout.center(hex))}) rotate(${n(random() * 16 - 8)})` }, group);
  el("path", { d: "M-28 24Q-14 20 -4 14", class: "verge" }, g);
  el("path", { d: "M-28 24Q-14 20 -4 14", class: "lane" }, g);
  el("path", { d: "M-14 14H-20V-16H10V14H2", class: "court" }, g);
  let trees = "";
  let shade = "";
  for (const x of [16, 23]) {
    for (const y of [-15, -6, 3, 12]) {
      const r = 2.8 + random();
      trees += disc(x, y, r);
      shade += disc(x + 1.2, y + 1.6, r);
    }
  }
  el("path", { d: shade, class: "treeshade" }, g);
  el("path", { d: trees, class: "crown" }, g);
  drawHouses(g, [{ x: -5, y: -14, long: 13, deep: 5.4, turn: 0 }, { x: -18, y: 2, long: 9, deep: 4.8, turn: 90 }, { x: 8, y: 3, long: 8, deep: 4.4, turn: 90 }]);
}
