/** The forecast card: the odds of a gamble with every modifier, shown while an option is hovered or focused. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Forecast} Forecast */

import { get } from "../base/api.js";
import { h, put, ruleChip } from "../base/dom.js";
import { dodge } from "./mapview.js";
import { word } from "../base/words.js";

export class Forecaster {
  /** @param {Store} store @param {() => void} mark shows again what the card had hidden on the map */
  constructor(store, mark) {
    this.store = store;
    this.mark = mark;
    this.element = h("div", { class: "forecast card", hidden: true, "aria-live": "polite" });
    /** @type {Map<string, Forecast | null>} */
    this.kept = new Map();
    this.revision = -1;
    this.wanted = "";
  }

  /** @param {Option | null} option */
  async show(option) {
    const snapshot = this.store.snapshot;
    this.wanted = option?.action ?? "";
    if (!option || !snapshot) {
      if (!this.element.hidden) this.mark();
      this.element.hidden = true;
      return;
    }
    if (this.revision !== snapshot.revision) {
      this.kept.clear();
      this.revision = snapshot.revision;
    }
    const found = this.kept.has(option.action) ? this.kept.get(option.action) : await this.ask(option.action);
    if (this.store.snapshot !== snapshot) return;
    if (found !== undefined) this.kept.set(option.action, found);
    if (this.wanted !== option.action) return;
    this.element.hidden = !found;
    if (found) this.draw(found);
    const hexes = [option.place ?? "", option.from ?? ""].filter(Boolean);
    if (found && option.from && option.place) this.store.map?.setChosen({ start: option.from, attack: { from: option.from, to: option.place } });
    if (found && this.store.map) dodge(this.element, ["high", "low"], this.store.map, hexes);
  }

  /** Leave nothing in the page. */
  clear() {
    this.wanted = "";
    this.kept.clear();
    this.element.hidden = true;
    put(this.element);
  }

  /** @param {string} action */
  async ask(action) {
    try {
      const answer = await get(`/api/matches/${this.store.match}/odds`, { seat: this.store.seat, action });
      return /** @type {Forecast | null} */ (answer && answer.rows ? answer : null);
    } catch {
      return undefined; // it may come the next time
    }
  }

  /** @param {Forecast} forecast */
  draw(forecast) {
    const cell = (/** @type {string | number | null} */ value) => h("td", {}, value === null || value === undefined ? "" : String(value));
    put(this.element, h("h2", {}, forecast.title ?? word("forecast.title")),
      forecast.rows.length === 0 ? null : h("table", {},
        h("thead", {}, h("tr", {}, h("th", {}, word("forecast.value")), h("th", {}, forecast.heads ? forecast.heads[0] : word("forecast.attack")),
          h("th", {}, forecast.heads ? (forecast.heads[1] ?? "") : word("forecast.defence")))),
        h("tbody", {}, forecast.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label, " ", ruleChip(row.rule)),
          cell(row.attack), cell(row.defence))))),
      bars(forecast.bars),
      (forecast.more ?? []).flatMap((part) => [h("h3", { class: "bars-title" }, part.title), ...bars(part.bars)]),
      forecast.text ? h("p", { class: "note" }, forecast.text) : null);
  }
}

/** A bar cut by chances, and what each part means. @param {Forecast["bars"]} all */
function bars(all) {
  return [
    h("div", { class: "bars", "aria-hidden": "true" }, all.filter((bar) => bar.chance >= 0.005).map((bar) =>
      h("span", { class: `bar ${bar.key}`, style: `flex-grow:${bar.chance}` }, bar.low === undefined ? Math.round(bar.chance * 100) : ""))),
    h("ul", { class: "bar-names" }, all.map((bar) => h("li", {}, h("span", { class: `swatch ${bar.key}` }),
      bar.label, " ", h("b", {}, chance(bar))))),
  ];
}

/** A chance as people read it; a range where the enemy can still change it. @param {Forecast["bars"][number]} bar */
function chance(bar) {
  const [low, high] = [bar.low ?? bar.chance, bar.high ?? bar.chance].map((part) => Math.round(part * 100));
  return low === high ? `${low}%` : `${low}–${high}%`;
}
