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
  const listen = (/** @type {MouseEvent} */ event) => {
    if (event.detail <= 1) {
      first = store.snapshot;
      return;
    }
    if (first === store.snapshot || !/** @type {Element} */ (event.target).closest?.(ANSWERS)) return;
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
