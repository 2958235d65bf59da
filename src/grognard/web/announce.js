/** What a screen reader is told: prompts and results politely, refusals at once. */

import { h } from "./dom.js";

const polite = h("div", { class: "sr-only", "aria-live": "polite", id: "announce" });
const assertive = h("div", { class: "sr-only", "aria-live": "assertive", id: "announce-now" });

export function mountAnnouncer() {
  document.body.append(polite, assertive);
}

/** @param {string} text */
export function announce(text) {
  polite.textContent = text;
}

/** @param {string} text */
export function announceNow(text) {
  assertive.textContent = "";
  requestAnimationFrame(() => (assertive.textContent = text));
}
