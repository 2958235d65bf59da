/** Find a town, a hex or a piece on the map by its name. */

/** @typedef {import("../base/store").Store} Store */

import { h, put } from "../base/dom.js";
import { word } from "../base/words.js";

const MOST = 12;

/** @param {Store} store @param {(place: string) => void} look shows what stands in a place */
export function find(store, look) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "search", "aria-label": word("find.what"), placeholder: word("find.what") }));
  const list = h("ul", { class: "found" });
  const places = known(store);
  const go = (/** @type {string} */ hex) => {
    dialog.close();
    store.map?.centerOn(hex);
    store.map?.highlight([hex]);
    look(hex);
  };
  const draw = () => {
    const wanted = input.value.trim().toLocaleLowerCase();
    const fits = places.filter(({ name, hex }) => wanted && (name.toLocaleLowerCase().includes(wanted) || hex.startsWith(wanted))).slice(0, MOST);
    put(list, fits.map(({ name, hex }) => h("li", {}, h("button", { type: "button", onclick: () => go(hex) }, name, h("span", { class: "note" }, hex)))),
      wanted && !fits.length ? h("li", { class: "note" }, word("find.none")) : null);
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (list.querySelector("button"))?.click();
  });
  const dialog = h("dialog", { class: "card find", "aria-label": word("sheet.find") }, h("form", { method: "dialog" }, input,
    h("button", {}, word("find.close"))), list);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}

/** Towns by name, then pieces on the map that the reader may see. @param {Store} store */
function known(store) {
  const scene = store.scene;
  const towns = Object.entries(scene?.cities ?? {}).map(([hex, city]) => ({ name: city.name, hex }));
  const pieces = (store.snapshot?.view.units ?? []).map((piece) => ({ name: store.name(piece.id), hex: piece.place ?? "" }));
  const hexes = Object.keys(scene?.places ?? {}).map((hex) => ({ name: hex, hex }));
  return [...towns.sort((a, b) => a.name.localeCompare(b.name)), ...pieces, ...hexes];
}
