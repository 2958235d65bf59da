/** A small menu that hangs on a button. Arrows walk in it, Escape leaves it, a click elsewhere too. */

import { h, icon } from "../base/dom.js";

/**
 * What can be chosen: something done, or a link; `why`: it cannot be had, and says so; `head`: only a heading of what follows; `note`: a word behind it.
 * @typedef {{label: string, head?: boolean, note?: string, sign?: string, act?: () => void, href?: string, download?: boolean, danger?: boolean, why?: string}} Item
 */

/** @param {HTMLElement} anchor @param {(Item | null)[]} items */
export function popup(anchor, items) {
  document.querySelector(".menu.popup")?.remove();
  const close = () => {
    menu.remove();
    document.removeEventListener("pointerdown", away, true);
    anchor.setAttribute("aria-expanded", "false");
  };
  const away = (/** @type {Event} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close();
  };
  const menu = h("div", { class: "menu card popup", role: "menu" }, items.map((item) => item && entry(item, () => { close(); anchor.focus(); })));
  menu.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") {
      close();
      anchor.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = /** @type {HTMLElement[]} */ ([...menu.querySelectorAll("[role=menuitem]")]);
    all[(all.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + all.length) % all.length].focus();
  });
  document.body.append(menu);
  hang(menu, anchor);
  anchor.setAttribute("aria-expanded", "true");
  document.addEventListener("pointerdown", away, true);
  /** @type {HTMLElement | null} */ (menu.querySelector("[role=menuitem]"))?.focus();
}

/** @param {Item} item @param {() => void} close */
function entry({ label, head, note, sign, act, href, download, danger, why }, close) {
  if (head) return h("p", { class: "menu-head", role: "presentation" }, label);
  const inside = [sign ? icon(sign, 16) : null, h("span", {}, label, why ? h("span", { class: "note" }, why) : null), note ? h("span", { class: "note aside" }, note) : null];
  const props = { role: "menuitem", tabindex: -1, class: danger ? "danger" : null };
  if (href) return h("a", { ...props, href, download: download ? "" : null, onclick: () => close() }, ...inside);
  if (why) return h("button", { ...props, type: "button", "aria-disabled": "true" }, ...inside);
  return h("button", { ...props, type: "button", onclick: () => { close(); act?.(); } }, ...inside);
}

/** Below its button, inside the window. @param {HTMLElement} menu @param {HTMLElement} anchor */
function hang(menu, anchor) {
  const at = anchor.getBoundingClientRect();
  const box = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - box.width - 8))}px`;
  menu.style.top = `${at.bottom + 6 + box.height > innerHeight ? Math.max(8, at.top - box.height - 6) : at.bottom + 6}px`;
}
