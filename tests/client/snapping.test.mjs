import assert from "node:assert/strict";
import test from "node:test";
import { moved, seen, snap, snapTurn, stopShort, turn } from "../../src/grognard/web/board/snapping.js";

const pose = (x, y, facing = 0) => ({ x, y, facing });

test("what is seen from a pose is where moving leads", () => {
  for (const facing of [0, 450, 900, 1800, 2700, 3333]) {
    const start = pose(500, 400, facing);
    const [right, ahead] = seen(start, moved(start, 37, -81));
    assert.ok(Math.abs(right - 37) < 1 && Math.abs(ahead + 81) < 1);
  }
  assert.deepEqual(moved(pose(0, 0, 0), 0, 100), pose(0, 100, 0));
});

test("the smallest turn goes either way and never beyond half a circle", () => {
  assert.equal(turn(100, 300), 200);
  assert.equal(turn(3500, 100), 200);
  assert.equal(turn(100, 3500), -200);
  for (let a = 0; a < 3600; a += 170) for (let b = 0; b < 3600; b += 130) assert.ok(Math.abs(turn(a, b)) <= 1800);
});

test("a heading near a neighbour's or a round one becomes it; others stay", () => {
  assert.equal(snapTurn(437, [{ pose: pose(0, 0, 410), width: 50 }]), 410);
  assert.equal(snapTurn(437, []), 450);
  assert.equal(snapTurn(520, []), 520);
  assert.equal(snapTurn(3590, []), 0);
  assert.equal(snapTurn(-20, []), 0);
});

test("a piece comes to rest in line with a neighbour and side by side", () => {
  const other = { pose: pose(300, 200), width: 100 };
  const found = snap(pose(196, 206), 100, pose(0, 0), [other]);
  assert.deepEqual(found.pose, pose(200, 200));
  assert.equal(found.guides.length, 1);
});

test("far off, or facing elsewhere, it is left where the hand has it", () => {
  const other = { pose: pose(300, 200), width: 100 };
  assert.deepEqual(snap(pose(190, 240), 100, pose(0, 0), [other]), { pose: pose(190, 240), guides: [] });
  assert.deepEqual(snap(pose(196, 206, 900), 100, pose(0, 0), [other]).guides, []);
});

test("straight ahead of where it stood it goes straight ahead", () => {
  const found = snap(pose(506, 700), 100, pose(500, 400), []);
  assert.deepEqual(found.pose, pose(500, 700));
  assert.deepEqual(found.guides, [[[500, 400], [500, 700]]]);
});

test("before an enemy it stops exactly as far off as it must, never nearer", () => {
  const foe = { outline: [[0, 500], [200, 500], [200, 540], [0, 540]], mm: 50 };
  for (const y of [444, 450, 455]) {
    const found = stopShort(pose(100, y), 80, 30, [foe]);
    assert.deepEqual(found.pose, pose(100, 450));
    assert.equal(found.guides.length, 1);
  }
  assert.deepEqual(stopShort(pose(100, 300), 80, 30, [foe]), { pose: pose(100, 300), guides: [] });
});
