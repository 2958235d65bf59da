/** Dice as they are drawn: pips in the colour of a side; more than six faces are read as a number. */

import { h, s } from "./dom.js";
import { cutAtDice } from "./tale.js";
import { word } from "./words.js";

/** Where the pips of each face lie, on a die three wide. @type {number[][][]} */
const PIPS = [
  [], [[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [0, 2], [2, 0], [2, 2]], [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
];

/**
 * A die.
 * @param {number} rolled
 * @param {string | null} side whose it is
 * @param {{faces?: number, fresh?: boolean, size?: number}} [how] fresh: it has just fallen
 */
export function die(rolled, side, { faces = 6, fresh = false, size = 18 } = {}) {
  const props = { class: `die${fresh ? " tumbling" : ""}`, dataset: { side: side ?? "" }, role: "img", "aria-label": word("log.die", rolled) };
  if (faces > 6 || !PIPS[rolled]?.length) return h("span", { ...props, class: `${props.class} number` }, rolled);
  const pips = PIPS[rolled].map(([x, y]) => s("circle", { cx: 6 + 6 * x, cy: 6 + 6 * y, r: 2.1, class: "pip" }));
  return h("span", props, s("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, class: "body" }), ...pips));
}

/**
 * A text with the dice in it drawn.
 * @param {string} text
 * @param {string | null} side
 * @param {{fresh?: boolean, size?: number}} [how]
 */
export function withDice(text, side, how = {}) {
  return cutAtDice(text).map((part) => (typeof part === "number" ? die(part, side, how) : part));
}
