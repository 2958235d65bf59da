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
import { watchHaul } from "./haul.js";
import { word } from "../base/words.js";

/** Pixels of a piece in the list. */
const FACE = 30;
/** Milliseconds that a pointer rests on a goal before the way is asked for. */
const REST = 90;

export class Company {
  /**
   * @param {Store} store
   * @param {Hands} hands
   * @param {() => void} redraw what is lit, and the panel
   * @param {import("./forecast").Forecaster} odds
   */
  constructor(store, hands, redraw, odds) {
    this.store = store;
    this.hands = hands;
    this.redraw = redraw;
    /** @type {string} which of them comes to the goal */
    this.base = "";
    this.odds = odds;
    this.asked = 0;
    /** What a goal under the pointer would bring. @type {JointPlan | null} */
    this.peeked = null;
    /** Ways by goal, for those in hand. @type {Map<string, JointPlan | null>} */
    this.kept = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Those who are being taken in hand. @type {Promise<void>} */
    this.taking = Promise.resolve();
  }

  /** Stacks are dragged as they are clicked. @param {import("../client").BoardMap} map @param {(place: string, event: Event) => void} askWhy */
  mount(map, askWhy) {
    watchHaul(map, {
      may: (place) => !this.store.busy && (this.holds(place) || this.at(place).length > 0),
      take: (place) => void this.haul(place),
      over: (place) => this.point(place),
      drop: (place, event) => void this.drop(place).then((done) => done || (place && askWhy(place, event))),
    });
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

  /** Whether one of those in hand stands there. @param {string} place */
  holds(place) {
    return !!this.store.company?.units.some((id) => this.store.piece(id)?.place === place);
  }

  /** Drag from a place: those in hand who stand there lead the others, else its stack is taken. @param {string} place */
  async haul(place) {
    const held = this.store.company?.units ?? [];
    const lead = held.find((id) => this.store.piece(id)?.place === place);
    if (!lead) await this.take([...new Set(this.at(place))]);
    else if (this.base !== lead) await this.take(held, lead);
  }

  /** Let go over a place; whether it is a goal. @param {string} place */
  async drop(place) {
    await this.taking;
    this.point("");
    if (!this.goal(place)) return this.holds(place);
    await this.aim(place);
    return true;
  }

  /** @param {string} place */
  goal(place) {
    return this.store.company?.goals.find((goal) => goal.place === place) ?? null;
  }

  /** The pointer is over a place: the way there is shown, until it is elsewhere. @param {string} place */
  point(place) {
    clearTimeout(this.timer);
    if (this.peeked) {
      this.peeked = null;
      this.hands.mark();
    }
    if (this.store.plan || !place || !this.store.company) return;
    this.timer = setTimeout(() => void this.peek(place), this.kept.has(place) ? 0 : REST);
  }

  /** @param {string} place */
  async peek(place) {
    await this.taking;
    const mine = this.store.company;
    if (!mine || !this.goal(place)) return;
    if (!this.kept.has(place)) {
      const found = await this.#ask(mine.units, place);
      if (!found) return;
      this.kept.set(place, found.plan ?? null);
    }
    if (this.store.company !== mine || this.store.plan) return;
    this.peeked = this.kept.get(place) ?? null;
    this.hands.mark();
  }

  /** @param {string[]} units @param {string} [base] */
  take(units, base = "") {
    this.taking = this.#take(units, base);
    return this.taking;
  }

  /** @param {string[]} units @param {string} base */
  async #take(units, base) {
    this.base = base && units.includes(base) ? base : "";
    this.peeked = null;
    this.kept.clear();
    const found = await this.#ask(units, "");
    if (!found) return;
    this.store.plan = null;
    this.store.company = found.units.length ? found : null;
    this.redraw();
    announce(word("company.taken", found.units.length));
  }

  /** @param {string} goal */
  async aim(goal) {
    clearTimeout(this.timer);
    const mine = this.store.company;
    const plan = this.kept.get(goal) ?? (await this.#ask(mine?.units ?? [], goal))?.plan ?? null;
    if (!mine || this.store.company !== mine) return;
    this.peeked = null;
    this.store.plan = plan;
    this.redraw();
    if (plan) announce(`${plan.label}${plan.why ? ". " + plan.why : ""}`);
    this.foresee(plan?.prospects?.[0] ?? null);
  }

  /** The odds of a fight that could follow. @param {import("../types").Prospect | null} prospect */
  foresee(prospect) {
    const { odds } = this;
    if (prospect?.forecast) odds.tell(prospect.forecast, [prospect.place, ...prospect.starts]);
    else void odds.show(null);
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
    clearTimeout(this.timer);
    this.peeked = null;
    this.asked++;
    this.store.forget();
    this.redraw();
  }

  /** What is asked with a question why not. @returns {Record<string, string>} */
  query() {
    const units = this.store.company?.units ?? [];
    const lead = this.store.piece(this.base || units[0]);
    return units.length ? { hand: lead?.place || "-", units: units.join(",") } : {};
  }

  /** What the map shows of those in hand. */
  chosen() {
    const units = this.store.company?.units ?? [];
    const plan = /** @type {JointPlan | null} */ (this.store.plan) ?? this.peeked;
    return { taken: units.flatMap((id) => this.store.piece(id)?.place ?? []), movers: plan?.movers ?? [], areas: plan?.areas ?? [], prospects: plan?.prospects ?? [] };
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
      ...this.#prospects(),
    ];
  }

  /** Whom they could assault from there: each a button that shows its odds. */
  #prospects() {
    const all = /** @type {JointPlan | null} */ (this.store.plan)?.prospects ?? [];
    if (!all.length) return [];
    return [h("div", { class: "prospects", role: "group", "aria-label": word("company.then") }, h("span", {}, word("company.then")), all.map((one) =>
      h("button", { type: "button", dataset: { prospect: one.place }, onpointerenter: () => this.foresee(one), onfocus: () => this.foresee(one), onclick: () => this.foresee(one) },
        one.label, " ", h("b", {}, one.tag ?? "?"))))];
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
        on ? h("span", { class: "on-mark", "aria-hidden": "true" }, "✓") : null);
    }), mine.length === 1 ? this.#alone(mine[0]) : h("button", { type: "button", class: "one-by-one", onclick: () => this.letGo() }, word("company.one_by_one")));
  }

  /** All else that one piece may do. @param {string} unit */
  #alone(unit) {
    const option = this.store.snapshot?.decision?.options.find((candidate) => candidate.unit === unit && candidate.group === "unit");
    return option ? h("button", { type: "button", class: "one-by-one", onclick: () => void this.hands.act(option.action) }, word("company.alone")) : null;
  }
}
