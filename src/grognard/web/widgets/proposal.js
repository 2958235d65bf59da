/** A proposal of the staff: shown on the map, changed by clicks, then carried out answer by answer as the questions come. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Shortcut} Shortcut */
/** Answers still to give to one question. @typedef {{asked: string, left: string[], all: number}} Queue */

import { get, post } from "../base/api.js";
import { h } from "../base/dom.js";
import { word } from "../base/words.js";

export class Proposals {
  /**
   * @param {Store} store
   * @param {() => void} changed draws the proposal
   * @param {(action: string) => Promise<boolean>} act
   */
  constructor(store, changed, act) {
    this.store = store;
    this.changed = changed;
    this.act = act;
    /** What is being carried out, by the seat it was ordered from. @type {Map<string, Queue>} */
    this.queues = new Map();
    /** An answer is given for one who is not at the screen; and he was asked again meanwhile. */
    this.behind = this.again = false;
  }

  /** What is being carried out for whoever sits here. @returns {Queue | null} */
  get running() {
    return this.queues.get(this.store.seat ?? "") ?? null;
  }

  /** @param {Shortcut} cut */
  show(cut) {
    this.store.forget();
    this.store.proposal = { cut, chosen: [...cut.actions] };
    this.changed();
  }

  /** A click on a place: in, out; with Shift the other kind. @param {string} place @param {boolean} modified */
  toggle(place, modified) {
    const { proposal, snapshot } = this.store;
    const here = (snapshot?.decision?.options ?? []).filter((option) => option.place === place && proposal?.cut.verbs?.includes(option.verb));
    const wanted = here.find((option) => !!option.aside === modified) ?? here[0];
    if (!proposal || !wanted) return;
    const was = proposal.chosen.find((action) => here.some((option) => option.action === action));
    proposal.chosen = proposal.chosen.filter((action) => action !== was);
    if (was === undefined || (modified && was !== wanted.action)) proposal.chosen.push(wanted.action);
    this.changed();
  }

  /** Carry it out: one answer now, each other one when the same question comes again. */
  start() {
    const { proposal, snapshot } = this.store;
    if (!proposal || !snapshot?.decision) return;
    this.queues.set(this.store.seat ?? "", { asked: snapshot.decision.name, left: proposal.chosen, all: proposal.chosen.length });
    this.store.proposal = null;
    this.changed();
    this.next();
  }

  /** The next answer, if it is still asked for; another question ends it. @returns {boolean} whether an answer was given */
  next() {
    const decision = this.store.snapshot?.decision;
    if (!this.running || !decision || this.store.busy) return false;
    if (decision.name !== this.running.asked) this.stop();
    while (this.running?.left.length) {
      const action = this.running.left.shift();
      if (!action || !this.store.option(action)) continue;
      void this.act(action).then((done) => done || this.stop());
      return true;
    }
    this.stop();
    return false;
  }

  stop() {
    if (this.queues.delete(this.store.seat ?? "")) this.changed();
  }

  /**
   * Two at one screen: what one of them has ordered goes on while the other sits there, without a look at his table.
   * @param {string | null} seat
   * @returns {Promise<boolean>} whether an answer was given; else he must look himself
   */
  async answerFor(seat) {
    const queue = this.queues.get(seat ?? "");
    if (!queue || !seat) return false;
    this.again = true;
    if (this.behind) return true;
    this.behind = true;
    try {
      while (this.again) {
        this.again = false;
        const { decision, revision } = /** @type {import("../types").Snapshot} */ (await get(`/api/matches/${this.store.match}`, { seat }));
        if (!decision) continue; // somebody else is asked: news of that are on their way
        const offered = new Set(decision.name === queue.asked ? decision.options.map((option) => option.action) : []);
        const action = queue.left.find((one) => offered.has(one));
        queue.left = action ? queue.left.slice(queue.left.indexOf(action) + 1) : [];
        if (!action) {
          this.queues.delete(seat);
          return false;
        }
        await post(`/api/matches/${this.store.match}/act`, { seat, revision, action });
        this.again = true; // he may be asked once more
      }
      return true;
    } catch {
      this.queues.delete(seat);
      return false;
    } finally {
      this.behind = false;
    }
  }

  /** What stands in the panel meanwhile. @returns {HTMLElement | null} */
  progress() {
    if (!this.running) return null;
    const { left, all } = this.running;
    return h("div", { class: "queue", role: "status" }, h("progress", { max: all, value: all - left.length }),
      h("span", {}, word("proposal.progress", all - left.length, all)),
      h("button", { type: "button", onclick: () => this.stop() }, word("proposal.stop")));
  }
}
