/** The battle card: forces, terms, dice, hits and what follows of one fight, until it is put away. */

/** @typedef {import("../types").Fight} Fight */
/** @typedef {import("../types").Force} Force */
/** @typedef {import("../base/tale").Entry} Entry */

import { withDice } from "../base/dice.js";
import { h, iconButton, put, ruleChip } from "../base/dom.js";
import { word } from "../base/words.js";

/** Counters that fit into the head of a column. */
const SHOWN = 7;

export class BattleCard {
  /** @param {(piece: string, side: string | null) => Element | null} face draws a counter */
  constructor(face) {
    this.face = face;
    this.element = h("section", { class: "battle-card card", hidden: true, "aria-label": word("battle.title"), tabindex: -1 });
    /** The fight it shows, by its line of the log; -1: none. */
    this.shown = -1;
    /** @type {Entry | null} */
    this.entry = null;
  }

  /** @param {Entry} entry @param {boolean} fresh its dice have just fallen */
  open(entry, fresh) {
    const fight = entry.deed?.fight;
    if (!fight) return;
    const again = this.shown === entry.i;
    this.shown = entry.i;
    this.entry = entry;
    this.element.hidden = false;
    put(this.element, this.head(fight), this.forces(fight), this.terms(fight, fresh && !again), this.scale(fight), this.struck(fight), this.follows(fight));
  }

  close() {
    this.shown = -1;
    this.entry = null;
    this.element.hidden = true;
    put(this.element);
  }

  /** @param {Fight} fight */
  head(fight) {
    const side = fight.forces[0]?.side ?? null;
    return h("header", {}, h("h2", {}, fight.title), iconButton("close", word("battle.close"), () => this.dismiss()),
      fight.lead ? h("p", { class: "lead" }, withDice(fight.lead, side), " ", ruleChip(fight.rule ?? null)) : null);
  }

  /** Somebody put it away. */
  dismiss() {
    this.close();
    this.dismissed();
  }

  /** What happens then. */
  dismissed() {}

  /** @param {Fight} fight */
  forces(fight) {
    return h("div", { class: "forces" }, fight.forces.map((force) => h("div", { class: "force", dataset: { side: force.side ?? "" } },
      h("div", { class: "faces", "aria-hidden": "true" }, force.pieces?.slice(0, SHOWN).map((piece) => this.face(piece, force.side)),
        (force.pieces?.length ?? 0) > SHOWN ? h("span", { class: "note" }, `+${(force.pieces?.length ?? 0) - SHOWN}`) : null),
      h("strong", {}, h("span", { class: "side-mark", dataset: { side: force.side ?? "" } }), " ", force.name),
      force.more || force.note ? h("p", { class: "note" }, [force.more, force.note].filter(Boolean).join(" · ")) : null)));
  }

  /** Rows of mine, label with its rule, theirs. @param {Fight} fight @param {boolean} fresh */
  terms(fight, fresh) {
    if (!fight.rows?.length) return null;
    const cell = (/** @type {string | number | null | undefined} */ value, /** @type {number} */ at) =>
      h("td", {}, value === null || value === undefined ? "" : withDice(String(value), fight.forces[at]?.side ?? null, { fresh, size: 26 }));
    const lone = fight.rows.filter((row) => row.sum).length === 1;
    const rows = fight.rows.map((row) => h("tr", { class: row.sum ? "sum" : "" }, cell(row.values[0], 0),
      h("th", { scope: "row" }, row.sum && lone && fight.result ? h("b", {}, fight.result) : withDice(row.label, fight.forces[row.values[1] === null ? 0 : 1]?.side ?? null, { fresh }), " ",
        ruleChip(row.rule)), fight.forces.length > 1 ? cell(row.values[1], 1) : null));
    return [h("table", { class: "terms" }, h("tbody", {}, rows)), !lone && fight.result ? h("p", { class: "verdict" }, h("b", {}, fight.result), " ", ruleChip(fight.result_rule ?? null)) : null];
  }

  /** @param {Fight} fight */
  scale(fight) {
    if (!fight.scale?.length) return null;
    return h("div", { class: "scale" }, fight.scale.map((part) => h("span", { class: `bar ${part.key}${part.here ? " here" : ""}`, style: `flex-grow:${part.width}` }, part.label)));
  }

  /** Hits and whom they hit. @param {Fight} fight */
  struck(fight) {
    const told = fight.forces.filter((force) => force.struck || force.hurt?.length);
    if (!told.length) return null;
    return h("div", { class: "struck" }, told.map((force) => h("div", {},
      force.struck ? h("p", {}, h("b", {}, force.struck), " ", ruleChip(force.struck_rule ?? null)) : null,
      h("ul", {}, (force.hurt ?? []).map((one) => h("li", { class: one.lost ? "lost" : "" }, h("span", { class: "face", "aria-hidden": "true" }, this.face(one.piece, force.side)),
        h("span", {}, one.name, h("br"), h("b", {}, one.text))))))));
  }

  /** @param {Fight} fight */
  follows(fight) {
    if (!fight.follows?.length) return null;
    return h("ol", { class: "follows" }, fight.follows.map((one) => h("li", {}, withDice(one.text, null), " ", ruleChip(one.rule ?? null))));
  }
}
