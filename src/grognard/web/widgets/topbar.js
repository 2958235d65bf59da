/** The bar above the table: where we are in the game, the score, and the doors to other pages. */

/** @typedef {import("../types").Snapshot} Snapshot */

import { h, iconButton, put } from "../base/dom.js";
import { openRulebook } from "../pages/rules.js";
import { word } from "../base/words.js";

/**
 * @param {HTMLElement} bar
 * @param {Snapshot} snapshot
 * @param {{menu(): void, tables(): void}} doors what its buttons do
 */
export function topBar(bar, snapshot, doors) {
  const other = snapshot.sides.filter((side) => side.id !== snapshot.seat).map((side) => word(`bot.${side.seat}`)).join(", ");
  put(bar,
    iconButton("menu", word("menu.title"), () => doors.menu(), { id: "menu", "aria-haspopup": "dialog" }),
    h("div", { class: "where" }, h("strong", { class: "what" }, snapshot.title), h("strong", { class: "when" }, when(snapshot)),
      h("span", { class: "note" }, h("span", { class: "against" }, word("top.against", other), " · "), snapshot.clock.phase_name)),
    track(snapshot),
    snapshot.clock.badge ? h("span", { class: "badge", title: snapshot.clock.badge.title }, snapshot.clock.badge.text) : null,
    h("span", { class: "spacer" }),
    h("div", { class: "scores" }, snapshot.sides.map((side) => h("div", { class: "score", dataset: { side: side.id } },
      h("span", { class: "side-mark", dataset: { side: side.id } }), h("strong", {}, side.score),
      h("span", { class: "who" }, h("b", { title: side.name }, side.name), h("span", { class: "note" }, side.note))))),
    iconButton("book", word("top.rules"), () => void openRulebook(snapshot.game)),
    iconButton("table", word("top.tables"), () => doors.tables()),
    iconButton("gear", word("top.settings"), () => doors.menu()));
}

/** What a narrow bar has room for. @param {Snapshot} snapshot */
function when({ clock, title }) {
  return clock.turn ? [word("lobby.turn", clock.turn), month(clock.turns?.find((turn) => turn.turn === clock.turn))].filter(Boolean).join(" · ") : title;
}

/** A turn's date in a word. @param {{month: string, short?: string} | undefined} turn */
function month(turn) {
  return turn?.short ?? turn?.month.split(" ")[0];
}

/** Turns beyond which the track shows only a stretch of them. */
const LONG = 18;
const STRETCH = 12;

/**
 * The turns around the present one.
 * @template {{turn: number}} T
 * @param {T[]} turns
 * @param {number} now
 * @returns {T[]}
 */
function stretch(turns, now) {
  const at = Math.max(0, turns.findIndex((turn) => turn.turn === now));
  const first = Math.min(Math.max(0, at - 3), turns.length - STRETCH);
  return turns.slice(first, first + STRETCH);
}

/** @param {Snapshot} snapshot */
function track(snapshot) {
  const all = snapshot.clock.turns ?? [];
  const turns = all.length > LONG ? stretch(all, snapshot.clock.turn) : all;
  const now = (/** @type {typeof turns[number]} */ turn) => turn.now ?? turn.turn === snapshot.clock.turn;
  return h("ol", { class: "track", "aria-label": word("top.track") }, turns.map((turn) =>
    h("li", { class: `${turn.winter ? "winter" : ""}${turn.turn ? "" : " pause"}`, "aria-current": now(turn) ? "step" : null, title: turn.month },
      h("span", { class: "month" }, turn.short ?? turn.month.slice(0, 3)), turn.turn || turn.year)));
}
