/** Options with pictures, offered beside the hex they belong to: an order is changed where the General stands. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../client").BoardMap} BoardMap */

import { h } from "../base/dom.js";

/** @type {HTMLElement | null} */
let open = null;

export function hidePalette() {
  open?.remove();
  open = null;
}

/**
 * @param {HTMLElement} board
 * @param {Store} store
 * @param {Hands} hands
 * @param {Option[]} options all of one hex
 */
export function palette(board, store, hands, options) {
  hidePalette();
  const drawn = /** @type {import("../types").Snapshot} */ (store.snapshot);
  const hex = options[0]?.place;
  if (!hex || !store.map || !options.some((option) => option.picture)) return;
  open = h("div", { class: "palette card", role: "group", "aria-label": store.snapshot?.decision?.prompt ?? "" },
    options.map((option) => h("button", {
      type: "button", class: "palette-choice", title: option.label, "aria-label": option.label,
      onclick: () => { hidePalette(); void (hands.heeds(drawn) && hands.act(option.action)); },
      onmouseenter: () => hands.hover(option), onmouseleave: () => hands.hover(null),
      onfocus: () => hands.hover(option), onblur: () => hands.hover(null),
    }, picture(store, option), h("span", {}, short(option)), option.tag ? h("span", { class: "tag" }, option.tag) : null)));
  open.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    hidePalette();
    event.stopPropagation();
  });
  board.append(open);
  place(board, /** @type {BoardMap} */ (store.map), hex, open);
  open.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {Store} store @param {Option} option */
export function picture(store, option) {
  return option.picture ? (store.game?.optionPicture?.(option.picture, undefined, store.scene ?? undefined) ?? null) : null;
}

/** The picture says most; the words after the last colon say the rest. @param {Option} option */
function short(option) {
  return option.label.slice(option.label.lastIndexOf(": ") + 1).trim();
}

/** Beside the hex, inside the board. @param {HTMLElement} board @param {BoardMap} map @param {string} hex @param {HTMLElement} card */
function place(board, map, hex, card) {
  const frame = board.getBoundingClientRect();
  const at = map.hexOnScreen(hex);
  const box = card.getBoundingClientRect();
  const below = at.y - frame.top + 40;
  const y = below + box.height > frame.height ? at.y - frame.top - 40 - box.height : below;
  card.style.left = `${Math.max(8, Math.min(frame.width - box.width - 8, at.x - frame.left - box.width / 2))}px`;
  card.style.top = `${Math.max(8, y)}px`;
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.contains(/** @type {Node} */ (event.target))) hidePalette();
});
