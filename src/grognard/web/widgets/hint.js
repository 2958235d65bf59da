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
    /** Whether a piece is drawn where it would come to. */
    this.drawn = false;
  }

  /** On an open table the piece where it would come to. */
  mark() {
    const ahead = this.store.hint?.ahead;
    if (ahead) this.store.map?.setGhost?.({ unit: ahead.unit, pose: { x: ahead.pose[0], y: ahead.pose[1], facing: ahead.pose[2] }, way: ahead.way, ok: true, turns: false });
    else if (this.drawn) this.store.map?.setGhost?.(null);
    this.drawn = !!ahead;
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
    let late = false;
    this.asking = true;
    this.store.forget();
    this.redraw();
    try {
      const found = await post(`/api/matches/${this.store.match}/hint`, { seat: this.store.seat, revision: snapshot.revision });
      late = !found;
      if (late || snapshot.revision !== this.store.snapshot?.revision || snapshot.seat !== this.store.seat) return; // somebody else's, or too late
      this.store.hint = found;
      announce([found.text, ...found.why].join(". "));
    } catch (fault) {
      this.hands.refuse(fault);
    } finally {
      this.asking = false;
      this.redraw();
      if (late) this.hands.quiet(word("hint.late"));
      this.present();
    }
  }

  /** The keyboard goes to what is advised; where the panel is too low for all of it, the rest of the panel gives way. */
  present() {
    const button = document.getElementById("do-hint");
    button?.focus({ preventScroll: true });
    const block = button?.closest(".hint-block");
    const covered = document.getElementById("hint")?.closest(".actions")?.getBoundingClientRect().top ?? Infinity;
    const frame = scrolls(block ?? null);
    if (button && block && frame && button.getBoundingClientRect().bottom > covered) frame.scrollTop += block.getBoundingClientRect().top - frame.getBoundingClientRect().top - 8;
    const place = this.store.hint?.places.at(-1);
    if (place) this.store.map?.ensureVisible(place);
  }
}

/** The nearest part of the page that can be scrolled. @param {Element | null} inside @returns {Element | null} */
function scrolls(inside) {
  const above = inside?.parentElement ?? null;
  if (!above || (above.scrollHeight > above.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(above).overflowY))) return above;
  return scrolls(above);
}
