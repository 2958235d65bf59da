import assert from "node:assert/strict";
import test from "node:test";
import { H, Layout, R, corner, hexagon, keyOf } from "../../src/grognard/web/board/geometry.js";

function sheet(columns = 6, rows = 5, more = {}) {
  const places = {};
  for (let c = 1; c <= columns; c++) {
    for (let r = 1; r <= rows; r++) places[`${String(c).padStart(2, "0")}${String(r).padStart(2, "0")}`] = { terrain: "clear", territory: 0 };
  }
  return new Layout({ columns, rows, places, ...more });
}

test("every hex is found again under its own middle, and near it", () => {
  for (const map of [sheet(), sheet(6, 5, { offset: "odd-down" }), sheet(6, 5, { east_left: false })]) {
    for (const [id, cell] of map.byName) {
      assert.equal(map.hexAt(cell), id);
      for (let i = 0; i < 6; i++) assert.equal(map.hexAt(corner(cell, i, 0.8)), id);
    }
  }
});

test("outside the sheet there is no hex", () => {
  const map = sheet();
  assert.equal(map.hexAt({ x: -R, y: -R }), null);
  assert.equal(map.hexAt({ x: map.width + R, y: map.height / 2 }), null);
});

test("neighbours are one apart and share a side; distance is the same both ways", () => {
  const map = sheet();
  for (const [id, cell] of map.byName) {
    const around = map.around(cell).filter((other) => other?.id);
    assert.ok(around.length >= 2 && around.length <= 6);
    for (const other of around) {
      assert.equal(map.distance(id, other.id), 1);
      const [p, q] = map.side(id, other.id);
      assert.ok(Math.abs(Math.hypot(p.x - q.x, p.y - q.y) - R) < 1e-6);
      const ends = map.side(other.id, id);
      assert.ok(Math.hypot(p.x - ends[1].x, p.y - ends[1].y) < 1e-6);
    }
    for (const far of map.byName.keys()) assert.equal(map.distance(id, far), map.distance(far, id));
  }
  assert.equal(map.distance("0101", "0101"), 0);
  assert.equal(map.distance("0101", "0105"), 4);
  assert.equal(map.distance("0103", "0603"), 5);
});

test("the way over every hex between is never shorter than the distance", () => {
  const map = sheet(5, 5);
  const reached = new Map([["0303", 0]]);
  for (const id of reached.keys()) {
    for (const other of map.around(map.byName.get(id))) {
      if (other?.id && !reached.has(other.id)) reached.set(other.id, reached.get(id) + 1);
    }
  }
  for (const [id, steps] of reached) assert.equal(map.distance("0303", id), steps);
  assert.equal(reached.size, 25);
});

test("one hex is outlined by six corners, two neighbours by ten, a hole by a ring of its own", () => {
  const map = sheet();
  const of = (...ids) => map.outlines((cell) => ids.includes(cell.id), false);
  assert.deepEqual(of("0303").map((ring) => ring.length), [6]);
  assert.deepEqual(of("0303", "0304").map((ring) => ring.length), [10]);
  const around = map.around(map.byName.get("0303")).map((cell) => cell.id);
  assert.deepEqual(of(...around).map((ring) => ring.length).sort((a, b) => a - b), [6, 18]);
  assert.deepEqual(of(), []);
});

test("the land goes on beyond the edge, but no town", () => {
  const map = sheet(2, 2);
  assert.ok(map.cells.size > map.byName.size);
  const town = new Layout({ columns: 1, rows: 1, places: { "0101": { terrain: "city", territory: 1 } } });
  const rim = [...town.cells.values()].filter((cell) => cell.id === null);
  assert.equal(rim.length, 6);
  assert.ok(rim.every((cell) => cell.terrain === "clear" && cell.territory === 1));
});

test("a lattice point has one name however it was reckoned", () => {
  const map = sheet();
  for (const cell of map.byName.values()) {
    assert.equal(keyOf({ x: cell.x + 1e-7, y: cell.y - 1e-7 }), cell.key);
    assert.equal(new Set(hexagon(cell).map(keyOf)).size, 6);
  }
  assert.ok(hexagon({ x: 0, y: 0 }, 4).every((p) => Math.hypot(p.x, p.y) < R));
  assert.ok(Math.abs(H - 48.497) < 0.001);
});
