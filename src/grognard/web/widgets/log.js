/** The log: every line linked to the map and to its rule; filters by turn and side; tables beside it. */

/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../base/store").Store} Store */

import { get } from "../base/api.js";
import { drawStrip } from "./cards.js";
import { h, icon, put } from "../base/dom.js";
import { entries, since, telling } from "../base/tale.js";
import { LogLines } from "./loglines.js";
import { diceLine } from "./notices.js";
import { drawTables } from "./tables.js";
import { word } from "../base/words.js";

/** Lines of a long match that are drawn; as many more each time somebody reads back. */
const LATE = 400;

export class LogPanel {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.tab = "log";
    this.turn = "";
    this.side = "";
    /** How many lines are drawn at most. */
    this.depth = LATE;
    /** @type {LogLine[]} */
    this.lines = [];
    /** Where lines are asked for that were before these. */
    this.asked = -1;
    /** @type {Snapshot | null} */
    this.snapshot = null;
    /** The lines as they are read. @type {import("../base/tale").Entry[]} */
    this.entries = [];
    /** What a press on a line does; who follows the war says it. @type {{show(entry: import("../base/tale").Entry): void, point(entry: import("../base/tale").Entry | null): void, play(): void}} */
    this.does = { show: (entry) => this.show(entry), point: () => {}, play: () => {} };
    this.strip = h("section", { class: "card-strip", "aria-label": word("cards.title"), hidden: true });
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.filters = h("div", { class: "filters" });
    this.list = h("div", { class: "log-lines", id: "log", tabindex: 0, role: "log", "aria-live": "off", "aria-label": word("log.title") });
    this.tables = h("div", { class: "tables", hidden: true });
    /** Stands above the tables where the map has no room for it. @type {HTMLElement | null} */
    this.legend = null;
    this.rows = new LogLines(this.list, { show: (entry) => this.does.show(entry), point: (entry) => this.does.point(entry) });
    this.earlier = h("button", { type: "button", class: "earlier", onclick: () => void this.more() }, word("log.earlier"));
    this.since = h("button", { type: "button", class: "since", onclick: () => this.does.play() });
    this.element = h("section", { class: "log", "aria-label": word("log.title") },
      this.strip, this.tabs, this.filters, this.list, this.rows.newest, this.tables, this.since);
  }

  /** @param {Snapshot} snapshot */
  draw(snapshot) {
    this.snapshot = snapshot;
    const known = this.lines.at(-1)?.i ?? -1;
    const first = snapshot.log[0]?.i ?? 0;
    if (first > known + 1 || (snapshot.log.at(-1)?.i ?? -1) < known) this.lines = [];
    const last = this.lines.at(-1)?.i ?? -1;
    this.lines = this.lines.filter((line) => line.i < first).concat(snapshot.log);
    this.entries = entries(this.lines);
    drawStrip(this.strip, snapshot.cards, (id) => snapshot.sides.find((side) => side.id === id)?.name ?? id,
      snapshot.cards?.hand.every((id) => snapshot.decision?.options.some((option) => option.card === id)) ?? false);
    this.drawTabs();
    this.drawFilters();
    this.drawLines(last);
    this.drawSince();
    if (this.tab === "tables") void this.showTables();
  }

  /** Leave nothing in the page. */
  clear() {
    this.snapshot = null;
    this.lines = [];
    this.entries = [];
    this.depth = LATE;
    this.asked = -1;
    this.rows.clear();
    this.turn = this.side = "";
    this.strip.hidden = true;
    for (const part of [this.strip, this.list, this.tables, this.filters, this.since]) put(part);
  }

  /** Show on the map what a line is about. @param {import("../base/tale").Entry} entry */
  show({ places }) {
    if (!places.length) return;
    this.store.map?.ensureVisible(places[0]);
    this.store.map?.highlight(places);
  }

  drawTabs() {
    const tab = (/** @type {string} */ name) => h("button", {
      type: "button", role: "tab", "aria-selected": String(this.tab === name), onclick: () => this.open(name),
    }, word(`log.tab.${name}`));
    put(this.tabs, tab("log"), tab("tables"));
  }

  /** @param {string} name */
  open(name) {
    this.tab = name;
    this.list.hidden = this.filters.hidden = this.since.hidden = name !== "log";
    if (name !== "log") this.rows.newest.hidden = true;
    this.tables.hidden = name !== "tables";
    this.drawTabs();
    if (name === "tables") void this.showTables();
    else this.rows.back();
  }

  async showTables() {
    const seat = this.store.seat;
    const asked = this.snapshot;
    try {
      const tables = await get(`/api/matches/${this.store.match}/tables`, { seat });
      if (this.snapshot === asked && this.store.seat === seat) put(this.tables, this.legend, drawTables(tables));
    } catch (fault) {
      if (this.snapshot === asked) put(this.tables, this.legend, h("p", { class: "trouble" }, fault instanceof Error ? fault.message : String(fault)),
        h("button", { type: "button", onclick: () => void this.showTables() }, word("net.again")));
    }
  }

  drawFilters() {
    const turns = [...new Set(this.lines.map((line) => line.turn))];
    const choose = (/** @type {string} */ label, /** @type {string} */ value, /** @type {[string, string][]} */ options, /** @type {(v: string) => void} */ set) => {
      const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label },
        options.map(([v, name]) => h("option", { value: v, selected: v === value || null }, name))));
      select.addEventListener("change", () => {
        set(select.value);
        this.drawLines(-1);
      });
      return select;
    };
    put(this.filters,
      choose(word("log.turn"), this.turn, [["", word("log.all_turns")], ...turns.map((t) => /** @type {[string, string]} */ ([String(t), word("log.turn_n", t)]))], (v) => (this.turn = v)),
      choose(word("log.side"), this.side, [["", word("log.all_sides")], ...(this.snapshot?.sides ?? []).map((s) => /** @type {[string, string]} */ ([s.id, s.name]))], (v) => (this.side = v)));
  }

  /** @param {number} seen lines up to this index are old */
  drawLines(seen) {
    const shown = this.entries.filter((entry) => (!this.turn || String(entry.turn) === this.turn) && (!this.side || entry.side === this.side || entry.side === null));
    const all = shown.length <= this.depth && !this.lines[0]?.i;
    this.rows.draw(shown.slice(-this.depth), seen, all ? (this.snapshot ? diceLine(this.snapshot) : null) : this.earlier);
  }

  /** More of what was before. */
  async more() {
    if (this.entries.length <= this.depth) await this.readBack();
    this.depth += LATE;
    this.rows.above(() => this.drawLines(-1));
  }

  /** Ask for the lines before those that are known. */
  async readBack() {
    const { match, seat } = this.store;
    const first = this.lines[0]?.i ?? 0;
    if (!first || this.asked === first) return;
    this.asked = first;
    const older = /** @type {LogLine[]} */ (await get(`/api/matches/${match}/log`, { seat, before: first }).catch(() => []));
    this.asked = -1;
    if (!older.length || seat !== this.store.seat || this.lines[0]?.i !== first) return;
    this.lines = older.concat(this.lines);
    this.entries = entries(this.lines);
    this.drawFilters();
    this.rows.above(() => this.drawLines(-1));
  }

  /** Mark a line, by its index. @param {number | null} i */
  mark(i) {
    this.rows.mark(i);
  }

  drawSince() {
    const count = this.snapshot?.since ? since(this.entries, this.snapshot.since.line, this.store.seat).filter(telling).length : 0;
    put(this.since, icon("play", 16), h("span", {}, word("log.since")), h("span", { class: "note" }, word("log.events", count)));
    this.since.toggleAttribute("disabled", count === 0);
  }
}
