/** The tape measure: between two points of an open table, from edge to edge where they lie on pieces. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../map-types").Point} Point */

import { announce } from "../base/announce.js";
import { h, iconButton, put } from "../base/dom.js";
import { gap } from "../board/planelayout.js";
import { word } from "../base/words.js";

/** Pixels after which a press is a pull. */
const FAR = 6;

export class Tape {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.on = false;
    /** @type {{ring: Point[], name: string} | null} */
    this.from = null;
    /** @type {{ring: Point[], name: string} | null} */
    this.to = null;
    /** @type {{x: number, y: number, at: {ring: Point[], name: string}} | null} where the hand took hold of the tape */
    this.hand = null;
    this.pulled = false;
    this.element = h("div", { class: "tape-card card", hidden: true, role: "group", "aria-label": word("tape.title") });
  }

  /** @param {import("../client").BoardMap} map */
  mount(map) {
    const svg = map.svg;
    if (!svg || !map.setTape) return;
    svg.addEventListener("click", (event) => this.click(event), { capture: true });
    svg.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    svg.addEventListener("pointermove", (event) => this.stretch(event), { capture: true });
    svg.addEventListener("pointerup", (event) => this.up(event), { capture: true });
  }

  get map() {
    return /** @type {any} */ (this.store.map);
  }

  /** @param {boolean} on */
  toggle(on) {
    this.on = on;
    this.from = this.to = null;
    this.element.hidden = !on;
    this.map?.svg?.classList.toggle("measuring", on);
    this.map?.setTape?.(null);
    document.getElementById("tool-tape")?.setAttribute("aria-pressed", String(on));
    if (!on) return;
    this.draw();
    announce(word("tape.help"));
  }

  /** A point of the window: the piece there, or the bare spot. @param {MouseEvent} event */
  at(event) {
    const p = this.map.panzoom.toMap(event.clientX, event.clientY);
    const hex = this.map.layout.hexAt(p);
    return hex ? this.piece(hex) : { ring: [p], name: word("tape.point") };
  }

  /** @param {string} id */
  piece(id) {
    const place = this.map.layout.center(id);
    return { ring: place.outline ?? [{ x: place.x, y: place.y }], name: this.store.name(id) };
  }

  /** The tape is pulled out: the table stays where it is. @param {PointerEvent} event */
  down(event) {
    this.pulled = false;
    if (!this.on || event.button || !event.isPrimary) return;
    event.stopImmediatePropagation();
    this.map.svg.setPointerCapture?.(event.pointerId);
    this.hand = { x: event.clientX, y: event.clientY, at: this.at(event) };
  }

  /** @param {PointerEvent} event */
  up(event) {
    const hand = this.hand;
    this.hand = null;
    if (!this.on || !hand || !this.pulled) return;
    [this.from, this.to] = [hand.at, this.at(event)];
    this.draw();
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!this.on) return;
    event.stopImmediatePropagation();
    if (this.pulled) return;
    if (!this.from || this.to) [this.from, this.to] = [this.at(event), null];
    else this.to = this.at(event);
    this.draw();
  }

  /** @param {PointerEvent} event */
  stretch(event) {
    const hand = this.hand;
    if (this.on && hand && (this.pulled || Math.hypot(event.clientX - hand.x, event.clientY - hand.y) > FAR)) {
      this.pulled = true;
      event.stopImmediatePropagation();
      this.measure(hand.at, this.at(event));
      return;
    }
    if (this.on && this.from && !this.to) this.measure(this.from, this.at(event));
  }

  /** @param {{ring: Point[], name: string}} from @param {{ring: Point[], name: string}} to */
  measure(from, to) {
    const [a, b] = gap(from.ring, to.ring);
    const size = this.map.scene.unit?.size ?? 10;
    const far = (Math.round(Math.hypot(a.x - b.x, a.y - b.y)) / size).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });
    const text = `${far} ${this.map.scene.unit?.name ?? ""}`;
    this.map.setTape({ from: a, to: b, text });
    return text;
  }

  draw() {
    const text = this.from && this.to ? this.measure(this.from, this.to) : "";
    if (text) announce(`${this.from?.name}, ${this.to?.name}: ${text}`);
    put(this.element, h("div", { class: "tape-head" }, h("strong", {}, word("tape.title")), iconButton("close", word("tape.clear"), () => this.toggle(false))),
      h("p", { class: "note" }, word("tape.help")), this.choice("start", this.from?.name), this.choice("end", this.to?.name),
      h("output", { class: "tape-result" }, text));
  }

  /** The same by a list, for those without a mouse. @param {"start" | "end"} which @param {string | undefined} name */
  choice(which, name) {
    const ids = [...this.map.layout.byName.keys()];
    const pieces = ids.map((id) => ({ id, name: this.store.name(id) }));
    const known = pieces.some((piece) => piece.name === name);
    const select = /** @type {HTMLSelectElement} */ (h("select", { id: `tape-${which}` }, h("option", { value: "" }, name && !known ? name : word("tape.point")),
      pieces.map((piece) => h("option", { value: piece.id, selected: piece.name === name || null }, `${piece.name} (${piece.id})`))));
    select.addEventListener("change", () => {
      const piece = select.value ? this.piece(select.value) : null;
      if (which === "start") this.from = piece;
      else this.to = piece;
      this.draw();
      document.getElementById(`tape-${which}`)?.focus();
    });
    return h("label", { class: "field" }, h("span", {}, word(`tape.${which}`)), select);
  }
}
