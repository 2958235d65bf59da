/** Looking from a hex: with the overlay on, a click chooses where from, the pointer where to. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Sight} Sight */
/** @typedef {import("../client").BoardMap} BoardMap */

import { announce } from "../base/announce.js";
import { get } from "../base/api.js";
import { bubble, hideBubble } from "./bubble.js";
import { word } from "../base/words.js";

export class Sighting {
  /**
   * @param {Store} store
   * @param {() => string | null} place what is looked at already
   * @param {(fault: unknown) => void} refuse
   */
  constructor(store, place, refuse) {
    this.store = store;
    this.place = place;
    this.refuse = refuse;
    this.on = false;
    /** @type {Sight | null} */
    this.sight = null;
    /** @type {Map<string, Sight | null>} */
    this.kept = new Map();
  }

  /** @param {BoardMap} map */
  mount(map) {
    map.onHover?.((hex) => this.aim(hex));
  }

  /** @param {boolean} on */
  toggle(on) {
    this.on = on;
    this.sight = null;
    this.kept.clear();
    this.store.map?.setSight?.(null);
    const start = this.place() ?? this.store.start();
    if (on && start) void this.from(start);
    else if (on) announce(word("sight.choose"));
  }

  /** @param {string} hex */
  async from(hex) {
    const snapshot = this.store.snapshot;
    try {
      if (!this.kept.has(hex)) this.kept.set(hex, await get(`/api/matches/${this.store.match}/sight`, { seat: this.store.seat, place: hex }));
    } catch (fault) {
      this.refuse(fault);
    }
    if (!this.store.snapshot || (snapshot && snapshot.seat !== this.store.snapshot.seat)) this.kept.clear();
    if (!this.on || !this.kept.has(hex)) return;
    this.sight = this.kept.get(hex) ?? null;
    this.store.map?.setSight?.(this.sight);
    if (this.sight) announce(word("sight.from", hex, this.sight.seen.length));
  }

  /** A click: with a finger the second hex is the goal, with a mouse always a new start. @param {string} hex @param {Event} event */
  async press(hex, event) {
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    if (finger && this.sight && this.sight.from !== hex) this.aim(hex);
    else await this.from(hex);
  }

  /** @param {string | null} hex */
  aim(hex) {
    if (!this.on || !this.sight || !this.store.map) return;
    this.store.map.setSight?.(this.sight, hex);
    const hidden = hex ? this.sight.hidden[hex] : null;
    if (!hex || !hidden) {
      hideBubble();
      return;
    }
    const at = this.store.map.hexOnScreen(hex);
    bubble(new MouseEvent("pointermove", { clientX: at.x, clientY: at.y - 18 }), [hidden]);
    announce(hidden.text);
  }
}
