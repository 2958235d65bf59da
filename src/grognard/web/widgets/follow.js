/** Following the war: trails and marks on the map, a card for each fight, a card for each turn; all of it can be skipped. */

/** @typedef {import("../base/tale").Entry} Entry */
/** @typedef {import("../base/tale").Row} Row */
/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../client").BoardMap} BoardMap */

import { announce } from "../base/announce.js";
import { freeCorner } from "../base/corners.js";
import { h } from "../base/dom.js";
import { pace, prefs } from "../base/prefs.js";
import { rows, since, telling, walks } from "../base/tale.js";
import { BattleCard } from "./battlecard.js";
import { teaches } from "./lesson.js";
import { TurnCard } from "./turncard.js";
import { word } from "../base/words.js";

/** From this width on cards lie on the map; narrower, in the panel. */
const WIDE = 1200;
/** Milliseconds that a step is looked at. */
const STEP = 1100;
/** Other cards on the board. */
const TAKEN = ".tray, .forecast, .stage, .manoeuvre, .battle-card, .turn-card";

export class Follow {
  /**
   * @param {Store} store
   * @param {HTMLElement} board
   * @param {import("./log").LogPanel} log
   * @param {import("./tray").Tray} tray which draws counters
   */
  constructor(store, board, log, tray) {
    this.store = store;
    this.board = board;
    this.log = log;
    this.tray = tray;
    /** Where cards stand that find no room on the map. */
    this.slot = h("div", { class: "card-slot" });
    this.battle = new BattleCard((piece, side) => this.face(piece, side, 30));
    this.battle.dismissed = () => this.draw();
    this.card = new TurnCard({ step: () => this.step(1), skip: () => this.skip(), point: (entry) => this.point(entry), open: (entry) => this.show(entry) });
    /** What is stepped through. @type {Entry[]} */
    this.steps = [];
    this.at = -1;
    /** @type {Entry | null} whose row is under the pointer */
    this.pointed = null;
    this.timer = 0;
    this.frame = 0;
    /** Where the last choice stands in the log. */
    this.line = -1;
    this.first = true;
    /** How large cards are on the board, while they say the same. @type {Map<HTMLElement, {said: string, width: number, height: number}>} */
    this.sizes = new Map();
    log.does = { show: (entry) => this.show(entry), point: (entry) => this.point(entry), play: () => this.replay() };
  }

  /** @param {BoardMap} map @param {() => boolean} covered nobody is there */
  mount(map, covered) {
    map.onTrail?.((id) => this.card.mark(id ?? this.now?.i ?? null));
    map.onMove?.(() => this.soon());
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (!covered() && this.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener("keydown", listen, { capture: true });
    this.unbind = () => document.removeEventListener("keydown", listen, { capture: true });
  }

  /** The step being shown. @returns {Entry | null} */
  get now() {
    return this.steps[this.at] ?? null;
  }

  /** Everything since the last choice. @returns {Entry[]} */
  get window() {
    const { snapshot, seat } = this.store;
    return snapshot?.since ? since(this.log.entries, snapshot.since.line, seat) : [];
  }

  /** What a card tells. @param {boolean} turned of the whole turn before @returns {Entry[]} */
  told(turned) {
    const { snapshot, seat } = this.store;
    const from = turned ? (snapshot?.since?.turn ?? -1) : (snapshot?.since?.line ?? Infinity);
    return since(this.log.entries, from, seat).filter(telling);
  }

  /** A new snapshot is shown. @param {Snapshot} snapshot */
  update(snapshot) {
    const fights = this.log.entries.filter((one) => one.deed?.fight && one.last >= (snapshot.since?.line ?? Infinity));
    const newest = fights.at(-1);
    const open = this.log.entries.find((one) => one.i === this.battle.shown);
    if (this.battle.shown >= 0 && !open) this.battle.close();
    const staged = Boolean(snapshot.stage && !snapshot.stage.over); // the clash is on the stage: its card would say the same again
    if (newest && newest.i > this.seen("fight") && prefs().follow !== "skip" && !staged) {
      this.note("fight", newest.i);
      this.battle.open(newest, !this.first);
    } else if (open) this.battle.open(open, false);
    this.first = false;
    this.turn(snapshot);
    this.draw();
  }

  /** A turn has begun: what the last one brought. @param {Snapshot} snapshot */
  turn(snapshot) {
    const turn = snapshot.since?.turn ?? -1;
    const chosen = this.line !== (snapshot.since?.line ?? -1); // a choice was made, or taken back
    this.line = snapshot.since?.line ?? -1;
    if (this.card.up && (!snapshot.decision || chosen)) this.shut();
    if (!snapshot.decision || turn < 0 || turn <= this.seen("turn") || prefs().follow === "skip" || teaches(snapshot)) return;
    this.note("turn", turn);
    const all = rows(this.told(true));
    if (!all.length && !snapshot.since?.taken?.length) return;
    this.begin(all);
    this.card.open(snapshot, all, true);
    if (prefs().follow === "each") this.play();
  }

  /** @param {Row[]} all */
  begin(all) {
    this.steps = all.flatMap((row) => (row.folded.length ? row.folded : [row.entry]));
    this.at = -1;
  }

  // what was shown, so that nothing comes twice: numbers of lines, nothing else

  /** @param {string} what */
  seen(what) {
    return Number(sessionStorage.getItem(this.#shelf(what)) ?? -1);
  }

  /** @param {string} what @param {number} i */
  note(what, i) {
    sessionStorage.setItem(this.#shelf(what), String(i));
  }

  /** @param {string} what */
  #shelf(what) {
    return `grognard.${what}.${this.store.match}.${this.store.seat}`;
  }

  // stepping

  /** The next event, or the one before. @param {number} by */
  step(by) {
    this.stop();
    if (this.at + by >= this.steps.length) {
      this.skip();
      return;
    }
    this.at = Math.max(0, this.at + by);
    this.present();
  }

  /** Show the step on the map, in the card and in the log. */
  present() {
    const now = this.now;
    if (!now) return;
    const way = now.deed?.way ?? [];
    const at = way.at(-1) ?? now.deed?.fallen?.[0]?.at ?? now.deed?.tags?.[0]?.at ?? now.places[0];
    if (at !== undefined) this.store.map?.revealTale?.(at);
    if (now.deed?.fight && this.store.map) this.battle.open(now, true);
    else this.battle.close();
    if (!walks(now)) this.store.map?.highlight(now.places.slice(0, 2));
    this.card.mark(now.i);
    this.log.mark(now.i);
    announce(now.text);
    this.draw();
  }

  /** Play all that happened since the last choice, one after another. */
  replay() {
    const { snapshot } = this.store;
    if (!snapshot) return;
    const all = rows(this.told(false));
    this.begin(all);
    this.card.open(snapshot, all, false);
    this.draw();
    this.play();
  }

  /** One step after another, as fast as the reader likes it. */
  play() {
    const on = () => {
      this.step(1);
      if (this.card.up) this.timer = window.setTimeout(on, pace(STEP) || STEP);
    };
    if (this.steps.length) on();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** No more of it; trails stay until the first choice. */
  skip() {
    this.shut();
    this.draw();
  }

  shut() {
    this.stop();
    this.steps = [];
    this.at = -1;
    this.card.close();
    this.log.mark(null);
  }

  /** A line of the log or of a card was pressed: show it. @param {Entry} entry */
  show(entry) {
    this.stop();
    const at = this.steps.indexOf(entry);
    if (at >= 0) {
      this.at = at;
      this.present();
      return;
    }
    if (entry.deed?.fight) {
      this.battle.open(entry, false);
      this.place();
      announce(entry.text);
    }
    const place = entry.places[0];
    if (place) this.store.map?.ensureVisible(place);
    else if (entry.deed?.way?.length) this.store.map?.revealTale?.(/** @type {any} */ (entry.deed.way.at(-1)));
    this.store.map?.highlight(entry.places);
    this.point(walks(entry) ? entry : null);
  }

  /** A row is under the pointer: its trail. @param {Entry | null} entry */
  point(entry) {
    if (this.pointed === entry) return;
    this.pointed = entry;
    this.drawTale();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, select, textarea, dialog, .drawer, .menu, .palette")) return false;
    if (event.key === "Escape" && this.battle.shown >= 0) {
      this.battle.dismiss();
      return true;
    }
    if (!this.card.up) return false;
    if (event.key === "Escape") this.skip();
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "ArrowLeft") this.step(-1);
    else return false;
    return true;
  }

  // drawing

  draw() {
    this.drawTale();
    this.place();
  }

  /** What is on the map: all since the last choice; while a card is up, all that it tells. */
  drawTale() {
    const shown = this.shownEntries();
    const numbers = new Map(this.card.rows.map((row) => [row.entry.i, row.number]));
    const lit = this.pointed ?? this.now;
    this.store.map?.setTale?.({
      trails: shown.filter(walks).flatMap((one) => [one.deed?.way ?? [], ...(one.deed?.others ?? [])].map((way, at) => ({
        id: one.i, way, side: one.deed?.mover ?? one.side ?? "", number: at ? undefined : numbers.get(one.i) || undefined, lit: one === lit,
      }))),
      heaps: shown.flatMap((one) => (one.deed?.fallen ?? []).map((heap) => ({
        at: heap.at, count: heap.count, side: heap.side ?? "", text: word("tale.lost", heap.count), faces: /** @type {SVGElement[]} */ (heap.pieces.slice(0, 2).map((piece) => this.face(piece, heap.side ?? null, 40)).filter(Boolean)),
      }))),
      tags: [...shown.flatMap((one) => one.deed?.tags ?? []), ...this.cities()].map((tag) => ({ at: tag.at, style: tag.style, text: tag.text ?? "" })),
    });
  }

  /** @returns {Entry[]} */
  shownEntries() {
    const base = this.card.up ? this.steps : prefs().follow === "skip" ? [] : [...this.window, ...this.ownLosses()];
    const pointed = this.pointed && !base.includes(this.pointed) ? [this.pointed] : [];
    return [...base, ...pointed];
  }

  /** Marches of one's own have no trail, but those who fell on them lie there. @returns {Entry[]} */
  ownLosses() {
    const from = this.store.snapshot?.since?.line ?? Infinity;
    return this.log.entries.filter((one) => one.last >= from && one.side === this.store.seat && one.kind === "march" && one.deed?.fallen?.length)
      .map((one) => ({ ...one, deed: one.deed && { ...one.deed, way: [] } }));
  }

  /** Cities that changed hands, while the card tells of it. */
  cities() {
    if (!this.card.up) return [];
    return (this.store.snapshot?.since?.taken ?? []).map((city) => ({ at: city.place, style: "fallen", text: `${city.name} ${city.points}` }));
  }

  /** A counter as a picture; null where the board has none for it. @param {string} piece @param {string | null} side @param {number} size */
  face(piece, side, size) {
    const known = this.store.piece(piece) ?? { ...this.tray.unseen(piece), side: side ?? "" };
    const facts = this.tray.facts(known);
    if (!facts || !this.store.game) return null;
    try {
      return /** @type {Element} */ (this.store.game.trayPiece({ ...known, flags: [] }, facts, size));
    } catch {
      return null; // a piece that is off the board has no shape of its own there
    }
  }

  soon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.place());
  }

  /** Cards go where they cover nothing: a corner of the board, else the panel. */
  place() {
    for (const { element } of [this.card, this.battle]) if (!element.hidden) this.#place(element);
  }

  /** @param {HTMLElement} card */
  #place(card) {
    if (innerWidth < WIDE) {
      this.#intoPanel(card);
      return;
    }
    const size = this.#sizeOf(card);
    const taken = [...this.board.querySelectorAll(TAKEN)].filter((other) => other !== card && other.getClientRects().length).map((other) => other.getBoundingClientRect());
    const corner = freeCorner(this.board.getBoundingClientRect(), size, this.points(card), taken);
    if (corner) this.#ontoBoard(card, corner);
    else this.#intoPanel(card);
  }

  /** What it takes on the board: tried there once, since a card that comes and goes moves all that is read beside it. @param {HTMLElement} card */
  #sizeOf(card) {
    const said = `${innerWidth} ${innerHeight} ${card.textContent}`;
    const known = this.sizes.get(card);
    if (known?.said === said) return known;
    this.#ontoBoard(card, card.dataset.corner ?? "left high");
    const { width, height } = card.getBoundingClientRect();
    const found = { said, width, height };
    this.sizes.set(card, found);
    return found;
  }

  /** @param {HTMLElement} card @param {string} corner */
  #ontoBoard(card, corner) {
    const beside = card.parentElement === this.slot;
    if (card.parentElement !== this.board) this.board.append(card);
    card.dataset.corner = corner;
    if (beside) this.log.rows.back();
  }

  /** @param {HTMLElement} card */
  #intoPanel(card) {
    delete card.dataset.corner;
    if (card.parentElement === this.slot) return;
    this.slot.append(card);
    this.log.rows.back();
  }

  /** What a card must not cover: what is asked, what it speaks of, and the way there. @param {HTMLElement} card */
  points(card) {
    const map = this.store.map;
    if (!map) return [];
    const lit = this.store.litPlaces().map((place) => map.hexOnScreen(place));
    const told = card === this.card.element ? this.shownEntries() : this.battle.entry ? [this.battle.entry] : [];
    const of = (/** @type {Entry} */ one) => [...(one.deed?.way ?? []), ...(one.deed?.fallen ?? []).map((heap) => heap.at), ...(one.deed?.tags ?? []).map((tag) => tag.at), ...one.places];
    const tale = told.flatMap(of).flatMap((at) => map.taleOnScreen?.(at) ?? []);
    const asked = (this.store.snapshot?.decision?.regions ?? []).filter((region) => region.place).flatMap((region) => [
      map.hexOnScreen(region.place ?? ""), ...(region.polygons ?? []).flat().flatMap(([x, y]) => map.onScreen?.({ x, y }) ?? [])]);
    return [...lit, ...asked, ...tale];
  }

  /** Leave nothing in the page. */
  clear() {
    this.shut();
    this.battle.close();
    this.pointed = null;
    this.first = true;
    this.store.map?.setTale?.({ trails: [], heaps: [], tags: [] });
  }

  close() {
    this.stop();
    cancelAnimationFrame(this.frame);
    this.unbind?.();
  }
}
