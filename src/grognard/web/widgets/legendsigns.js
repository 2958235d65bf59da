/** Signs of the map for the legend: what is drawn along hexsides, under names and on choices, each as a small picture. */

import { s } from "../base/dom.js";

const SIZE = 30;
const WAY = "M2 20 C10 8 20 24 28 10";

/** A shape, and how it is painted. @typedef {[string, Record<string, string | number>]} Stroke */

/** @type {Record<string, Stroke[]>} */
const SIGNS = {
  road: [["path", { d: WAY, stroke: "var(--map-road-casing)", "stroke-width": 4.6 }], ["path", { d: WAY, stroke: "var(--map-road)", "stroke-width": 2.4 }]],
  river: [["path", { d: WAY, stroke: "var(--map-river-casing)", "stroke-width": 5.6 }], ["path", { d: WAY, stroke: "var(--map-river)", "stroke-width": 3.4 }]],
  bridge: [["path", { d: "M2 15H28", stroke: "var(--map-river-casing)", "stroke-width": 7 }], ["path", { d: "M2 15H28", stroke: "var(--map-river)", "stroke-width": 5 }],
    ["path", { d: "M11 5V25M19 5V25", stroke: "var(--map-rail)", "stroke-width": 2 }], ["path", { d: "M15 6V24", stroke: "var(--map-deck)", "stroke-width": 6 }]],
  frontier: [["path", { d: WAY, stroke: "var(--map-frontier)", "stroke-width": 5, opacity: 0.35 }]],
  city: [["circle", { cx: 15, cy: 15, r: 8, fill: "var(--map-halo)", stroke: "var(--map-ink)", "stroke-width": 1.4 }], ["path", { d: "M10 18V13l2.5-2 2.5 2v5zM15 18v-4l2.5-2 2.5 2v4z", fill: "var(--map-ink)", stroke: "none" }]],
  fortress: [["path", { d: "M15 3l3 5 5-2-2 5 5 3-5 3 2 5-5-2-3 5-3-5-5 2 2-5-5-3 5-3-2-5 5 2z", fill: "var(--map-halo)", stroke: "var(--map-ink)", "stroke-width": 1.3 }], ["path", { d: "M11 18v-5l2-2 2 2v5zM15 18v-4l2-2 2 2v4z", fill: "var(--map-ink)", stroke: "none" }]],
  points: [["circle", { cx: 15, cy: 15, r: 8, fill: "#9A2417" }], ["text", { x: 15, y: 19, fill: "#FFF8EE", "text-anchor": "middle", "font-size": 11, "font-weight": 700, text: "3" }]],
  star: [["path", { d: "M15 4l3.4 7.2 7.6 1-5.6 5.4 1.4 7.8L15 21.6 8.2 25.4l1.4-7.8L4 12.2l7.6-1z", fill: "#9A2417", stroke: "none" }]],
  tag: [["rect", { x: 1, y: 8, width: 28, height: 14, rx: 7, fill: "var(--map-raised)", stroke: "var(--map-legal)", "stroke-width": 1.4 }], ["text", { x: 15, y: 18.5, fill: "var(--map-ink)", "text-anchor": "middle", "font-size": 9.5, "font-weight": 700, text: "33%" }]],
  cost: [["rect", { x: 5, y: 8, width: 20, height: 14, rx: 7, fill: "var(--map-raised)", stroke: "var(--map-legal)", "stroke-width": 1.4 }], ["text", { x: 15, y: 18.5, fill: "var(--map-ink)", "text-anchor": "middle", "font-size": 9.5, "font-weight": 700, text: "2½" }]],
  path: [["path", { d: WAY, stroke: "var(--map-path-casing)", "stroke-width": 8 }], ["path", { d: WAY, stroke: "var(--map-path)", "stroke-width": 4 }]],
  threat: [["rect", { x: 3, y: 3, width: 24, height: 24, fill: "none", stroke: "none" }], ["path", { d: "M3 12 12 3M3 20 20 3M3 27 27 3M11 27 27 11M19 27 27 19", stroke: "var(--map-threat)", "stroke-width": 1.6 }]],
  flag: [["path", { d: "M9 26V4h14l-4 5 4 5H9", fill: "#9A2417", stroke: "var(--map-ink)", "stroke-width": 1.4 }]],
  sector: [["path", { d: "M15 2V28M2 15H28", stroke: "var(--map-ink)", "stroke-width": 1.2, "stroke-dasharray": "4 3", opacity: 0.6 }]],
  arc: [["path", { d: "M15 26 4 6A14 14 0 0 1 26 6z", fill: "var(--map-legal-fill)", stroke: "var(--map-legal)", "stroke-width": 1.4, "stroke-dasharray": "4 3" }]],
  area: [["circle", { cx: 15, cy: 15, r: 11, fill: "none", stroke: "#9A2417", "stroke-width": 1.6, "stroke-dasharray": "3 3" }]],
};

/** @param {string} name @returns {SVGElement | null} */
export function drawSign(name) {
  const strokes = SIGNS[name];
  if (!strokes) return null;
  return s("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE, "aria-hidden": "true" }, ...strokes.map(([tag, { text, ...look }]) => {
    const drawn = s(tag, { fill: "none", "stroke-linecap": "round", ...look });
    if (text) drawn.textContent = String(text);
    return drawn;
  }));
}
