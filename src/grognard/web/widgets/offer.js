/** An offer to end the match here and have it counted: who made it, and the answer of the one it is made to. */

/** @typedef {import("../types").Snapshot} Snapshot */

import { post } from "../base/api.js";
import { h } from "../base/dom.js";
import { word } from "../base/words.js";

/**
 * What stands above the question meanwhile.
 * @param {Snapshot} snapshot
 * @param {(fault: unknown) => void} refuse
 * @returns {HTMLElement | null}
 */
export function offerBlock(snapshot, refuse) {
  const { offer, seat, match } = snapshot;
  if (!offer || !seat || (offer.declined && offer.side !== seat)) return null;
  const say = (/** @type {boolean} */ accept) => () => void post(`/api/matches/${match}/offer`, { seat, accept }).catch(refuse);
  const button = (/** @type {string} */ name, /** @type {boolean} */ accept) => h("button", { type: "button", class: accept ? "primary" : "", dataset: { offer: name }, onclick: say(accept) }, word(`offer.${name}`));
  const points = snapshot.sides.map((side) => `${side.name} ${side.score}`).join(" · ");
  return h("div", { class: "notice offer", role: "status" }, h("p", {}, offer.text), offer.declined ? null : h("p", { class: "note" }, points),
    offer.declined ? null : h("div", { class: "actions" }, offer.side === seat ? button("withdraw", false) : [button("accept", true), button("decline", false)]));
}
