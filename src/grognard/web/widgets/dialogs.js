/** Cards that lie over a page until they are put away: with a title, a close button, Escape and a click beside them. */

import { h, iconButton } from "../base/dom.js";
import { word } from "../base/words.js";

/**
 * @param {string} name its class
 * @param {string} title
 * @param {...(Node | string | null | undefined | false | (Node | null)[])} inside
 */
export function openCard(name, title, ...inside) {
  document.querySelector(`dialog.${name}`)?.remove();
  const dialog = h("dialog", { class: `card ${name}`, "aria-label": title },
    h("div", { class: "dialog-head" }, h("h2", { tabindex: -1 }, title), iconButton("close", word("keys.close"), () => dialog.close())), ...inside);
  dialog.addEventListener("click", (event) => (event.target === dialog ? dialog.close() : undefined));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A question that is asked once before something that cannot be taken back.
 * @param {string} title
 * @param {string} text
 * @param {[string, () => void][]} answers the last of them is said by a click beside the card too: it does nothing
 */
export function askOnce(title, text, answers) {
  const dialog = openCard("ask-once", title, h("p", {}, text), h("div", { class: "actions" }, answers.map(([label, act], n) =>
    h("button", { type: "button", class: n ? "" : "primary", onclick: () => { dialog.close(); act(); } }, label))));
  return dialog;
}
