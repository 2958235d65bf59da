/** The roster of a real table: units with what is left of them, written out and read in as text, and printed. */

/** @typedef {import("./companion").Companion} Companion */
/** @typedef {import("./companion").RosterUnit} RosterUnit */

import { announce, announceNow } from "../base/announce.js";
import { h, iconButton, put } from "../base/dom.js";
import { fieldRow } from "../base/fields.js";
import { word } from "../base/words.js";

const MOST = 60;

export class RosterPanel {
  /** @param {Companion} page */
  constructor(page) {
    this.page = page;
    this.element = h("section", { class: "roster" });
    /** @type {string | null} the unit whose fields are open */
    this.open = null;
  }

  get kept() {
    return this.page.kept;
  }

  /** What a unit loses, in the game's own word. */
  get points() {
    return this.page.facts.roster.find((field) => field.id === "pm")?.label ?? "";
  }

  draw() {
    const title = h("input", { type: "text", value: this.kept.title, maxlength: 60, id: "roster-title", "aria-label": word("companion.title"), placeholder: word("companion.title") });
    title.addEventListener("change", () => {
      this.kept.title = title.value;
      this.page.keep();
    });
    put(this.element, h("div", { class: "card pad" }, h("h2", {}, word("companion.roster")), title, this.armies(),
      this.kept.units.length ? this.columns() : h("p", { class: "note" }, word("companion.empty")),
      h("div", { class: "actions" }, h("button", { type: "button", id: "add-unit", onclick: () => this.add() }, word("companion.add")))),
      this.asText());
    return this.element;
  }

  /** Side by side, each army under its name and each command under its general. */
  columns() {
    return h("div", { class: "armies" }, armies(this.kept.units).map(([army, units]) => h("section", { class: "army" }, army ? h("h3", {}, army) : null,
      units[0]?.chief ? h("p", { class: "note chief" }, units[0].chief) : null,
      commands(units).map(([command, led]) => [command ? h("p", { class: "note command" }, command) : null, h("ul", { class: "units" }, led.map((unit) => this.unit(unit)))]).flat())));
  }

  armies() {
    const select = h("select", { id: "army" }, h("option", { value: "" }, word("companion.choose")),
      this.page.facts.armies.map((army) => h("option", { value: army.id }, army.name)));
    select.addEventListener("change", () => {
      const army = this.page.facts.armies.find((one) => one.id === select.value);
      if (!army) return;
      const units = army.units.map((unit) => /** @type {RosterUnit} */ ({ ...this.fresh(), ...unit, id: this.name(`${army.id}-${unit.id}`) }));
      this.kept.units = [...this.kept.units, ...units].slice(0, MOST);
      const loaded = armies(this.kept.units).map(([name]) => name).filter(Boolean);
      if (!this.kept.title || this.kept.title === loaded[0]) this.kept.title = titleOf(loaded);
      this.page.keep();
      this.draw();
    });
    return h("label", { class: "field" }, h("span", {}, word("companion.army")), select);
  }

  /** A name nobody in the roster has. @param {string} wanted */
  name(wanted) {
    let found = wanted;
    for (let n = 2; this.kept.units.some((unit) => unit.id === found); n++) found = `${wanted}-${n}`;
    return found;
  }

  /** @returns {Record<string, any>} */
  fresh() {
    return Object.fromEntries(this.page.facts.roster.map((field) => [field.id, field.default]));
  }

  add() {
    if (this.kept.units.length >= MOST) return;
    const id = this.name("unit");
    const unit = /** @type {RosterUnit} */ ({ ...this.fresh(), id, name: `${word("companion.name")} ${this.kept.units.length + 1}` });
    this.kept.units.push(unit);
    this.open = id;
    this.page.keep();
    this.draw();
    document.getElementById(`name-${id}`)?.focus();
  }

  /** @param {RosterUnit} unit */
  unit(unit) {
    const opened = this.open === unit.id;
    const full = this.page.facts.loss.per_base * unit.bases;
    const change = (/** @type {number} */ by) => {
      unit.pm = Math.max(0, Math.min(full, unit.pm + by));
      this.page.keep();
      this.draw();
    };
    return h("li", { class: `roster-unit${unit.pm === 0 ? " gone" : ""}`, dataset: { unit: unit.id } },
      h("div", { class: "unit-line" },
        h("button", { type: "button", class: "unit-name", "aria-expanded": String(opened), "aria-label": word("companion.edit", unit.name), onclick: () => { this.open = opened ? null : unit.id; this.draw(); } },
          h("strong", {}, unit.name), h("span", { class: "note" }, this.state(unit))),
        iconButton("minus", word("manoeuvre.less", `${this.points}, ${unit.name}`), () => change(-1)),
        h("output", { class: "pm", "aria-label": `${this.points}, ${unit.name}` }, `${unit.pm}/${full}`),
        iconButton("plus", word("manoeuvre.more", `${this.points}, ${unit.name}`), () => change(1))),
      opened ? this.fields(unit) : null);
  }

  /** @param {RosterUnit} unit */
  state(unit) {
    const shown = this.page.facts.roster.filter((field) => !["bases", "pm", "nation"].includes(field.id));
    return shown.map((field) => {
      if (field.kind === "check") return unit[field.id] ? field.label : "";
      const option = field.options?.find((one) => one.value === unit[field.id]);
      return option && (field.id === "type" || field.id === "class" || field.id === "formation" || unit[field.id] !== field.default) ? option.name : "";
    }).filter(Boolean).join(", ");
  }

  /** @param {RosterUnit} unit */
  fields(unit) {
    const name = h("input", { type: "text", value: unit.name, maxlength: 60, id: `name-${unit.id}`, "aria-label": word("companion.name") });
    name.addEventListener("change", () => {
      unit.name = name.value || unit.name;
      this.page.keep();
    });
    const remove = () => {
      this.kept.units = this.kept.units.filter((one) => one !== unit);
      this.page.keep();
      this.draw();
    };
    return h("div", { class: "unit-fields" }, h("label", { class: "field" }, h("span", {}, word("companion.name")), name),
      this.page.facts.roster.map((field) => fieldRow(field, unit[field.id] ?? field.default, (value) => {
        unit[field.id] = value;
        if (field.id === "bases") unit.pm = Math.min(unit.pm, this.page.facts.loss.per_base * value);
        this.page.keep();
      })),
      h("button", { type: "button", onclick: remove }, word("companion.remove", unit.name)));
  }

  /** Out of this browser and back: as text that can be kept or sent anywhere. */
  asText() {
    const text = h("textarea", { rows: 5, id: "roster-text", "aria-label": word("companion.copy"), spellcheck: "false" });
    const read = () => {
      const found = readRoster(text.value, this.page.facts.roster);
      if (!found) {
        announceNow(word("companion.bad"));
        said.textContent = word("companion.bad");
        return;
      }
      Object.assign(this.kept, found);
      this.page.keep();
      this.draw();
      announce(word("companion.read"));
    };
    const said = h("p", { class: "note", role: "status" }, word("companion.kept"));
    return h("details", { class: "card pad" }, h("summary", {}, word("companion.copy")), text,
      h("div", { class: "actions" },
        h("button", { type: "button", id: "export", onclick: () => { text.value = JSON.stringify(this.kept, null, 1); text.select(); } }, word("companion.export")),
        h("button", { type: "button", id: "import", onclick: read }, word("companion.import"))), said);
  }

  /** The roster as the browser prints it. */
  sheet() {
    const full = (/** @type {RosterUnit} */ unit) => this.page.facts.loss.per_base * unit.bases;
    const line = (/** @type {RosterUnit} */ unit) => h("tr", {}, h("th", { scope: "row" }, unit.name), h("td", {}, this.state(unit)),
      h("td", { class: "boxes" }, Array.from({ length: full(unit) }, (_, i) => (i < unit.pm ? "☐" : "☒")).join(" ")));
    const title = (/** @type {string} */ text) => (text ? [h("tr", {}, h("th", { colspan: 3, class: "group" }, text))] : []);
    return h("table", { class: "roster-sheet" }, h("caption", {}, this.kept.title || word("companion.roster")),
      h("tbody", {}, armies(this.kept.units).flatMap(([army, units]) => [...title(army), ...title(units[0]?.chief ?? ""), ...commands(units).flatMap(([command, led]) => [...title(command), ...led.map(line)])])));
  }
}

/** Units by their army, in the order in which these come first. @param {RosterUnit[]} units @returns {[string, RosterUnit[]][]} */
export function armies(units) {
  /** @type {Map<string, RosterUnit[]>} */
  const found = new Map();
  for (const unit of units) found.set(unit.army ?? "", [...(found.get(unit.army ?? "") ?? []), unit]);
  return [...found];
}

/** Two armies of one battle go by its name. @param {string[]} names */
function titleOf(names) {
  const battles = new Set(names.map((name) => name.split(": ")[0]));
  return (battles.size === 1 && names.length > 1 ? [...battles][0] : names.join(" / ")).slice(0, 60);
}

/** Units by their command. @param {RosterUnit[]} units @returns {[string, RosterUnit[]][]} */
function commands(units) {
  return armies(units.map((unit) => ({ unit, army: unit.command ?? "" })).map((one) => /** @type {any} */ (one))).map(([name, led]) => [name, led.map((one) => /** @type {any} */ (one).unit)]);
}

/**
 * A roster from text; whatever is no roster is refused as a whole, and what the page does not know of a unit is left out.
 * @param {string} text
 * @param {import("./companion").Field[]} fields
 * @returns {{title: string, turn: number, step: number, units: RosterUnit[]} | null}
 */
export function readRoster(text, fields) {
  try {
    const found = JSON.parse(text);
    if (!found || !Array.isArray(found.units) || found.units.length > MOST) return null;
    const units = found.units.map((/** @type {any} */ unit, /** @type {number} */ n) => {
      const known = Object.fromEntries(fields.map((field) => [field.id, typeof unit[field.id] === typeof field.default ? unit[field.id] : field.default]));
      const text = (/** @type {string} */ key) => (typeof unit[key] === "string" ? { [key]: unit[key].slice(0, 60) } : {});
      return { ...known, id: String(unit.id ?? `unit-${n}`).slice(0, 60), name: String(unit.name ?? n + 1).slice(0, 60), ...text("army"), ...text("chief"), ...text("command") };
    });
    const whole = (/** @type {any} */ value) => (Number.isInteger(value) && value > 0 && value < 100 ? value : 1);
    return { title: String(found.title ?? "").slice(0, 60), turn: whole(found.turn), step: whole(found.step), units };
  } catch {
    return null;
  }
}
