/** Where cards stand, and what lies beyond the edge. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { corners, freeCorner, strays } from "../../src/grognard/web/base/corners.js";

const BOARD = { left: 0, top: 60, right: 1056, bottom: 900 };
const CARD = { width: 434, height: 400 };

test("a card stands in the free corner farthest from the fight", () => {
  assert.equal(freeCorner(BOARD, CARD, [{ x: 300, y: 200 }]), "right low");
  assert.equal(freeCorner(BOARD, CARD, [{ x: 900, y: 800 }]), "left high");
});

test("it covers nothing of what is asked", () => {
  const lit = [{ x: 200, y: 200 }, { x: 900, y: 200 }, { x: 200, y: 800 }];
  assert.equal(freeCorner(BOARD, CARD, lit), "right low");
  assert.equal(freeCorner(BOARD, CARD, [...lit, { x: 900, y: 800 }]), null);
});

test("what is not on the board cannot be covered", () => {
  assert.notEqual(freeCorner(BOARD, CARD, [{ x: 200, y: 200 }, { x: 900, y: 200 }, { x: 200, y: 800 }, { x: 900, y: 1800 }]), null);
});

test("it leaves other cards alone, and is never larger than the board", () => {
  const { "right low": low } = corners(BOARD, CARD);
  assert.notEqual(freeCorner(BOARD, CARD, [{ x: 300, y: 200 }], [low]), "right low");
  assert.equal(freeCorner(BOARD, { width: 434, height: 900 }, []), null);
});

test("the left corners are clear of the toolbar", () => {
  assert.equal(corners(BOARD, CARD)["left high"].left, 66);
});

test("what can be chosen beyond the edge is counted by its edge, the nearest first", () => {
  const points = [{ x: 500, y: 500, place: "in" }, { x: -90, y: 300, place: "far" }, { x: -10, y: 300, place: "near" }, { x: 500, y: 1200, place: "low" }];
  const found = strays(points, BOARD);
  assert.deepEqual(Object.fromEntries(Object.entries(found).map(([edge, { count, nearest }]) => [edge, [count, nearest.place]])), { left: [2, "near"], bottom: [1, "low"] });
  assert.deepEqual(strays([{ x: 10, y: 70 }], BOARD), {});
});
