/** The lobby: matches first, games second, what is finished third; the form of a new match beside them, or as a page of its own. */

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").MatchInfo} MatchInfo */

import { announce, announceNow } from "../base/announce.js";
import { get, importRecord, once } from "../base/api.js";
import { h, icon, put, style } from "../base/dom.js";
import { go } from "../main.js";
import { bar } from "../widgets/pagebar.js";
import { FINISHED, MatchRows, RUNNING } from "./matchrows.js";
import { MatchForm } from "./matchform.js";
import { word } from "../base/words.js";

const LAST = "grognard.game"; // the id of the game that was chosen or begun last

/** Below this width the form is a page of its own. */
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
    this.form = new MatchForm(games, { begin: (work) => void this.lock(() => this.begin(work)), leave: () => history.back() });
    this.rows = new MatchRows(games, { change: (work) => void this.lock(() => this.change(work)), say: (fault) => this.say(fault) });
    this.form.choose(games.find((game) => game.id === (localStorage.getItem(LAST) ?? matches[0]?.game)) ?? games[0]);
    for (const game of games) if (game.web) style(`${game.web}game.css`);
    document.body.dataset.page = "lobby";
  }

  close() {
    delete document.body.dataset.page;
    delete document.body.dataset.form;
  }

  /** Where the form is far from the cards, it comes to the one who chose: Back leads away from it. @param {GameInfo} game */
  pick(game) {
    this.form.choose(game);
    this.remember();
    this.draw();
    if (innerWidth >= NARROW) return;
    history.pushState({}, "", "/?new");
    document.body.dataset.form = "open";
    this.form.element.querySelector("h2")?.scrollIntoView();
  }

  draw() {
    const running = this.matches.filter((match) => !match.finished || match.broken);
    const finished = this.matches.filter((match) => match.finished && !match.broken);
    const waiting = running.filter((match) => match.to_act.some((side) => match.seats[side] === "human" || match.seats[side] === "hotseat")).length;
    this.form.matches = this.matches;
    this.form.draw();
    put(this.root, bar(() => this.draw()),
      h("main", { class: "lobby" },
        h("div", { class: "lobby-main" },
          this.head(word("lobby.matches"), waiting ? h("span", { class: "note" }, word("lobby.waiting", waiting)) : null, this.rows.unfold("matches", running.length, RUNNING, () => this.draw())),
          this.running(running),
          h("h2", {}, word("lobby.games")), h("div", { class: "cards" }, this.games.map((game) => this.card(game))),
          h("section", { class: "finished-part", id: "records" },
            this.head(word("lobby.finished"), this.rows.unfold("finished", finished.length, FINISHED, () => this.draw()), this.drop()),
            finished.length ? this.rows.list("finished", finished, FINISHED, (match) => this.rows.finished(match)) : null)),
        h("aside", { class: "lobby-side" }, this.form.element)));
    document.title = "Grognard";
  }

  /** @param {MatchInfo[]} matches */
  running(matches) {
    if (!matches.length) return h("p", { class: "empty card" }, word("lobby.none"));
    const first = matches.find((match) => !match.broken && this.rows.yours(match));
    return this.rows.list("matches", matches, RUNNING, (match) => this.rows.running(match, match === first));
  }

  /** @param {string} title @param {...(Node | null)} beside */
  head(title, ...beside) {
    return h("div", { class: "lobby-head" }, h("h2", {}, title), beside);
  }

  /** @param {() => Promise<unknown>} work */
  async change(work) {
    try {
      await work();
      if (document.body.dataset.page !== "lobby") return;
      this.matches = await get("/api/matches");
      this.draw();
    } catch (fault) {
      this.say(fault);
    }
  }

  /** @param {GameInfo} game */
  card(game) {
    const chosen = game === this.form.game;
    const links = [
      !game.lessons.length ? null : h("a", { href: `/?learn=${game.id}`, "aria-label": word("lobby.learn_of", game.short) }, word("lobby.learn")),
      h("a", { href: `/rules/${game.id}` }, word("lobby.rulebook")),
      game.workshop ? h("a", { href: `/workshop/${game.id}` }, word("lobby.workshop")) : null,
      game.companion ? h("a", { href: `/companion/${game.id}`, "aria-label": word("companion.link"), title: word("companion.link") }, word("companion.short")) : null,
    ];
    return h("article", { class: `game card${chosen ? " chosen" : ""}`, dataset: { game: game.id } },
      game.web ? h("img", { src: `${game.web}card.jpg`, alt: word("lobby.map_of", game.title), width: 480, height: 270, loading: "lazy" }) : null,
      h("div", { class: "game-text" }, h("h3", {}, game.short), h("p", { class: "note" }, game.kind || game.scenarios.map((s) => s.name).join(" · ")),
        game.time ? h("p", { class: "note weight" }, icon("clock", 14), `${game.time} · ${game.weight}`) : null,
        h("div", { class: "game-links" }, links, h("button", { "aria-pressed": String(chosen), "aria-label": `${chosen ? word("lobby.chosen") : word("lobby.choose")}: ${game.short}`, onclick: () => this.pick(game) },
          chosen ? [icon("check", 16), word("lobby.chosen")] : word("lobby.choose")))));
  }

  /** The next visit begins with the same game. */
  remember() {
    localStorage.setItem(LAST, this.form.game.id);
  }

  /** One match for one wish, however often it is pressed. @param {() => Promise<void>} work */
  lock(work) {
    return once(this.root.querySelector(".lobby"), work);
  }

  /** @param {() => Promise<string>} make */
  async begin(make) {
    this.remember();
    try {
      go(`/match/${await make()}`);
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

  /** @param {unknown} fault */
  say(fault) {
    const text = fault instanceof Error ? fault.message : String(fault);
    announceNow(text);
    this.root.querySelector(".lobby > .trouble")?.remove();
    this.root.querySelector(".lobby")?.prepend(h("p", { class: "trouble", role: "alert" }, text));
  }
}

/** @param {HTMLElement} root @param {import("../main").Visit} visit */
export async function showLobby(root, visit) {
  const [games, matches] = await Promise.all([get("/api/catalog"), get("/api/matches")]);
  if (visit.late()) return;
  const lobby = new Lobby(root, games, matches);
  visit.enter(lobby);
  lobby.draw();
  const asked = new URLSearchParams(location.search);
  const wanted = games.find((/** @type {GameInfo} */ game) => game.id === asked.get("game"));
  if (wanted) lobby.pick(wanted);
  const pupil = games.find((/** @type {GameInfo} */ game) => game.id === asked.get("learn"));
  if (pupil) {
    history.replaceState({}, "", "/");
    void lobby.lock(() => lobby.begin(() => lobby.form.learn(pupil, asked.get("lesson") ?? true)));
  }
  if (asked.has("new") && innerWidth < NARROW) document.body.dataset.form = "open";
  if (asked.has("records")) document.getElementById("records")?.scrollIntoView();
}
