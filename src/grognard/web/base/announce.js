/** What a screen reader is told: prompts and results politely, refusals at once. */

import { h } from "./dom.js";

const polite = h("div", { class: "sr-only", "aria-live": "polite", id: "announce" });
const assertive = h("div", { class: "sr-only", "aria-live": "assertive", id: "announce-now" });

export function mountAnnouncer() {
  document.body.append(polite, assertive);
}

/** @param {string} text */
export function announce(text) {
  polite.textContent = polite.textContent === text ? `${text}\u00a0` : text; // what has not changed is not read again
}

let spoken = 0;

/** @param {string} text */
export function announceNow(text) {
  const turn = ++spoken;
  assertive.textContent = "";
  requestAnimationFrame(() => {
    if (turn === spoken) assertive.textContent = text;
  });
}

/** Take back all that was said: somebody else sits down. */
export function hush() {
  spoken += 1;
  polite.textContent = assertive.textContent = "";
}
