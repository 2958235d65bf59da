/** The form of a new match: learn first, then scenario, seats, opponent, rules, name; what it starts stands on its button. */

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").MatchInfo} MatchInfo */

import { post } from "../base/api.js";
import { h, icon, iconButton, put } from "../base/dom.js";
import { language, word } from "../base/words.js";
import { paint } from "../widgets/mapview.js";
import { sideName } from "./matchrows.js";
import { defaults, rulesOf } from "./setup.js";

/** Who may sit at a side. */
const KINDS = ["human", "computer", "hotseat"];

export class MatchForm {
  /**
   * @param {GameInfo[]} games
   * @param {{begin(work: () => Promise<string>): void, leave(): void}} hands begin: makes a match and goes there; leave: back from the form where it is a page
   */
  constructor(games, hands) {
    this.hands = hands;
    this.games = games;
    /** @type {MatchInfo[]} */
    this.matches = [];
    this.game = games[0];
    /** @type {Record<string, unknown>} */
    this.options = {};
    this.scenario = "";
    /** @type {Record<string, string>} */
    this.seats = {};
    this.title = "";
    this.element = h("form", { class: "new-match card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.hands.begin(() => this.start()); } });
  }

  /** @param {GameInfo} game */
  choose(game) {
    this.game = game;
    this.scenario = game.scenarios[0].id;
    this.options = defaults(game);
    this.seats = Object.fromEntries(game.sides.map((side, n) => [side.id, n ? (game.bots[0]?.id ?? "human") : "human"]));
    this.title = "";
  }

  draw() {
    const at = document.activeElement?.id;
    const scrolled = this.element.querySelector(".form-middle")?.scrollTop ?? 0;
    const { game } = this;
    paint(/** @type {any} */ ({ palette: game.scenarios.find((one) => one.id === this.scenario)?.palette }));
    put(this.element,
      h("div", { class: "form-head" }, iconButton("left", word("lobby.back"), () => this.hands.leave(), { class: "icon-button form-back" }), h("h2", {}, game.title)),
      h("div", { class: "form-middle" },
        this.lesson(), h("p", { class: "note" }, game.blurb),
        field(word("lobby.scenario"), select(game.scenarios.map((s) => [s.id, s.name]), this.scenario, (v) => { this.scenario = v; this.draw(); }, "scenario")),
        h("fieldset", {}, h("legend", {}, word("lobby.who")), game.sides.map((side) => this.seat(side))),
        this.opponents(),
        rulesOf(game, this.options, () => this.draw()),
        this.name()),
      h("div", { class: "form-foot" }, h("button", { class: "primary", type: "submit", id: "start" }, this.promise()),
        h("p", { class: "note seal" }, icon("shield", 14), word("lobby.seal"))));
    const middle = this.element.querySelector(".form-middle");
    if (middle) middle.scrollTop = scrolled;
    if (at) document.getElementById(at)?.focus();
  }

  lesson() {
    const [first, ...others] = this.game.lessons;
    if (!first) return null;
    return h("div", { class: "first-time" }, icon("flag", 22), h("div", {}, h("strong", {}, word("lobby.first_time")), h("p", { class: "note" }, `${first.title} · ${word("lesson.minutes", first.minutes)}`)),
      h("button", { type: "button", id: "lesson", onclick: () => this.hands.begin(() => this.learn(this.game)) }, word("lobby.learn")),
      others.length ? h("details", { class: "lessons" }, h("summary", {}, word("lobby.more_lessons")), others.map((lesson) => this.further(lesson))) : null);
  }

  /** A lesson for later. @param {import("../types").LessonInfo} lesson */
  further(lesson) {
    return h("button", { type: "button", id: `lesson-${lesson.id}`, title: lesson.blurb, onclick: () => this.hands.begin(() => this.learn(this.game, lesson.id)) },
      h("span", {}, lesson.title), h("span", { class: "note" }, word("lesson.minutes", lesson.minutes)));
  }

  /** Whether the rules themselves play a side: then nobody needs to sit there. @param {string} side */
  ruled(side) {
    return Boolean(this.game.automaton) && this.options[this.game.automaton] === side;
  }

  /** The bot of a side, if one sits there. @param {string} side */
  bot(side) {
    return this.ruled(side) ? undefined : this.game.bots.find((bot) => bot.id === this.seats[side]);
  }

  /** @param {{id: string, name: string}} side */
  seat(side) {
    const name = sideName(this.game, this.scenario, side.id);
    const head = [h("span", { class: "side-mark", dataset: { side: side.id } }), h("span", { class: "seat-name" }, name)];
    if (this.ruled(side.id)) return h("div", { class: "seat" }, ...head, h("span", { class: "note" }, word("bot.rulebook")));
    const now = this.bot(side.id) ? "computer" : this.seats[side.id];
    return h("div", { class: "seat", role: "radiogroup", "aria-label": name }, ...head, h("div", { class: "segments" },
      KINDS.filter((kind) => kind !== "computer" || this.game.bots.length).map((kind) => h("label", { title: word(`seat.${kind}_about`) },
        h("input", { type: "radio", name: `seat-${side.id}`, id: `seat-${side.id}-${kind}`, value: kind, checked: kind === now || null,
          onchange: () => { this.seats[side.id] = kind === "computer" ? this.game.bots[0].id : kind; this.draw(); } }),
        h("span", {}, word(`seat.${kind}`))))));
  }

  /** Whom to play against: a card for each, with what he does. */
  opponents() {
    const sides = this.game.sides.filter((side) => this.bot(side.id));
    return sides.map((side) => h("fieldset", { class: "opponents" },
      h("legend", {}, sides.length > 1 ? word("lobby.opponent_of", sideName(this.game, this.scenario, side.id)) : word("lobby.opponent"),
        h("span", { class: "note" }, this.tally(this.seats[side.id]))),
      h("div", { class: "opponent-cards" }, [...this.game.bots].reverse().map((bot, rank) => h("label", { class: "opponent" },
        h("input", { type: "radio", name: `bot-${side.id}`, id: `bot-${side.id}-${bot.id}`, value: bot.id, checked: bot.id === this.seats[side.id] || null,
          onchange: () => { this.seats[side.id] = bot.id; this.draw(); } }),
        h("span", { class: "chevrons", "aria-hidden": "true" }, "^".repeat(rank ? rank + 1 : 1)), h("strong", {}, bot.name), h("span", { class: "note" }, bot.about))))));
  }

  /** My record against a bot in this game. @param {string} bot */
  tally(bot) {
    const met = this.matches.filter((match) => match.finished && match.game === this.game.id && !match.lesson && Object.values(match.seats).includes(bot) && Object.values(match.seats).includes("human"));
    const won = met.filter((match) => match.outcome?.winner && match.seats[match.outcome.winner] === "human");
    return met.length ? word("lobby.tally", won.length, met.length) : "";
  }

  /** A name is proposed; whoever wants another writes it. */
  name() {
    const input = h("input", { type: "text", id: "match-name", maxlength: 80, value: this.title, placeholder: this.proposal(), autocomplete: "off" });
    input.addEventListener("input", () => (this.title = input.value));
    return field(word("match.name"), input);
  }

  /** The game's name, and a number if there is such a match already. */
  proposal() {
    const plain = this.game.short;
    const taken = new Set(this.matches.map((match) => match.title));
    let number = 1;
    while (taken.has(number === 1 ? plain : `${plain} ${number}`)) number += 1;
    return number === 1 ? plain : `${plain} ${number}`;
  }

  /** What the button starts. */
  promise() {
    const me = this.game.sides.find((side) => this.seats[side.id] === "human" && !this.ruled(side.id));
    if (!me) return word("lobby.start");
    const name = sideName(this.game, this.scenario, me.id);
    const foe = this.game.sides.map((side) => this.bot(side.id)).find((bot) => bot);
    return foe ? word("lobby.start_against", name, word(`against.${foe.id}`)) : word("lobby.start_as", name);
  }

  /** @returns {Promise<string>} the id of the new match */
  async start() {
    const title = this.title.trim() || (this.proposal() === this.game.short ? "" : this.proposal());
    return (await post("/api/matches", { game: this.game.id, scenario: this.scenario, options: this.options, seats: this.seats, lang: language(), title })).id;
  }

  /** A lesson, the first of all if none is named. @param {GameInfo} game @param {string | true} lesson @returns {Promise<string>} */
  async learn(game, lesson = true) {
    return (await post("/api/matches", { game: game.id, lang: language(), lesson })).id;
  }
}

/** @param {string} label @param {Node} control */
function field(label, control) {
  return h("label", { class: "field" }, h("span", {}, label), control);
}

/** @param {string[][]} options @param {string} value @param {(value: string) => void} set @param {string} id */
function select(options, value, set, id) {
  const element = /** @type {HTMLSelectElement} */ (h("select", { id }, options.map(([v, name]) => h("option", { value: v, selected: v === value || null }, name))));
  element.addEventListener("change", () => set(element.value));
  return element;
}
