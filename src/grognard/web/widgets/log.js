/** The log: every line linked to the map and to its rule; filters by turn and side; tables beside it. */

/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../base/store").Store} Store */

import { get } from "../base/api.js";
import { drawStrip, withChip } from "./cards.js";
import { h, icon, put, ruleChip } from "../base/dom.js";
import { diceLine } from "./notices.js";
import { drawTables } from "./tables.js";
import { word } from "../base/words.js";

const PIPS = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

export class LogPanel {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.tab = "log";
    this.turn = "";
    this.side = "";
    /** @type {LogLine[]} */
    this.lines = [];
    /** @type {Snapshot | null} */
    this.snapshot = null;
    this.sinceMine = 0;
    this.strip = h("section", { class: "card-strip", "aria-label": word("cards.title"), hidden: true });
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.filters = h("div", { class: "filters" });
    this.list = h("div", { class: "log-lines", id: "log", tabindex: 0, role: "log", "aria-live": "off", "aria-label": word("log.title") });
    this.tables = h("div", { class: "tables", hidden: true });
    /** Stands above the tables where the map has no room for it. @type {HTMLElement | null} */
    this.legend = null;
    this.since = h("button", { type: "button", class: "since", onclick: () => this.replaySince() });
    this.element = h("section", { class: "log", "aria-label": word("log.title") },
      this.strip, this.tabs, this.filters, this.list, this.tables, this.since);
  }

  /** @param {Snapshot} snapshot */
  draw(snapshot) {
    this.snapshot = snapshot;
    const known = this.lines.at(-1)?.i ?? -1;
    const first = snapshot.log[0]?.i ?? 0;
    if (first > known + 1 || (snapshot.log.at(-1)?.i ?? -1) < known) this.lines = [];
    const last = this.lines.at(-1)?.i ?? -1;
    this.lines = this.lines.filter((line) => line.i < first).concat(snapshot.log);
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
    this.turn = this.side = "";
    this.strip.hidden = true;
    for (const part of [this.strip, this.list, this.tables, this.filters, this.since]) put(part);
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
    this.tables.hidden = name !== "tables";
    this.drawTabs();
    if (name === "tables") void this.showTables();
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
    const shown = this.lines.filter((line) => (!this.turn || String(line.turn) === this.turn) && (!this.side || line.side === this.side || line.side === null));
    /** @type {HTMLElement[]} */
    const rows = [];
    let head = "";
    const told = shown.slice(-400).filter((line, n, all) => !line.thread || all[n + 1]?.thread !== line.thread);
    for (const line of told) {
      const key = `${line.turn}.${line.phase}`;
      if (line.kind === "turn" || line.kind === "phase") continue;
      if (key !== head) {
        head = key;
        rows.push(h("h3", {}, line.turn ? word("log.head", line.turn, line.phase_name ?? "") : (line.phase_name ?? "")));
      }
      rows.push(this.line(line, line.i > seen && seen >= 0));
    }
    put(this.list, this.snapshot ? diceLine(this.snapshot) : null, rows);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * @param {LogLine} line
   * @param {boolean} fresh
   */
  line(line, fresh) {
    const dice = line.dice.map((n) => h("span", { class: `die${fresh ? " tumbling" : ""}`, dataset: { side: line.side ?? "" }, "aria-label": word("log.die", n) }, PIPS[n] ?? n));
    const show = () => {
      if (!line.places.length) return;
      this.store.map?.centerOn(line.places[0]);
      this.store.map?.highlight(line.places);
    };
    return h("div", { class: `line${fresh ? " fresh" : ""}`, dataset: { side: line.side ?? "", kind: line.kind } },
      h("span", { class: "side-mark", dataset: { side: line.side ?? "" } }),
      line.places.length ? h("button", { type: "button", class: "text", onclick: show }, line.text) : h("span", { class: "text" }, withChip(line.text, line.card)),
      dice.length ? h("span", { class: "dice" }, dice) : null, ruleChip(line.rule));
  }

  /** The enemy's doings since the reader's last choice. */
  recent() {
    const mine = this.lines.filter((line) => line.side === this.store.seat).at(-1)?.i ?? -1;
    return this.lines.filter((line) => line.i > mine && line.kind !== "phase" && line.kind !== "turn");
  }

  drawSince() {
    const count = this.recent().length;
    put(this.since, icon("play", 16), h("span", {}, word("log.since")), h("span", { class: "note" }, word("log.events", count)));
    this.since.toggleAttribute("disabled", count === 0);
  }

  /** Walk through the lines since, one by one, on the map. */
  async replaySince() {
    const seat = this.store.seat;
    for (const line of this.recent()) {
      if (this.store.seat !== seat || !this.snapshot) return;
      if (line.places.length) {
        this.store.map?.centerOn(line.places[0]);
        this.store.map?.highlight(line.places);
      }
      const row = [...this.list.querySelectorAll(".line")].find((r) => r.querySelector(".text")?.textContent === line.text);
      row?.scrollIntoView({ block: "nearest" });
      row?.classList.add("told");
      await new Promise((done) => setTimeout(done, 700));
      row?.classList.remove("told");
    }
  }
}
