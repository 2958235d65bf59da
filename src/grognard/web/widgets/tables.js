/** Tables of a game (turn track, Trains, reinforcements, points): whatever the game sends, drawn the same way. */

import { h, iconButton, ruleChip } from "../base/dom.js";
import { word } from "../base/words.js";

/** What lines up under each other: figures, signs, nothing. */
const FIGURES = /^[\s\d.,:;/%°½¼¾×+\-−–—]*$/;

/** @typedef {import("../types").Table} GameTable */

/** @typedef {(place: string) => void} Look shows a place on the map */

/** Beside the log, or in a card from which places can be looked at; only there with the long lists. @param {import("../types").Sidebar} data @param {Look} [look] */
export function drawTables(data, look) {
  const all = look ? data.tables : data.tables.filter((table) => table.topic !== "muster");
  return all.map((table) => h("section", { class: "game-table", dataset: { table: table.id } },
    h("h3", {}, table.title, " ", ruleChip(table.rule), " ", iconButton("fit", word("tables.larger"), () => enlarge(table))), ...body(table, look)));
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

/** @param {GameTable} table @param {Look} [look] */
function body(table, look) {
  const words = table.head.map((_, c) => table.rows.filter((row) => !FIGURES.test(String(row[c] ?? ""))).length > table.rows.length / 2);
  const kind = (/** @type {number} */ c) => (words[c] ? "" : "figures");
  return [
    h("table", {},
      h("thead", {}, h("tr", {}, table.head.map((cell, c) => h("th", { scope: "col", class: c ? kind(c) : "" }, cell)))),
      h("tbody", {}, table.rows.map((row, n) => h("tr", n === table.mark ? { class: "now", "aria-current": "true" } : {},
        row.map((cell, c) => (c ? h("td", { class: kind(c) }, cell) : h("th", { scope: "row" }, named(table, n, cell, look)))))))),
    table.note ? h("p", { class: "note" }, table.note) : null,
  ];
}

/** The first cell of a row: whose it is, and the way to where it is. @param {GameTable} table @param {number} n @param {string | number | null} cell @param {Look} [look] */
function named(table, n, cell, look) {
  const about = table.about[n];
  const place = about?.places[0];
  const mark = (table.topic === "armies" || table.topic === "muster") && about?.side ? h("span", { class: "side-mark", dataset: { side: about.side } }) : null;
  return h("span", {}, mark, mark ? " " : null, place && look ? h("button", { type: "button", class: "table-place", onclick: () => look(place) }, cell) : cell);
}
