/** Arrows at the edge of the board: how much can be chosen beyond it. A press goes there, at the same scale. */

import { strays } from "../base/corners.js";
import { h, put } from "../base/dom.js";
import { word } from "../base/words.js";

const SIGNS = { left: "←", right: "→", top: "↑", bottom: "↓" };

/** Where on its edge an arrow may stand, best first; and half of what stands in a place, in pixels. */
const ALONG = ["50%", "34%", "66%", "20%", "80%"];
const NEAR = 14;

export class OffScreen {
  /** @param {HTMLElement} board @param {import("../base/store").Store} store */
  constructor(board, store) {
    this.board = board;
    this.store = store;
    this.element = h("div", { class: "strays" });
    this.frame = 0;
  }

  /** @param {import("../client").BoardMap} map */
  mount(map) {
    this.board.append(this.element);
    map.onMove?.(() => this.soon());
  }

  soon() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  clear() {
    cancelAnimationFrame(this.frame);
    put(this.element);
  }

  draw() {
    const map = this.store.map;
    const places = [...new Set(this.store.lit().flatMap((option) => option.place ?? []))];
    if (!map || !places.length) {
      put(this.element);
      return;
    }
    const points = places.map((place) => ({ place, ...map.hexOnScreen(place) }));
    const found = strays(points, this.board.getBoundingClientRect());
    put(this.element, Object.entries(found).map(([edge, { count, nearest }]) => h("button", {
      type: "button", class: "stray", dataset: { edge, count }, "aria-label": word("map.more_there", count, word(`map.edge.${edge}`)), title: word("map.more_there", count, word(`map.edge.${edge}`)),
      onclick: () => map.centerOn(nearest.place),
    }, h("span", { "aria-hidden": "true" }, SIGNS[/** @type {keyof typeof SIGNS} */ (edge)]), " ", count)));
    for (const arrow of /** @type {HTMLElement[]} */ ([...this.element.children])) aside(arrow, points);
  }
}

/** Along its edge, where an arrow covers the fewest of the places that can be chosen. @param {HTMLElement} arrow @param {{x: number, y: number}[]} points */
function aside(arrow, points) {
  const judged = ALONG.map((along) => {
    arrow.style.setProperty("--along", along);
    const box = arrow.getBoundingClientRect();
    return { along, covered: points.filter((p) => p.x > box.left - NEAR && p.x < box.right + NEAR && p.y > box.top - NEAR && p.y < box.bottom + NEAR).length };
  });
  judged.sort((a, b) => a.covered - b.covered);
  arrow.style.setProperty("--along", judged[0].along);
}
