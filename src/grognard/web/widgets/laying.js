/** An army laid out by hand: units dragged from a tray, or tapped and then a place, in any order. The server says where each may stand. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */
/** @typedef {import("../types").Berth} Berth */
/** @typedef {import("../types").Option} Option */

import { announce } from "../base/announce.js";
import { get } from "../base/api.js";
import { h } from "../base/dom.js";
import { word } from "../base/words.js";

/** Pixels of a unit in the tray, and under the hand that drags it. */
const FACE = 34;
const HELD = 46;
/** Pixels after which a press is a drag. */
const FAR = 8;

export class LayOut {
  /**
   * @param {Store} store
   * @param {Hands} hands
   * @param {() => void} redraw map and panel
   */
  constructor(store, hands, redraw) {
    this.store = store;
    this.hands = hands;
    this.redraw = redraw;
    /** @type {string} the unit in hand */
    this.unit = "";
    this.asked = 0;
    /** @type {HTMLElement | null} what follows the pointer */
    this.held = null;
    this.dragged = false;
  }

  get laying() {
    return this.store.laying;
  }

  /** A new question: the first unit is in hand. */
  update() {
    this.drop();
    this.unit = "";
    if (this.laying) void this.take(this.laying.berths[0].unit);
  }

  /** @param {string} unit */
  berth(unit) {
    return this.laying?.berths.find((berth) => berth.unit === unit) ?? null;
  }

  /** Take a unit in hand: its places are lit. @param {string} unit */
  async take(unit) {
    this.unit = unit;
    await this.ask({});
    announce(this.berth(unit)?.label ?? "");
  }

  /** Change how or where the unit in hand stands. @param {Partial<Berth>} change */
  async ask(change) {
    const { match, seat, snapshot } = this.store;
    if (!snapshot || !seat || !this.laying) return;
    const number = ++this.asked;
    const wishes = this.laying.berths.map((berth) => (berth.unit === this.unit ? { ...berth, ...change } : berth));
    const placed = wishes.map((berth) => [berth.unit, berth.form, berth.front, berth.place ?? ""].join(":")).join(",");
    const found = await get(`/api/matches/${match}/lay`, { seat, placed, unit: this.unit }).catch((fault) => this.hands.refuse(fault));
    if (!found || number !== this.asked || snapshot !== this.store.snapshot) return;
    this.store.laying = found;
    this.redraw();
  }

  /** The unit in hand stands there now; the next one is in hand. @param {string} place */
  async place(place) {
    const before = this.unit;
    await this.ask({ place });
    const next = this.laying?.berths.find((berth) => !berth.place);
    if (this.unit === before && next) await this.take(next.unit);
  }

  /** Whether a choice was one of ours. @param {Option} option */
  chooses(option) {
    if (!this.laying || option.verb !== "lay" || !option.place) return false;
    void this.place(option.place);
    return true;
  }

  /** A click on a unit that has been laid takes it in hand again. @param {string} place */
  lifts(place) {
    const found = this.laying?.units.find((unit) => /** @type {any} */ (unit).squares?.includes(place));
    const id = found ? String(/** @type {any} */ (found).id) : "";
    if (!id || !this.berth(id)) return false;
    void this.take(id);
    return true;
  }

  // dragging from the tray

  /** @param {PointerEvent} event @param {Berth} berth */
  grab(event, berth) {
    if (event.button) return;
    const from = { x: event.clientX, y: event.clientY };
    this.dragged = false;
    const move = (/** @type {PointerEvent} */ moved) => {
      if (!this.dragged && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < FAR) return;
      if (!this.dragged) void this.take(berth.unit);
      this.dragged = true;
      this.carry(moved, berth);
    };
    const end = (/** @type {PointerEvent} */ ended) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.drop();
      if (!this.dragged || ended.type === "pointercancel") return;
      const over = document.elementFromPoint(ended.clientX, ended.clientY)?.closest("svg.map");
      const place = over ? this.store.map?.placeAt?.(ended.clientX, ended.clientY) : null;
      if (place) void this.place(place);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} event @param {Berth} berth */
  carry(event, berth) {
    if (!this.held) {
      this.held = h("div", { class: "held", "aria-hidden": "true" }, this.picture(berth.picture, HELD));
      document.body.append(this.held);
    }
    this.held.style.transform = `translate(${event.clientX - HELD / 2}px, ${event.clientY - HELD / 2}px)`;
  }

  drop() {
    this.held?.remove();
    this.held = null;
  }

  // in the panel

  /** @param {string} name @param {number} size */
  picture(name, size) {
    return this.store.game?.optionPicture?.(name, size, this.store.scene ?? undefined) ?? null;
  }

  /** @returns {HTMLElement[]} */
  draw() {
    const laying = this.laying;
    if (!laying) return [];
    const mine = this.berth(this.unit);
    const left = laying.berths.filter((berth) => !berth.place).length;
    return [
      h("p", { class: "note" }, left ? word("laying.hint", left) : word("laying.ready")),
      h("div", { class: "berths", role: "group", "aria-label": word("laying.title") }, laying.berths.map((berth) => this.row(berth))),
      ...(mine ? [this.ways(mine.forms, mine.form, "form"), this.ways(mine.fronts, mine.front, "front")] : []),
    ];
  }

  /** @param {Berth} berth */
  row(berth) {
    const chosen = berth.unit === this.unit;
    return h("button", { type: "button", class: `berth${chosen ? " chosen" : ""}${berth.place ? " laid" : ""}`, dataset: { unit: berth.unit }, "aria-pressed": String(chosen),
      onclick: () => this.dragged || void this.take(berth.unit), onpointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, berth) },
      this.picture(berth.picture, FACE), h("span", { class: "text" }, berth.label), h("span", { class: "note" }, berth.place ?? ""));
  }

  /** @param {import("../types").Pick[]} picks @param {string} now @param {"form" | "front"} what */
  ways(picks, now, what) {
    return h("div", { class: "ways-to-stand", role: "group", "aria-label": word(`laying.${what}`) }, picks.map((pick) =>
      h("button", { type: "button", class: pick.value === now ? "on" : "", "aria-pressed": String(pick.value === now), title: pick.label, "aria-label": pick.label,
        dataset: { [what]: pick.value }, onclick: () => void this.ask({ [what]: pick.value }) }, this.picture(pick.picture, FACE - 6))));
  }
}
