/** What lies on a board. */

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").View} View */

/** Pieces that can be told apart, generals who are listed by themselves, and stacks that lie face down. @param {View | undefined} view @returns {(Piece & {place: string})[]} */
export function onBoard(view) {
  const all = view ? [...(view.units ?? []), ...(view.generals ?? []), ...(view.backs ?? [])] : [];
  return all.flatMap((piece) => (piece.place ? [/** @type {Piece & {place: string}} */ (piece)] : []));
}
