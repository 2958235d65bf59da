/** The stack tray: the whole contents of a hex, fanned out; of a stack in hand with ticks, factors and the sum. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Member} Member */
/** @typedef {import("./inhand").InHand} InHand */

import { stand } from "./corners.js";
import { h, icon, iconButton, put, ruleChip } from "../base/dom.js";
import { onBoard } from "../board/pieces.js";
import { word } from "../base/words.js";

/** Below this width the tray lies in the sheet. */
const SHEET = 760;

export class Tray {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {string | null} */
    this.place = null;
    /** @type {InHand | null} what ticks are for */
    this.inHand = null;
    this.element = h("div", { class: "tray card", hidden: true });
    this.way = h("p", { class: "tray-way" });
  }

  /** Whether it lies in the sheet instead of on the map. */
  get inSheet() {
    return innerWidth < SHEET;
  }

  /** @param {string | null} hex */
  show(hex) {
    this.place = hex;
    this.draw();
  }

  /** Leave nothing in the page. */
  clear() {
    this.place = null;
    this.element.hidden = true;
    put(this.element);
    this.tell(null);
  }

  draw() {
    const column = this.store.column;
    const pieces = onBoard(this.store.snapshot?.view).filter((piece) => piece.place === this.place || piece.squares?.includes(this.place ?? ""));
    this.element.hidden = !this.place || !pieces.length;
    if (!this.place || this.element.hidden) return;
    const held = column?.place === this.place ? column : null;
    this.element.classList.toggle("taken", held !== null);
    const city = this.store.scene?.cities?.[this.place];
    put(this.element,
      h("div", { class: "tray-head" }, h("h2", {}, city?.name || this.title(pieces)), h("span", { class: "note" }, held ? held.note : city?.name ? this.place : ""),
        iconButton("close", word("tray.close"), () => this.show(null))),
      held ? this.ticks(held.members) : this.contents(pieces), this.way);
    this.settle();
  }

  /** Where it covers none of what can be chosen. */
  settle() {
    const { map } = this.store;
    if (!map || this.inSheet || this.element.hidden) return;
    const lit = this.store.litPlaces();
    stand(this.element, map, lit, this.place ? [this.place] : [], false);
  }

  /** The way to where the pointer is, and what it may cost. @param {string | null} text */
  tell(text) {
    this.way.textContent = text ?? "";
  }

  /** @param {Piece[]} pieces */
  contents(pieces) {
    const terms = /** @type {Record<string, string>} */ (this.store.scene?.marks ?? {});
    return h("ul", { class: "tray-pieces" }, pieces.map((piece) => h("li", {}, this.face(piece),
      h("span", { class: "name" }, this.name(piece)), this.about(piece),
      h("span", { class: "state" }, (piece.flags ?? []).map((flag) => terms[flag]).filter(Boolean).join(", ")),
      piece.note ? h("span", { class: "note" }, String(piece.note)) : null)));
  }

  /** Who goes: each with a tick to be taken away, who cannot go with the reason. @param {Member[]} members */
  ticks(members) {
    return h("ul", { class: "tray-pieces who-goes", "aria-label": word("tray.who") }, members.map((member) => h("li", {}, this.tick(member))));
  }

  /** @param {Member} member */
  tick(member) {
    const piece = this.store.piece(member.unit) ?? this.unseen(member.unit);
    const inside = [this.face(piece), h("span", { class: "name" }, member.name), h("span", { class: "note" }, member.note)];
    if (member.why) return h("div", { class: "tray-member stays", title: member.why }, inside, h("span", { class: "state" }, member.why, " ", ruleChip(member.rule ?? "")));
    return h("button", { type: "button", class: "tray-member", role: "checkbox", "aria-checked": String(member.goes), "aria-label": `${member.name}, ${member.note}`,
      dataset: { unit: member.unit }, onclick: () => void this.inHand?.toggle(member.unit) },
      inside, member.goes ? h("span", { class: "check", "aria-hidden": "true" }, icon("check", 12)) : null);
  }

  /** @param {Piece} piece */
  name(piece) {
    return String(this.facts(piece)?.name ?? piece.id);
  }

  /** Where places have no numbers, a piece is its own place and gives it its name. @param {Piece[]} pieces */
  title(pieces) {
    const own = pieces.find((piece) => piece.id === this.place);
    return own ? this.name(own) : this.place;
  }

  /** What the scene says of a piece beside its name. @param {Piece} piece */
  about(piece) {
    const text = this.store.scene?.pieces?.[piece.id]?.text;
    return typeof text === "string" ? h("span", { class: "note about" }, text) : null;
  }

  /** @param {Piece} piece @returns {import("../types").PieceFacts | null} */
  facts(piece) {
    if (!this.store.scene) return null;
    return this.store.scene.pieces?.[piece.id] ?? this.store.game?.factsOf?.(piece, this.store.scene) ?? null;
  }

  /** A piece that is not on the board, as it is printed. @param {string} id @returns {Piece} */
  unseen(id) {
    const facts = this.store.scene?.pieces?.[id];
    return { id, side: facts?.side ?? "", kind: facts?.kind ?? "", place: "", flags: [] };
  }

  /** @param {Piece} piece */
  face(piece) {
    const facts = this.facts(piece);
    const drawn = facts && this.store.game ? this.store.game.trayPiece(piece, facts) : null;
    return h("span", { class: "face", "aria-hidden": "true" }, drawn);
  }
}
