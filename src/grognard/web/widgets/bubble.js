/** The dark bubble that says why not, with its rule. */

import { h, ruleChip } from "../base/dom.js";

/** Pixels to what it speaks of, so that it does not lie on it. */
const CLEAR = 42;

/** @type {HTMLElement | null} */
let open = null;

export function hideBubble() {
  open?.remove();
  open = null;
}

/**
 * @param {Event | Element} where
 * @param {{rule: string, text: string}[]} refusals
 */
export function bubble(where, refusals) {
  hideBubble();
  open = h("div", { class: "bubble", role: "status" },
    refusals.map((r) => h("p", {}, r.text, " ", ruleChip(r.rule))));
  document.body.append(open);
  const { x, y } = place(where);
  const box = open.getBoundingClientRect();
  open.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, x - box.width / 2))}px`;
  open.style.top = `${y - box.height - CLEAR > 60 ? y - box.height - CLEAR : y + CLEAR}px`;
}

/** @param {Event | Element} where */
function place(where) {
  if (where instanceof MouseEvent && (where.clientX || where.clientY)) return { x: where.clientX, y: where.clientY };
  const target = where instanceof Element ? where : /** @type {Element} */ (where.target);
  const box = target.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + Math.min(box.height, 40) };
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideBubble();
});
document.addEventListener("pointerdown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (open && !(open.contains(target) && target.closest(".rule-chip"))) hideBubble();
});
