/** What a lesson lays over a map: a veil over all but the places it is about, and a ring round the place it advises. */

/** @typedef {import("./geometry").Layout} Layout */

import { el, empty, straight } from "../base/svg.js";
import { box, sheet } from "./terrain.js";

/** @param {SVGGElement} group @param {Layout} layout @param {string[]} places */
export function drawVeil(group, layout, places) {
  const known = places.join(" ");
  if (group.dataset.places === known) return;
  group.dataset.places = known;
  empty(group);
  if (!places.length) return;
  const holes = places.map((place) => straight(layout.shape(layout.center(place)), true)).join("");
  el("path", { class: "far-veil", d: box(sheet(layout)) + holes }, group);
}

/** @param {SVGGElement} group @param {Layout} layout @param {string | null} place */
export function beckon(group, layout, place) {
  empty(group);
  if (place) el("path", { class: "beckon", d: straight(layout.shape(layout.center(place), -3), true) }, group);
}
