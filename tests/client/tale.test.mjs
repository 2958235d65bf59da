/** The log as it is read and followed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chapters, cutAtDice, entries, rows, since, telling, walks } from "../../src/grognard/web/base/tale.js";

/** A line of a log. */
function line(i, more = {}) {
  return { i, n: i, turn: 1, phase: 3, phase_name: "Movement", text: `line ${i}`, side: "blue", places: [], rule: null, dice: [], kind: "told", ...more };
}

/** A line with which a deed begins. */
function deed(i, span, more = {}, about = {}) {
  return line(i, { ...about, deed: { kind: "march", span, text: `deed ${i}`, side: "red", way: ["0101", "0102"], ...more } });
}

test("lines told in one are one entry, the rest behind it", () => {
  const [first, second, third] = entries([line(0), deed(1, 3), line(2), line(3), line(4)]);
  assert.deepEqual([first.text, second.text, third.text], ["line 0", "deed 1", "line 4"]);
  assert.deepEqual([second.i, second.last, second.more.map((one) => one.i)], [1, 3, [1, 2, 3]]);
  assert.deepEqual([first.more, first.last], [[], 0]);
  assert.equal(second.side, "red");
});

test("a deed of one line has nothing behind it", () => {
  const [only] = entries([deed(0, 1)]);
  assert.deepEqual([only.more, only.last, only.text], [[], 0, "deed 0"]);
});

test("turns and phases are headings, and of steps in a thread the last is told", () => {
  const all = entries([line(0, { kind: "turn" }), line(1, { kind: "phase" }), line(2, { thread: "a" }), line(3, { thread: "a" }), line(4, { thread: "b" })]);
  assert.deepEqual(all.map((one) => one.i), [3, 4]);
});

test("since a choice: all that reaches beyond it, but for one's own marches", () => {
  const all = entries([deed(0, 2), line(1), deed(2, 2, { side: "blue" }), line(3), deed(4, 1), deed(5, 1, { kind: "fight", side: "blue" })]);
  assert.deepEqual(since(all, 1, "blue").map((one) => one.i), [0, 4, 5]);
  assert.deepEqual(since(all, 2, "blue").map((one) => one.i), [4, 5]);
  assert.deepEqual(since(all, 3, "red").map((one) => one.i), [2, 5]);
});

test("what counts is a place in the log, not whose line it is", () => {
  const all = entries([line(0, { side: "blue" }), deed(1, 1), line(2, { side: "blue", text: "12 Trains to place" })]);
  assert.deepEqual(since(all, 1, "blue").filter(telling).map((one) => one.i), [1]);
});

test("a card has eight rows, and more of a kind are folded", () => {
  const marches = Array.from({ length: 9 }, (_, i) => deed(i, 1));
  const all = entries([...marches, deed(9, 1, { kind: "fight", way: [] }), deed(10, 1, { kind: "fight", way: ["0101", "0102"] })]);
  const shown = rows(all);
  assert.deepEqual(shown.map((row) => [row.kind, row.folded.length, row.number]), [["march", 9, 0], ["fight", 0, 0], ["fight", 0, 1]]);
  assert.deepEqual(rows(all.slice(0, 8)).map((row) => row.number), [1, 2, 3, 4, 5, 6, 7, 8]);
});

test("kinds without a name of their own are folded as further events", () => {
  const all = entries(Array.from({ length: 12 }, (_, i) => deed(i, 1, { kind: i % 2 ? "rally" : "cossacks", way: [] })));
  assert.deepEqual(rows(all).map((row) => [row.kind, row.folded.length]), [["other", 12]]);
});

test("a place to look at: the end of a way first, then where somebody fell", () => {
  const [one] = entries([deed(0, 1, { fallen: [{ at: "0505", pieces: [], count: 1 }] })]);
  assert.equal(one.places[0], "0102");
  assert.ok(one.places.includes("0505"));
  assert.ok(walks(one));
  const [open] = entries([deed(0, 1, { way: [[1, 2], [3, 4]] })]);
  assert.deepEqual(open.places, []);
  assert.ok(walks(open));
});

test("dice stand in a text as their faces", () => {
  assert.deepEqual(cutAtDice("3 + 2 + ⚃ = 9"), ["3 + 2 + ", 4, " = 9"]);
  assert.deepEqual(cutAtDice("⚀⚅"), [1, 6]);
  assert.deepEqual(cutAtDice("rolls 5"), ["rolls 5"]);
});

test("the log by turn and phase", () => {
  const all = entries([line(0, { turn: 0, phase: 0 }), line(1), line(2, { phase: 4, phase_name: "Combat" }), line(3, { turn: 2 })]);
  assert.deepEqual(chapters(all).map(({ turn, phases }) => [turn, phases.map(({ phase, all: inside }) => [phase, inside.length])]),
    [[0, [[0, 1]]], [1, [[3, 1], [4, 1]]], [2, [[3, 1]]]]);
});
