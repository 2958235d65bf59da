/** The hint: what a bot would do here and why, when somebody asks; marked on the map, and done only if he wishes. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */
/** @typedef {import("../types").Snapshot} Snapshot */

import { announce } from "../base/announce.js";
import { post } from "../base/api.js";
import { h, icon } from "../base/dom.js";
import { teaches } from "./lesson.js";
import { word } from "../base/words.js";

export class Hinter {
  /** @param {Store} store @param {Hands} hands @param {() => void} redraw */
  constructor(store, hands, redraw) {
    this.store = store;
    this.hands = hands;
    this.redraw = redraw;
    this.asking = false;
  }

  /** The button; a lesson gives its own advice. @param {Snapshot} snapshot */
  button(snapshot) {
    if (teaches(snapshot)) return null;
    return h("button", { type: "button", class: "icon-button hint-button", id: "hint", "aria-label": word("hint.ask"), title: word("hint.ask"), disabled: this.asking || null,
      onclick: () => void (this.hands.heeds(snapshot) && this.ask(snapshot)) }, icon("lamp"), h("span", {}, word("hint.short")));
  }

  /** What is advised. @param {Snapshot} snapshot */
  block(snapshot) {
    if (this.asking) return h("p", { class: "thinking hint-block", role: "status" }, icon("gear", 16), word("hint.thinks"));
    const hint = this.store.hint;
    if (!hint) return null;
    return h("div", { class: "hint-block", role: "note", "aria-label": word("hint.title") },
      h("p", { class: "hint-text" }, icon("lamp", 16), h("b", {}, hint.text)),
      hint.why.map((why) => h("p", { class: "hint-why" }, why)),
      h("div", { class: "hint-do" },
        h("button", { type: "button", id: "do-hint", onclick: () => void (this.hands.heeds(snapshot) && this.hands.carryOut({ actions: hint.actions })) }, word("hint.do")),
        h("button", { type: "button", class: "link", onclick: () => this.forget() }, word("hint.close"))));
  }

  forget() {
    this.store.hint = null;
    this.redraw();
  }

  /** @param {Snapshot} snapshot */
  async ask(snapshot) {
    this.asking = true;
    this.store.forget();
    this.redraw();
    try {
      const found = await post(`/api/matches/${this.store.match}/hint`, { seat: this.store.seat, revision: snapshot.revision });
      if (snapshot.revision !== this.store.snapshot?.revision || snapshot.seat !== this.store.seat) return; // somebody else's, or too late
      this.store.hint = found;
      announce([found.text, ...found.why].join(". "));
    } catch (fault) {
      this.hands.refuse(fault);
    } finally {
      this.asking = false;
      this.redraw();
      this.present();
    }
  }

  /** The keyboard goes to what is advised; where the panel is too low for all of it, the rest of the panel gives way. */
  present() {
    const button = document.getElementById("do-hint");
    button?.focus({ preventScroll: true });
    const block = button?.closest(".hint-block");
    const panel = block?.closest(".question");
    const covered = panel?.querySelector(":scope > .actions")?.getBoundingClientRect().top ?? Infinity;
    if (button && block && panel && button.getBoundingClientRect().bottom > covered) panel.scrollTop += block.getBoundingClientRect().top - panel.getBoundingClientRect().top - 8;
    const place = this.store.hint?.places.at(-1);
    if (place) this.store.map?.ensureVisible(place);
  }
}
