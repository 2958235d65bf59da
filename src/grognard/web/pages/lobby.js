/** The lobby: matches first, games second, the form of a new match beside them. */

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").MatchInfo} MatchInfo */

import { announce, announceNow } from "../base/announce.js";
import { get, importRecord, once, post, remove } from "../base/api.js";
import { h, icon, iconButton, put, style } from "../base/dom.js";
import { go, reportLink } from "../main.js";
import { paint } from "../widgets/mapview.js";
import { defaults, rulesOf } from "./setup.js";
import { language, loadWords, setTheme, theme, word } from "../base/words.js";

const LAST = "grognard.game"; // the id of the game that was chosen or begun last

/** Below this width the form stands under the cards. */
const NARROW = 1100;

class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {GameInfo[]} games
   * @param {MatchInfo[]} matches
   */
  constructor(root, games, matches) {
    this.root = root;
    this.games = games;
    this.matches = matches;
    this.chosen = games.find((game) => game.id === localStorage.getItem(LAST)) ?? games[0];
    /** @type {Record<string, unknown>} */
    this.options = {};
    this.scenario = "";
    /** @type {Record<string, string>} */
    this.seats = {};
    this.choose(this.chosen);
    for (const game of games) if (game.web) style(`${game.web}game.css`);
    document.body.dataset.page = "lobby";
  }

  close() {
    delete document.body.dataset.page;
  }

  /** @param {GameInfo} game */
  choose(game) {
    this.chosen = game;
    this.scenario = game.scenarios[0].id;
    this.options = defaults(game);
    this.seats = Object.fromEntries(game.sides.map((side, n) => [side.id, n ? (game.bots[0]?.id ?? "human") : "human"]));
  }

  /** Where the form is far from the cards, it comes to the one who chose. @param {GameInfo} game */
  pick(game) {
    this.choose(game);
    this.remember();
    this.draw();
    if (innerWidth < NARROW) this.root.querySelector(".new-match")?.scrollIntoView();
  }

  draw() {
    const running = this.matches.filter((match) => !match.finished || match.broken);
    const finished = this.matches.filter((match) => match.finished && !match.broken);
    put(this.root, bar(() => this.draw()),
      h("main", { class: "lobby" },
        h("div", { class: "lobby-main" },
          h("h2", {}, word("lobby.matches")), this.list(running),
          h("h2", {}, word("lobby.games")), h("div", { class: "cards" }, this.games.map((game) => this.card(game)))),
        h("aside", { class: "lobby-side" }, this.form(), this.drop(), finished.length ? this.done(finished) : null)));
    document.title = "Grognard";
  }

  /** @param {MatchInfo[]} matches */
  list(matches) {
    if (!matches.length) return h("p", { class: "empty card" }, word("lobby.none"));
    return h("ul", { class: "matches card" }, matches.map((match) => this.row(match)));
  }

  /** A match that cannot be opened: why, and what can still be done with it. @param {MatchInfo} match */
  broken(match) {
    return h("li", { class: "broken" },
      h("div", {}, h("strong", {}, match.title), h("p", { class: "note" }, match.scenario_name ?? "")),
      h("p", { class: "trouble" }, match.broken ?? ""), h("span", { class: "pill" }, word("fault.broken")),
      h("div", { class: "row-actions" }, reportLink(match.id), iconButton("trash", word("lobby.delete"), () => this.ask(match))));
  }

  /** @param {MatchInfo} match */
  row(match) {
    if (match.broken) return this.broken(match);
    const game = this.games.find((candidate) => candidate.id === match.game);
    const mine = Object.entries(match.seats).filter(([, kind]) => kind === "human" || kind === "hotseat").map(([side]) => side);
    const name = (/** @type {string} */ side) => (game ? sideName(game, match.scenario, side) : side);
    const yours = match.to_act.some((side) => mine.includes(side));
    return h("li", {},
      h("div", {}, h("strong", {}, match.title), h("p", { class: "note" }, whereItStands(match))),
      h("div", {}, mine.length ? word("lobby.you", mine.map(name).join(" + ")) : word("lobby.watching"),
        h("p", { class: "note" }, Object.entries(match.seats).filter(([side]) => !mine.includes(side)).map(([side, kind]) => `${name(side)}: ${word(`bot.${kind}`)}`).join(", "))),
      h("span", { class: `pill${yours ? " yours" : ""}` }, yours ? word("lobby.your_move") : word("lobby.waits", match.to_act.map(name).join(", "))),
      h("time", { class: "note", datetime: match.updated }, new Date(match.updated).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" })),
      h("div", { class: "row-actions" },
        h("a", { class: `button${yours ? " primary" : ""}`, href: `/match/${match.id}` }, word("lobby.continue")), this.tools(match)));
  }

  /** @param {MatchInfo} match */
  tools(match) {
    const bin = iconButton("trash", word("lobby.delete"), () => this.ask(match));
    if (match.sealed) return [this.sealed("copy", word("lobby.copy")), this.sealed("download", word("lobby.export")), bin];
    return [
      iconButton("copy", word("lobby.copy"), () => void this.lock(() => this.change(() => post(`/api/matches/${match.id}/copy`)))),
      h("a", { class: "icon-button button", href: `/api/matches/${match.id}/record`, download: "", "aria-label": word("lobby.export"), title: word("lobby.export") }, icon("download")),
      bin,
    ];
  }

  /**
   * What cannot be had while the match runs: it says why when it is asked for.
   * @param {string} name
   * @param {string} label
   */
  sealed(name, label) {
    const why = word("error.sealed");
    return iconButton(name, `${label}: ${why}`, () => this.say(why), { "aria-disabled": "true" });
  }

  /** @param {MatchInfo} match */
  ask(match) {
    const dialog = h("dialog", {}, h("h2", {}, word("lobby.delete_title", match.title)), h("p", {}, word("lobby.delete_text")),
      h("div", { class: "actions" },
        h("button", { class: "primary", onclick: () => { dialog.close(); void this.lock(() => this.change(() => remove(`/api/matches/${match.id}`))); } }, word("lobby.delete")),
        h("button", { onclick: () => dialog.close() }, word("lobby.keep"))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {() => Promise<unknown>} work */
  async change(work) {
    try {
      await work();
      this.matches = await get("/api/matches");
      this.draw();
    } catch (fault) {
      this.say(fault);
    }
  }

  /** @param {GameInfo} game */
  card(game) {
    const chosen = game === this.chosen;
    return h("article", { class: `game card${chosen ? " chosen" : ""}`, dataset: { game: game.id } },
      game.web ? h("img", { src: `${game.web}card.jpg`, alt: word("lobby.map_of", game.title), width: 480, height: 270, loading: "lazy" }) : null,
      h("div", { class: "game-text" }, h("h3", {}, game.title), h("p", { class: "note" }, game.scenarios.map((s) => s.name).join(" · ")),
        h("p", {}, game.blurb),
        h("div", { class: "actions" }, h("a", { href: `/rules/${game.id}` }, word("lobby.rulebook")),
          game.workshop ? h("a", { href: `/workshop/${game.id}` }, word("lobby.workshop")) : null,
          game.companion ? h("a", { href: `/companion/${game.id}` }, word("companion.link")) : null, h("span", { class: "spacer" }),
          h("button", { "aria-pressed": String(chosen), onclick: () => this.pick(game) }, chosen ? word("lobby.chosen") : word("lobby.choose")))));
  }

  form() {
    const game = this.chosen;
    paint(/** @type {any} */ ({ palette: game.scenarios.find((one) => one.id === this.scenario)?.palette }));
    const me = game.sides.find((side) => this.seats[side.id] === "human" && !this.ruled(side.id));
    return h("form", { class: "new-match card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.lock(() => this.start("")); } },
      h("h2", {}, word("lobby.new")), h("p", { class: "note" }, game.title),
      field(word("lobby.scenario"), select(game.scenarios.map((s) => [s.id, s.name]), this.scenario, (v) => { this.scenario = v; this.redrawForm(); }, "scenario")),
      rulesOf(game, this.options, () => this.redrawForm()),
      h("fieldset", {}, h("legend", {}, word("lobby.who")), game.sides.map((side) => this.seat(side))),
      h("button", { class: "primary", type: "submit", id: "start" }, me ? word("lobby.start_as", sideName(game, this.scenario, me.id)) : word("lobby.start")),
      h("p", { class: "note" }, word("lobby.seal")),
      game.lessons.length ? h("fieldset", { class: "lessons" }, h("legend", {}, word("lesson.learn")), game.lessons.map((lesson, n) => this.lesson(lesson, n))) : null);
  }

  /** @param {import("../types").LessonInfo} lesson @param {number} n */
  lesson(lesson, n) {
    return h("button", { type: "button", id: n ? `lesson-${lesson.id}` : "lesson", title: lesson.blurb, onclick: () => void this.lock(() => this.start(lesson.id)) },
      icon("flag", 16), lesson.title, h("span", { class: "note" }, word("lesson.minutes", lesson.minutes)));
  }

  /** The form alone, with the focus where it was. */
  redrawForm() {
    const old = this.root.querySelector(".new-match");
    const at = document.activeElement?.id;
    old?.replaceWith(this.form());
    if (at) document.getElementById(at)?.focus();
  }

  /** @param {{id: string, name: string}} side */
  seat(side) {
    const kinds = [["human", word("lobby.me")], ...this.chosen.bots.map((bot) => [bot.id, word("lobby.bot", bot.name)]), ["hotseat", word("lobby.here")]];
    return h("label", { class: "seat" }, h("span", { class: "side-mark", dataset: { side: side.id } }), h("span", {}, sideName(this.chosen, this.scenario, side.id)),
      this.ruled(side.id) ? h("span", { class: "note" }, word("bot.rulebook"))
        : select(/** @type {[string, string][]} */ (kinds), this.seats[side.id], (v) => { this.seats[side.id] = v; this.redrawForm(); }, `seat-${side.id}`));
  }

  /** Whether the rules themselves play a side: then nobody needs to sit there. @param {string} side */
  ruled(side) {
    return Boolean(this.chosen.automaton) && this.options[this.chosen.automaton] === side;
  }

  /** The next visit begins with the same game. */
  remember() {
    localStorage.setItem(LAST, this.chosen.id);
  }

  /** One match for one wish, however often it is pressed. @param {() => Promise<void>} work */
  lock(work) {
    return once(this.root.querySelector(".lobby"), work);
  }

  /** @param {string} lesson its id; empty: a match */
  async start(lesson) {
    this.remember();
    try {
      const answer = await post("/api/matches", { game: this.chosen.id, scenario: this.scenario, options: this.options,
        seats: this.seats, lang: language(), lesson });
      go(`/match/${answer.id}`);
    } catch (fault) {
      this.say(fault);
    }
  }

  drop() {
    const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".grog,text/plain", class: "sr-only", id: "record-file" }));
    const zone = h("label", { class: "drop", for: "record-file" }, icon("download"), word("lobby.drop"), input);
    const read = (/** @type {File | undefined} */ file) => this.lock(async () => {
      if (!file) return;
      try {
        const answer = await importRecord(await file.text());
        announce(word("lobby.imported"));
        go(`/match/${answer.id}`);
      } catch (fault) {
        this.say(fault);
      }
    });
    input.addEventListener("change", () => void read(input.files?.[0]));
    zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
    zone.addEventListener("dragleave", () => zone.classList.remove("over"));
    zone.addEventListener("drop", (event) => { event.preventDefault(); zone.classList.remove("over"); void read(event.dataTransfer?.files[0]); });
    return zone;
  }

  /** @param {MatchInfo[]} matches */
  done(matches) {
    return h("section", { class: "card finished" }, h("h2", {}, word("lobby.finished")), h("ul", {}, matches.map((match) =>
      h("li", {}, h("div", {}, h("a", { href: `/match/${match.id}/report` }, match.title), h("p", { class: "note" }, this.ending(match))),
        h("div", { class: "row-actions" }, h("a", { class: "icon-button button", href: `/match/${match.id}/replay`, "aria-label": word("panel.replay"), title: word("panel.replay") }, icon("play")), this.tools(match))))));
  }

  /** Who won, and why. @param {MatchInfo} match */
  ending(match) {
    const game = this.games.find((candidate) => candidate.id === match.game);
    const winner = match.outcome?.winner;
    const name = winner ? (game ? sideName(game, match.scenario, winner) : winner) : word("panel.nobody");
    return `${match.scenario_name}. ${word("panel.wins", name)}. ${match.outcome?.text ?? ""}`;
  }

  /** @param {unknown} fault */
  say(fault) {
    const text = fault instanceof Error ? fault.message : String(fault);
    announceNow(text);
    const old = this.root.querySelector(".trouble");
    old?.remove();
    this.root.querySelector(".lobby-side")?.prepend(h("p", { class: "trouble", role: "alert" }, text));
  }
}

/** The battle, the turn and its date, each said once. @param {MatchInfo} match */
function whereItStands(match) {
  const { turn, month, phase_name: phase } = match.clock;
  return [...new Set([match.scenario_name, turn ? word("lobby.turn", turn) : phase, turn ? month : ""])].filter(Boolean).join(" · ");
}

/** A side by the name it bears in a scenario. @param {GameInfo} game @param {string} scenario @param {string} side */
function sideName(game, scenario, side) {
  return game.scenarios.find((one) => one.id === scenario)?.sides[side] ?? game.sides.find((one) => one.id === side)?.name ?? side;
}

/**
 * @param {string} label
 * @param {Node} control
 */
function field(label, control) {
  return h("label", { class: "field" }, h("span", {}, label), control);
}

/**
 * @param {string[][]} options
 * @param {string} value
 * @param {(value: string) => void} set
 * @param {string} id
 */
function select(options, value, set, id) {
  const element = /** @type {HTMLSelectElement} */ (h("select", { id }, options.map(([v, name]) => h("option", { value: v, selected: v === value || null }, name))));
  element.addEventListener("change", () => set(element.value));
  return element;
}

/**
 * The bar of the pages around the table.
 * @param {() => void} redraw
 */
export function bar(redraw) {
  const turn = async (/** @type {string} */ lang) => {
    try {
      await loadWords(lang);
      location.reload();
    } catch {
      announceNow(word("net.away"));
    }
  };
  return h("header", { class: "topbar page-bar" },
    h("a", { href: "/", class: "brand" }, h("img", { src: "/web/icon.svg", alt: "", width: 32, height: 32 }), "Grognard"),
    h("span", { class: "spacer" }),
    h("button", { class: "icon-button", id: "language", onclick: () => void turn(language() === "en" ? "it" : "en") }, word("settings.language")),
    iconButton("moon", word("settings.theme"), () => { setTheme(theme() === "dark" ? "light" : "dark"); redraw(); }));
}

/** @param {HTMLElement} root @param {import("../main").Visit} visit */
export async function showLobby(root, visit) {
  const [games, matches] = await Promise.all([get("/api/catalog"), get("/api/matches")]);
  if (visit.late()) return;
  const lobby = new Lobby(root, games, matches);
  visit.enter(lobby);
  lobby.draw();
}
