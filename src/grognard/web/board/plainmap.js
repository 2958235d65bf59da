/** The board of a game that has no face: what its view says, in words. Options are buttons, the log is the log. */

/** @typedef {import("../client").BoardMap} BoardMap */
/** @typedef {import("../types").View} View */

import { h, put } from "../base/dom.js";

/** What every view has and the page shows elsewhere. */
const SHOWN = new Set(["game", "scenario", "viewer", "side", "revision", "decision", "to_act", "outcome", "options", "ruleset"]);

/** @param {unknown} value @returns {Node | string} */
function written(value) {
  if (Array.isArray(value)) return value.length ? h("ul", {}, value.map((one) => h("li", {}, written(one)))) : "–";
  if (value !== null && typeof value === "object") return facts(/** @type {Record<string, unknown>} */ (value));
  return value === null || value === undefined ? "–" : String(value);
}

/** @param {Record<string, unknown>} found */
function facts(found) {
  return h("dl", {}, Object.entries(found).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, written(value))]));
}

/** @param {HTMLElement} board @returns {BoardMap} */
export function plainBoard(board) {
  const sheet = h("div", { class: "plain card" });
  put(board, sheet);
  const nothing = () => undefined;
  const nowhere = () => ({ x: 0, y: 0 });
  return {
    setPieces: (view) => put(sheet, facts(Object.fromEntries(Object.entries(view).filter(([name]) => !SHOWN.has(name))))),
    clear: () => put(sheet),
    destroy: () => sheet.remove(),
    stackAt: () => [],
    hexOnScreen: nowhere,
    hexCenter: nowhere,
    setLit: nothing, setChosen: nothing, setOverlay: nothing, highlight: nothing, onHexClick: nothing, centerOn: nothing, fit: nothing,
    ensureVisible: nothing, setInsets: nothing, zoom: nothing, toggleCounters: nothing,
  };
}
