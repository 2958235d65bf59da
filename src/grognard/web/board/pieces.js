/** What lies on a board. */

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").View} View */

/** Pieces that can be told apart, generals who are listed by themselves, and stacks that lie face down. @param {View | undefined} view @returns {Piece[]} */
export function onBoard(view) {
  return view ? [...(view.units ?? []), ...(view.generals ?? []), ...(view.backs ?? [])].filter((piece) => piece.place) : [];
}
