/** Where a card lies on the map: in a corner where it covers nothing that matters; else the map is pushed aside. */

/** @typedef {import("../client").BoardMap} BoardMap */
/** @typedef {import("../base/corners").Rect} Rect */

import { corners } from "../base/corners.js";

/** The corners of the map, as `data-corner`; the style sheet knows them. */
export const CORNERS = ["left high", "right high", "left low", "right low"];
/** Pixels round the middle of a place that belong to it. */
const ROUND = 30;

/**
 * Put a card where it covers the least of these places, far from those that matter most.
 * @param {HTMLElement} card
 * @param {BoardMap} map
 * @param {string[]} places none of which it should cover
 * @param {string[]} [scene] those that it must not cover: the map gives way for them
 * @param {boolean} [distant] as far from these as may be; else in the first corner that is free
 */
export function stand(card, map, places, scene = [], distant = true) {
  const at = places.map((place) => map.hexOnScreen(place));
  const near = scene.map((place) => map.hexOnScreen(place));
  card.dataset.corner ??= CORNERS[0];
  const boxes = corners(/** @type {HTMLElement} */ (card.offsetParent ?? card.parentElement).getBoundingClientRect(), card.getBoundingClientRect());
  const judged = CORNERS.map((corner) => {
    const box = boxes[corner];
    return { corner, box, worst: near.filter((p) => covers(box, p)).length, bad: at.filter((p) => covers(box, p)).length, far: away(box, near) };
  });
  judged.sort((a, b) => a.worst - b.worst || a.bad - b.bad || (distant ? b.far - a.far : 0));
  if (card.dataset.corner !== judged[0].corner) card.dataset.corner = judged[0].corner;
  if (judged[0].worst) giveWay(judged[0].box, map, near);
}

/** @param {Rect} box @param {{x: number, y: number}} p */
function covers(box, p) {
  return p.x > box.left - ROUND && p.x < box.right + ROUND && p.y > box.top - ROUND && p.y < box.bottom + ROUND;
}

/** @param {Rect} box @param {{x: number, y: number}[]} points */
function away(box, points) {
  return points.reduce((sum, p) => sum + Math.hypot(p.x - (box.left + box.right) / 2, p.y - (box.top + box.bottom) / 2), 0);
}

/** Push the map to the side where the card is not. @param {Rect} box @param {BoardMap} map @param {{x: number, y: number}[]} points */
function giveWay(box, map, points) {
  const hidden = points.filter((p) => covers(box, p));
  const left = box.left < innerWidth / 3;
  const dx = left ? box.right + ROUND - Math.min(...hidden.map((p) => p.x)) : box.left - ROUND - Math.max(...hidden.map((p) => p.x));
  map.slide?.(dx, 0);
}
