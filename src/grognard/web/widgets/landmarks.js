/** Landmarks of a match on its scrubber: where turns begin and battles are fought, and the ways from one to the next. */

/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {{n: number, kind: "turn" | "battle", turn: number}} Landmark */

import { h, put } from "../base/dom.js";
import { word } from "../base/words.js";

/** Whether a line tells of a fight; games that tell no deeds throw their dice for it. @param {LogLine} line @param {boolean} deeds */
function fought(line, deeds) {
  return deeds ? Boolean(line.deed?.fight) : line.dice.length > 1 && line.places.length > 0;
}

/** @param {LogLine[]} lines the whole log @returns {Landmark[]} in their order, each place once */
export function landmarks(lines) {
  const deeds = lines.some((line) => line.deed?.fight);
  /** @type {Landmark[]} */
  const found = [];
  let turn = -1;
  for (const line of lines) {
    if (line.turn !== turn) found.push({ n: line.n, kind: "turn", turn: line.turn });
    else if (fought(line, deeds) && found.at(-1)?.n !== line.n) found.push({ n: line.n, kind: "battle", turn: line.turn });
    turn = line.turn;
  }
  return found;
}

/** The nearest landmark of a kind before or behind a place. @param {Landmark[]} all @param {number} at @param {string} kind @param {1 | -1} step @returns {number | null} */
export function nearest(all, at, kind, step) {
  const fits = all.filter((mark) => mark.kind === kind && (step > 0 ? mark.n > at : mark.n < at)).map((mark) => mark.n);
  return fits.length ? (step > 0 ? Math.min(...fits) : Math.max(...fits)) : null;
}

/** Ticks beside the scrubber: long for a turn, short for a battle. @param {HTMLElement} bar @param {Landmark[]} all @param {number} length @param {(n: number) => void} go */
export function drawTicks(bar, all, length, go) {
  const place = (/** @type {Landmark} */ mark) => `left:${((100 * mark.n) / Math.max(1, length)).toFixed(2)}%`;
  put(bar, all.map((mark) => (mark.kind === "turn"
    ? h("button", { type: "button", class: "tick turn", tabindex: -1, style: place(mark), title: word("log.turn_n", mark.turn), "aria-label": word("log.turn_n", mark.turn), onclick: () => go(mark.n) })
    : h("span", { class: "tick battle", style: place(mark) }))));
}
