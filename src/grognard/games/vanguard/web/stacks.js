/** Which pieces stand together, in which order, and what lies beside them. */

/** @typedef {import("./counters.js").Piece} Piece */
/** @typedef {import("./counters.js").Marks} Marks */
/**
 * The part of the view read here.
 * @typedef {{units: (Piece & {id: string, place: string | null, flags: string[]})[], formations?: Record<string, {order?: string | null, general?: string}>}} View
 */
/** @typedef {{place: string, side: string, ids: string[], pieces: Piece[], marks: Marks}} Stack */

const RANKS = ["cinc", "general", "officer"];

/**
 * All stacks on the map. The view lists the units of a hex from the top down.
 * @param {View} view
 * @param {{pieces: Record<string, Record<string, unknown>>}} scene
 * @returns {Stack[]}
 */
export function stacks(view, scene) {
  /** @type {Map<string, Stack>} */
  const found = new Map();
  const orders = new Map(Object.values(view.formations ?? {}).map((formation) => [formation.general, formation.order]));
  for (const unit of view.units) {
    if (!unit.place) continue;
    const key = `${unit.place} ${unit.side}`;
    const stack = found.get(key) ?? { place: unit.place, side: unit.side, ids: [], pieces: [], marks: {} };
    stack.pieces.push(/** @type {Piece} */ ({ ...scene.pieces[unit.id], ...unit }));
    const order = orders.get(unit.id);
    if (order) stack.marks.order = order;
    if (unit.flags.includes("more")) stack.marks.more = true;
    found.set(key, stack);
  }
  for (const stack of found.values()) {
    stack.pieces.sort((a, b) => rank(a) - rank(b));
    stack.ids = stack.pieces.map((piece) => piece.id ?? "");
  }
  return [...found.values()];
}

/** Units keep their order, leaders come after them by rank. @param {Piece} piece */
function rank(piece) {
  return piece.kind === "leader" ? 10 + RANKS.indexOf(piece.rank ?? "") : 0;
}
