/** The menu of the table: all about this match, what can be done with it, the settings, the way out. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */

import { post } from "../base/api.js";
import { h, icon, iconButton } from "../base/dom.js";
import { word } from "../base/words.js";
import { go } from "../main.js";
import { openRulebook } from "../pages/rules.js";
import { openArmies } from "./armies.js";
import { openBriefing } from "./briefing.js";
import { askOnce } from "./dialogs.js";
import { find } from "./find.js";
import { help } from "./keys.js";
import { openDice } from "./notices.js";
import { openNotes } from "./notes.js";
import { settingsRows } from "./settings.js";
import { walkRows } from "./walkrows.js";

/** What opens beside the map, its sign and its key. */
const VIEWS = [["briefing", "log", "b"], ["find", "find", "f"], ["armies", "armies", "o"], ["tables", "table", "t"], ["notes", "pen", "n"], ["rules", "book", "r"]];

export class Menu {
  /**
   * @param {Store} store
   * @param {Hands} hands
   * @param {() => void} tables shows the tables beside the map
   */
  constructor(store, hands, tables) {
    this.store = store;
    this.hands = hands;
    this.tables = tables;
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
  }

  toggle() {
    if (this.dialog?.open) this.dialog.close();
    else this.open();
  }

  open() {
    const { snapshot } = this.store;
    if (!snapshot) return;
    this.dialog?.remove();
    const dialog = h("dialog", { class: "main-menu", "aria-label": word("menu.title") },
      h("div", { class: "dialog-head" }, h("h2", {}, word("menu.match")), h("span", { class: "note" }, snapshot.title), iconButton("close", word("keys.close"), () => dialog.close())),
      h("nav", { class: "menu-views", "aria-label": word("menu.match") }, VIEWS.filter(([name]) => this.offers(name)).map(([name, sign, key]) => this.row(name, sign, () => this.view(name), key))),
      h("div", { class: "menu-deeds" }, this.deeds()),
      h("div", { class: "dialog-head" }, h("h2", {}, word("top.settings")), h("span", { class: "note" }, word("settings.kept"))), settingsRows(),
      h("div", { class: "menu-deeds last" }, this.row("print", "print", () => print()), this.row("keys", "help", () => help(), "?"), this.row("dice", "die", () => openDice(snapshot)),
        this.row("leave", "leave", () => go("/"))));
    dialog.addEventListener("click", (event) => (event.target === dialog ? dialog.close() : undefined));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector(".menu-row"))?.focus();
  }

  /** Whether there is anything behind an entry. @param {string} name */
  offers(name) {
    return name === "notes" ? Boolean(this.store.seat) : true;
  }

  /** @param {string} name @param {string} sign @param {() => void} act @param {string} [key] @param {boolean} [danger] */
  row(name, sign, act, key, danger) {
    const about = word(`menu.${name}_about`);
    return h("button", { type: "button", class: `menu-row${danger ? " danger" : ""}`, dataset: { menu: name }, onclick: () => { this.dialog?.close(); act(); } }, icon(sign),
      h("span", {}, h("b", {}, word(`menu.${name}`)), about.startsWith("menu.") ? null : h("span", { class: "note" }, about)), key ? h("kbd", {}, key.toUpperCase()) : null);
  }

  /** What can be done with the match. */
  deeds() {
    const { snapshot, seat } = this.store;
    if (!snapshot) return [];
    const running = seat && !snapshot.outcome;
    return [
      this.row("rematch", "again", () => this.rematch()),
      running ? this.row("resign", "flag", () => this.end("resign"), undefined, true) : null,
      running && snapshot.can_settle && (!snapshot.offer || snapshot.offer.declined) ? this.row("settle", "shield", () => this.end("settle")) : null,
      snapshot.outcome ? this.row("report", "log", () => go(`/match/${snapshot.match}/report`)) : null,
      this.row("copy", "copy", () => (snapshot.sealed ? this.hands.quiet(word("error.sealed")) : void this.begin(() => post(`/api/matches/${snapshot.match}/copy`)))),
      snapshot.sealed ? this.row("export", "download", () => this.hands.quiet(word("error.sealed")))
        : h("a", { class: "menu-row", href: `/api/matches/${snapshot.match}/record`, download: "" }, icon("download"), h("span", {}, h("b", {}, word("menu.export")), h("span", { class: "note" }, word("menu.export_about")))),
    ];
  }

  /** The letters open the same as the rows. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input[type=text], textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "m") this.dialog?.close();
    else if (!(this.dialog && walkRows(this.dialog, event)) && !this.press(event.key)) return;
    event.preventDefault();
  }

  /** A key that opens a view. @param {string} key */
  press(key) {
    const found = VIEWS.find((view) => view[2] === key && this.offers(view[0]));
    if (!found || !this.store.snapshot) return false;
    this.dialog?.close();
    this.view(found[0]);
    return true;
  }

  /** @param {string} name */
  view(name) {
    const { store, hands } = this;
    const rules = () => void openRulebook(store.snapshot?.game ?? "");
    if (name === "briefing") void openBriefing(store, { rules, refuse: hands.refuse });
    else if (name === "find") find(store, (place) => hands.look(place));
    else if (name === "armies") void openArmies(store, hands);
    else if (name === "tables") this.tables();
    else if (name === "notes") void openNotes(store, hands.refuse);
    else rules();
  }

  /** Giving up, or counting now: asked once, then the report. @param {"resign" | "settle"} how */
  end(how) {
    const { match } = this.store;
    const resign = () => void this.hands.act(how).then((done) => done && go(`/match/${match}/report`));
    askOnce(word(`end.${how}_title`), word(`end.${how}_text`), [
      [word(`end.${how}_yes`), how === "resign" ? resign : () => void this.offer()],
      [word("end.no"), () => {}],
    ]);
  }

  /** To have the match counted now; where a person sits opposite he is asked. */
  async offer() {
    const { match, seat, snapshot } = this.store;
    try {
      const { offered } = await post(`/api/matches/${match}/act`, { seat, revision: snapshot?.revision, action: "settle" });
      if (!offered) go(`/match/${match}/report`);
    } catch (fault) {
      this.hands.refuse(fault);
    }
  }

  rematch() {
    const { match } = this.store;
    const wish = (/** @type {boolean} */ change) => () => void this.begin(() => post(`/api/matches/${match}/rematch`, { change }));
    askOnce(word("end.rematch_title"), word("end.rematch_text"), [[word("end.rematch_same"), wish(false)], [word("end.rematch_change"), wish(true)], [word("end.no"), () => {}]]);
  }

  /** @param {() => Promise<{id: string}>} make */
  async begin(make) {
    try {
      go(`/match/${(await make()).id}`);
    } catch (fault) {
      this.hands.refuse(fault);
    }
  }
}
