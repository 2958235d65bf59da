/** A long press of a finger, or the other button of a mouse: what a click with Shift means. */

/** Milliseconds after which a finger means more than a tap. */
const LONG = 480;
/** Pixels it may tremble. */
const TREMBLE = 9;

/**
 * @param {SVGSVGElement} svg
 * @param {(event: MouseEvent) => boolean} press whether something came of it
 */
export function watchLongPress(svg, press) {
  let timer = 0;
  let x = 0;
  let y = 0;
  let done = false;
  const stop = () => clearTimeout(timer);
  svg.addEventListener("pointerdown", (event) => {
    stop();
    done = false;
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    [x, y] = [event.clientX, event.clientY];
    timer = window.setTimeout(() => (done = press(event)), LONG);
  });
  svg.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, stop);
  svg.addEventListener("contextmenu", (event) => {
    if (done || press(event)) event.preventDefault();
    done = true;
  });
  svg.addEventListener("click", (event) => {
    if (done && event.detail) event.stopImmediatePropagation();
    done = false;
  }, { capture: true });
}
