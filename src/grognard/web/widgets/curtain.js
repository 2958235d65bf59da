/** Two people at one screen: who sits here, and the curtain that hides the table while they change seats. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Snapshot} Snapshot */

import { announce } from "../base/announce.js";
import { h, put } from "../base/dom.js";
import { owes } from "../base/offers.js";
import { word } from "../base/words.js";

/** The sides that people at this screen play. @param {Snapshot} snapshot */
export function people(snapshot) {
  return snapshot.sides.filter((side) => side.seat === "human" || side.seat === "hotseat").map((side) => side.id);
}

export class Curtain {
  /**
   * @param {Store} store
   * @param {HTMLElement} root what it hides
   * @param {(seat: string | null) => void} sit
   */
  constructor(store, root, sit) {
    this.store = store;
    this.root = root;
    this.sit = sit;
    /** @type {HTMLElement | null} */
    this.element = null;
    /** @type {string | null} whom it waits for */
    this.awaited = null;
    this.keep = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "open-hand" }));
    this.words = h("div", { class: "curtain-words", role: "status" });
  }

  get up() {
    return this.element !== null;
  }

  /** Whether these people have agreed to play with open cards, in this tab. */
  get openHand() {
    return sessionStorage.getItem(`grognard.open.${this.store.match}`) === "yes";
  }

  agree() {
    sessionStorage.setItem(`grognard.open.${this.store.match}`, "yes");
  }

  /** Whether one person's table is to be hidden from another. @param {Snapshot} snapshot */
  needed(snapshot) {
    return snapshot.secrets !== false && !snapshot.outcome && people(snapshot).length > 1 && !this.openHand;
  }

  /** Who sits here: whoever did, as long as he is asked; else the next who is. @param {Snapshot} snapshot @returns {string | null} */
  sitter(snapshot) {
    const here = people(snapshot);
    if (here.length < 2) return here[0] ?? null;
    const last = this.store.seat ?? sessionStorage.getItem(this.#shelf);
    const answers = owes(snapshot, here);
    const asked = answers ? [answers] : here.filter((side) => snapshot.view.to_act.includes(side));
    const stays = asked.length ? asked : here;
    return last && stays.includes(last) ? last : stays[0];
  }

  get #shelf() {
    return `grognard.seat.${this.store.match}`;
  }

  /** Note who sits here, for a reload: only the name of the side. @param {string | null} seat */
  remember(seat) {
    if (seat) sessionStorage.setItem(this.#shelf, seat);
  }

  /** Hide everything and wait; if it hangs already, only the name on it changes. @param {Snapshot} snapshot */
  hang(snapshot) {
    this.awaited = this.sitter(snapshot);
    this.#fill(snapshot);
    if (this.element) return;
    const ready = h("button", { type: "button", class: "primary" }, word("hotseat.ready"));
    // the second click of a double click was meant for what the curtain hides
    ready.addEventListener("click", (event) => event.detail > 1 || this.lift());
    this.element = h("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": word("hotseat.text") },
      this.words, ready, h("label", {}, this.keep, " ", word("hotseat.open")));
    for (const behind of this.root.children) behind.setAttribute("inert", "");
    this.root.append(this.element);
    ready.focus();
  }

  /** @param {Snapshot} snapshot */
  #fill(snapshot) {
    const name = (/** @type {string | null} */ id) => snapshot.sides.find((side) => side.id === id)?.name ?? "";
    const later = people(snapshot).filter((side) => side !== this.awaited && snapshot.view.to_act.includes(side)).map(name);
    put(this.words, h("h2", {}, word("hotseat.title", name(this.awaited))), h("p", {}, word("hotseat.text"), " ", word("hands.here", name(this.awaited))),
      later.length ? h("p", { class: "note" }, word("hands.then", later.join(", "))) : null);
  }

  /** Whom it waits for is here. */
  lift() {
    if (!this.element) return;
    if (this.keep.checked) this.agree();
    this.remove();
    this.sit(this.awaited);
  }

  remove() {
    this.element?.remove();
    this.element = null;
    for (const behind of this.root.children) behind.removeAttribute("inert");
  }

  /** Without secrets, or with open cards, a word is enough. @param {Snapshot} snapshot @param {string | null} next */
  pass(snapshot, next) {
    const text = word("hands.now", snapshot.sides.find((side) => side.id === next)?.name ?? "");
    document.querySelector(".hands")?.remove();
    const note = h("p", { class: "hands card", role: "status" }, text);
    this.root.querySelector(".board")?.append(note);
    announce(text);
    setTimeout(() => note.remove(), 4000);
  }
}
