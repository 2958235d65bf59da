/** What stands in which square: a line and open order have a unit in each of theirs, everything else is one picture. */

/** @typedef {import("./counters.js").Piece} Piece */
/** @typedef {import("./counters.js").Marks} Marks */
/** @typedef {{side: string, square: string, taken?: boolean}} Flag */
/**
 * The part of the view read here.
 * @typedef {{units: (Piece & {id: string, place: string, squares?: string[], flags: string[]})[], flags?: Flag[]}} View
 */
/** @typedef {{place: string, side: string, ids: string[], pieces: Piece[], marks: Marks}} Stack */
/**
 * The part of the scene read here.
 * @typedef {{pieces: Record<string, Record<string, unknown>>, sector?: number, sides?: {id: string}[],
 *   palette?: {sides?: Record<string, {nation?: string}>}}} Scene
 */

/**
 * @param {View} view
 * @param {Scene} scene
 * @returns {Stack[]}
 */
export function stacks(view, scene) {
  /** @type {Map<string, Stack>} */
  const found = new Map();
  const at = (/** @type {string} */ hex, /** @type {string} */ side) => {
    const key = `${hex} ${side}`;
    const stack = found.get(key) ?? { place: hex, side, ids: [], pieces: [], marks: {} };
    found.set(key, stack);
    return stack;
  };
  for (const unit of view.units) {
    const piece = /** @type {Piece} */ ({ nation: scene.palette?.sides?.[unit.side]?.nation, ...scene.pieces[unit.id], ...unit });
    const squares = unit.squares ?? [unit.place];
    const whole = squares.length < 2;
    squares.forEach((hex, i) => {
      const stack = at(hex, unit.side);
      const led = piece.kind === "commander";
      stack.pieces[led ? "push" : "unshift"](whole ? piece : part(piece, squares, i));
      stack.ids[led ? "push" : "unshift"](whole ? unit.id : `${unit.id}/${i}`);
    });
  }
  for (const flag of view.flags ?? []) {
    const stack = [...found.values()].find((other) => other.place === flag.square) ?? at(flag.square, flag.side);
    stack.marks = marks(flag, scene);
  }
  return [...found.values()];
}

/** The unit of a regiment that stands in one of its squares; the first carries what belongs to all. @param {Piece} piece @param {string[]} squares @param {number} i @returns {Piece} */
function part(piece, squares, i) {
  const unit = living(piece.men, i);
  if (i) return { ...piece, unit, markers: 0, short: "", command: "" };
  const along = squares[0].slice(2) === squares[1].slice(2) ? Math.sign(Number(squares[1].slice(0, 2)) - Number(squares[0].slice(0, 2))) : 0;
  return { ...piece, unit, span: along };
}

/** @param {Flag} flag @param {Scene} scene @returns {Marks} */
function marks(flag, scene) {
  const sector = Math.floor(Number(flag.square.slice(0, 2)) / (scene.sector ?? 6)) + 1;
  return {
    flag: flag.side, flagNation: scene.palette?.sides?.[flag.side]?.nation, taken: flag.taken,
    second: scene.sides?.[1]?.id === flag.side, sector: String(sector),
  };
}

/** The i-th unit that still has men. @param {number[] | undefined} men @param {number} i */
function living(men, i) {
  const left = (men ?? []).flatMap((n, unit) => (n > 0 ? [unit] : []));
  return left[i] ?? i;
}
