/** The lines of the log: one a march, one a battle, folded by turn and phase; each unfolds to what it was told from. */

/** @typedef {import("../base/tale").Entry} Entry */
/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {ReturnType<typeof chapters>[number]} Chapter */

import { die, withDice } from "../base/dice.js";
import { h, icon, put, ruleChip } from "../base/dom.js";
import { chapters } from "../base/tale.js";
import { withChip } from "./cards.js";
import { word } from "../base/words.js";

/** Turns beyond the present one that stand open. */
const OPEN = 1;
/** Pixels from the end at which a reader still reads along. */
const END = 48;

export class LogLines {
  /**
   * @param {HTMLElement} list
   * @param {{show(entry: Entry): void, point(entry: Entry | null): void}} does
   */
  constructor(list, does) {
    this.list = list;
    this.does = does;
    /** Turns and lines that somebody opened or shut. @type {Map<string, boolean>} */
    this.wished = new Map();
    /** The turns as they stand there. @type {Map<string, {said: string, part: HTMLElement}>} */
    this.drawn = new Map();
    /** How far down the reader is; Infinity: he reads along. */
    this.reading = Infinity;
    /** How large the lines were when they were last put in their place. */
    this.size = "";
    /** Where the program has put the lines: that is nobody's reading. */
    this.put = -1;
    /** Back to the newest line, for one who has read elsewhere. */
    this.newest = h("button", { type: "button", class: "newest card", hidden: true, onclick: () => this.end() }, word("log.newest"), " ↓");
    list.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.back()).observe(list);
  }

  /**
   * @param {Entry[]} all
   * @param {number} seen lines up to this index are old
   * @param {(Node | null)[]} head what stands above
   */
  draw(all, seen, ...head) {
    const turns = chapters(all);
    const parts = turns.map((turn, at) => this.chapter(turn, turns.length - at <= OPEN + 1, seen));
    keepTo(this.list, [...head.filter((part) => part !== null), ...parts]);
    this.back();
  }

  /** Whether a hand has moved the lines: what grows or shrinks moves them too, and then they go back. */
  scrolled() {
    if (this.size !== this.measure()) this.back();
    else if (Math.abs(this.list.scrollTop - this.put) > 1) this.keep();
  }

  /** Read along again. */
  end() {
    this.reading = Infinity;
    this.back();
  }

  /** A hand has opened or shut something: it stays where it is. */
  moved() {
    this.size = this.measure();
    this.keep();
  }

  measure() {
    return `${this.list.scrollHeight} ${this.list.clientHeight}`;
  }

  /** Remember where the reader is, while the lines can be seen. */
  keep() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    if (!clientHeight) return;
    this.put = -1;
    this.reading = scrollHeight - scrollTop - clientHeight < END ? Infinity : scrollTop;
    this.newest.hidden = this.reading === Infinity;
  }

  /** Back to where the reader was; at the end, if he read along. */
  back() {
    this.size = this.measure();
    this.list.scrollTop = Math.min(this.reading, this.list.scrollHeight);
    this.put = this.list.scrollTop;
    this.newest.hidden = this.reading === Infinity;
  }

  /** Lines have come above those that are read: what is before the eyes stays there. @param {() => void} draw */
  above(draw) {
    const { scrollHeight, scrollTop } = this.list;
    draw();
    if (this.reading === Infinity) return;
    this.reading = scrollTop + this.list.scrollHeight - scrollHeight;
    this.back();
  }

  clear() {
    this.wished.clear();
    this.drawn.clear();
    this.reading = Infinity;
    put(this.list);
  }

  /** A turn as it was drawn before, if nothing of it is new. @param {Chapter} chapter @param {boolean} late @param {number} seen */
  chapter(chapter, late, seen) {
    const key = `turn ${chapter.turn}`;
    const fresh = seen >= 0 && chapter.phases.some(({ all }) => all.some((entry) => entry.last > seen));
    const said = fresh ? "" : JSON.stringify([this.wished.get(key) ?? late, chapter]);
    const known = this.drawn.get(key);
    if (said && known?.said === said) return known.part;
    const part = this.newChapter(chapter, late, seen);
    this.drawn.set(key, { said, part });
    return part;
  }

  /** @param {Chapter} chapter @param {boolean} late @param {number} seen */
  newChapter({ turn, phases }, late, seen) {
    const parts = phases.map(({ name, all }) => [h("h3", {}, turn ? word("log.head", turn, name) : name), ...all.map((entry) => this.entry(entry, seen >= 0 && entry.last > seen))]).flat();
    if (!turn) return h("div", { class: "chapter" }, parts);
    const key = `turn ${turn}`;
    const count = phases.reduce((sum, { all }) => sum + all.length, 0);
    const fold = h("details", { class: "chapter", dataset: { turn }, open: (this.wished.get(key) ?? late) || null },
      h("summary", { onclick: () => this.wished.set(key, !fold.open) }, word("log.turn_n", turn), " ", h("span", { class: "note" }, word("log.lines", count))), parts);
    fold.addEventListener("toggle", () => this.wished.has(key) && this.moved());
    return fold;
  }

  /** @param {Entry} entry @param {boolean} fresh */
  entry(entry, fresh) {
    const { side, kind, places, rule, text, deed, more } = entry;
    const acts = places.length > 0 || deed?.fight || (deed?.way?.length ?? 0) > 1;
    const point = (/** @type {Entry | null} */ which) => () => this.does.point(which);
    const row = h("div", { class: `line${fresh ? " fresh" : ""}${kind === "fight" ? " battle" : ""}`, dataset: { side: side ?? "", kind, i: entry.i }, onpointerenter: point(entry), onpointerleave: point(null) },
      h("span", { class: "side-mark", dataset: { side: side ?? "" } }),
      acts ? h("button", { type: "button", class: "text", onclick: () => this.does.show(entry) }, withDice(text, side, { fresh })) : h("span", { class: "text" }, withChip(text, entry.card)),
      entry.dice.length ? h("span", { class: "dice" }, entry.dice.map((rolled) => die(rolled, side, { faces: entry.faces, fresh }))) : null, ruleChip(rule));
    return more.length ? this.unfolding(entry, row) : row;
  }

  /** A line with those behind it. @param {Entry} entry @param {HTMLElement} row */
  unfolding({ i, more }, row) {
    const key = `line ${i}`;
    const open = this.wished.get(key) ?? false;
    const button = h("button", { type: "button", class: "unfold", "aria-expanded": String(open), "aria-label": word("log.unfold", more.length), title: word("log.unfold", more.length), onclick: () => {
      const now = details.hidden;
      details.hidden = !now;
      button.setAttribute("aria-expanded", String(now));
      this.wished.set(key, now);
      this.moved();
    } }, icon("right", 14));
    const details = h("div", { class: "behind", hidden: !open || null }, more.map((line) => this.detail(line)));
    row.append(button);
    return h("div", { class: "told" }, row, details);
  }

  /** One of the lines that are told in one. @param {LogLine} line */
  detail(line) {
    const dice = line.dice.map((rolled) => die(rolled, line.side, { faces: line.faces ?? 6 }));
    return h("div", { class: "detail", dataset: { kind: line.kind } }, h("span", { class: "text" }, withChip(line.text, line.card)),
      dice.length ? h("span", { class: "dice" }, dice) : null, ruleChip(line.rule));
  }

  /** Mark the line that is shown on the map, and bring it into view. @param {number | null} i */
  mark(i) {
    for (const row of this.list.querySelectorAll(".line.now")) row.classList.remove("now");
    const row = i === null ? null : this.list.querySelector(`.line[data-i="${i}"]`);
    row?.classList.add("now");
    row?.closest("details")?.setAttribute("open", "");
    if (row) row.scrollIntoView({ block: "nearest" });
    else this.back();
    this.put = this.list.scrollTop;
  }
}

/** Let just these stand in an element: what stands there already is not touched. @param {Element} parent @param {Node[]} children */
function keepTo(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  children.forEach((child, at) => parent.childNodes[at] === child || parent.insertBefore(child, parent.childNodes[at] ?? null));
}
