/** The stack tray: the whole contents of a hex, fanned out. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../types").Piece} Piece */

import { h, iconButton, put } from "../base/dom.js";
import { onBoard } from "../board/pieces.js";
import { word } from "../base/words.js";

export class Tray {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {string | null} */
    this.place = null;
    this.element = h("div", { class: "tray card", hidden: true });
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
  }

  draw() {
    const pieces = onBoard(this.store.snapshot?.view).filter((piece) => piece.place === this.place || piece.squares?.includes(this.place ?? ""));
    this.element.hidden = !this.place || !pieces.length;
    if (!this.place || this.element.hidden) return;
    const city = this.store.scene?.cities?.[this.place];
    const terms = /** @type {Record<string, string>} */ (this.store.scene?.marks ?? {});
    put(this.element,
      h("div", { class: "tray-head" }, h("h2", {}, city?.name || this.title(pieces)), h("span", { class: "note" }, city?.name ? this.place : ""),
        iconButton("close", word("tray.close"), () => this.show(null))),
      h("ul", { class: "tray-pieces" }, pieces.map((piece) => h("li", {}, this.face(piece),
        h("span", { class: "name" }, this.name(piece)), this.about(piece),
        h("span", { class: "state" }, (piece.flags ?? []).map((flag) => terms[flag]).filter(Boolean).join(", ")),
        piece.note ? h("span", { class: "note" }, String(piece.note)) : null))));
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
