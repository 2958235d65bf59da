/** A stack taken in hand: who goes, how far, by which way. The server says what is possible; nothing is played before it is confirmed. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Column} Column */
/** @typedef {import("../types").Option} Option */

import { announce } from "../base/announce.js";
import { get } from "../base/api.js";

/** What is asked for: the stack, who goes (null: all who can), the way so far. @typedef {{place: string, units: string[] | null, steps: string[]}} Wish */

export class InHand {
  /**
   * @param {Store} store
   * @param {() => void} changed draws what is in hand
   * @param {(fault: unknown) => void} refuse
   */
  constructor(store, changed, refuse) {
    this.store = store;
    this.changed = changed;
    this.refuse = refuse;
    /** @type {Wish[]} what was in hand before, for a step back */
    this.past = [];
  }

  /** @returns {Wish | null} what is in hand now, as it is asked for */
  get wish() {
    const column = this.store.column;
    if (!column) return null;
    return { place: column.place, units: this.units, steps: column.steps };
  }

  /** @returns {string[]} who goes */
  get units() {
    return (this.store.column?.members ?? []).filter((member) => member.goes).map((member) => member.unit);
  }

  /** The stack that a click on a place takes in hand. @param {string} place @returns {Option | null} */
  offered(place) {
    return this.store.snapshot?.decision?.options.find((option) => option.hand === place) ?? null;
  }

  /** @param {string} place @param {string} [to] a way-point */
  async take(place, to) {
    this.past = [];
    await this.ask({ place, units: null, steps: [] }, to);
  }

  /** Somebody goes, or stays. @param {string} unit */
  async toggle(unit) {
    const wish = this.wish;
    if (!wish?.units) return;
    const units = wish.units.includes(unit) ? wish.units.filter((other) => other !== unit) : [...wish.units, unit];
    await this.ask({ ...wish, units, steps: [] });
  }

  /** The way leads over a place. @param {string} place */
  async over(place) {
    const wish = this.wish;
    const start = wish ? null : this.store.start();
    if (!wish && start) await this.take(start, place);
    if (wish) await this.onward(wish, wish, place);
  }

  /** Something is done on the way. @param {string} action */
  async step(action) {
    const wish = this.wish;
    if (wish) await this.onward(wish, { ...wish, steps: [...wish.steps, action] });
  }

  /** @param {Wish} before @param {Wish} wish @param {string} [to] */
  async onward(before, wish, to) {
    if (await this.ask(wish, to)) this.past.push(before);
  }

  /** One step back; whether there was one. @returns {boolean} */
  back() {
    const before = this.past.pop();
    if (before) void this.ask(before);
    return before !== undefined;
  }

  /** @param {Wish} wish @param {string} [to] @returns {Promise<boolean>} */
  async ask(wish, to) {
    const { store } = this;
    const asked = store.snapshot;
    const query = { seat: store.seat, place: wish.place, units: wish.units?.join(","), step: wish.steps, to };
    try {
      const column = /** @type {Column | null} */ (await get(`/api/matches/${store.match}/column`, query));
      if (!column || store.snapshot !== asked) return false;
      store.column = column;
      store.picked = null;
      store.plan = to ? (column.plans.find((plan) => plan.place === column.here) ?? null) : null;
      announce(`${column.title}: ${column.note}`);
      this.changed();
      return true;
    } catch (fault) {
      this.refuse(fault);
      return false;
    }
  }

  /** What is asked with a question why not. @returns {Record<string, string | string[]>} */
  query() {
    const wish = this.wish;
    return wish ? { hand: wish.place, units: (wish.units ?? []).join(","), step: wish.steps } : {};
  }
}
