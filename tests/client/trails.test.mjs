/** Ways on the map. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { along, shortened } from "../../src/grognard/web/board/trails.js";

const LINE = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }];

test("a point along a line, and where the line goes there", () => {
  assert.deepEqual(along(LINE, 0.25), { p: { x: 50, y: 0 }, turn: 0 });
  assert.deepEqual(along(LINE, 1), { p: { x: 100, y: 100 }, turn: 90 });
  assert.deepEqual(along(LINE, 0.75).turn, 90);
});

test("a way ends before the counter it leads to", () => {
  assert.deepEqual(shortened(LINE, 20).at(-1), { x: 100, y: 80 });
  assert.deepEqual(shortened(LINE, 120).at(-1), { x: 80, y: 0 });
});

test("a way too short to be cut stays as it is", () => {
  const short = [{ x: 0, y: 0 }, { x: 20, y: 0 }];
  assert.deepEqual(shortened(short, 24), short);
});
