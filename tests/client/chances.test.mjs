/** Chances in a forecast: a certainty that the enemy can still change is none. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { chance, guessed, settled } from "../../src/grognard/web/base/chances.js";

const bar = (chance, more = {}) => ({ key: "won", label: "Won", chance, outcome: "won", ...more });
const unknown = (least, most, own = false) => ({ name: "cc", label: "", least, most, assumed: 0, own });

test("a range is told where the enemy has a say, and what is not counted is no promise", () => {
  assert.equal(chance(bar(0.5, { low: 0.25, high: 0.75 }), false), "25–75%");
  assert.equal(chance(bar(1), false), "100%");
  assert.equal(chance(bar(1), true), "≈ 100%");
  assert.equal(chance(bar(0), true), "≈ 0%");
  assert.equal(chance(bar(0.5), true), "50%");
});

test("what stays certain whatever the enemy chooses is said to be so", () => {
  const forecast = (unknowns, ...bars) => ({ rows: [], bars, unknowns });
  assert.equal(settled(forecast([unknown(0, 3)], bar(1))), true);
  assert.equal(settled(forecast([unknown(0, 3)], bar(0.5))), false);
  assert.equal(settled(forecast([unknown(0, 3, true)], bar(1))), false, "one's own choice");
  assert.equal(settled(forecast([unknown(0, 3), unknown(0, 0)], bar(1))), false, "something is not counted");
  assert.equal(guessed(forecast([unknown(0, 0, true)])), false);
  assert.equal(guessed(forecast([unknown(0, 0)])), true);
});
