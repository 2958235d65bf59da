/** What the panel says beside the question: parts that are missing, a bot that has stopped, a table that is gone, the dice. */

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Stalled} Stalled */

import { announceNow } from "../base/announce.js";
import { once, post } from "../base/api.js";
import { h, icon } from "../base/dom.js";
import { reportLink } from "../main.js";
import { word } from "../base/words.js";

/** Parts of a page that could not be made; each is told once and can be put away. */
export class Missing {
  constructor() {
    /** Those somebody has put away. @type {Set<string>} */
    this.known = new Set();
    this.spoken = "";
  }

  /** @param {Snapshot} snapshot */
  notice(snapshot) {
    const fresh = (snapshot.missing ?? []).filter(({ part }) => !this.known.has(part));
    if (!fresh.length) return null;
    const text = fresh.map((one) => one.text).join(" ");
    const box = h("div", { class: "notice", role: "note" }, h("p", {}, text), h("button", { type: "button", onclick: () => {
      for (const { part } of fresh) this.known.add(part);
      box.remove();
    } }, word("fault.dismiss")));
    if (this.spoken !== text) announceNow(text);
    this.spoken = text;
    return box;
  }
}

/** A table that is shown no longer: why, the way out, and a file for those who mend it. @param {string} match @param {string} text */
export function ended(match, text) {
  return [
    h("p", { class: "whose" }, word("fault.gone")), h("h1", { class: "prompt", tabindex: -1 }, text),
    h("div", { class: "actions" }, h("a", { class: "button primary", href: "/" }, word("page.home")), reportLink(match)),
  ];
}

/**
 * A bot that has stopped: ask it again, seat another, or play its side.
 * @param {Snapshot} snapshot
 * @param {Stalled} stalled
 * @param {(wish: Record<string, string>) => Promise<void>} seatBot
 */
export function stalledBot(snapshot, stalled, seatBot) {
  const send = (/** @type {Record<string, string>} */ wish) => once(box, () => seatBot({ side: stalled.side, ...wish }));
  const bots = stalled.bots.filter((bot) => bot !== stalled.bot);
  const box = h("div", { class: "notice stalled", role: "alert" }, h("p", {}, stalled.text), h("div", { class: "actions" },
    h("button", { type: "button", class: "primary", dataset: { do: "again" }, onclick: () => void send({ do: "again" }) }, word("stalled.again")),
    bots.map((bot) => h("button", { type: "button", dataset: { do: "replace", bot }, onclick: () => void send({ do: "replace", bot }) }, word("stalled.replace", word(`bot.${bot}`)))),
    h("button", { type: "button", dataset: { do: "take_over" }, onclick: () => confirmTakeOver(snapshot, stalled.side, () => void send({ do: "take_over" })) }, word("stalled.take_over"))));
  return box;
}

/** @param {Snapshot} snapshot @param {string} side @param {() => void} agreed */
function confirmTakeOver(snapshot, side, agreed) {
  const name = snapshot.sides.find((one) => one.id === side)?.name ?? side;
  const dialog = h("dialog", { class: "card" }, h("h2", {}, word("stalled.take_over_title", name)), h("p", {}, word("stalled.take_over_text")),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: () => { dialog.close(); agreed(); } }, word("stalled.take_over_yes")),
      h("button", { type: "button", onclick: () => dialog.close() }, word("stalled.take_over_no"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The bot's table talk goes to its own door. @param {string} match @param {Record<string, string>} wish */
export function askBot(match, wish) {
  return post(`/api/matches/${match}/bot`, wish);
}

/** The first line of the log: what the dice are bound by. @param {Snapshot} snapshot */
export function diceLine(snapshot) {
  const { streams = [], seed = null } = snapshot.dice ?? {};
  if (!streams.length) return null;
  const text = seed && !snapshot.outcome ? word("dice.chosen", seed) : word("dice.line", streams[0].commit.slice(0, 12));
  return h("button", { type: "button", class: "dice-line text", onclick: () => openDice(snapshot) }, icon("die", 16), h("span", {}, text));
}

/** The promise in full, to be noted down. @param {Snapshot} snapshot */
export function openDice(snapshot) {
  const { streams = [], seed = null } = snapshot.dice ?? {};
  const chosen = seed && !snapshot.outcome;
  const dialog = h("dialog", { class: "card dice-dialog", "aria-label": word("dice.title") }, h("h2", {}, word("dice.title")),
    h("p", {}, chosen ? word("dice.chosen", seed) : word("dice.sealed")),
    h("dl", { class: "seal" }, streams.flatMap((stream, n) => [
      h("dt", {}, n ? `${word("dice.commit")}, ${word("dice.from", stream.first + 1)}` : word("dice.commit")), h("dd", {}, h("code", {}, stream.commit))])),
    seed && snapshot.outcome ? h("p", {}, word("dice.opened", seed)) : null,
    h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, word("dice.close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
