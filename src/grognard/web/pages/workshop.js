/** The workshop: a scenario of one's own on the board, the game's editor beside it, and what breaks which rule. */

/** @typedef {import("../client").BoardMap} BoardMap */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../client").WorkshopEditor} WorkshopEditor */

import { announce, announceNow } from "../base/announce.js";
import { call, get, once, post, reach } from "../base/api.js";
import { createBoard } from "../board/boards.js";
import { h, icon, iconButton, put, ruleChip, s, style } from "../base/dom.js";
import { bar } from "../widgets/pagebar.js";
import { go } from "../main.js";
import { paint } from "../widgets/mapview.js";
import { defaults, rulesOf } from "./setup.js";
import { language, word } from "../base/words.js";

/** Milliseconds after the last change before it is examined. */
const PAUSE = 250;
/** How many steps back one may go. */
const STEPS = 100;

class Workshop {
  /**
   * @param {HTMLElement} root
   * @param {GameInfo} game
   * @param {any} bench
   * @param {any} module the game's own drawing
   * @param {new (tools: any) => WorkshopEditor} Editor
   */
  constructor(root, game, bench, module, Editor) {
    this.root = root;
    this.game = game;
    this.bench = bench;
    this.module = module;
    this.timer = 0;
    this.asked = 0;
    this.drawn = "";
    this.sound = false;
    /** What the battle was before, as texts, and what it is. */
    this.past = /** @type {string[]} */ ([]);
    this.now = "";
    /** Why a file was not opened. */
    this.trouble = "";
    /** @type {(BoardMap & {scene?: any}) | null} */
    this.map = null;
    /** @type {Record<string, string>} */
    this.seats = Object.fromEntries(game.sides.map((side, i) => [side.id, i ? (game.bots[0]?.id ?? "hotseat") : "human"]));
    this.options = defaults(game);
    this.board = h("section", { class: "board", "aria-label": word("table.map") });
    this.faults = h("section", { class: "faults", "aria-live": "polite" });
    this.play = h("section", { class: "workshop-play" });
    this.state = h("button", { type: "button", class: "text workshop-state", onclick: () => this.faults.scrollIntoView() });
    this.back = /** @type {HTMLButtonElement} */ (h("button", { type: "button", id: "workshop-undo", disabled: true, onclick: () => this.undo() }, icon("undo", 16), word("panel.undo")));
    this.editor = new Editor({ h, put, bench, changed: () => this.changed(), redraw: () => this.show(), wish: (/** @type {string} */ wish) => void this.examine(wish) });
    this.draw();
    const kept = localStorage.getItem(this.shelf);
    this.editor.load(structuredClone(bench.empty));
    this.now = JSON.stringify(bench.empty);
    void (kept && kept !== this.now ? this.open(kept) : this.examine());
  }

  get shelf() {
    return `grognard.workshop.${this.game.id}`;
  }

  draw() {
    const start = /** @type {HTMLSelectElement} */ (h("select", { id: "workshop-from", "aria-label": word("workshop.from") },
      h("option", { value: "" }, word("workshop.from")), h("option", { value: "-" }, word("workshop.empty")),
      this.bench.battles.map((/** @type {any} */ battle) => h("option", { value: battle.id }, battle.name))));
    start.addEventListener("change", () => {
      const battle = this.bench.battles.find((/** @type {any} */ candidate) => candidate.id === start.value)?.battle ?? this.bench.empty;
      start.value = "";
      this.take(structuredClone(battle));
    });
    const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json,text/plain", class: "sr-only", id: "workshop-file" }));
    file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => { file.value = ""; return this.open(text); }));
    put(this.root, bar(() => this.show()),
      h("main", { class: "table workshop" }, this.board, h("aside", { class: "side" },
        h("header", { class: "workshop-head" }, h("h1", {}, word("workshop.title", this.game.title)),
          h("div", { class: "actions" }, start, h("label", { class: "button", for: "workshop-file" }, word("workshop.open"), file),
            h("button", { type: "button", id: "workshop-save", onclick: () => this.save() }, icon("download", 16), word("workshop.save")), this.back), this.state),
        this.editor.element, this.faults, this.play)));
    document.body.dataset.page = "table";
    document.body.dataset.game = this.game.id;
  }

  /** @param {unknown} battle */
  take(battle) {
    this.editor.load(battle);
    this.keep();
    this.drawn = "";
    void this.examine();
  }

  /** Note what the battle is now, and what it was. */
  keep() {
    const text = JSON.stringify(this.editor.document);
    if (text === this.now) return;
    this.past = [...this.past, this.now].slice(-STEPS);
    this.hold(text);
  }

  /** @param {string} text */
  hold(text) {
    this.now = text;
    this.trouble = "";
    this.back.disabled = !this.past.length;
    localStorage.setItem(this.shelf, text);
  }

  undo() {
    const text = this.past.pop();
    if (!text) return;
    this.hold(text);
    this.editor.load(JSON.parse(text));
    void this.examine();
  }

  /** A file somebody shared: any text may come, and what cannot be read changes nothing. @param {string} text */
  async open(text) {
    try {
      const found = await this.ask("open", text);
      if (found.text) return this.take(JSON.parse(found.text));
      this.trouble = word("workshop.unopened", found.faults[0]?.text ?? "");
    } catch (fault) {
      this.trouble = word("workshop.unopened", fault instanceof Error ? fault.message : String(fault));
    }
    await this.examine();
  }

  save() {
    const text = JSON.stringify(this.editor.document, null, 1);
    const name = this.editor.title().toLowerCase().replace(/[^\p{L}\d]+/gu, "-").replace(/^-|-$/g, "") || this.game.id;
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${name}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  changed() {
    this.keep();
    this.show();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.examine(), PAUSE);
  }

  /** What the game says of a text. @param {string} wish @param {string} text @returns {Promise<any>} */
  ask(wish, text) {
    const query = new URLSearchParams({ lang: language(), wish });
    return call(`/api/games/${this.game.id}/workshop?${query}`, { method: "POST", headers: { "content-type": "text/plain" }, body: text });
  }

  /** Have it examined, and completed where a wish says so. @param {string} [wish] */
  async examine(wish = "") {
    const asked = ++this.asked;
    try {
      const found = await this.ask(wish, JSON.stringify(this.editor.document));
      if (asked !== this.asked) return;
      if (found.text) {
        this.editor.load(JSON.parse(found.text));
        this.keep();
      }
      this.sound = !found.faults.length;
      this.editor.facts(found.facts);
      this.list(found.faults);
      if (found.scene) await this.lay(found.scene);
      this.show();
    } catch (fault) {
      announceNow(fault instanceof Error ? fault.message : String(fault));
    }
  }

  /** @param {any} scene */
  async lay(scene) {
    const drawn = JSON.stringify([scene.columns, scene.rows, scene.features, scene.cities]);
    paint(scene);
    if (this.map && drawn === this.drawn) {
      Object.assign(this.map.scene, { pieces: scene.pieces, palette: scene.palette });
      return;
    }
    this.drawn = drawn;
    this.map?.destroy();
    const svg = /** @type {SVGSVGElement} */ (s("svg", { class: "map", "aria-hidden": "false" }));
    put(this.board, svg, h("div", { class: "map-controls card", role: "toolbar", "aria-label": word("map.controls") },
      iconButton("plus", word("map.zoom_in"), () => this.map?.zoom(1.25)), iconButton("minus", word("map.zoom_out"), () => this.map?.zoom(0.8)),
      iconButton("fit", word("map.fit"), () => this.map?.fit())));
    this.map = await createBoard(svg, scene, this.module);
    this.map.onHexClick((hex) => this.editor.click(hex));
    this.map.setInsets({ left: 8, top: 8, right: 8, bottom: 8 });
    this.map.fit();
  }

  show() {
    this.map?.setPieces(this.editor.view());
    this.map?.setLit(this.editor.lit(), (option) => this.editor.click(option.place ?? ""), () => {});
  }

  /** @param {{rule: string, text: string, places: string[]}[]} faults */
  list(faults) {
    const sum = faults.length ? word("workshop.faults", faults.length) : word("workshop.sound");
    put(this.state, sum);
    put(this.faults, this.trouble ? h("p", { class: "trouble", role: "alert" }, this.trouble) : null, h("h2", {}, sum),
      h("ul", {}, faults.slice(0, 40).map((fault) => h("li", {}, ruleChip(fault.rule),
        fault.places.length ? h("button", { type: "button", class: "text", onclick: () => this.map?.highlight(fault.places) }, fault.text) : h("span", {}, fault.text)))));
    if (this.trouble) this.faults.scrollIntoView();
    announce(faults.length ? `${sum} ${faults[0].text}` : sum);
    this.offer();
  }

  /** Whether the rules themselves play a side. @param {string} side */
  ruled(side) {
    return Boolean(this.game.automaton) && this.settled()[this.game.automaton] === side;
  }

  /** The options chosen, with what the battle itself says of them. */
  settled() {
    const options = { ...this.options };
    this.editor.settle?.(options);
    return options;
  }

  /** Who plays it, and the button that starts it. */
  offer() {
    const kinds = [["human", word("lobby.me")], ...this.game.bots.map((bot) => [bot.id, word("lobby.bot", bot.name)]), ["hotseat", word("lobby.here")]];
    const free = this.game.sides.filter((side) => !this.ruled(side.id));
    if (free.length === 1) this.seats[free[0].id] = "human";
    put(this.play, this.game.sides.map((side) => {
      const select = /** @type {HTMLSelectElement} */ (h("select", {}, kinds.map(([id, name]) => h("option", { value: id, selected: id === this.seats[side.id] || null }, name))));
      select.addEventListener("change", () => (this.seats[side.id] = select.value));
      return h("label", { class: "seat" }, h("span", { class: "side-mark", dataset: { side: side.id } }), h("span", {}, side.name), this.ruled(side.id) ? h("span", { class: "note" }, word("bot.rulebook")) : select);
    }), this.rules(), h("button", { type: "button", class: "primary", id: "workshop-play", disabled: !this.sound || null, onclick: () => void once(this.play, () => this.start()) }, word("workshop.play")));
  }

  /** How it is played: the options of the game. */
  rules() {
    const old = /** @type {HTMLDetailsElement | null} */ (this.play.querySelector(".workshop-rules"));
    return h("details", { class: "workshop-rules", open: old?.open || null }, h("summary", {}, word("lobby.rules")), rulesOf(this.game, this.options, () => this.offer()));
  }

  async start() {
    try {
      const { scenario, option } = this.bench.start;
      const plain = defaults(this.game);
      const chosen = Object.fromEntries(Object.entries(this.settled()).filter(([name, value]) => value !== plain[name]));
      const answer = await post("/api/matches", { game: this.game.id, scenario, options: { ...chosen, [option]: JSON.stringify(this.editor.document) },
        seats: this.seats, lang: language(), title: this.editor.title().slice(0, 80) });
      go(`/match/${answer.id}`);
    } catch (fault) {
      const text = fault instanceof Error ? fault.message : String(fault);
      announceNow(text);
      this.play.querySelector(".trouble")?.remove();
      this.play.prepend(h("p", { class: "trouble", role: "alert" }, text));
    }
  }

  close() {
    clearTimeout(this.timer);
    this.map?.destroy();
    delete document.body.dataset.page;
    delete document.body.dataset.game;
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {import("../main").Visit} visit
 */
export async function showWorkshop(root, name, visit) {
  const [games, bench] = await Promise.all([get("/api/catalog"), get(`/api/games/${name}/workshop`)]);
  const game = /** @type {GameInfo} */ (games.find((/** @type {GameInfo} */ candidate) => candidate.id === name));
  style(`${game.web}game.css`);
  const [module, editor] = await reach(Promise.all([import(`${game.web}index.js`), import(`${game.web}workshop.js`)]));
  for (const href of module.default.css ?? []) style(href);
  if (!visit.late()) visit.enter(new Workshop(root, game, bench, module.default, editor.default));
}
