/** An impatient hand: the second click of a double click must not answer a question that nobody has read yet. */

/** @typedef {import("../base/store").Store} Store */

import { word } from "../base/words.js";

/** What answers a question. To undo several times in a row is meant so. */
const ANSWERS = ".question :is(button, a):not(#undo, #redo), svg.map, .palette, .stage button";

/**
 * @param {HTMLElement} root
 * @param {Store} store
 * @param {(text: string) => void} quiet says a sentence that asks for nothing
 * @returns {() => void}
 */
export function watchClicks(root, store, quiet) {
  /** @type {import("../types").Snapshot | null} what was asked at the first click of a row */
  let first = null;
  /** the button that the first click pressed, by its name: it may have been drawn anew, or have moved from under the hand */
  let pressed = "";
  const listen = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.detail <= 1) {
      first = store.snapshot;
      pressed = named(target);
      return;
    }
    const meant = first === store.snapshot && (!pressed || pressed === named(target));
    if (meant || !target.closest?.(ANSWERS)) return;
    event.stopPropagation();
    event.preventDefault();
    quiet(word("under_way.twice"));
  };
  // a key that is held down presses once
  const hold = (/** @type {KeyboardEvent} */ event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ") && /** @type {Element} */ (event.target).closest?.("button, .target")) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  root.addEventListener("click", listen, { capture: true });
  root.addEventListener("keydown", hold, { capture: true });
  return () => {
    root.removeEventListener("click", listen, { capture: true });
    root.removeEventListener("keydown", hold, { capture: true });
  };
}

/** What a button is called, whenever it was drawn; nothing where no button is. @param {Element} target */
function named(target) {
  const button = /** @type {HTMLElement | null} */ (target.closest?.("button"));
  return button ? button.id || button.dataset.action || button.textContent || "" : "";
}
