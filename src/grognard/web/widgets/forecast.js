/** The forecast card: the odds of a gamble with every modifier, and a switch for what the enemy may still choose. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Forecast} Forecast */
/** @typedef {import("../types").ForecastRow} Row */

import { get } from "../base/api.js";
import { chance, guessed, settled } from "../base/chances.js";
import { h, put, ruleChip } from "../base/dom.js";
import { stand } from "./corners.js";
import { word } from "../base/words.js";

/** Counters that fit into the head of a column, and discs. */
const SHOWN = 6;
const DISCS = 8;
/** From this width on the card lies on the map. */
const WIDE = 1200;

export class Forecaster {
  /**
   * @param {Store} store
   * @param {() => void} mark shows again what the card had hidden on the map
   * @param {{board: HTMLElement, slot: HTMLElement}} homes the map, and where cards stand that find no room there
   * @param {(piece: string, side: string) => Element | null} face draws a counter
   */
  constructor(store, mark, homes, face) {
    this.store = store;
    this.mark = mark;
    this.homes = homes;
    this.face = face;
    this.element = h("div", { class: "forecast card", hidden: true, "aria-live": "polite" });
    /** @type {Map<string, Forecast | null>} */
    this.kept = new Map();
    this.revision = -1;
    this.wanted = "";
    /** What is assumed of the enemy, by the name of his choice. @type {Record<string, number>} */
    this.given = {};
    /** @type {Option | null} */
    this.option = null;
  }

  /** Whether it lies on the map. */
  get onMap() {
    return innerWidth >= WIDE;
  }

  /** On a phone it stands in the sheet, between the choices and what is done with them. */
  get inSheet() {
    return innerWidth < 760;
  }

  /** Below the question, where there is no room on the map: never inside it, or what is under the pointer would move away. */
  house() {
    const home = this.onMap ? this.homes.board : this.homes.slot;
    if (!this.inSheet && this.element.parentElement !== home) home.prepend(this.element);
  }

  /** @param {Option | null} option */
  async show(option) {
    const snapshot = this.store.snapshot;
    this.wanted = option?.action ?? "";
    this.option = option;
    if (!option || !snapshot) {
      if (!this.element.hidden) this.mark();
      this.element.hidden = true;
      return;
    }
    if (this.revision !== snapshot.revision) {
      this.kept.clear();
      this.given = {};
      this.revision = snapshot.revision;
    }
    const key = `${option.action} ${JSON.stringify(this.given)}`;
    const found = this.kept.has(key) ? this.kept.get(key) : await this.ask(option.action);
    if (this.store.snapshot !== snapshot) return;
    if (found !== undefined) this.kept.set(key, found);
    if (this.wanted !== option.action) return;
    this.element.hidden = !found;
    if (found) this.draw(found);
    const [from, to] = [option.from ?? found?.places?.[0], option.place ?? found?.places?.[1]];
    if (found && from && to) this.store.map?.setChosen({ start: from, attack: { from, to }, helpers: found.helpers });
    if (found) this.settle(found, option);
  }

  /** Odds that came with something else. @param {Forecast} forecast @param {string[]} fight places that the card must not cover */
  tell(forecast, fight) {
    this.wanted = "";
    this.option = null;
    this.draw(forecast);
    this.element.hidden = false;
    if (this.store.map && this.onMap) stand(this.element, this.store.map, this.store.litPlaces(), fight);
  }

  /** Clear of the fight, and of what can be chosen. @param {Forecast} forecast @param {Option} option */
  settle(forecast, option) {
    const asked = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.action === option.action; // not what is only proposed
    if (!this.onMap && asked) this.element.scrollIntoView({ block: "nearest" });
    if (!this.store.map || !this.onMap) return;
    const fight = [option.place ?? "", option.from ?? "", ...(forecast.places ?? [])].filter(Boolean);
    const lit = this.store.litPlaces();
    stand(this.element, this.store.map, lit, [...new Set(fight)]);
  }

  /** Leave nothing in the page. */
  clear() {
    this.wanted = "";
    this.option = null;
    this.given = {};
    this.kept.clear();
    this.element.hidden = true;
    put(this.element);
  }

  /** @param {string} action */
  async ask(action) {
    const given = Object.entries(this.given).map(([name, value]) => `${name}=${value}`);
    try {
      const answer = await get(`/api/matches/${this.store.match}/odds`, { seat: this.store.seat, action, given });
      return /** @type {Forecast | null} */ (answer && answer.rows ? answer : null);
    } catch {
      return undefined; // it may come the next time
    }
  }

  /** Assume something of the enemy; the same once more: nothing, and the card shows the whole range. @param {string} name @param {number} value */
  assume(name, value) {
    const { [name]: now, ...rest } = this.given;
    this.given = now === value ? rest : { ...rest, [name]: value };
    void this.show(this.option);
  }

  /** @param {Forecast} forecast */
  draw(forecast) {
    this.house();
    put(this.element, h("h2", {}, forecast.title ?? word("forecast.title")),
      forecast.subtitle ? h("p", { class: "note" }, forecast.subtitle) : null,
      forecast.hosts ? this.hosts(forecast.hosts) : null,
      forecast.rows.length ? terms(forecast) : null,
      this.switches(forecast),
      bars(forecast.bars, guessed(forecast)),
      (forecast.more ?? []).flatMap((part) => [h("h3", { class: "bars-title" }, part.title), ...bars(part.bars, guessed(forecast))]),
      settled(forecast) ? h("p", { class: "note settled" }, word("forecast.settled")) : null,
      byValue(forecast, this.given),
      forecast.text ? h("p", { class: "note" }, forecast.text) : null);
  }

  /** Who meets whom, and what each spends of what he holds: discs, filled where they are spent. @param {import("../types").Host[]} hosts */
  hosts(hosts) {
    const discs = (/** @type {import("../types").Host} */ host) => h("span", { class: "discs", "aria-hidden": "true" }, Array.from({ length: Math.min(host.held ?? 0, DISCS) }, (_, n) => h("i", { class: n < (host.spent ?? 0) ? "spent" : "" })));
    return h("div", { class: "forces" }, hosts.map((host) => h("div", { class: "force", dataset: { side: host.side } },
      h("div", { class: "faces", "aria-hidden": "true" }, host.pieces.slice(0, SHOWN).map((piece) => this.face(piece, host.side)),
        host.pieces.length > SHOWN ? h("span", { class: "note" }, `+${host.pieces.length - SHOWN}`) : null),
      h("strong", {}, host.name), host.note ? h("p", { class: "note spends" }, discs(host), " ", host.note) : null)));
  }

  /** What the enemy may still choose: each a switch. @param {Forecast} forecast */
  switches(forecast) {
    const open = (forecast.unknowns ?? []).filter((unknown) => !unknown.own && unknown.most > unknown.least);
    return open.map((unknown) => h("div", { class: "assume", role: "group", "aria-label": unknown.label }, h("span", {}, unknown.label),
      h("span", { class: "values" }, Array.from({ length: unknown.most - unknown.least + 1 }, (_, n) => unknown.least + n).map((value) =>
        h("button", { type: "button", "aria-pressed": String(this.given[unknown.name] === value), onclick: () => this.assume(unknown.name, value) }, value)))));
  }
}

/** Rows: mine, the label with its rule on the same line, theirs. @param {Forecast} forecast */
function terms(forecast) {
  const cell = (/** @type {string | number | null} */ value) => h("td", {}, value === null || value === undefined ? "" : String(value));
  const [mine, theirs] = forecast.heads ? [forecast.heads[0], forecast.heads[1] ?? ""] : [word("forecast.attack"), word("forecast.defence")];
  const last = forecast.rows.length - 1;
  return h("table", { class: "terms" }, h("thead", {}, h("tr", {}, h("th", {}, mine), h("th", { class: "label" }, word("forecast.value")), h("th", {}, theirs))),
    h("tbody", {}, forecast.rows.map((/** @type {Row} */ row, n) => h("tr", n === last ? { class: "total" } : {}, cell(row.attack),
      h("th", { scope: "row", class: "label" }, row.label, " ", ruleChip(row.rule)), cell(row.defence)))));
}

/** A line for each thing the enemy may do. @param {Forecast} forecast @param {Record<string, number>} given */
function byValue(forecast, given) {
  if (!forecast.by_value?.length) return null;
  return h("table", { class: "by-value" }, h("caption", {}, forecast.by_head ?? ""),
    h("tbody", {}, forecast.by_value.map((row) => h("tr", given[forecast.switch ?? ""] === row.value ? { class: "now" } : {}, h("th", { scope: "row" }, row.value),
      h("td", { class: "meter" }, h("span", { style: `width:${Math.round(row.good * 100)}%` })), h("td", {}, h("b", {}, row.text))))));
}

/** A bar cut by chances, and what each part means. @param {Forecast["bars"]} all @param {boolean} about something is not counted */
function bars(all, about) {
  return [
    h("div", { class: "bars", "aria-hidden": "true" }, all.filter((bar) => bar.chance >= 0.005).map((bar) =>
      h("span", { class: `bar ${bar.key}`, style: `flex-grow:${bar.chance}` }, bar.low === undefined ? Math.round(bar.chance * 100) : ""))),
    h("ul", { class: "bar-names" }, all.map((bar) => h("li", {}, h("span", { class: `swatch ${bar.key}` }),
      bar.label, " ", h("b", {}, chance(bar, about))))),
  ];
}
