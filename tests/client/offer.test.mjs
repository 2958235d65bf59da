/** An offer to end the match: who owes an answer to it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { owes } from "../../src/grognard/web/base/offers.js";

test("the other person answers an offer, and nobody one that is declined or was never made", () => {
  const people = ["french", "russian"];
  assert.equal(owes({ offer: { side: "french", declined: false } }, people), "russian");
  assert.equal(owes({ offer: { side: "russian", declined: false } }, people), "french");
  assert.equal(owes({ offer: { side: "french", declined: true } }, people), null);
  assert.equal(owes({ offer: null }, people), null);
  assert.equal(owes({ offer: { side: "french", declined: false } }, ["french"]), null);
});
