/** What is remembered of a reader: where he looked. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const shelf = new Map();
globalThis.localStorage = { getItem: (key) => shelf.get(key) ?? null, setItem: (key, value) => shelf.set(key, String(value)), removeItem: (key) => shelf.delete(key) };
globalThis.document = { documentElement: { dataset: {}, style: {} } };
globalThis.matchMedia = () => ({ matches: false });
const { keepOutlook, outlook } = await import("../../src/grognard/web/base/outlook.js");
const { pace, prefer, prefs, STANDARD } = await import("../../src/grognard/web/base/prefs.js");

beforeEach(() => shelf.clear());

test("each match and seat has its own view", () => {
  keepOutlook("m", "blue", { x: 1, y: 2, scale: 0.5 });
  assert.deepEqual(outlook("m", "blue"), { x: 1, y: 2, scale: 0.5 });
  assert.equal(outlook("m", "red"), null);
  assert.equal(outlook("other", "blue"), null);
  keepOutlook("m", "blue", null);
  assert.equal(outlook("m", "blue"), null);
});

test("old matches are forgotten, and rubbish is no view", () => {
  for (let i = 0; i < 40; i++) keepOutlook(`m${i}`, null, { x: i, y: 0, scale: 1 });
  assert.equal(outlook("m0", null), null);
  assert.deepEqual(outlook("m39", null), { x: 39, y: 0, scale: 1 });
  shelf.set("grognard.views", "not json");
  assert.equal(outlook("m39", null), null);
  shelf.set("grognard.views", JSON.stringify([["m ", { x: 1, y: "x", scale: 0 }]]));
  assert.equal(outlook("m", null), null);
});

test("settings are what was preferred, and the standard where nothing was or the shelf holds rubbish", () => {
  assert.deepEqual(prefs(), STANDARD);
  prefer({ follow: "skip", animation: "slow" });
  assert.deepEqual(prefs(), { ...STANDARD, follow: "skip", animation: "slow" });
  assert.equal(pace(1000), 2000);
  prefer({ animation: "off" });
  assert.equal(pace(1000), 0);
  shelf.set("grognard.prefs", "not json");
  assert.deepEqual(prefs(), STANDARD);
});
