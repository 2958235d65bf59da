/** Beside a table of real pieces: only the arithmetic. The roster and the turn are kept in this browser; the server reckons and keeps nothing. */

import { announce, announceNow } from "../base/announce.js";
import { get, post, reach } from "../base/api.js";
import { h, icon, put, ruleChip, style } from "../base/dom.js";
import { fieldRow } from "../base/fields.js";
import { bar } from "../widgets/pagebar.js";
import { RosterPanel, armies } from "./roster.js";
import { language, word } from "../base/words.js";

/** @typedef {{id: string, kind: "choice" | "check" | "number", label: string, default: any, role: string, key: string, min?: number, max?: number, options?: {value: string, name: string}[]}} Field */
/** @typedef {{id: string, label: string, barred: Record<string, string[]>, why: string}} Role what of a unit bars it from a part, and why */
/** @typedef {{id: string, title: string, rule: string, roles: Role[], fields: Field[]}} Form */
/** @typedef {{title: string, about: string, forms: Form[], sequence: {number: number, title: string, text: string, rule: string, forms: string[]}[], roster: Field[],
 *    armies: {id: string, name: string, units: Record<string, any>[]}[], loss: {per_base: number}, fronts: Record<string, number>, sheets: {id: string, title: string}[]}} Facts */
/** @typedef {{rows: {label: string, value: string, rule: string}[], total: string, die: number, needs: string, bars: {label: string, chance: number, text: string}[],
 *    result: null | {text: string, role: string, apply: Record<string, any>, then: string | null, with: Record<string, any>, good: boolean}}} Reckoning */
/** @typedef {Record<string, any> & {id: string, name: string, pm: number, bases: number, army?: string, command?: string}} RosterUnit */

const TABS = ["reckon", "roster", "turn", "sheets"];

export class Companion {
  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {Facts} facts
   */
  constructor(root, game, facts) {
    this.root = root;
    this.game = game;
    this.facts = facts;
    this.tab = "reckon";
    this.form = facts.forms[0].id;
    /** @type {{title: string, turn: number, step: number, units: RosterUnit[]}} */
    this.kept = this.load();
    /** @type {Record<string, Record<string, any>>} what is stated, by form */
    this.given = {};
    /** @type {Record<string, string>} who plays a role, by form and role */
    this.roles = {};
    /** @type {Reckoning | null} */
    this.answer = null;
    /** @type {number | null} */
    this.die = null;
    this.asked = 0;
    this.body = h("div", { class: "companion-body" });
    this.output = h("section", { class: "reckoning card", "aria-live": "polite" });
    this.roster = new RosterPanel(this);
    Object.assign(document.body.dataset, { page: "companion", game });
    document.title = facts.title;
  }

  // what the browser keeps

  get key() {
    return `grognard.companion.${this.game}`;
  }

  load() {
    const fresh = { title: "", turn: 1, step: 1, units: [] };
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
      return kept && Array.isArray(kept.units) ? { ...fresh, ...kept } : fresh;
    } catch {
      return fresh;
    }
  }

  keep() {
    localStorage.setItem(this.key, JSON.stringify(this.kept));
  }

  // the page

  draw() {
    put(this.root, bar(() => this.draw()), h("main", { class: "companion" },
      h("h1", {}, this.facts.title), h("p", { class: "note about" }, this.facts.about), this.body,
      h("nav", { class: "companion-tabs", "aria-label": this.facts.title }, TABS.map((tab) => h("button", {
        type: "button", dataset: { tab }, "aria-pressed": String(tab === this.tab), onclick: () => this.open(tab),
      }, icon({ reckon: "die", roster: "table", turn: "play", sheets: "print" }[tab] ?? "log"), h("span", {}, word(`companion.${tab}`)))))));
    this.show();
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    this.show();
    for (const button of this.root.querySelectorAll("[data-tab]")) button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.tab === tab));
    scrollTo({ top: 0 });
  }

  show() {
    if (this.tab === "roster") put(this.body, this.roster.draw());
    else if (this.tab === "turn") put(this.body, this.turn());
    else if (this.tab === "sheets") put(this.body, this.sheets());
    else this.reckonPage();
  }

  // reckoning

  /** @returns {Form} */
  get current() {
    return /** @type {Form} */ (this.facts.forms.find((form) => form.id === this.form));
  }

  reckonPage() {
    const form = this.current;
    put(this.output); // what was reckoned before is no answer to this, and a die typed into it would be lost
    put(this.body,
      h("div", { class: "form-picks", role: "group" }, this.facts.forms.map((one) => h("button", {
        type: "button", "aria-pressed": String(one.id === this.form), dataset: { form: one.id }, onclick: () => this.pick(one.id),
      }, one.title))),
      h("section", { class: "card pad form" }, h("h2", {}, form.title, " ", ruleChip(form.rule)),
        form.roles.map((role) => this.role(role)),
        h("div", { class: "fields" }, form.fields.map((field) => this.field(field)))),
      this.output);
    void this.reckon();
  }

  /** @param {string} form @param {Record<string, any>} [given] */
  pick(form, given = {}) {
    this.form = form;
    Object.assign((this.given[form] ??= {}), given);
    this.forgetDie();
    this.open("reckon");
  }

  forgetDie() {
    this.die = null;
    this.applied = false;
  }

  /** @param {Role} role */
  role(role) {
    const key = `${this.form}.${role.id}`;
    const select = /** @type {HTMLSelectElement} */ (h("select", { id: `role-${role.id}` }, h("option", { value: "" }, word("companion.none")),
      armies(this.others(role)).map(([army, units]) => h("optgroup", { label: army || word("companion.roster") }, units.map((unit) => bars(role, unit)
        ? h("option", { value: unit.id, disabled: true }, `${unit.name}: ${role.why}`)
        : h("option", { value: unit.id, selected: unit.id === this.roles[key] || null }, unit.name))))));
    select.addEventListener("change", () => {
      this.roles[key] = select.value;
      this.takeOver(role.id);
      this.forgetDie();
      this.reckonPage();
      document.getElementById(`role-${role.id}`)?.focus();
    });
    return this.kept.units.length ? h("label", { class: "field" }, h("span", {}, role.label), select) : null;
  }

  /** Whom a role may be played by: nobody fights one of his own army. @param {Role} role @returns {RosterUnit[]} */
  others(role) {
    const army = this.current.roles.filter((other) => other !== role).map((other) => this.unitOf(other.id)?.army).find(Boolean);
    return this.kept.units.filter((unit) => !army || unit.army !== army);
  }

  /** @param {string} role @returns {RosterUnit | null} */
  unitOf(role) {
    return this.kept.units.find((unit) => unit.id === this.roles[`${this.form}.${role}`]) ?? null;
  }

  /** What the roster knows of a unit goes into the fields. @param {string} role */
  takeOver(role) {
    const unit = this.unitOf(role);
    if (!unit) return;
    const given = (this.given[this.form] ??= {});
    for (const field of this.current.fields) {
      if (field.role !== role) continue;
      const value = this.know(unit, field.key);
      if (value !== undefined) given[field.id] = value;
    }
  }

  /** @param {RosterUnit} unit @param {string} key */
  know(unit, key) {
    const left = Math.ceil(unit.pm / this.facts.loss.per_base);
    if (key === "bases_lost") return Math.max(0, unit.bases - left);
    if (key === "front") return Math.max(1, Math.min(left, this.facts.fronts[unit.formation] ?? left));
    return unit[key];
  }

  /** @param {Field} field */
  field(field) {
    const given = (this.given[this.form] ??= {});
    return fieldRow(field, given[field.id] ?? field.default, (value) => {
      given[field.id] = value;
      this.forgetDie();
      void this.reckon();
    });
  }

  async reckon() {
    const asked = ++this.asked;
    const form = this.form;
    const given = { ...(this.given[form] ?? {}), ...(this.die === null ? {} : { die: this.die }) };
    const answer = await post(`/api/games/${this.game}/companion`, { form, given }).catch((fault) => this.complain(fault));
    if (!answer) return;
    if (asked !== this.asked) return;
    this.answer = answer;
    this.drawAnswer();
  }

  drawAnswer() {
    const answer = this.answer;
    if (!answer) return;
    put(this.output, h("p", { class: "total" }, answer.total),
      answer.rows.length ? h("table", {}, h("tbody", {}, answer.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.label, " ", ruleChip(row.rule)), h("td", {}, row.value))))) : null,
      h("ul", { class: "chances" }, answer.bars.map((one) => h("li", {}, h("span", { class: "chance-bar", style: `width:${Math.round(one.chance * 100)}%` }), h("span", {}, one.label), h("b", {}, one.text)))),
      h("p", { class: "needs" }, answer.needs), answer.die ? this.dice(answer.die) : null,
      answer.result ? this.result(answer.result) : null);
  }

  /** Thrown here, or on the real table and typed in. @param {number} sides */
  dice(sides) {
    const input = h("input", { type: "number", inputmode: "numeric", min: 1, max: sides, value: this.die ?? "", id: "die", "aria-label": word("companion.enter") });
    input.addEventListener("change", () => this.setDie(Number(input.value), sides));
    return h("div", { class: "dice" }, h("button", { type: "button", class: this.die === null ? "primary" : "", id: "roll", onclick: () => this.setDie(throwDie(sides), sides) }, icon("die", 18), `${word("companion.roll")} (D${sides})`),
      h("label", {}, h("span", { class: "note" }, word("companion.enter")), input));
  }

  /** @param {number} value @param {number} sides */
  setDie(value, sides) {
    this.die = Number.isInteger(value) && value >= 1 && value <= sides ? value : null;
    this.applied = false;
    if (this.die !== null) announce(word("companion.die", sides, this.die));
    void this.reckon();
  }

  /** @param {NonNullable<Reckoning["result"]>} result */
  result(result) {
    const unit = this.unitOf(result.role);
    const changes = Object.keys(result.apply).length > 0;
    const next = this.facts.forms.find((form) => form.id === result.then);
    return h("div", { class: `result${result.good ? " good" : ""}`, role: "status" }, h("p", {}, result.text),
      unit && changes ? h("button", { type: "button", class: this.applied ? "" : "primary", id: "apply", disabled: this.applied || null, onclick: () => this.apply(unit, result.apply) },
        this.applied ? word("companion.applied") : `${word("companion.apply")}: ${unit.name}`) : null,
      next ? h("button", { type: "button", id: "then", onclick: () => this.goOn(next.id, unit, result.with) }, icon("right", 16), word("companion.then", next.title)) : null);
  }

  /** @param {RosterUnit} unit @param {Record<string, any>} change */
  apply(unit, change) {
    for (const [key, value] of Object.entries(change)) {
      if (key === "pm") unit.pm = Math.max(0, unit.pm + value);
      else unit[key] = value;
    }
    this.applied = true;
    this.keep();
    announce(word("companion.applied"));
    this.drawAnswer();
  }

  /** From losses to the test they call for. @param {string} form @param {RosterUnit | null} unit @param {Record<string, any>} given */
  goOn(form, unit, given) {
    if (unit) this.roles[`${form}.unit`] = unit.id;
    this.form = form;
    Object.assign((this.given[form] ??= {}), given);
    this.takeOver("unit");
    this.forgetDie();
    this.open("reckon");
  }

  // the turn

  turn() {
    const { turn, step } = this.kept;
    const last = this.facts.sequence.length;
    const next = () => {
      Object.assign(this.kept, step < last ? { step: step + 1 } : { step: 1, turn: turn + 1 });
      this.keep();
      this.show();
      this.body.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
    };
    const restart = () => {
      Object.assign(this.kept, { turn: 1, step: 1 });
      this.keep();
      this.show();
    };
    return h("section", { class: "card pad sequence" }, h("h2", {}, word("companion.turn_n", turn)),
      h("ol", {}, this.facts.sequence.map((one) => h("li", { "aria-current": one.number === step ? "step" : null },
        h("div", {}, h("strong", {}, one.title), " ", ruleChip(one.rule), h("p", {}, one.text)),
        one.number === step ? one.forms.map((id) => h("button", { type: "button", onclick: () => this.pick(id) }, this.facts.forms.find((form) => form.id === id)?.title ?? id)) : null))),
      h("div", { class: "actions sticky" }, h("button", { type: "button", class: "primary", id: "next-step", onclick: next }, word("companion.next")),
        h("button", { type: "button", onclick: restart }, word("companion.restart"))));
  }

  // sheets

  sheets() {
    return h("section", { class: "card pad" }, h("h2", {}, word("companion.sheets")),
      h("div", { class: "sheet-list" }, this.facts.sheets.map((sheet) => h("button", { type: "button", dataset: { sheet: sheet.id }, onclick: () => void this.fetchSheet(sheet.id) },
        icon("download", 16), word("companion.pdf", sheet.title))),
        h("button", { type: "button", onclick: () => print() }, icon("print", 16), word("companion.print"))),
      h("div", { class: "print-only" }, this.roster.sheet()));
  }

  /** A PDF made by the server from what this browser keeps. @param {string} kind */
  async fetchSheet(kind) {
    const path = `/api/games/${this.game}/sheet/${kind}?lang=${language()}`;
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(this.kept) };
    const blob = await reach(fetch(path, init).then((answer) => (answer.ok ? answer.blob() : Promise.reject()))).catch((fault) => this.complain(fault));
    if (!blob) return;
    const link = h("a", { href: URL.createObjectURL(blob), download: `${this.game}-${kind}.pdf` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** @param {unknown} fault */
  complain(fault) {
    const text = fault instanceof Error ? fault.message : String(fault);
    announceNow(text);
    this.body.querySelector(".trouble")?.remove();
    this.body.prepend(h("p", { class: "trouble", role: "alert" }, text));
  }

  close() {
    delete document.body.dataset.page;
    delete document.body.dataset.game;
  }
}

/** Whether a unit of the roster cannot take a part. @param {Role} role @param {RosterUnit} unit */
function bars(role, unit) {
  return Object.entries(role.barred).some(([key, values]) => values.includes(unit[key]));
}

/** A die as fair as the browser's own chance. @param {number} sides @returns {number} */
function throwDie(sides) {
  const most = Math.floor(0x1_0000_0000 / sides) * sides;
  const [value] = crypto.getRandomValues(new Uint32Array(1));
  return value < most ? (value % sides) + 1 : throwDie(sides);
}

/** @param {HTMLElement} root @param {string} game @param {import("../main").Visit} visit */
export async function showCompanion(root, game, visit) {
  style("/web/styles/companion.css");
  const facts = await get(`/api/games/${game}/companion`);
  if (visit.late()) return;
  const page = new Companion(root, game, facts);
  page.draw();
  visit.enter(page);
}
