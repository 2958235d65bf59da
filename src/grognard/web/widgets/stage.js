/** The stage: two parties, their markers face down until both are in, then turned together and added up line by line. */

/** @typedef {import("../types").Stage} Stage */

import { announce } from "../base/announce.js";
import { h, iconButton, put, ruleChip } from "../base/dom.js";
import { word } from "../base/words.js";

export class StageCard {
  /**
   * @param {HTMLElement} board
   * @param {import("../base/store").Store} store
   * @param {import("../client").Hands} hands
   * @param {(piece: import("../types").Piece) => HTMLElement} face draws a counter
   */
  constructor(board, store, hands, face) {
    this.board = board;
    this.store = store;
    this.hands = hands;
    this.face = face;
    this.element = h("section", { class: "stage card", hidden: true, "aria-label": word("stage.title") });
    this.turned = "";
    this.shut = "";
    this.key = "";
    this.over = false;
    board.append(this.element);
  }

  /** A phone has no room for it on the map: there it stands in the sheet, between the question and its answers. */
  get inSheet() {
    return innerWidth < 760;
  }

  /** @param {Stage | null} stage */
  draw(stage) {
    if (!this.inSheet && this.element.parentElement !== this.board) this.board.append(this.element);
    this.key = (stage?.over ? stage.last?.key : stage?.key) ?? "";
    this.over = stage?.over ?? false;
    this.element.hidden = !stage || this.shut === this.key;
    if (!stage || this.element.hidden) return;
    const fresh = Boolean(stage.last) && stage.last?.key !== this.turned;
    this.turned = stage.last?.key ?? this.turned;
    put(this.element,
      h("header", {}, h("h2", {}, stage.title), h("span", { class: "note" }, stage.note), ruleChip(stage.rule),
        iconButton("close", word("tray.close"), () => this.close())),
      stage.over ? null : h("div", { class: "parties" }, stage.parties.map((party) => this.party(party))),
      stage.last ? (this.inSheet ? folded(stage.last, fresh) : last(stage.last, fresh)) : null);
    this.element.dataset.places = this.store.clash().join(" ");
    this.element.dataset.over = stage.over ? "yes" : "";
    if (fresh && stage.last) announce(`${stage.last.title}. ${stage.last.text}`);
  }

  /** Leave nothing in the page. */
  clear() {
    put(this.element);
    this.element.hidden = true;
    delete this.element.dataset.places;
    this.turned = this.shut = this.key = "";
    this.over = false;
  }

  close() {
    this.shut = this.key;
    this.element.hidden = true;
  }

  /** Who answers the next question has seen how the last clash ended. */
  passOn() {
    if (this.over) this.close();
  }

  /** @param {Stage["parties"][number]} party */
  party(party) {
    const piece = this.store.piece(party.unit);
    return h("div", { class: "party", dataset: { side: party.side } },
      h("div", { class: "who" }, piece ? this.face(piece) : null,
        h("div", {}, h("strong", {}, h("span", { class: "side-mark", dataset: { side: party.side } }), " ", party.name), h("p", { class: "note" }, party.note))),
      h("div", { class: "hand", role: "group", "aria-label": word("stage.hand", party.name, party.count) },
        party.hand.length ? party.hand.map((marker) => this.marker(marker)) : Array.from({ length: party.count }, () => h("span", { class: "chip down", "aria-hidden": "true" }))),
      h("p", { class: `laid${party.ready ? " ready" : ""}` }, party.ready ? h("span", { class: "chip down laid-chip", "aria-hidden": "true" }) : null,
        word(party.ready ? "stage.ready" : "stage.choosing")));
  }

  /** A marker in hand: a button that turns it, or where that may mean several things goes to the first of them. @param {Stage["parties"][number]["hand"][number]} marker */
  marker(marker) {
    const face = [h("b", { class: "red" }, marker.red), h("b", { class: "blue" }, marker.blue)];
    const label = word("stage.marker", marker.red, marker.blue);
    const [first, ...more] = marker.actions;
    if (!first) return h("span", { class: "chip", title: label, role: "img", "aria-label": label }, face);
    const drawn = /** @type {import("../types").Snapshot} */ (this.store.snapshot);
    const named = () => /** @type {HTMLElement | null} */ (document.querySelector(`.question .choice[data-action="${CSS.escape(first)}"]`));
    return h("button", { type: "button", class: "chip", dataset: more.length ? {} : { action: first }, "aria-label": label,
      onmouseenter: () => this.hands.hover(this.store.option(first)), onmouseleave: () => this.hands.hover(null),
      onfocus: () => this.hands.hover(this.store.option(first)), onblur: () => this.hands.hover(null),
      onclick: () => (more.length ? named()?.focus() : void (this.hands.heeds(drawn) && this.hands.act(first))) }, face);
  }
}

/**
 * What was turned, the totals with every modifier, and what it did.
 * @param {NonNullable<Stage["last"]>} done
 * @param {boolean} fresh
 */
function last(done, fresh) {
  return h("div", { class: "exchange" },
    h("div", { class: "turned" }, h("h3", {}, done.title, " ", ruleChip(done.rule)), done.turned.map((marker) => turnedMarker(marker, fresh))),
    h("p", { class: "outcome" }, done.text),
    h("details", {}, h("summary", {}, word("stage.sums")), sums(done)));
}

/**
 * The same in one line, the rest behind it.
 * @param {NonNullable<Stage["last"]>} done
 * @param {boolean} fresh
 */
function folded(done, fresh) {
  return h("details", { class: "exchange" },
    h("summary", { class: "turned" }, done.turned.map((marker) => turnedMarker(marker, fresh)), h("span", { class: "outcome" }, done.text)),
    h("h3", {}, done.title, " ", ruleChip(done.rule)), sums(done));
}

/** The totals line by line. @param {NonNullable<Stage["last"]>} done */
function sums(done) {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}), done.columns.map((column) => h("th", { scope: "col" }, column)))),
    h("tbody", {}, done.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label, " ", row.rule ? ruleChip(row.rule) : null),
      row.values.map((value) => h("td", {}, value === null ? "" : value))))));
}

/**
 * @param {NonNullable<Stage["last"]>["turned"][number]} marker
 * @param {boolean} fresh
 */
function turnedMarker(marker, fresh) {
  const face = marker.red === null && marker.blue === null ? h("b", { class: "none" }, "–")
    : [marker.red === null ? null : h("b", { class: "red" }, marker.red), marker.blue === null ? null : h("b", { class: "blue" }, marker.blue)];
  return h("span", { class: "turned-one" }, h("span", { class: "side-mark", dataset: { side: marker.side } }),
    h("span", { class: `chip big${fresh ? " turning" : ""}` }, face), marker.word ? h("span", { class: "note" }, marker.word) : null);
}
