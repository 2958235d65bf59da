/** A move by numbers: fields with a step to either side, for fingers, keyboards and screen readers. */

/** @typedef {import("./manoeuvre").Manoeuvre} Manoeuvre */
/** @typedef {import("../types").Region} Region */

import { h, icon, put } from "../base/dom.js";
import { word } from "../base/words.js";

/** Fields show tenths of what is counted: millimetres as centimetres, tenths of a degree as degrees. */
const TENTH = 10;

export class NumberFields {
  /** @param {Manoeuvre} move */
  constructor(move) {
    this.move = move;
    this.summary = h("summary", {}, word("manoeuvre.numbers"));
    this.body = h("div", { class: "number-fields" });
    this.element = h("details", { class: "by-numbers" }, this.summary, this.body);
    /** @type {Record<string, HTMLInputElement>} */
    this.free = {};
  }

  /** @param {Region | null} region @param {Region[]} amounts */
  show(region, amounts) {
    this.free = {};
    const turns = region?.gesture === "pose";
    put(this.body,
      region ? h("fieldset", { class: "free" }, h("legend", {}, region.label),
        this.offset("ahead", 10), this.offset("right", 10), turns ? this.offset("turn", 150) : null) : null,
      amounts.map((amount) => this.amount(amount)));
    this.element.hidden = !region && !amounts.length;
  }

  /** One of the three numbers of a free move. @param {"ahead" | "right" | "turn"} name @param {number} step */
  offset(name, step) {
    const change = () => this.move.shift({
      ahead: this.read(this.free.ahead), right: this.read(this.free.right), turn: this.free.turn ? this.read(this.free.turn) : 0,
    });
    const input = this.input(word(`manoeuvre.${name}`), 0, change);
    this.free[name] = input;
    return this.row(word(`manoeuvre.${name}`), input, step, change);
  }

  /** A step of one kind. @param {Region} region */
  amount(region) {
    const drawn = this.move.store.snapshot;
    const action = () => region.template.replace("{n}", String(Math.abs(this.read(input))));
    const preview = () => this.move.preview(action());
    const label = word("manoeuvre.amount", region.label, region.suffix ?? "");
    const input = this.input(label, Math.min(region.max ?? 0, region.step ?? TENTH), preview, region.min ?? 0);
    input.dataset.verb = region.template;
    const most = h("span", { class: "note most" }, `≤ ${(region.max ?? 0) / TENTH}`);
    const go = h("button", { type: "button", class: "go", "aria-label": `${region.label}: ${word("manoeuvre.go")}`, onclick: () => void (drawn && this.move.hands.heeds(drawn) && this.go(action())) }, word("manoeuvre.go"));
    return this.row(label, input, region.step ?? TENTH, preview, most, go);
  }

  /** Make a step; where it is refused its reason is shown instead. @param {string} action */
  async go(action) {
    const asked = this.move.store.snapshot;
    await this.move.rehearse(action);
    if (asked && !this.move.answer?.refusals.length && this.move.hands.heeds(asked)) await this.move.hands.act(action);
  }

  /**
   * @param {string} label
   * @param {number} value
   * @param {() => void} change
   * @param {number} [least]
   */
  input(label, value, change, least) {
    const input = h("input", { type: "number", inputmode: "decimal", step: 0.1, min: least === undefined ? null : least / TENTH, value: value / TENTH, "aria-label": label });
    input.addEventListener("input", change);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const go = /** @type {HTMLElement | null} */ (input.closest(".number-row")?.querySelector(".go"));
      if (go) go.click();
      else void this.move.confirm();
    });
    return input;
  }

  /** @param {HTMLInputElement} input */
  read(input) {
    return Math.round(Number(input.value || 0) * TENTH);
  }

  /**
   * @param {string} label
   * @param {HTMLInputElement} input
   * @param {number} step
   * @param {() => void} change
   * @param {...(Node | null)} more
   */
  row(label, input, step, change, ...more) {
    const by = (/** @type {number} */ way) => () => {
      input.value = String((this.read(input) + way * step) / TENTH);
      change();
    };
    return h("div", { class: "number-row" }, h("span", { class: "what" }, label),
      h("button", { type: "button", class: "step", "aria-label": word("manoeuvre.less", label), onclick: by(-1) }, icon("minus", 16)), input,
      h("button", { type: "button", class: "step", "aria-label": word("manoeuvre.more", label), onclick: by(1) }, icon("plus", 16)), ...more);
  }

  /** Show in the fields what the hand has done. */
  fill() {
    const by = this.move.offsets();
    for (const name of /** @type {const} */ (["ahead", "right", "turn"])) {
      const input = this.free[name];
      if (input && document.activeElement !== input) input.value = String(by[name] / TENTH);
    }
  }
}
