/** A stack dragged to its goal: pressed where somebody stands who may be sent, let go over a place. */

/** @typedef {import("../client").BoardMap} BoardMap */

/** Pixels after which a press is a drag. */
const FAR = 8;

/**
 * @param {BoardMap} map
 * @param {{may: (place: string) => boolean, take: (place: string) => void, over: (place: string) => void, drop: (place: string, event: PointerEvent) => void}} does
 */
export function watchHaul(map, { may, take, over, drop }) {
  const svg = map.svg;
  if (!svg || !map.placeAt) return;
  /** @type {{id: number, place: string, x: number, y: number, under: string, begun: boolean} | null} */
  let hand = null;
  let swallow = false;
  const at = (/** @type {PointerEvent} */ event) => map.placeAt?.(event.clientX, event.clientY) ?? "";
  const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ does) => svg.addEventListener(name, does, { capture: true });
  listen("pointerdown", (event) => {
    swallow = false;
    const place = at(event);
    hand = null;
    if (event.button || !event.isPrimary || !place || !may(place)) return;
    hand = { id: event.pointerId, place, x: event.clientX, y: event.clientY, under: "", begun: false };
    event.stopImmediatePropagation(); // the map stays where it is
  });
  listen("pointermove", (event) => {
    if (!hand || event.pointerId !== hand.id) return;
    if (!hand.begun && Math.hypot(event.clientX - hand.x, event.clientY - hand.y) < FAR) return;
    event.stopImmediatePropagation();
    if (!hand.begun) {
      hand.begun = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("dragging");
      take(hand.place);
    }
    const place = at(event);
    if (place !== hand.under) over((hand.under = place));
  });
  const end = (/** @type {PointerEvent} */ event) => {
    const held = hand;
    hand = null;
    if (!held?.begun || event.pointerId !== held.id) return;
    event.stopImmediatePropagation();
    svg.classList.remove("dragging");
    swallow = true;
    if (event.type === "pointerup") drop(at(event), event);
  };
  listen("pointerup", end);
  listen("pointercancel", end);
  listen("click", (event) => {
    if (swallow && event.detail) event.stopImmediatePropagation();
    swallow = false;
  });
}
