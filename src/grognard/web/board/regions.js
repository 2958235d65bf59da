/** Region names in spaced capitals, moved a little to where the map is empty. */

/** @typedef {import("../map-types").MapScene} MapScene */
/** @typedef {import("../map-types").Box} Box */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */
/** @typedef {import("./rivers").Course} Course */

import { evenly } from "../base/curves.js";
import { H, R } from "./geometry.js";
import { overlap } from "./labels.js";
import { obstacles } from "./rivernames.js";
import { el, layer, n, xy } from "../base/svg.js";

const SIZE = 15;
const LETTER = 1.12;

/**
 * @param {SVGGElement} parent
 * @param {MapScene} scene
 * @param {Layout} layout
 * @param {Course[]} courses
 */
export function drawRegions(parent, scene, layout, courses) {
  const group = layer(parent, "regions");
  const towns = obstacles(scene, layout);
  const water = courses.flatMap((course) => evenly(course.line, 18));
  /** @type {Box[]} */
  const taken = [];
  for (const region of scene.regions ?? []) {
    if (region.style) {
      write(group, region, layout.center(region.place), layout.width);
      continue;
    }
    const lines = split(region.name);
    const wet = scene.places[region.place]?.terrain === "sea";
    const best = settle(layout, layout.center(region.place), lines, wet, towns, water, taken);
    taken.push(boxOf(best, lines));
    const text = el("text", { class: wet ? "region wet" : "region" }, group);
    lines.forEach((line, i) => {
      el("tspan", i ? { x: n(best.x), dy: "1.5em" } : { x: n(best.x), y: n(best.y) }, text).textContent = line;
    });
  }
  return group;
}

/**
 * A name in small writing at its own hex; a peak has its triangle.
 * @param {SVGGElement} group
 * @param {{name: string, style?: string}} region
 * @param {Point} at
 * @param {number} width of the sheet
 */
function write(group, { name, style }, at, width) {
  const g = el("g", { class: `spot ${style}`, transform: `translate(${xy(at)})` }, group);
  if (style === "peak") el("path", { d: "M-6 6L0 -5L6 6Z", class: "summit" }, g);
  const edge = at.x < 2 * R ? "start" : at.x > width - 2 * R ? "end" : "middle";
  const x = edge === "start" ? -0.8 * R : edge === "end" ? 0.8 * R : 0;
  el("text", { x: n(x), y: style === "peak" ? 18 : 4, style: `text-anchor:${edge}` }, g).textContent = name;
}

/** @param {string} name */
function split(name) {
  const words = name.toLocaleUpperCase().split(" ");
  return words.length > 2 ? [words.slice(0, -1).join(" "), words[words.length - 1]] : [words.join(" ")];
}

/** @param {Point} at @param {string[]} lines @returns {Box} */
function boxOf(at, lines) {
  const width = Math.max(...lines.map((line) => line.length)) * SIZE * LETTER;
  return { x: at.x - width / 2, y: at.y - SIZE, width, height: SIZE * (1.5 * lines.length) };
}

/**
 * @param {Layout} layout
 * @param {Point} home
 * @param {string[]} lines
 * @param {boolean} wet
 * @param {Box[]} towns
 * @param {Point[]} water
 * @param {Box[]} taken
 */
function settle(layout, home, lines, wet, towns, water, taken) {
  const reach = boxOf(home, lines);
  const field = { x: reach.x - 2 * R, y: reach.y - 2 * H, width: reach.width + 4 * R, height: reach.height + 4 * H };
  const near = towns.filter((town) => overlap(field, town));
  const wetness = water.map((p) => ({ x: p.x - 4, y: p.y - 4, width: 8, height: 8 })).filter((drop) => overlap(field, drop));
  let best = home;
  let least = Infinity;
  for (let dx = -2 * R; dx <= 2 * R; dx += R / 3) {
    for (let dy = -2 * H; dy <= 2 * H; dy += H / 6) {
      const at = { x: home.x + dx, y: home.y + dy };
      const box = boxOf(at, lines);
      let cost = Math.hypot(dx, dy) / 60;
      for (const town of near) if (overlap(box, town)) cost += 5;
      for (const other of taken) if (overlap(box, other)) cost += 20;
      for (const drop of wetness) if (overlap(box, drop)) cost += 1.5;
      if (cost < least) cost += ground(layout, box, wet);
      if (cost < least) {
        least = cost;
        best = at;
      }
    }
  }
  return best;
}

/** Plain ground costs nothing; signs and hex numbers disturb the writing. @param {Layout} layout @param {Box} box @param {boolean} wet */
function ground(layout, box, wet) {
  let cost = 0;
  for (let x = box.x; x <= box.x + box.width; x += 20) {
    for (let y = box.y; y <= box.y + box.height; y += 8) {
      const hex = layout.hexAt({ x, y });
      const cell = hex ? layout.byName.get(hex) : undefined;
      if (!cell) cost += 4;
      else if ((cell.terrain === "sea") !== wet) cost += 3;
      else if (!wet && cell.terrain !== "clear" && !cell.terrain.includes("city")) cost += 0.7;
      else if (Math.abs(x - cell.x) < 16 && y - cell.y < -0.68 * H) cost += 1;
    }
  }
  return cost;
}
