/**
 * Moving about the map: wheel, pinch, drag and keys change one transform and nothing else. While the hand moves, the
 * drawing is a finished picture that is only shifted and stretched; when it rests, it is drawn sharp again.
 */

/** @typedef {import("../map-types").Box} Box */
/** @typedef {import("../map-types").Insets} Insets */
/** @typedef {import("../map-types").Point} Point */

import { reducedMotion } from "../base/svg.js";

const FIT_TIME = 220;
const SLIP = 5;
const REST = 140;
/** A part is never shown larger than this unless a hand asks for it: pieces keep their size, the surroundings stay in view. */
const NEAR = 1;
/** A part that would hardly be larger than the whole sheet gives way to it. */
const ALMOST = 1.4;
/** How far the edge of the sheet may come into the window, in pixels. */
const MARGIN = 24;

/** @type {WeakMap<SVGSVGElement, PanZoom>} */
const attached = new WeakMap();

/**
 * One controller a map; a second call adds its listener to the first.
 * @param {SVGSVGElement} svg
 * @param {{onChange?: (viewBox: Box, scale: number) => void, world?: SVGGElement, bounds?: Box, max?: number}} [options]
 *   world: the group that is moved; without it the viewBox of the SVG changes
 * @returns {PanZoom}
 */
export function attachPanZoom(svg, options = {}) {
  let found = attached.get(svg);
  if (!found) {
    found = new PanZoom(svg, options.bounds ?? { x: 0, y: 0, width: 1000, height: 1000 }, options.max ?? 3.4, options.world ?? null);
    attached.set(svg, found);
  }
  if (options.onChange) found.listen(options.onChange);
  return found;
}

export class PanZoom {
  /**
   * @param {SVGSVGElement} svg
   * @param {Box} bounds
   * @param {number} max pixels a unit
   * @param {SVGGElement | null} world
   */
  constructor(svg, bounds, max, world) {
    this.svg = svg;
    this.world = world;
    this.rest = 0;
    this.bounds = bounds;
    this.max = max;
    this.scale = 1;
    /** @type {Point} the point of the map in the middle of the window */
    this.middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    /** @type {Insets} what floating cards cover */
    this.insets = { left: 0, right: 0, top: 0, bottom: 0 };
    this.size = { width: 0, height: 0 };
    /** @type {((viewBox: Box, scale: number) => void)[]} */
    this.listeners = [];
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    this.moved = false;
    this.fitted = false;
    this.frame = 0;
    this.glide = 0;
    svg.style.touchAction = "none";
    this.#bind();
  }

  #bind() {
    const svg = this.svg;
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      svg.addEventListener(end, (event) => this.#up(event));
    }
    svg.addEventListener("click", (event) => {
      if (this.moved && event.detail) event.stopImmediatePropagation();
      this.moved = false;
    }, { capture: true });
    svg.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.resize()).observe(svg);
    queueMicrotask(() => this.resize());
  }

  /** @param {(viewBox: Box, scale: number) => void} callback */
  listen(callback) {
    this.listeners.push(callback);
    if (this.size.width) callback(this.box(), this.scale);
  }

  /** @returns {Box} what the window shows */
  box() {
    const width = this.size.width / this.scale;
    const height = this.size.height / this.scale;
    return { x: this.middle.x - width / 2, y: this.middle.y - height / 2, width, height };
  }

  resize() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !height) return;
    const first = !this.size.width;
    this.size = { width, height };
    if (first || this.fitted) this.fit(undefined, false);
    else this.#set(this.middle, this.scale);
    if (!first) return;
    cancelAnimationFrame(this.frame);
    this.#show();
  }

  /** The smallest scale: the whole sheet with some air. */
  least() {
    const free = this.#free();
    return 0.92 * Math.min(free.width / this.bounds.width, free.height / this.bounds.height);
  }

  #free() {
    const { left, right, top, bottom } = this.insets;
    return { width: Math.max(80, this.size.width - left - right), height: Math.max(80, this.size.height - top - bottom) };
  }

  /**
   * @param {Point} middle
   * @param {number} scale
   */
  #set(middle, scale) {
    const b = this.bounds;
    this.scale = Math.min(this.max, Math.max(this.least(), scale));
    this.middle = {
      x: Math.min(b.x + b.width, Math.max(b.x, middle.x)),
      y: Math.min(b.y + b.height, Math.max(b.y, middle.y)),
    };
    if (!this.frame) this.frame = requestAnimationFrame(() => this.#show());
  }

  #show() {
    this.frame = 0;
    const box = this.box();
    if (this.world) {
      this.world.style.transform = `scale(${this.scale}) translate(${-box.x}px, ${-box.y}px)`;
      this.world.style.willChange = "transform";
      clearTimeout(this.rest);
      this.rest = window.setTimeout(() => this.#sharpen(), REST);
    } else {
      this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    }
    for (const tell of this.listeners) tell(box, this.scale);
  }

  #sharpen() {
    if (this.fingers.size && this.moved) this.rest = window.setTimeout(() => this.#sharpen(), REST);
    else if (this.world) this.world.style.willChange = "";
  }

  /**
   * Where on the map a point of the window lies.
   * @param {number} x clientX
   * @param {number} y clientY
   * @returns {Point}
   */
  toMap(x, y) {
    const at = this.svg.getBoundingClientRect();
    const box = this.box();
    return { x: box.x + (x - at.left) / this.scale, y: box.y + (y - at.top) / this.scale };
  }

  /** @param {Point} p @returns {Point} in the window */
  toWindow(p) {
    const at = this.svg.getBoundingClientRect();
    const box = this.box();
    return { x: at.left + (p.x - box.x) * this.scale, y: at.top + (p.y - box.y) * this.scale };
  }

  /**
   * Zoom so that the point under the hand stays there.
   * @param {number} factor
   * @param {number} [x] clientX
   * @param {number} [y] clientY
   */
  zoom(factor, x, y) {
    this.#stop();
    const at = this.svg.getBoundingClientRect();
    const cx = x ?? at.left + at.width / 2;
    const cy = y ?? at.top + at.height / 2;
    const fixed = this.toMap(cx, cy);
    const scale = Math.min(this.max, Math.max(this.least(), this.scale * factor));
    this.fitted = false;
    this.#set({
      x: fixed.x - (cx - at.left - at.width / 2) / scale,
      y: fixed.y - (cy - at.top - at.height / 2) / scale,
    }, scale);
  }

  /** @param {number} dx pixels @param {number} dy */
  pan(dx, dy) {
    this.#stop();
    this.fitted = false;
    this.#set({ x: this.middle.x - dx / this.scale, y: this.middle.y - dy / this.scale }, this.scale);
  }

  /**
   * Show a part of the map, or all of it.
   * @param {Box} [part]
   * @param {boolean} [smooth]
   * @param {number} [largest] the largest scale of a part
   */
  fit(part, smooth = true, largest = NEAR) {
    const free = this.#free();
    const across = (/** @type {Box} */ box) => Math.min(free.width / box.width, free.height / box.height);
    const whole = !part || across(part) < ALMOST * across(this.bounds);
    const b = part && !whole ? part : this.bounds;
    const scale = Math.min(whole ? this.max : largest, across(b) * (whole ? 0.985 : 1));
    this.fitted = whole;
    this.goTo({ x: b.x + b.width / 2, y: b.y + b.height / 2 }, scale, smooth);
  }

  /**
   * Bring a point to the middle of what the cards leave free.
   * @param {Point} p
   * @param {number} [scale]
   * @param {boolean} [smooth]
   */
  goTo(p, scale = this.scale, smooth = true) {
    this.#stop();
    const { left, right, top, bottom } = this.insets;
    const at = this.#onSheet(p, scale);
    const goal = { x: at.x + (right - left) / 2 / scale, y: at.y + (bottom - top) / 2 / scale };
    if (!smooth || reducedMotion() || !this.size.width) {
      this.#set(goal, scale);
      return;
    }
    const from = { ...this.middle, scale: this.scale };
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - begun) / FIT_TIME));
      const e = 1 - (1 - t) ** 3;
      const s = from.scale * (scale / from.scale) ** e;
      this.#set({ x: from.x + (goal.x - from.x) * e, y: from.y + (goal.y - from.y) * e }, s);
      this.glide = t < 1 ? requestAnimationFrame(step) : 0;
    };
    this.glide = requestAnimationFrame(step);
  }

  /** The nearest middle at which the window is full of map, but for a margin. @param {Point} p @param {number} scale @returns {Point} */
  #onSheet(p, scale) {
    const { x, y, width, height } = this.bounds;
    const free = this.#free();
    return { x: within(p.x, x, width, (free.width / 2 - MARGIN) / scale), y: within(p.y, y, height, (free.height / 2 - MARGIN) / scale) };
  }

  #stop() {
    cancelAnimationFrame(this.glide);
    this.glide = 0;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey && !event.ctrlKey) {
      this.pan(-(event.deltaX || event.deltaY) * unit, event.deltaX ? -event.deltaY * unit : 0);
      return;
    }
    const turn = Math.max(-240, Math.min(240, event.deltaY * unit));
    this.zoom(Math.exp(-turn * (event.ctrlKey ? 0.009 : 0.0018)), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button > 1) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.moved = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    if (event.pointerType === "mouse" && !event.buttons) {
      this.#up(event);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (!this.moved && this.start) {
      if (this.fingers.size < 2 && Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLIP) return;
      this.moved = true;
      this.svg.setPointerCapture(event.pointerId);
      this.svg.classList.add("dragging");
    }
    const others = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
    this.fingers.set(event.pointerId, now);
    if (!others.length) this.pan(now.x - was.x, now.y - was.y);
    else this.#pinch(was, now, others[0]);
  }

  /** @param {Point} was @param {Point} now @param {Point} other */
  #pinch(was, now, other) {
    const before = Math.hypot(was.x - other.x, was.y - other.y) || 1;
    const after = Math.hypot(now.x - other.x, now.y - other.y) || 1;
    this.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    this.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.svg.classList.remove("dragging");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? 240 : 80;
    /** @type {Record<string, () => void>} */
    const does = {
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), "0": () => this.fit(),
      ArrowLeft: () => this.pan(step, 0), ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step), ArrowDown: () => this.pan(0, -step),
    };
    const act = does[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}

/** @param {number} at @param {number} from @param {number} length @param {number} half @returns {number} */
function within(at, from, length, half) {
  return 2 * half > length ? from + length / 2 : Math.min(from + length - half, Math.max(from + half, at));
}
