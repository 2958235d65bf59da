/** The matches of the lobby: a row each, with its name, how far it has come, whom it waits for, and what can be done with it. */

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").MatchInfo} MatchInfo */

import { post, remove, send } from "../base/api.js";
import { h, iconButton } from "../base/dom.js";
import { ago } from "../base/times.js";
import { go, reportLink } from "../main.js";
import { popup } from "../widgets/popup.js";
import { word } from "../base/words.js";

/** Rows that are shown unasked. */
export const RUNNING = 5;
export const FINISHED = 2;

/** A side by the name it bears in a scenario. @param {GameInfo | undefined} game @param {string} scenario @param {string} side */
export function sideName(game, scenario, side) {
  return game?.scenarios.find((one) => one.id === scenario)?.sides[side] ?? game?.sides.find((one) => one.id === side)?.name ?? side;
}

/** The sides that people play here. @param {MatchInfo} match */
function mine(match) {
  return Object.entries(match.seats).filter(([, kind]) => kind === "human" || kind === "hotseat").map(([side]) => side);
}

export class MatchRows {
  /**
   * @param {GameInfo[]} games
   * @param {{change(work: () => Promise<unknown>): void, say(fault: unknown): void}} hands what changes the list, and where trouble is told
   */
  constructor(games, hands) {
    this.games = games;
    this.hands = hands;
    /** Lists that somebody has unfolded. @type {Set<string>} */
    this.whole = new Set();
  }

  /**
   * A list of which the first rows are shown, and all on demand.
   * @param {string} name
   * @param {MatchInfo[]} matches
   * @param {number} few
   * @param {(match: MatchInfo) => HTMLElement} row
   */
  list(name, matches, few, row) {
    return h("ul", { class: `card ${name}` }, (this.whole.has(name) ? matches : matches.slice(0, few)).map(row));
  }

  /** The button that shows all rows. @param {string} name @param {number} count @param {number} few @param {() => void} redraw */
  unfold(name, count, few, redraw) {
    if (count <= few) return null;
    const open = this.whole.has(name);
    return h("button", { type: "button", class: "all-rows", "aria-expanded": String(open), onclick: () => {
      if (open) this.whole.delete(name);
      else this.whole.add(name);
      redraw();
    } }, open ? word("lobby.fewer") : word(`lobby.all_${name}`, count));
  }

  /** Whether a match waits for somebody here. @param {MatchInfo} match */
  yours(match) {
    return match.to_act.some((side) => mine(match).includes(side));
  }

  /** @param {MatchInfo} match */
  game(match) {
    return this.games.find((candidate) => candidate.id === match.game);
  }

  /** The game and whom I play. @param {MatchInfo} match */
  what(match) {
    const game = this.game(match);
    const sides = mine(match).map((side) => sideName(game, match.scenario, side));
    const where = match.scenario_name && match.scenario_name !== match.title ? match.scenario_name : "";
    return [...new Set([game && game.short !== match.title ? game.short : where, sides.length ? sides.join(" + ") : word("lobby.watching")])].filter(Boolean).join(" · ");
  }

  /** Whom I play against. @param {MatchInfo} match */
  whom(match) {
    const others = Object.entries(match.seats).filter(([side]) => !mine(match).includes(side)).map(([, kind]) => word(`bot.${kind}`));
    return match.lesson ? word("lobby.lesson_tag") : others.length ? others.join(", ") : word("lobby.at_table");
  }

  /** @param {MatchInfo} match @param {boolean} first the first that waits for somebody here */
  running(match, first) {
    if (match.broken) return this.broken(match);
    const game = this.game(match);
    const yours = this.yours(match);
    const waits = match.to_act.map((side) => sideName(game, match.scenario, side)).join(", ");
    return h("li", { dataset: { match: match.id } },
      h("div", { class: "match-name" }, h("strong", {}, match.title), match.lesson ? h("span", { class: "lesson-tag" }, word("lobby.lesson_tag")) : null, h("p", { class: "note" }, this.what(match))),
      h("div", { class: "match-progress" }, progress(match), h("p", { class: "note" }, whereItStands(match))),
      h("div", {}, h("span", {}, this.whom(match)), h("p", { class: "note" }, h("time", { datetime: match.updated }, ago(match.updated)))),
      h("span", { class: `pill${yours ? " yours" : ""}` }, yours ? word("lobby.your_move") : word("lobby.waits", waits)),
      h("div", { class: "row-actions" },
        h("a", { class: `button${first ? " primary" : ""}`, href: `/match/${match.id}` }, word("lobby.continue")), this.more(match)));
  }

  /** @param {MatchInfo} match */
  finished(match) {
    return h("li", { dataset: { match: match.id } },
      h("div", { class: "match-name" }, h("strong", {}, match.title), h("p", { class: "note" }, this.what(match))),
      h("div", {}, h("span", {}, this.ending(match)), h("p", { class: "note" }, word("lobby.against_when", this.whom(match), ago(match.updated)))),
      h("div", { class: "row-actions" },
        h("a", { class: "button", href: `/match/${match.id}/report` }, word("panel.report")), h("a", { class: "button", href: `/match/${match.id}/replay` }, word("panel.replay")),
        h("button", { type: "button", onclick: () => this.again(match) }, word("match.rematch")), this.more(match)));
  }

  /** A match that cannot be opened: why, and what can still be done with it. @param {MatchInfo} match */
  broken(match) {
    return h("li", { class: "broken" },
      h("div", {}, h("strong", {}, match.title), h("p", { class: "note" }, match.scenario_name ?? "")),
      h("p", { class: "trouble" }, match.broken ?? ""), h("span", { class: "pill" }, word("fault.broken")),
      h("div", { class: "row-actions" }, reportLink(match.id), iconButton("trash", word("lobby.delete"), () => this.ask(match))));
  }

  /** Who won, for me or for all, and why. @param {MatchInfo} match */
  ending(match) {
    const winner = match.outcome?.winner ?? null;
    const own = mine(match);
    if (winner === null) return `${word("lobby.drawn")}. ${match.outcome?.text ?? ""}`;
    if (own.length === 1) return `${word(own[0] === winner ? "lobby.won" : "lobby.lost")}. ${match.outcome?.text ?? ""}`;
    return `${word("panel.wins", sideName(this.game(match), match.scenario, winner))}. ${match.outcome?.text ?? ""}`;
  }

  /** The dots at the end of a row. @param {MatchInfo} match */
  more(match) {
    const why = match.sealed ? word("error.sealed") : undefined;
    return iconButton("dots", word("lobby.more", match.title), (event) => popup(/** @type {HTMLElement} */ (event.currentTarget), [
      { label: word("match.rename"), sign: "pen", act: () => this.rename(match) },
      { label: word("lobby.copy"), sign: "copy", why, act: () => this.hands.change(() => post(`/api/matches/${match.id}/copy`)) },
      { label: word("lobby.export"), sign: "download", why, href: why ? undefined : `/api/matches/${match.id}/record`, download: true },
      { label: word("lobby.delete"), sign: "trash", danger: true, act: () => this.ask(match) },
    ]), { class: "icon-button more", "aria-haspopup": "menu" });
  }

  /** @param {MatchInfo} match */
  again(match) {
    this.hands.change(async () => go(`/match/${(await post(`/api/matches/${match.id}/rematch`)).id}`));
  }

  /** @param {MatchInfo} match */
  rename(match) {
    const input = h("input", { type: "text", maxlength: 80, value: match.title, "aria-label": word("match.name") });
    const dialog = h("dialog", { class: "card" }, h("h2", {}, word("match.rename")), h("form", { method: "dialog", class: "rename", onsubmit: () =>
      this.hands.change(() => send("PUT", `/api/matches/${match.id}/title`, { title: input.value })) }, input, h("button", { class: "primary" }, word("match.keep_name"))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  }

  /** @param {MatchInfo} match */
  ask(match) {
    const dialog = h("dialog", {}, h("h2", {}, word("lobby.delete_title", match.title)), h("p", {}, word("lobby.delete_text")),
      h("div", { class: "actions" },
        h("button", { class: "primary", onclick: () => { dialog.close(); this.hands.change(() => remove(`/api/matches/${match.id}`)); } }, word("lobby.delete")),
        h("button", { onclick: () => dialog.close() }, word("lobby.keep"))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}

/** How far a match has come, as a bar. @param {MatchInfo} match */
function progress(match) {
  if (!match.turns) return null;
  const done = Math.max(0, Math.min(1, (match.clock.turn - 0.5) / match.turns));
  return h("span", { class: "progress", "aria-hidden": "true" }, h("span", { style: `width:${Math.round(done * 100)}%` }));
}

/** The turn and its date, each said once. @param {MatchInfo} match */
function whereItStands(match) {
  const { turn, month, phase_name: phase } = match.clock;
  const of = turn && match.turns ? word("lobby.turn_of", turn, match.turns) : turn ? word("lobby.turn", turn) : phase;
  return [of, turn ? month : ""].filter(Boolean).join(" · ");
}
