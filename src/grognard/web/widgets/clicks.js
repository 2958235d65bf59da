/** An impatient hand: the second click of a double click must not answer a question that nobody has read yet. */

/** @typedef {import("../pages/table").TablePage} TablePage */

import { word } from "../base/words.js";

/** What answers a question. To undo several times in a row is meant so. */
const ANSWERS = ".question :is(button, a):not(#undo, #redo), svg.map, .palette, .stage button";

/**
 * @param {TablePage} page
 * @returns {() => void}
 */
export function watchClicks(page) {
  /** @type {import("../types").Snapshot | null} what was asked at the first click of a row */
  let first = null;
  const listen = (/** @type {MouseEvent} */ event) => {
    if (event.detail <= 1) {
      first = page.snapshot;
      return;
    }
    if (first === page.snapshot || !/** @type {Element} */ (event.target).closest?.(ANSWERS)) return;
    event.stopPropagation();
    event.preventDefault();
    page.quiet(word("under_way.twice"));
  };
  // a key that is held down presses once
  const hold = (/** @type {KeyboardEvent} */ event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ") && /** @type {Element} */ (event.target).closest?.("button, .target")) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  page.root.addEventListener("click", listen, { capture: true });
  page.root.addEventListener("keydown", hold, { capture: true });
  return () => {
    page.root.removeEventListener("click", listen, { capture: true });
    page.root.removeEventListener("keydown", hold, { capture: true });
  };
}
