/** Tables of a game (turn track, Trains, reinforcements, points): whatever the game sends, drawn the same way. */

import { h, ruleChip } from "./dom.js";

/**
 * @param {{tables: {title: string, rule?: string, head: string[], rows: (string | number | null)[][], mark?: number}[]}} data
 */
export function drawTables(data) {
  return (data.tables ?? []).map((table) =>
    h("section", { class: "game-table" },
      h("h3", {}, table.title, " ", ruleChip(table.rule ?? null)),
      h("table", {},
        h("thead", {}, h("tr", {}, table.head.map((cell) => h("th", { scope: "col" }, cell)))),
        h("tbody", {}, table.rows.map((row, n) =>
          h("tr", n === table.mark ? { class: "now", "aria-current": "true" } : {}, row.map((cell, c) => (c ? h("td", {}, cell) : h("th", { scope: "row" }, cell)))))))));
}
