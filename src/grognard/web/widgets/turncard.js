/** The turn card: what happened since my last move, in order, with points before and after; to be stepped through or skipped. */

/** @typedef {import("../base/tale").Row} Row */
/** @typedef {import("../base/tale").Entry} Entry */
/** @typedef {import("../types").Snapshot} Snapshot */

import { withDice } from "../base/dice.js";
import { h, icon, iconButton, put, ruleChip } from "../base/dom.js";
import { word } from "../base/words.js";

export class TurnCard {
  /**
   * @param {{step(): void, skip(): void, point(entry: Entry | null): void, open(entry: Entry): void}} does
   */
  constructor(does) {
    this.does = does;
    this.element = h("section", { class: "turn-card card", hidden: true, "aria-label": word("tale.title") });
    /** @type {Row[]} */
    this.rows = [];
  }

  get up() {
    return !this.element.hidden;
  }

  /** @param {Snapshot} snapshot @param {Row[]} rows @param {boolean} turned a turn has begun */
  open(snapshot, rows, turned) {
    this.rows = rows;
    const { clock, since } = snapshot;
    const dated = clock.turns?.find((turn) => turn.turn === clock.turn)?.month;
    const title = turned ? dated || word("log.turn_n", clock.turn) : word("log.since");
    const of = clock.turns?.length ? word("tale.turn_of", clock.turn, clock.turns.filter((turn) => turn.turn).length) : word("log.turn_n", clock.turn);
    this.element.hidden = false;
    put(this.element,
      h("header", {}, h("p", { class: "note" }, clock.turn ? of : ""), h("h2", {}, title), iconButton("close", word("tale.close"), () => this.does.skip())),
      h("ul", { class: "points" }, (since?.points ?? []).map((points) => h("li", { dataset: { side: points.side } }, h("span", { class: "side-mark", dataset: { side: points.side } }), " ",
        snapshot.sides.find((side) => side.id === points.side)?.name ?? "", " ", h("b", {}, points.before === points.after ? points.after : `${points.before} → ${points.after}`)))),
      h("ol", { class: "deeds" }, rows.map((row) => this.row(row)), (since?.taken ?? []).map((city) => h("li", { class: "deed taken", dataset: { side: city.side } },
        h("span", { class: "side-mark", dataset: { side: city.side } }), h("b", { class: "text" }, city.text), h("span", { class: "worth" }, word("tale.points", city.points)))),
        rows.length || since?.taken?.length ? null : h("li", { class: "note" }, word("tale.nothing"))),
      h("div", { class: "actions" },
        rows.length ? h("button", { type: "button", class: "primary", dataset: { tale: "step" }, onclick: () => this.does.step() }, icon("play", 16), word("tale.step"), h("kbd", {}, "→")) : null,
        h("button", { type: "button", dataset: { tale: "skip" }, onclick: () => this.does.skip() }, word("tale.skip"), h("kbd", {}, "Esc"))));
  }

  close() {
    this.element.hidden = true;
    this.rows = [];
    put(this.element);
  }

  /** @param {Row} row */
  text(row) {
    return row.folded.length ? word(`tale.fold.${row.kind}`, row.folded.length) : row.entry.text;
  }

  /** @param {Row} row */
  row(row) {
    if (row.folded.length) return h("li", { class: "deed fold" }, h("span", { class: "number" }, "…"),
      h("details", {}, h("summary", {}, this.text(row)), h("ol", { class: "deeds" }, row.folded.map((entry) => this.line(entry, 0)))));
    return this.line(row.entry, row.number);
  }

  /** @param {Entry} entry @param {number} number */
  line(entry, number) {
    const mark = number ? h("span", { class: "number", dataset: { side: entry.deed?.mover ?? entry.side ?? "" } }, number)
      : h("span", { class: `sign ${entry.kind}`, dataset: { side: entry.side ?? "" } }, h("span", { class: "side-mark", dataset: { side: entry.side ?? "" } }));
    const point = (/** @type {Entry | null} */ which) => () => this.does.point(which);
    return h("li", { class: "deed", dataset: { i: entry.i }, onpointerenter: point(entry), onpointerleave: point(null) }, mark,
      h("button", { type: "button", class: "text", onfocus: point(entry), onblur: point(null), onclick: () => this.does.open(entry) }, withDice(entry.text, entry.side)),
      ruleChip(entry.rule));
  }

  /** The row of the step being shown. @param {number | null} i */
  mark(i) {
    for (const row of this.element.querySelectorAll(".deed[data-i]")) {
      const here = /** @type {HTMLElement} */ (row).dataset.i === String(i);
      row.classList.toggle("now", here);
      if (here) row.closest("details")?.setAttribute("open", "");
      if (here) row.scrollIntoView({ block: "nearest" });
    }
  }
}
