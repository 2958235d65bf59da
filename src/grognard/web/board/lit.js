/** What can be chosen: the veil over the rest, lit hexes with their price, and a button for each of them. */

/** @typedef {import("../map-types").Option} Option */
/** @typedef {import("../map-types").Point} Point */
/** @typedef {import("./geometry").Layout} Layout */

import { BOLD, textScale, widthOf } from "./labels.js";
import { el, empty, layer, n, straight, xy } from "../base/svg.js";
import { box, sheet } from "./terrain.js";

/** An answer with more places than these is a stretch of country: the lines inside are faint. */
const WIDE = 8;

/** @typedef {{place: string, options: Option[], target: SVGGElement, tag: SVGGElement | null}} Lit */

export class LitLayer {
  /**
   * @param {{under: SVGGElement, targets: SVGGElement, tags: SVGGElement}} groups
   * @param {Layout} layout
   * @param {string} hatch id of the hatch pattern
   * @param {(hex: string) => boolean} busy whether something stands in the middle of a hex
   */
  constructor(groups, layout, hatch, busy) {
    this.layout = layout;
    this.hatch = hatch;
    this.busy = busy;
    this.veil = el("path", { class: "veil", d: "" }, groups.under);
    this.fills = layer(groups.under, "lit");
    this.targets = groups.targets;
    this.tags = groups.tags;
    /** @type {Map<string, Lit>} */
    this.lit = new Map();
    /** @type {(option: Option, all: Option[], modified: boolean) => void} */
    this.choose = () => {};
    /** @type {(option: Option | null) => void} */
    this.hover = () => {};
    /** @type {(hex: string) => void} */
    this.reveal = () => {};
    this.over = "";
    this.scale = 1;
    this.targets.addEventListener("keydown", (event) => this.#key(event));
    this.targets.addEventListener("focusin", (event) => this.#focus(event));
    this.targets.addEventListener("focusout", () => this.hover(null));
  }

  /**
   * @param {Option[]} options
   * @param {(option: Option, all: Option[], modified: boolean) => void} choose
   * @param {(option: Option | null) => void} hover
   */
  set(options, choose, hover) {
    this.choose = choose;
    this.hover = hover;
    const focused = this.#focused();
    /** @type {Map<string, Option[]>} */
    const byHex = new Map();
    for (const option of options) {
      if (option.place && this.layout.byName.has(option.place)) byHex.set(option.place, [...(byHex.get(option.place) ?? []), option]);
    }
    const alike = this.#alike(options, byHex);
    for (const group of [this.fills, this.targets, this.tags]) empty(group);
    this.lit.clear();
    this.over = "";
    for (const [hex, all] of byHex) this.#light(hex, all);
    for (const [hex, chief] of alike) this.#share(hex, chief);
    this.#gather(byHex, alike.size === 0);
    this.#drawVeil([...byHex.keys(), ...alike.keys()]);
    this.#oneStop();
    if (focused) (this.lit.get(focused)?.target ?? this.targets.ownerSVGElement)?.focus({ preventScroll: true });
  }

  /** A whole stretch of country is drawn as one: its border strong, the lines inside faint. @param {Map<string, Option[]>} byHex @param {boolean} single whether each option has one place */
  #gather(byHex, single) {
    const many = single && byHex.size > this.layout.many;
    this.fills.classList.toggle("many", many);
    if (!many) return;
    const rings = this.layout.outlines((cell) => cell.id !== null && byHex.has(cell.id), false);
    el("path", { d: rings.map((ring) => straight(ring, true)).join(""), class: "border" }, this.fills);
  }

  /** Further places of options that have several, each with the chief one; what is lit for itself stays so. @param {Option[]} options @param {Map<string, Option[]>} byHex */
  #alike(options, byHex) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const option of options) {
      for (const hex of option.places ?? []) {
        if (option.place && !byHex.has(hex) && this.layout.byName.has(hex)) found.set(hex, option.place);
      }
    }
    return found;
  }

  /** A place that means the same as another: the eye and the mouse have it, the keyboard has the other. @param {string} hex @param {string} chief */
  #share(hex, chief) {
    const lit = this.lit.get(chief);
    if (!lit) return;
    const wide = (lit.options[0].places?.length ?? 0) > WIDE;
    const g = el("g", { class: wide ? "hex wide" : "hex", "data-hex": hex }, this.fills);
    if (wide) this.fills.querySelector(`[data-hex="${chief}"]`)?.classList.add("wide");
    const shape = straight(this.layout.shape(this.layout.center(hex), 1.7), true);
    el("path", { d: shape, class: "fill" }, g);
    el("path", { d: shape, class: "edge" }, g);
    this.lit.set(hex, { ...lit, place: chief });
  }

  #focused() {
    const active = document.activeElement;
    return active && this.targets.contains(active) ? active.getAttribute("data-hex") : null;
  }

  /**
   * @param {string} hex
   * @param {Option[]} options
   */
  #light(hex, options) {
    const at = this.layout.center(hex);
    const price = options.every((option) => option.price);
    const name = price ? "hex price" : "hex";
    const shape = straight(this.layout.shape(at, 1.7), true);
    const g = el("g", { class: name, "data-hex": hex }, this.fills);
    el("path", { d: shape, class: "fill", ...(price ? { style: `fill:url(#${this.hatch})` } : {}) }, g);
    el("path", { d: shape, class: "edge" }, g);
    const target = el("g", {
      class: "target", role: "button", tabindex: -1, "data-hex": hex,
      "aria-label": options.map((option) => option.label).join("; "),
    }, this.targets);
    el("path", { d: straight(this.layout.shape(at), true), class: "hit" }, target);
    el("path", { d: straight(this.layout.shape(at, -3), true), class: "ring" }, target);
    const tagged = options.find((option) => option.tag);
    this.lit.set(hex, { place: hex, options, target, tag: tagged?.tag ? this.#tag(hex, tagged.tag) : null });
  }

  /**
   * A pill with the risk or the cost.
   * @param {string} hex
   * @param {string} text
   */
  #tag(hex, text) {
    const outer = el("g", { class: "tag", "data-hex": hex, transform: `translate(${xy(this.#spot(hex, false))})` }, this.tags);
    const g = el("g", {}, outer);
    const width = Math.max(30, widthOf(text, BOLD) + 16);
    el("rect", { x: n(-width / 2), y: -10.5, width: n(width), height: 21, rx: 10.5 }, g);
    el("text", { y: 4.2 }, g).textContent = text;
    g.setAttribute("transform", `scale(${textScale(12, this.scale)})`);
    return outer;
  }

  /** @param {string[]} hexes */
  #drawVeil(hexes) {
    const on = hexes.length > 0;
    this.veil.classList.toggle("on", on);
    if (!on) return;
    const holes = hexes.map((hex) => straight(this.layout.shape(this.layout.center(hex)), true)).join("");
    this.veil.setAttribute("d", box(sheet(this.layout)) + holes);
  }

  /** Tab comes to the map once; arrows walk from hex to hex. @param {string} [hex] */
  #oneStop(hex) {
    const chosen = hex ?? this.lit.keys().next().value;
    for (const lit of this.lit.values()) lit.target.setAttribute("tabindex", lit.place === chosen ? "0" : "-1");
  }

  /** Tags keep their size on the screen. @param {number} scale */
  rescale(scale) {
    this.scale = scale;
    const grow = textScale(12, scale);
    for (const tag of this.tags.children) tag.firstElementChild?.setAttribute("transform", `scale(${grow})`);
  }

  /**
   * On the way to the goal the stops have numbers instead of tags; the goal's tag is drawn as chosen, beside the ghost.
   * @param {string | undefined} goal
   * @param {string[]} way
   */
  markWay(goal, way) {
    for (const tag of this.tags.children) {
      const hex = tag.getAttribute("data-hex") ?? "";
      const chosen = hex === goal;
      tag.classList.toggle("chosen", chosen);
      tag.classList.toggle("passed", !chosen && way.includes(hex));
      tag.setAttribute("transform", `translate(${xy(this.#spot(hex, chosen))})`);
    }
  }

  /** Where a tag stands: beside whatever fills the middle of the hex. @param {string} hex @param {boolean} full @returns {Point} */
  #spot(hex, full) {
    const at = this.layout.center(hex);
    if (full || this.busy(hex)) return { x: at.x + this.layout.aside.x, y: at.y + this.layout.aside.y };
    return { x: at.x, y: at.y - (this.layout.scene.cities[hex] ? 25 : 0) };
  }

  /** @param {string} hex @param {boolean} [modified] with Shift, or long @returns {boolean} whether it was lit */
  press(hex, modified = false) {
    const lit = this.lit.get(hex);
    if (lit) this.choose(lit.options[0], lit.options, modified);
    return !!lit;
  }

  /** A long press: only where it means something else than a short one. @param {string} hex @returns {boolean} */
  pressLong(hex) {
    const own = this.lit.get(hex)?.options.some((option) => option.aside || "path" in option);
    return !!own && this.press(hex, true);
  }

  /** @param {string | null} hex under the pointer */
  point(hex) {
    const now = hex && this.lit.has(hex) ? hex : "";
    if (now === this.over) return;
    this.over = now;
    for (const g of this.fills.children) g.classList.toggle("over", g.getAttribute("data-hex") === now);
    this.hover(now ? (this.lit.get(now)?.options[0] ?? null) : null);
  }

  /** @param {FocusEvent} event */
  #focus(event) {
    const hex = /** @type {Element} */ (event.target).getAttribute("data-hex");
    const lit = hex ? this.lit.get(hex) : null;
    if (!lit || !hex) return;
    this.#oneStop(hex);
    if (!lit.target.matches(":focus-visible")) return; // a finger: the card of the odds would come between it and its click
    this.reveal(hex);
    this.hover(lit.options[0]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const hex = this.#focused();
    if (!hex) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.press(hex, event.shiftKey);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#next(hex, way[0], way[1])?.focus({ preventScroll: true });
  }

  /**
   * The nearest lit hex in a direction.
   * @param {string} hex
   * @param {number} dx
   * @param {number} dy
   * @returns {SVGGElement | null}
   */
  #next(hex, dx, dy) {
    const from = this.layout.center(hex);
    let best = null;
    let least = Infinity;
    for (const lit of this.lit.values()) {
      const at = this.layout.center(lit.place);
      const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
      const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
      if (along < 8) continue;
      const cost = along + aside * 2.2;
      if (cost < least) {
        least = cost;
        best = lit.target;
      }
    }
    return best;
  }

  /** Put the keyboard on the first lit hex. */
  focusFirst() {
    const first = this.lit.values().next().value;
    first?.target.focus({ preventScroll: true });
    return !!first;
  }
}
