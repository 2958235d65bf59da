/** Up and down walk all rows of a menu, settings too; right and left change the setting that has the keyboard. */

/** One stop a row: of a setting what is chosen, the slider or the button. */
const STOPS = ".menu-row, .setting :is(input:checked, input[type=range], button)";

/** @param {Element} box @param {KeyboardEvent} event @returns {boolean} whether it was such a key */
export function walkRows(box, event) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const stops = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(STOPS)]).filter((stop) => stop.getClientRects().length);
  if (!step || !stops.length) return false;
  const here = stops.findIndex((stop) => stop.contains(/** @type {Node} */ (event.target)));
  const next = here < 0 ? (step > 0 ? 0 : stops.length - 1) : (here + step + stops.length) % stops.length;
  stops[next].focus();
  return true;
}
