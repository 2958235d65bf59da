/** The briefing: who I am, what wins and how it stands, how long it takes, the shape of a turn. It opens by itself at the first visit of a match. */

/** @typedef {import("../types").Briefing} Told */
/** @typedef {import("../base/store").Store} Store */

import { get } from "../base/api.js";
import { h, ruleChip } from "../base/dom.js";
import { prefs } from "../base/prefs.js";
import { word } from "../base/words.js";
import { openCard } from "./dialogs.js";

/** Matches whose briefing has been seen on this device. */
const SEEN = "grognard.briefed";
/** So many are remembered. */
const MOST = 200;

/** Whether a match is new to somebody who wants to be told. A lesson tells it in its own way. @param {Store} store */
export function isNew(store) {
  const { snapshot, seat } = store;
  if (!snapshot || !seat || snapshot.lesson || snapshot.outcome || prefs().briefing !== "first") return false;
  return !seen().includes(`${store.match} ${seat}`);
}

/** @returns {string[]} */
function seen() {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Store} store @param {{rules(): void, refuse(fault: unknown): void}} doors */
export async function openBriefing(store, doors) {
  const { seat, match } = store;
  try {
    const told = /** @type {Told} */ (await get(`/api/matches/${match}/briefing`, { seat }));
    if (store.seat !== seat) return; // somebody else sits here now
    localStorage.setItem(SEEN, JSON.stringify([...seen(), `${match} ${seat}`].slice(-MOST)));
    show(told, store, doors);
  } catch (fault) {
    doors.refuse(fault);
  }
}

/** @param {Told} told @param {Store} store @param {{rules(): void}} doors */
function show(told, store, doors) {
  const part = (/** @type {string} */ title, /** @type {(Node | string | null | false | (Node | null)[])[]} */ ...inside) => h("section", {}, h("h3", {}, title), ...inside);
  const foes = (store.snapshot?.sides ?? []).filter((side) => side.id !== store.seat && side.seat !== "human" && side.seat !== "hotseat").map((side) => word(`bot.${side.seat}`));
  const dialog = openCard("briefing", told.title,
    part(told.you || word("briefing.watching"), h("p", {}, told.about, foes.length ? ` ${word("briefing.against", foes.join(", "))}` : "")),
    told.wins ? part(word("briefing.wins"), h("p", {}, told.wins, " ", ruleChip(told.rule)), standing(told)) : standing(told),
    told.long ? part(word("briefing.long"), h("p", {}, told.long)) : null,
    told.phases.length ? part(word("briefing.turn"), h("ol", { class: "phases" }, told.phases.map((phase) => h("li", { "aria-current": phase.now ? "step" : null }, phase.name)))) : null,
    told.special ? part(word("briefing.special"), h("p", {}, told.special)) : null,
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, word("briefing.back"), h("kbd", {}, "Esc")),
      h("button", { type: "button", onclick: () => { dialog.close(); doors.rules(); } }, word("top.rules"))));
  dialog.querySelector("h2")?.focus();
}

/** The points of both sides as they stand. @param {Told} told */
function standing(told) {
  return h("div", { class: "standing" }, h("table", {}, h("tbody", {}, told.sides.map((side) => h("tr", {},
    h("th", { scope: "row" }, h("span", { class: "side-mark", dataset: { side: side.id } }), " ", side.name), h("td", { class: "note" }, side.note), h("td", { class: "points-now" }, side.score))))),
  told.standing ? h("p", { class: "note" }, told.standing) : null);
}
