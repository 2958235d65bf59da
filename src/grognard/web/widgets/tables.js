/** Tables of a game (turn track, Trains, reinforcements, points): whatever the game sends, drawn the same way. */

import { h, iconButton, ruleChip } from "../base/dom.js";
import { word } from "../base/words.js";

/** What lines up under each other: figures, signs, nothing. */
const FIGURES = /^[\s\d.,:;/%°½¼¾×+\-−–—]*$/;

/** @typedef {import("../types").Table} GameTable */

/** @param {import("../types").Sidebar} data */
export function drawTables(data) {
  return data.tables.map((table) => h("section", { class: "game-table" },
    h("h3", {}, table.title, " ", ruleChip(table.rule), " ", iconButton("fit", word("tables.larger"), () => enlarge(table))), ...body(table)));
}

/** A table that asks for more room than the panel has. @param {GameTable} table */
function enlarge(table) {
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "card game-table large", "aria-label": table.title },
    h("h3", {}, table.title, " ", ruleChip(table.rule), iconButton("close", word("tray.close"), () => dialog.close())), ...body(table)));
  dialog.addEventListener("click", (event) => (event.target === dialog ? dialog.close() : undefined));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {GameTable} table */
function body(table) {
  const words = table.head.map((_, c) => table.rows.filter((row) => !FIGURES.test(String(row[c] ?? ""))).length > table.rows.length / 2);
  const kind = (/** @type {number} */ c) => (words[c] ? "" : "figures");
  return [
    h("table", {},
      h("thead", {}, h("tr", {}, table.head.map((cell, c) => h("th", { scope: "col", class: kind(c) }, cell)))),
      h("tbody", {}, table.rows.map((row, n) => h("tr", n === table.mark ? { class: "now", "aria-current": "true" } : {},
        row.map((cell, c) => (c ? h("td", { class: kind(c) }, cell) : h("th", { scope: "row" }, cell))))))),
    table.note ? h("p", { class: "note" }, table.note) : null,
  ];
}
