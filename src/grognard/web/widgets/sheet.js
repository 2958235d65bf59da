/** On a phone: the sheet that drags to three heights, and the bar below it. Wider screens hide both. */


import { h, icon } from "../base/dom.js";
import { word } from "../base/words.js";

const HEIGHTS = ["low", "mid", "high"];
const VIEWS = [["orders", "flag"], ["log", "log"], ["tables", "table"]];
/** Pixels of a drag that are still a tap. */
const TAP = 6;

export class Sheet {
  /**
   * @param {HTMLElement} side
   * @param {import("./log").LogPanel} log
   * @param {() => void} seek opens the search
   */
  constructor(side, log, seek) {
    this.side = side;
    this.log = log;
    this.handle = h("button", { type: "button", class: "sheet-handle", "aria-label": word("sheet.height") });
    side.prepend(this.handle);
    this.bar = h("nav", { class: "bottom-bar", "aria-label": word("sheet.bar") },
      VIEWS.map(([name, sign]) => h("button", { type: "button", dataset: { view: name }, onclick: () => this.show(name) }, icon(sign), h("span", {}, word(`sheet.${name}`)))),
      h("button", { type: "button", dataset: { view: "find" }, onclick: seek }, icon("find"), h("span", {}, word("sheet.find"))));
    /** Whether it stands high because a question needed the room, not because somebody wanted it. */
    this.raised = false;
    /** Whether it stands high because something is read in it. */
    this.reading = false;
    this.set("mid");
    this.show("orders");
    this.listen();
  }

  /** @param {string} height */
  set(height) {
    this.side.dataset.height = height;
    this.side.style.removeProperty("height");
  }

  /** @param {string} view */
  show(view) {
    this.side.dataset.view = view;
    if (view !== "orders") this.log.open(view);
    this.lift(view !== "orders");
    for (const button of this.bar.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    this.side.scrollTop = 0;
    this.log.list.scrollTop = this.log.list.scrollHeight;
  }

  /** Log and tables are given the room, and give it back. @param {boolean} reads */
  lift(reads) {
    if (reads && this.side.dataset.height === "mid") this.set("high");
    else if (!reads && this.reading) this.set("mid");
    else return;
    this.reading = reads;
  }

  /** A new question comes to the front, and cards and a clash are given room. @param {import("../types").Decision} decision @param {boolean} clash */
  ask(decision, clash) {
    if (this.side.dataset.view !== "orders") this.show("orders");
    const room = clash || decision.options.some((option) => option.group === "card");
    if (room) this.raise();
    else if (this.raised) {
      this.set("mid");
      this.raised = false;
    }
  }

  /** What is asked stands first, whatever was read below it. */
  top() {
    this.side.scrollTop = 0;
  }

  /** More room, until the next question. */
  raise() {
    if (this.side.dataset.height === "high") return;
    this.set("high");
    this.raised = true;
  }

  /** A tap goes to the next height, a drag to the nearest. */
  listen() {
    let from = 0;
    let tall = 0;
    this.handle.addEventListener("pointerdown", (event) => {
      this.handle.setPointerCapture(event.pointerId);
      from = event.clientY;
      tall = this.side.getBoundingClientRect().height;
    });
    this.handle.addEventListener("pointermove", (event) => {
      if (tall && Math.abs(event.clientY - from) > TAP) this.side.style.height = `${tall + from - event.clientY}px`;
    });
    this.handle.addEventListener("pointerup", (event) => {
      const moved = Math.abs(event.clientY - from) > TAP;
      this.raised = this.reading = false;
      if (moved) this.set(this.nearest(this.side.getBoundingClientRect().height));
      else this.next();
      tall = 0;
    });
    this.handle.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.raised = this.reading = false;
        this.next();
      }
    });
  }

  next() {
    this.set(HEIGHTS[(HEIGHTS.indexOf(this.side.dataset.height ?? "") + 1) % HEIGHTS.length]);
  }

  /** @param {number} wanted */
  nearest(wanted) {
    const tall = (/** @type {string} */ height) => {
      this.set(height);
      return Math.abs(this.side.getBoundingClientRect().height - wanted);
    };
    const off = HEIGHTS.map(tall);
    return HEIGHTS[off.indexOf(Math.min(...off))];
  }
}
