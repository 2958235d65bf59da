/** Offers to end a match before its time. Pure. */

/** @typedef {import("../types").Snapshot} Snapshot */

/** Who owes an answer to an offer: somebody else than the one who made it. @param {Snapshot} snapshot @param {string[]} people @returns {string | null} */
export function owes(snapshot, people) {
  const { offer } = snapshot;
  return offer && !offer.declined ? (people.find((side) => side !== offer.side) ?? null) : null;
}
