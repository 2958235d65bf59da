/** The full replay: a scrubber, play and pause, speed, and whose eyes to see with. */

/** @typedef {import("../types").Snapshot} Snapshot */

import { announce, announceNow } from "../base/announce.js";
import { get, once, post } from "../base/api.js";
import { h, icon, iconButton, put } from "../base/dom.js";
import { go } from "../main.js";
import { drawTicks, landmarks, nearest } from "../widgets/landmarks.js";
import { LogPanel } from "../widgets/log.js";
import { keepClear, mountMap } from "../widgets/mapview.js";
import { onBoard } from "../board/pieces.js";
import { Store } from "../base/store.js";
import { word } from "../base/words.js";

class Replay {
  /**
   * @param {HTMLElement} root
   * @param {string} match
   * @param {Snapshot} first
   */
  constructor(root, match, first) {
    this.store = new Store(match);
    this.length = first.length ?? first.revision;
    this.at = 0;
    this.playing = false;
    this.speed = 1;
    this.store.seat = first.outcome ? "all" : null;
    this.board = h("section", { class: "board", "aria-label": word("table.map") });
    this.head = h("section", { class: "question" });
    this.log = new LogPanel(this.store);
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: this.length, value: 0, id: "scrubber", "aria-label": word("replay.scrubber") }));
    this.slider.addEventListener("input", () => void this.goTo(Number(this.slider.value)));
    this.playButton = iconButton("play", word("replay.play"), () => this.toggle(), { id: "play" });
    /** Where turns begin and battles are fought. @type {import("../widgets/landmarks").Landmark[]} */
    this.marks = [];
    this.ticks = h("div", { class: "ticks" });
    this.playOn = h("button", { type: "button", id: "play-on", onclick: () => void once(this.controls, () => this.branch()) }, icon("copy", 16), word("replay.play_on"));
    this.controls = h("div", { class: "replay-controls" }, h("div", { class: "scrubber" }, this.slider, this.ticks),
      iconButton("left", word("replay.back"), () => void this.goTo(this.at - 1)), this.playButton,
      iconButton("right", word("replay.next"), () => void this.goTo(this.at + 1)),
      this.jump("turn"), this.jump("battle"),
      this.choice(word("replay.speed"), [["0.5", "½×"], ["1", "1×"], ["4", "4×"], ["20", "20×"]], "1", (v) => (this.speed = Number(v))),
      this.choice(word("replay.eyes"), this.eyes(first), this.store.seat ?? "", (v) => { this.store.seat = v || null; void this.goTo(this.at); void this.survey(); }),
      first.sealed ? null : this.playOn);
    put(root,
      h("header", { class: "topbar" }, h("a", { href: `/match/${match}`, class: "icon-button button", "aria-label": word("replay.table") }, icon("left")),
        h("div", { class: "where" }, h("strong", {}, first.title), h("span", { class: "note" }, word("replay.title"))), h("span", { class: "spacer" }),
        h("a", { href: `/match/${match}/report`, class: "button" }, word("panel.report"))),
      h("main", { class: "table replay" }, this.board, h("aside", { class: "side" }, this.head, this.controls, this.log.element)));
    document.body.dataset.page = "table";
    Object.assign(document.body.dataset, { game: first.game, scenario: first.scenario });
    /** Draws again what is laid over the map. @type {() => void} */
    this.layOver = () => {};
  }

  /**
   * Whose eyes: everybody only when the game is over.
   * @param {Snapshot} first
   * @returns {[string, string][]}
   */
  eyes(first) {
    /** @type {[string, string][]} */
    const found = [["", word("replay.public")], ...first.sides.map((side) => /** @type {[string, string]} */ ([side.id, side.name]))];
    return first.outcome ? [["all", word("replay.everybody")], ...found] : found.slice(0, 1);
  }

  /**
   * @param {string} label
   * @param {[string, string][]} options
   * @param {string} value
   * @param {(value: string) => void} set
   */
  choice(label, options, value, set) {
    const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label }, options.map(([v, name]) => h("option", { value: v, selected: v === value || null }, name))));
    select.addEventListener("change", () => set(select.value));
    return select;
  }

  /** @param {number} at */
  async goTo(at) {
    this.at = Math.max(0, Math.min(this.length, at));
    const wanted = this.at;
    const snapshot = /** @type {Snapshot | null} */ (await get(`/api/matches/${this.store.match}/replay`, { seat: this.store.seat, at: this.at }).catch((fault) => this.complain(fault)));
    if (!snapshot) return;
    if (wanted !== this.at || !document.contains(this.board)) return;
    this.store.snapshot = snapshot;
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", word("replay.at", this.at, this.length, snapshot.clock.turn));
    this.store.map?.setPieces(snapshot.view);
    this.layOver();
    const last = snapshot.log.filter((line) => line.n === this.at && line.places.length).at(-1);
    if (last) this.store.map?.highlight(last.places);
    put(this.head, h("p", { class: "whose" }, word("replay.at", this.at, this.length, snapshot.clock.turn)),
      h("h1", { class: "prompt" }, `${snapshot.clock.phase_name}`),
      h("p", {}, snapshot.sides.map((side) => `${side.name} ${side.score}`).join(" · ")));
    this.log.draw(snapshot);
  }

  /** A button to the next landmark of a kind; with Shift to the one before. @param {"turn" | "battle"} kind */
  jump(kind) {
    return h("button", { type: "button", class: "jump", id: `next-${kind}`, title: word("replay.shift"), onclick: (/** @type {MouseEvent} */ event) => {
      const n = nearest(this.marks, this.at, kind, event.shiftKey ? -1 : 1);
      if (n === null) announce(word("replay.no_more"));
      else void this.goTo(n);
    } }, word(`replay.next_${kind}`), icon("right", 14));
  }

  /** The landmarks, as far as these eyes see. */
  async survey() {
    const seat = this.store.seat;
    const lines = await get(`/api/matches/${this.store.match}/log`, { seat }).catch(() => []);
    if (seat !== this.store.seat) return;
    this.marks = landmarks(lines);
    drawTicks(this.ticks, this.marks, this.length, (n) => void this.goTo(n));
  }

  /** A match of one's own that begins like this one, and goes on from here. */
  async branch() {
    try {
      go(`/match/${(await post(`/api/matches/${this.store.match}/copy`, { at: this.at })).id}`);
    } catch (fault) {
      this.complain(fault);
    }
  }

  /** A step that did not come: the replay stops where it is. @param {unknown} fault @returns {null} */
  complain(fault) {
    const text = fault instanceof Error ? fault.message : String(fault);
    if (this.playing) this.toggle();
    announceNow(text);
    put(this.head, h("p", { class: "trouble", role: "alert" }, text), h("button", { type: "button", onclick: () => void this.goTo(this.at) }, word("net.again")));
    return null;
  }

  toggle() {
    this.playing = !this.playing;
    put(this.playButton, icon(this.playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", word(this.playing ? "replay.pause" : "replay.play"));
    announce(word(this.playing ? "replay.play" : "replay.pause"));
    if (this.playing) void this.run();
  }

  async run() {
    if (this.at >= this.length) this.at = 0;
    while (this.playing && this.at < this.length) {
      const stride = this.speed > 4 ? 5 : 1;
      await this.goTo(this.at + stride);
      await new Promise((done) => setTimeout(done, 600 / Math.min(this.speed, 8)));
    }
    if (this.playing) this.toggle();
  }

  close() {
    this.playing = false;
    this.store.map?.destroy();
    delete document.body.dataset.page;
    delete document.body.dataset.game;
    delete document.body.dataset.scenario;
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {import("../main").Visit} visit
 */
export async function showReplay(root, match, visit) {
  const first = /** @type {Snapshot} */ (await get(`/api/matches/${match}/replay`, { at: 0 }));
  const now = /** @type {Snapshot} */ (await get(`/api/matches/${match}`));
  if (visit.late()) return;
  const page = new Replay(root, match, { ...first, outcome: now.outcome, sealed: now.sealed });
  visit.enter(page);
  const { map, layOver } = await mountMap(page.board, page.store, first, { log: page.log });
  if (visit.late()) {
    map.destroy();
    return;
  }
  page.store.map = map;
  page.layOver = layOver;
  const wanted = Number(new URLSearchParams(location.search).get("at") ?? 0);
  void page.survey();
  await page.goTo(wanted);
  if (visit.late()) return;
  const hexes = onBoard(page.store.snapshot?.view).map((piece) => piece.place);
  map.fit(hexes.length ? hexes : undefined);
  keepClear(page.board, map, hexes);
}
