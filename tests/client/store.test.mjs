/** What the parts of a table share. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/grognard/web/base/store.js";

/** A store with a question in it. */
function asked(decision, more = {}) {
  const store = new Store("m");
  store.snapshot = { view: { units: [] }, sides: [], decision: { options: [], plans: [], ...decision }, ...more };
  return store;
}

test("nothing is lit where nothing is asked", () => {
  assert.deepEqual(new Store("m").lit(), []);
  assert.deepEqual(asked({ options: [{ action: "done" }] }).lit(), []);
});

test("a plan stands in for the steps to its place", () => {
  const plan = { action: "march", place: "0203" };
  const [step, other] = [{ action: "go 0203", place: "0203" }, { action: "go 0304", place: "0304" }];
  assert.deepEqual(asked({ plans: [plan], options: [step, other] }).lit(), [plan, other]);
});

test("of a stack in hand its ways are lit, and they start where it stands", () => {
  const store = asked({ options: [{ action: "march 0203", place: "0203", hand: "0203" }] });
  store.column = { place: "0203", plans: [{ action: "march 0203 0304", place: "0304" }] };
  assert.deepEqual(store.lit().map((option) => option.place), ["0304"]);
  assert.equal(store.start(), "0203");
  store.forget();
  assert.deepEqual(store.lit().map((option) => option.place), ["0203"]);
});

test("a proposal marks what is chosen in it, each kind by its own mark, and leaves the rest open", () => {
  const options = [{ action: "train a", verb: "train", place: "a" }, { action: "dummy a", verb: "dummy", place: "a", aside: true }, { action: "train b", verb: "train", place: "b" },
    { action: "dummy c", verb: "dummy", place: "c", aside: true }, { action: "other d", verb: "other", place: "d" }];
  const store = asked({ options });
  store.proposal = { cut: { id: "trains", verbs: ["train", "dummy"] }, chosen: ["train a", "dummy c"] };
  assert.deepEqual(store.lit().map((option) => [option.place, option.tag, !!option.price]), [["a", "✓", false], ["c", "?", false], ["b", undefined, true]]);
});

test("a choice starts somewhere only where all options start there", () => {
  assert.equal(asked({ options: [{ from: "0101" }, { from: "0101" }, {}] }).start(), "0101");
  assert.equal(asked({ options: [{ from: "0101" }, { from: "0102" }] }).start(), undefined);
  assert.equal(asked({ options: [{}] }).start(), undefined);
});

test("pieces, sides and options are found by their names", () => {
  const store = asked({ options: [{ action: "done", label: "Done" }] }, { view: { units: [{ id: "A1", place: "0101" }] }, sides: [{ id: "french", name: "The French" }] });
  store.scene = { pieces: { A1: { name: "Ney" } } };
  assert.equal(store.piece("A1").place, "0101");
  assert.equal(store.piece("B1"), null);
  assert.deepEqual([store.name("A1"), store.name("B1")], ["Ney", "B1"]);
  assert.deepEqual([store.sideName("french"), store.sideName(null)], ["The French", ""]);
  assert.equal(store.option("done").label, "Done");
  assert.equal(store.option("pass"), null);
});

test("a clash is fought where the parties stand that one can see", () => {
  const stage = { parties: [{ unit: "A1" }, { unit: "B1" }] };
  assert.deepEqual(asked({}, { stage, view: { units: [{ id: "A1", place: "0101" }] } }).clash(), ["0101"]);
});

test("behind the curtain nothing of anybody is left", () => {
  const store = asked({});
  Object.assign(store, { seat: "french", plan: { action: "march" }, picked: "0101" });
  store.clear();
  assert.deepEqual([store.seat, store.snapshot, store.plan, store.picked], [null, null, null, null]);
});
