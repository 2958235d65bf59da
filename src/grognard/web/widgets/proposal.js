/** A proposal of the staff: shown on the map, changed by clicks, then carried out answer by answer as the questions come. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Shortcut} Shortcut */

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
    /** @type {{asked: string, left: string[], all: number} | null} what is being carried out */
    this.running = null;
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
    this.running = { asked: snapshot.decision.name, left: proposal.chosen, all: proposal.chosen.length };
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
    const ran = this.running !== null;
    this.running = null;
    if (ran) this.changed();
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
