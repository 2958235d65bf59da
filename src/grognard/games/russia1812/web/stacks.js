/** Which pieces stand together, in which order, and what lies beside them. */

/** @typedef {import("./counters.js").Piece} Piece */
/** @typedef {import("./counters.js").Marks} Marks */
/**
 * The part of the view read here.
 * @typedef {Piece & {id: string, place: string, flags: string[]}} Placed
 * @typedef {{depots: string[], trains: Record<string, number>, shown: Record<string, number>, genuine?: Record<string, number>,
 *   decoys?: Record<string, number>}} Player
 * @typedef {{units: Placed[], backs?: Placed[], players?: Record<string, Player>}} View
 * @typedef {{stack: string[], cavalry: string}} BackWords
 */
/** @typedef {{place: string, side: string, ids: string[], pieces: Piece[], marks: Marks}} Stack */

const ORDER = ["veteran", "line", "conscript"];
const ARMS = ["infantry", "cavalry", "artillery"];
const SHOWN = ["disrupted"];

/**
 * What lies beside the units of a hex.
 * @param {View} view
 * @param {string} hex
 * @returns {Marks}
 */
export function stackMarks(view, hex) {
  /** @type {Marks} */
  const marks = {};
  for (const [side, player] of Object.entries(view.players ?? {})) {
    if (player.depots.includes(hex)) marks.depot = side;
    if (player.decoys?.[hex]) marks.decoys = player.decoys[hex];
    const all = player.trains[hex] ?? 0;
    if (!all) continue;
    const known = Math.max(player.shown[hex] ?? 0, player.genuine?.[hex] ?? 0);
    marks.trainSide = side;
    if (known) marks.trains = known;
    if (all > known) marks.hidden = all - known;
  }
  for (const unit of [...view.units, ...(view.backs ?? [])]) {
    if (unit.place !== hex) continue;
    if (unit.flags.includes("forage")) marks.forage = true;
    if (unit.flags.includes("forced")) marks.forced = true;
    if (unit.flags.includes("fought_twice")) marks.fought = 2;
    else if (unit.flags.includes("fought_once")) marks.fought = Math.max(1, marks.fought ?? 0);
  }
  return marks;
}

/**
 * All stacks and all lonely Depots.
 * @param {View} view
 * @param {{pieces: Record<string, Record<string, unknown>>, backs?: BackWords}} scene
 * @returns {Stack[]}
 */
export function stacks(view, scene) {
  /** @type {Map<string, Stack>} */
  const found = new Map();
  for (const unit of [...view.units, ...(view.backs ?? [])]) {
    const key = `${unit.place} ${unit.side}`;
    const stack = found.get(key) ?? { place: unit.place, side: unit.side, ids: [], pieces: [], marks: {} };
    stack.pieces.push({ ...(scene.pieces[unit.id] ?? backFacts(unit, scene.backs)), id: unit.id, side: unit.side, kind: unit.kind, cr: unit.cr,
      flags: unit.flags.filter((flag) => SHOWN.includes(flag)) });
    found.set(key, stack);
  }
  for (const [side, player] of Object.entries(view.players ?? {})) {
    for (const hex of [...player.depots, ...Object.keys(player.trains)]) {
      const manned = [...found.values()].some((stack) => stack.place === hex);
      if (!manned) found.set(`${hex} ${side}`, { place: hex, side, ids: [], pieces: [], marks: {} });
    }
  }
  for (const stack of found.values()) {
    stack.pieces.sort((a, b) => rank(a) - rank(b));
    stack.ids = stack.pieces.map((piece) => piece.id ?? "");
    stack.marks = stackMarks(view, stack.place);
  }
  return [...found.values()];
}

/**
 * [15.1] What can be said of a stack face down: "stack of 3, unexamined".
 * @param {Piece} back
 * @param {BackWords} [words]
 */
export function backFacts(back, words) {
  const count = back.count ?? 1;
  const name = words?.stack[count] ?? String(count);
  return { name: back.cavalry && words ? `${name}, ${words.cavalry}` : name, side: back.side, kind: back.kind, count, cavalry: back.cavalry };
}

/** Good order before disorder, better class first, commanders by rating. @param {Piece} piece */
function rank(piece) {
  if (piece.kind === "back") return 500;
  if (piece.kind === "commander") return 1000 - (piece.cr ?? 0);
  const broken = piece.flags?.includes("disrupted") ? 100 : 0;
  return broken + ORDER.indexOf(piece.class ?? "") * 10 + ARMS.indexOf(piece.kind);
}
