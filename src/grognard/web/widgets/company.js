/** Several pieces sent by one gesture: taken on the map or by their row, a goal, and once more to say so. The server says who can. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */
/** @typedef {import("../types").Decision} Decision */
/** @typedef {import("../types").JointPlan} JointPlan */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Company} Party */

import { announce } from "../base/announce.js";
import { get } from "../base/api.js";
import { h } from "../base/dom.js";
import { word } from "../base/words.js";

/** Pixels of a piece in the list. */
const FACE = 30;

export class Company {
  /**
   * @param {Store} store
   * @param {Hands} hands
   * @param {() => void} redraw what is lit, and the panel
   */
  constructor(store, hands, redraw) {
    this.store = store;
    this.hands = hands;
    this.redraw = redraw;
    /** @type {string} which of them comes to the goal */
    this.base = "";
    this.asked = 0;
  }

  /** Whoever may be sent. @returns {Party[]} */
  get rows() {
    return this.store.snapshot?.decision?.companies ?? [];
  }

  /** A new question: where only one can go, it is in hand already. */
  update() {
    const [only, other] = this.rows;
    if (only && !other && only.units.length === 1 && this.store.piece(only.units[0])?.place) void this.take(only.units);
  }

  /** Who may be sent from a place. @param {string} place @returns {string[]} */
  at(place) {
    const able = new Set(this.rows.flatMap((row) => row.units));
    return (this.store.snapshot?.decision?.options ?? []).flatMap((option) => (option.place === place && option.unit && able.has(option.unit) ? [option.unit] : []));
  }

  /** Whether a choice was one of ours. @param {Option} option */
  chooses(option) {
    if (this.store.company && option.verb === "together") {
      const plan = this.store.plan;
      if (plan && plan.place === option.place) void this.hands.carryOut(plan);
      else void this.aim(option.place ?? "");
      return true;
    }
    const here = option.place && option.unit ? this.at(option.place) : [];
    if (!here.length) return false;
    void this.take([...new Set(here)], option.unit);
    return true;
  }

  /** A double click, or a click on the row: the whole formation. @param {string} place */
  takeAll(place) {
    const [first] = this.at(place);
    const row = this.rows.find((candidate) => candidate.units.includes(first));
    if (row) void this.take(row.units, first);
  }

  /** @param {string[]} units @param {string} [base] */
  async take(units, base = "") {
    this.base = base && units.includes(base) ? base : "";
    const found = await this.#ask(units, "");
    if (!found) return;
    this.store.plan = null;
    this.store.company = found.units.length ? found : null;
    this.redraw();
    announce(word("company.taken", found.units.length));
  }

  /** @param {string} goal */
  async aim(goal) {
    const found = await this.#ask(this.store.company?.units ?? [], goal);
    if (!found || !this.store.company) return;
    this.store.plan = found.plan ?? null;
    this.redraw();
    if (found.plan) announce(`${found.plan.label}${found.plan.why ? ". " + found.plan.why : ""}`);
  }

  /** @param {string[]} units @param {string} goal @returns {Promise<import("../types").Together | null>} null: overtaken */
  async #ask(units, goal) {
    const { match, seat, snapshot } = this.store;
    if (!snapshot || !seat) return null;
    const number = ++this.asked;
    const found = await get(`/api/matches/${match}/together`, { seat, units: units.join(","), base: this.base, goal }).catch((fault) => this.hands.refuse(fault));
    return found && number === this.asked && snapshot === this.store.snapshot && !this.store.busy ? found : null;
  }

  /** One more or one fewer. @param {string} unit */
  toggle(unit) {
    const units = this.store.company?.units ?? [];
    const next = units.includes(unit) ? units.filter((id) => id !== unit) : [...units, unit];
    if (next.length) void this.take(next, this.base);
    else this.letGo();
  }

  letGo() {
    this.asked++;
    this.store.forget();
    this.redraw();
  }

  /** What the map shows of those in hand. */
  chosen() {
    const units = this.store.company?.units ?? [];
    return { taken: units.flatMap((id) => this.store.piece(id)?.place ?? []), movers: /** @type {JointPlan | null} */ (this.store.plan)?.movers ?? [] };
  }

  // in the panel

  /** @returns {HTMLElement[]} */
  draw() {
    const rows = this.rows.filter((row) => row.units.length > 1);
    const mine = this.store.company;
    return [
      ...(rows.length ? [h("div", { class: "companies", role: "group", "aria-label": word("company.title") }, rows.map((row) => this.#row(row)))] : []),
      ...(mine && !this.store.plan ? [h("p", { class: "note" }, word(mine.units.length > 1 ? "company.hint" : "company.hint_one"))] : []),
      ...(mine ? [this.#members()] : []),
    ];
  }

  /** @param {Party} row */
  #row(row) {
    const all = row.units.every((id) => this.store.company?.units.includes(id));
    const drawn = row.picture ? this.store.game?.optionPicture?.(row.picture, 26, this.store.scene ?? undefined) : null;
    return h("button", { type: "button", class: `choice company${all ? " chosen" : ""}`, dataset: { company: row.id }, "aria-pressed": String(all),
      onclick: () => (all ? this.letGo() : void this.take(row.units)) },
      drawn ? h("span", { class: "face", "aria-hidden": "true" }, drawn) : null, h("span", { class: "text" }, h("b", {}, row.label), " ", row.note), h("span", { class: "tag" }, word("company.together")));
  }

  /** A piece as a small picture. @param {string} id */
  #face(id) {
    const facts = this.store.scene?.pieces?.[id];
    const piece = this.store.piece(id) ?? { id, side: facts?.side ?? "", kind: facts?.kind ?? "", place: "", flags: [] };
    return h("span", { class: "face", "aria-hidden": "true" }, facts && this.store.game ? this.store.game.trayPiece(piece, facts, FACE) : null);
  }

  /** Those in hand and those who stand with them: ticked or not. */
  #members() {
    const mine = this.store.company?.units ?? [];
    const places = new Set(mine.map((id) => this.store.piece(id)?.place ?? ""));
    const here = [...new Set([...mine, ...[...places].flatMap((place) => this.at(place))])];
    const movers = this.chosen().movers;
    return h("div", { class: "members" }, here.map((id) => {
      const on = mine.includes(id);
      const mover = movers.find((candidate) => candidate.unit === id);
      return h("button", { type: "button", class: `member${on ? " on" : ""}`, role: "checkbox", "aria-checked": String(on), dataset: { unit: id }, onclick: () => this.toggle(id) },
        this.#face(id), h("span", { class: "text" }, this.store.name(id)),
        mover?.why ? h("span", { class: "reason" }, mover.why) : mover?.tag ? h("span", { class: "note" }, mover.tag) : null,
        on ? h("span", { class: "tick", "aria-hidden": "true" }, "✓") : null);
    }), mine.length === 1 ? this.#alone(mine[0]) : h("button", { type: "button", class: "one-by-one", onclick: () => this.letGo() }, word("company.one_by_one")));
  }

  /** All else that one piece may do. @param {string} unit */
  #alone(unit) {
    const option = this.store.snapshot?.decision?.options.find((candidate) => candidate.unit === unit && candidate.group === "unit");
    return option ? h("button", { type: "button", class: "one-by-one", onclick: () => void this.hands.act(option.action) }, word("company.alone")) : null;
  }
}
