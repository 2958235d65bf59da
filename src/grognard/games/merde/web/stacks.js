/** What stands in which square: a line and open order have a unit in each of theirs, everything else is one picture. */

/** @typedef {import("./counters.js").Piece} Piece */
/** @typedef {import("./counters.js").Marks} Marks */
/**
 * The part of the view read here.
 * @typedef {{units: (Piece & {id: string, hex: string, squares?: string[], flags: string[]})[],
 *   flags?: {side: string, square: string, taken?: boolean}[]}} View
 */
/** @typedef {{hex: string, side: string, ids: string[], pieces: Piece[], marks: Marks}} Stack */

/**
 * @param {View} view
 * @param {{pieces: Record<string, Record<string, unknown>>, palette?: {sides?: Record<string, {nation?: string}>}}} scene
 * @returns {Stack[]}
 */
export function stacks(view, scene) {
  /** @type {Map<string, Stack>} */
  const found = new Map();
  const at = (/** @type {string} */ hex, /** @type {string} */ side) => {
    const key = `${hex} ${side}`;
    const stack = found.get(key) ?? { hex, side, ids: [], pieces: [], marks: {} };
    found.set(key, stack);
    return stack;
  };
  for (const unit of view.units) {
    const piece = /** @type {Piece} */ ({ nation: scene.palette?.sides?.[unit.side]?.nation, ...scene.pieces[unit.id], ...unit });
    const squares = unit.squares ?? [unit.hex];
    const whole = squares.length < 2;
    squares.forEach((hex, i) => {
      const stack = at(hex, unit.side);
      const led = piece.kind === "commander";
      const first = i === 0;
      stack.pieces[led ? "push" : "unshift"](whole ? piece : { ...piece, unit: living(piece.men, i), markers: first ? piece.markers : 0,
        short: first ? piece.short : "", command: first ? piece.command : "" });
      stack.ids[led ? "push" : "unshift"](whole ? unit.id : `${unit.id}/${i}`);
    });
  }
  for (const flag of view.flags ?? []) {
    const stack = [...found.values()].find((other) => other.hex === flag.square) ?? at(flag.square, flag.side);
    stack.marks = { flag: flag.side, flagNation: scene.palette?.sides?.[flag.side]?.nation, taken: flag.taken };
  }
  return [...found.values()];
}

/** The i-th unit that still has men. @param {number[] | undefined} men @param {number} i */
function living(men, i) {
  const left = (men ?? []).flatMap((n, unit) => (n > 0 ? [unit] : []));
  return left[i] ?? i;
}
