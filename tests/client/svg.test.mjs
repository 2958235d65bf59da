import assert from "node:assert/strict";
import test from "node:test";
import { closedCurve, middle, n, straight, xy } from "../../src/grognard/web/base/svg.js";

test("coordinates have one decimal and no useless zero", () => {
  assert.equal(n(1.04), "1");
  assert.equal(n(-2.25), "-2.2");
  assert.equal(xy({ x: 10.06, y: 3 }), "10.1 3");
});

test("straight lines, open and closed, and nothing from nothing", () => {
  const line = [{ x: 0, y: 0 }, { x: 1, y: 2 }];
  assert.equal(straight(line), "M0 0L1 2");
  assert.equal(straight(line, true), "M0 0L1 2Z");
  assert.equal(straight([]), "");
});

test("a closed curve swings past every point and ends where it began", () => {
  const path = closedCurve([{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }]);
  assert.equal(path, "M5 5Q0 0 5 0Q10 0 10 5Q10 10 5 5Z");
  assert.equal(closedCurve([{ x: 0, y: 0 }]), "");
  assert.deepEqual(middle({ x: 0, y: 4 }, { x: 2, y: 0 }), { x: 1, y: 2 });
});
