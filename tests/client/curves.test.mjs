import assert from "node:assert/strict";
import test from "node:test";
import { chance, cutCorners, evenly, lengths, nearest, noise, normals, roughen, rounded, seedOf, toward } from "../../src/grognard/web/base/curves.js";

const SQUARE = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }];
const near = (a, b, by = 1e-9) => Math.abs(a - b) <= by;

test("a name gives the same number everywhere, other names another", () => {
  assert.equal(seedOf("Moskva"), seedOf("Moskva"));
  assert.notEqual(seedOf("Moskva"), seedOf("Moskwa"));
  assert.equal(seedOf(""), 2166136261);
});

test("chance falls the same way again, between 0 and 1, and evenly", () => {
  const one = chance(7);
  const other = chance(7);
  const rolls = Array.from({ length: 4000 }, one);
  assert.deepEqual(rolls.slice(0, 50), Array.from({ length: 50 }, other));
  assert.ok(rolls.every((roll) => roll >= 0 && roll < 1));
  assert.ok(near(rolls.reduce((a, b) => a + b) / rolls.length, 0.5, 0.02));
});

test("noise is smooth, bounded and the same for neighbours that share a line", () => {
  for (let i = 0; i < 200; i++) {
    const [x, y] = [i * 0.37 - 20, i * 0.91 - 60];
    assert.ok(Math.abs(noise(x, y)) <= 1);
    assert.ok(Math.abs(noise(x, y) - noise(x + 1e-6, y)) < 1e-4);
  }
  assert.deepEqual(roughen([SQUARE[1]], 5, 30), roughen(SQUARE, 5, 30).slice(1, 2));
});

test("a point on the way to another; a way of no length leads nowhere", () => {
  assert.deepEqual(toward({ x: 0, y: 0 }, { x: 30, y: 40 }, 10), { x: 6, y: 8 });
  assert.deepEqual(toward({ x: 1, y: 1 }, { x: 1, y: 1 }, 10), { x: 1, y: 1 });
});

test("a rounded ring stays inside its corners and passes near every side", () => {
  const ring = rounded(SQUARE, 20, 10);
  assert.ok(ring.every((p) => p.x >= -1e-9 && p.x <= 100 + 1e-9 && p.y >= -1e-9 && p.y <= 100 + 1e-9));
  assert.ok(SQUARE.every((corner) => ring.every((p) => Math.hypot(p.x - corner.x, p.y - corner.y) > 5)));
  for (const middle of [{ x: 50, y: 0 }, { x: 100, y: 50 }]) assert.ok(nearest(ring, middle).distance < 6);
});

test("cut corners: an open line keeps its ends, a ring does not grow", () => {
  const line = cutCorners([{ x: 0, y: 0 }, { x: 10, y: 10 }, { x: 20, y: 0 }], 3, false);
  assert.deepEqual(line[0], { x: 0, y: 0 });
  assert.deepEqual(line.at(-1), { x: 20, y: 0 });
  assert.ok(line.every((p) => p.y < 10));
  assert.equal(cutCorners(SQUARE, 2, true).length, 16);
  assert.deepEqual(cutCorners(SQUARE, 0, true), SQUARE);
});

test("lengths add up, and equal steps are equal", () => {
  assert.deepEqual(lengths(SQUARE), [0, 100, 200, 300]);
  const even = evenly(SQUARE, 7);
  const steps = even.slice(1).map((p, i) => Math.hypot(p.x - even[i].x, p.y - even[i].y));
  assert.equal(even.length, 44);
  assert.ok(near(lengths(even).at(-1), 300, 10));
  assert.ok(Math.max(...steps) <= 300 / 43 + 1e-9);
  assert.deepEqual(even[0], SQUARE[0]);
  assert.deepEqual(even.at(-1), SQUARE[3]);
});

test("normals are one long and stand across the way", () => {
  for (const closed of [false, true]) {
    const found = normals(SQUARE, closed);
    assert.ok(found.every((p) => near(Math.hypot(p.x, p.y), 1)));
  }
  assert.deepEqual(normals([{ x: 0, y: 0 }, { x: 10, y: 0 }])[0], { x: 0, y: -1 });
});

test("the nearest point of a line, and its place in it", () => {
  assert.deepEqual(nearest(SQUARE, { x: 90, y: 9 }), { point: SQUARE[1], distance: Math.hypot(10, 9), index: 1 });
});
