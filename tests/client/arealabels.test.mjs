/** Where the label of an area may stand. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { berths } from "../../src/grognard/web/board/arealabels.js";

const ring = [{ x: 100, y: 50 }, { x: 200, y: 60 }, { x: 150, y: 120 }];

test("a label stands beside its area, on every side of it, a lesser one first at its side", () => {
  const beside = ({ at, anchor }) => (anchor === "middle" ? at.y < 50 || at.y > 120 : anchor === "start" ? at.x > 200 : at.x < 100);
  for (const near of [false, true]) {
    const found = berths(ring, near);
    assert.equal(found.length, 4);
    assert.ok(found.every(beside));
    assert.equal(found[0].anchor, near ? "start" : "middle");
  }
});
