/** Labels of areas on an open table: beside what they name, clear of pieces, of the names of places, and of each other. */

/** @typedef {{x: number, y: number}} Point */
/** Where a label may stand. @typedef {{at: Point, anchor: string}} Berth */
/** @typedef {{g: SVGGElement, text: SVGTextElement, berths: Berth[]}} Label */

import { overlap } from "./labels.js";

/** What a label should not lie on, worst first, and how bad that is. @type {[string, number][]} */
const OTHERS = [[".planenames text", 4], [".figure", 3]];
/** Millimetres between an area and its label. */
const APART = 6;

/**
 * Where a label may stand, best first: above, to the right, to the left, below its area.
 * @param {Point[]} ring
 * @param {boolean} near of a lesser area within a larger one: rather at its side
 * @returns {Berth[]}
 */
export function berths(ring, near) {
  const by = (/** @type {(a: Point, b: Point) => boolean} */ better) => ring.reduce((best, p) => (better(p, best) ? p : best));
  const [top, low, west, east] = [by((a, b) => a.y < b.y), by((a, b) => a.y > b.y), by((a, b) => a.x < b.x), by((a, b) => a.x > b.x)];
  const middle = (west.x + east.x) / 2;
  const above = { at: { x: middle, y: Math.max(14, top.y - APART) }, anchor: "middle" };
  const right = { at: { x: east.x + APART, y: east.y + 4 }, anchor: "start" };
  const left = { at: { x: west.x - APART, y: west.y + 4 }, anchor: "end" };
  const below = { at: { x: middle, y: low.y + 2 * APART + 4 }, anchor: "middle" };
  return near ? [right, left, below, above] : [above, right, left, below];
}

/**
 * Try each berth and stay where it covers least.
 * @param {SVGElement} svg all that is drawn
 * @param {Label[]} labels
 */
export function settle(svg, labels) {
  const others = OTHERS.flatMap(([what, weight]) => [...svg.querySelectorAll(what)].map((one) => ({ box: one.getBoundingClientRect(), weight })));
  /** @type {DOMRect[]} */
  const taken = [];
  for (const label of labels) {
    const judged = label.berths.map((berth, n) => {
      stand(label, berth);
      const box = label.text.getBoundingClientRect();
      const cost = others.filter((other) => overlap(box, other.box)).reduce((sum, other) => sum + other.weight, 0) + 5 * taken.filter((other) => overlap(box, other)).length;
      return { berth, cost: cost + n / 10 };
    });
    judged.sort((a, b) => a.cost - b.cost);
    stand(label, judged[0].berth);
    taken.push(label.text.getBoundingClientRect());
  }
}

/** @param {Label} label @param {Berth} berth */
function stand({ g, text }, { at, anchor }) {
  g.setAttribute("transform", `translate(${at.x} ${at.y})`);
  text.style.textAnchor = anchor;
}
