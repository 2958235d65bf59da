/** The log as it is read and followed: lines folded into deeds, what happened since a choice, the rows of a card. Pure. */

/** @typedef {import("../types").LogLine} LogLine */
/** @typedef {import("../types").Deed} Deed */
/**
 * A line as it is read: one of the log, or several that are told in one (then `more` holds them all).
 * @typedef {{i: number, last: number, n: number, turn: number, phase: number, phase_name: string, kind: string, text: string, side: string | null,
 *   rule: string | null, dice: number[], faces: number, places: string[], card?: string, deed: Deed | null, more: LogLine[]}} Entry
 */
/** A row of a card: an entry, or several of a kind. @typedef {{kind: string, entry: Entry, number: number, folded: Entry[]}} Row */

/** Lines of a card; more of a kind are folded. */
export const MOST = 8;
/** Kinds that are folded under a name of their own. */
const KINDS = ["march", "fight", "fire", "hunger"];
/** What a side does that it need not be told: it did so itself. */
const OWN = ["march", "trains", "deployment", "lodging", "orders"];
/** Lines that only say where we are. */
const HEADS = ["turn", "phase"];
const FACES = "⚀⚁⚂⚃⚄⚅";

/** All lines, those that are told in one put together; of steps of one move only the last is told. @param {LogLine[]} lines @returns {Entry[]} */
export function entries(lines) {
  /** @type {Entry[]} */
  const found = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (HEADS.includes(line.kind)) continue;
    if (!line.deed && line.thread && lines[at + 1]?.thread === line.thread) continue;
    const more = line.deed ? lines.slice(at, at + line.deed.span) : [];
    found.push(entry(line, more));
    at += Math.max(0, more.length - 1);
  }
  return found;
}

/** @param {LogLine} line @param {LogLine[]} more @returns {Entry} */
function entry(line, more) {
  const deed = line.deed ?? null;
  const { i, n, turn, phase, phase_name, places, card } = line;
  return {
    i, n, turn, phase, phase_name, card, deed, more: more.length > 1 ? more : [], last: more.at(-1)?.i ?? i,
    kind: deed?.kind ?? line.kind, text: deed?.text ?? line.text, side: deed ? (deed.side ?? null) : line.side, rule: (deed ? deed.rule : line.rule) ?? null,
    dice: deed ? (deed.dice ?? []) : line.dice, faces: line.faces ?? 6, places: deed ? placesOf(deed, places) : places,
  };
}

/** The places a deed is about, the most telling first. @param {Deed} deed @param {string[]} places @returns {string[]} */
function placesOf(deed, places) {
  const named = (/** @type {readonly unknown[]} */ all) => /** @type {string[]} */ (all.filter((at) => typeof at === "string"));
  const way = named(deed.way ?? []);
  return [...new Set([...way.slice(-1), ...named((deed.tags ?? []).map((tag) => tag.at)), ...named((deed.fallen ?? []).map((heap) => heap.at)), ...way, ...places])];
}

/**
 * What happened from a line of the log on, but for what the reader did himself.
 * @param {Entry[]} all
 * @param {number} from
 * @param {string | null} seat
 */
export function since(all, from, seat) {
  return all.filter((one) => one.last >= from && !(one.side === seat && OWN.includes(one.kind)));
}

/** What is worth a row on a card: whatever has a deed, and lines of one's own fate. @param {Entry} one */
export function telling(one) {
  return one.deed !== null && !["trains", "deployment", "markers", "orders"].includes(one.kind);
}

/**
 * The rows of a card, at most so many: where there are more, the commonest kinds are folded into one row each. What has a way on the map is numbered.
 * @param {Entry[]} all
 * @param {number} [most]
 * @returns {Row[]}
 */
export function rows(all, most = MOST) {
  /** @type {Row[]} */
  let found = all.map((one) => ({ kind: KINDS.includes(one.kind) ? one.kind : "other", entry: one, number: 0, folded: [] }));
  for (let kind = commonest(found); found.length > most && kind; kind = commonest(found)) found = folded(found, kind);
  let number = 0;
  for (const row of found) if (!row.folded.length && walks(row.entry)) row.number = ++number;
  return found;
}

/** Whether it is seen as a way on the map. @param {Entry} one */
export function walks(one) {
  return (one.deed?.way?.length ?? 0) > 1;
}

/** The kind of which there are most, if there are two. @param {Row[]} all @returns {string} */
function commonest(all) {
  const counts = new Map();
  for (const row of all) if (!row.folded.length) counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1);
  const [kind, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return count > 1 ? kind : "";
}

/** @param {Row[]} all @param {string} kind @returns {Row[]} */
function folded(all, kind) {
  const group = all.filter((row) => row.kind === kind && !row.folded.length);
  const heap = { kind, entry: group[0].entry, number: 0, folded: group.map((row) => row.entry) };
  return all.flatMap((row) => (row === group[0] ? [heap] : group.includes(row) ? [] : [row]));
}

/** A text cut at the faces of dice in it. @param {string} text @returns {(string | number)[]} */
export function cutAtDice(text) {
  return text.split(/([⚀-⚅])/u).filter(Boolean).map((part) => (FACES.includes(part) ? FACES.indexOf(part) + 1 : part));
}

/**
 * Lines by turn and phase, in their order.
 * @param {Entry[]} all
 * @returns {{turn: number, phases: {phase: number, name: string, all: Entry[]}[]}[]}
 */
export function chapters(all) {
  /** @type {ReturnType<typeof chapters>} */
  const found = [];
  for (const one of all) {
    if (found.at(-1)?.turn !== one.turn) found.push({ turn: one.turn, phases: [] });
    const { phases } = /** @type {typeof found[number]} */ (found.at(-1));
    if (phases.at(-1)?.phase !== one.phase) phases.push({ phase: one.phase, name: one.phase_name, all: [] });
    phases.at(-1)?.all.push(one);
  }
  return found;
}
