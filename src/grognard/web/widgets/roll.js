/** Those who belong together with the one that is asked: a row each, with the picture they have on the map. A row and its piece point at each other. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Roll} RollShown */
/** @typedef {import("../types").RollRow} Row */

import { h } from "../base/dom.js";

/** Pixels of a piece in the list. */
const FACE = 34;

/** @param {Store} store @param {import("../client").Hands} hands @param {RollShown | null | undefined} roll */
export function drawRoll(store, hands, roll) {
  if (!roll) return null;
  return h("section", { class: "roll", "aria-label": roll.title },
    h("p", { class: "roll-head" }, h("b", {}, roll.title), h("span", { class: "note" }, roll.note)),
    roll.rows.map((row) => drawRow(store, hands, row)));
}

/** @param {Store} store @param {import("../client").Hands} hands @param {Row} row */
function drawRow(store, hands, row) {
  const piece = store.piece(row.unit);
  const facts = store.scene?.pieces?.[row.unit];
  const drawn = piece && facts && store.game ? (store.game.badge ?? store.game.trayPiece)(piece, facts, FACE) : null;
  const point = (/** @type {string | null} */ id) => store.map?.nameOf?.(id);
  return h("button", { type: "button", class: `roll-row${row.now ? " now" : ""}`, dataset: { unit: row.unit }, "aria-current": row.now ? "true" : null,
    onclick: () => find(store, hands, row.unit), onmouseenter: () => point(row.unit), onmouseleave: () => point(null), onfocus: () => point(row.unit), onblur: () => point(null) },
    h("span", { class: "face", "aria-hidden": "true" }, drawn), h("span", { class: "text" }, h("b", {}, row.label), " ", row.note), h("span", { class: "note" }, row.state));
}

/** Where somebody stands. @param {Store} store @param {import("../client").Hands} hands @param {string} unit */
function find(store, hands, unit) {
  store.map?.ensureVisible(unit);
  store.map?.highlight([unit]);
  hands.look(unit);
}

/** The row of the piece under the pointer. @param {HTMLElement} panel @param {string | null} id */
export function pointAtRow(panel, id) {
  for (const row of panel.querySelectorAll(".roll-row")) row.classList.toggle("pointed", /** @type {HTMLElement} */ (row).dataset.unit === id);
}
