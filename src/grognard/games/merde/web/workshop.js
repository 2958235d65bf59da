/** The editor of battles: the field, both armies with their prices, deployment, flags and the plan. It knows no rule. */

import { AloneTab } from "./alone.js";
import { ArmyTab } from "./army.js";

const SIDES = ["A", "B"];
const SEATS = /** @type {Record<string, string>} */ ({ A: "army_a", B: "army_b" });
const FORMATIONS = /** @type {Record<string, string>} */ ({ march_column: "march", attack_column: "attack", mass_column: "mass" });
const FACINGS = /** @type {Record<string, string>} */ ({ N: "north", E: "east", S: "south", W: "west" });

/** @param {string} hex @returns {[number, number]} */
export function squareOf(hex) {
  return [Number(hex.slice(0, 2)), Number(hex.slice(2))];
}

/** @param {number[]} at */
export function hexOf([x, y]) {
  return `${String(x).padStart(2, "0")}${String(y).padStart(2, "0")}`;
}

/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
/** @param {number[]} a @param {number[]} b */
const touch = (a, b) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) <= 1;

export default class Editor {
  /** @param {{h: any, put: any, bench: any, changed(): void, redraw(): void, wish(wish: string): void}} tools */
  constructor(tools) {
    this.tools = tools;
    this.bench = tools.bench;
    this.words = /** @type {Record<string, string>} */ (tools.bench.words);
    /** @type {any} */
    this.document = structuredClone(tools.bench.empty);
    this.tab = "battle";
    this.brush = "hill";
    this.owner = "A";
    /** @type {{kind: string, side: string, index: number} | null} what the next click places */
    this.placing = null;
    this.costs = /** @type {any} */ ({});
    this.element = tools.h("div", { class: "editor" });
    this.army = new ArmyTab(this);
    this.alone = new AloneTab(this);
  }

  /** @param {string} key @param {...(string | number)} args */
  say(key, ...args) {
    return (this.words[key] ?? key).replace(/\{(\d)\}/g, (_, n) => String(args[Number(n)] ?? ""));
  }

  /** @param {any} document */
  load(document) {
    this.document = document;
    this.placing = null;
    this.draw();
  }

  title() {
    return String(this.document.title ?? "");
  }

  /** @param {any} facts */
  facts(facts) {
    this.costs = facts;
    this.draw();
  }

  /** Change something, then draw and have it examined. @param {() => void} work */
  edit(work) {
    work();
    for (const side of SIDES) delete this.document.sides[side].points_used;
    this.draw();
    this.tools.changed();
  }

  draw() {
    const { h, put } = this.tools;
    const kept = this.element.contains(document.activeElement) ? document.activeElement?.id : "";
    const tabs = [["battle", "tab_battle"], ["field", "tab_field"], ["A", "tab_a"], ["B", "tab_b"], ["alone", "tab_alone"]];
    const drawn = { battle: () => this.battle(), field: () => this.field(), alone: () => this.alone.draw() }[this.tab] ?? (() => this.army.draw(this.tab));
    put(this.element,
      h("div", { class: "tabs", role: "tablist" }, tabs.map(([id, word]) => h("button", { type: "button", role: "tab", id: `tab-${id}`,
        "aria-selected": String(this.tab === id), onclick: () => { this.tab = id; this.placing = null; this.draw(); this.tools.redraw(); } }, this.say(word)))),
      drawn());
    if (kept) document.getElementById(kept)?.focus();
  }

  /**
   * A labelled input bound to a place of the document.
   * @param {string} label
   * @param {any} owner
   * @param {string} key
   * @param {"text" | "number" | "checkbox"} [type]
   */
  input(label, owner, key, type = "text") {
    const { h } = this.tools;
    const id = `in-${label}-${key}-${owner.id ?? ""}`;
    const box = h("input", { type, id, value: type === "checkbox" ? null : owner[key] ?? "", checked: (type === "checkbox" && owner[key]) || null,
      maxlength: type === "text" ? this.bench.longest_name : null, min: type === "number" ? 0 : null });
    box.addEventListener("change", () => this.edit(() => {
      owner[key] = type === "checkbox" ? box.checked : type === "number" ? Number(box.value) : box.value;
    }));
    return h("label", { class: "field" }, h("span", {}, this.say(label)), box);
  }

  /**
   * @param {string} label
   * @param {string[][]} options
   * @param {string} value
   * @param {(value: string) => void} set
   */
  select(label, options, value, set) {
    const { h } = this.tools;
    const box = h("select", { "aria-label": label }, options.map(([id, name]) => h("option", { value: id, selected: id === value || null }, name)));
    box.addEventListener("change", () => this.edit(() => set(box.value)));
    return box;
  }

  battle() {
    const { h } = this.tools;
    const battle = this.document;
    const weather = battle.weather.mode === "draw" ? "draw" : battle.weather.value ?? "clear";
    return h("fieldset", {}, h("legend", {}, this.say("tab_battle")),
      this.input("name", battle, "title"),
      h("div", { class: "row" }, this.input("year", battle, "year", "number"), this.input("turns", battle, "turn_limit", "number")),
      this.input("date", battle, "date"),
      h("label", { class: "field" }, h("span", {}, this.say("weather")), this.select(this.say("weather"),
        ["clear", "rain", "fog", "draw"].map((id) => [id, this.say(`weather_${id}`)]), weather,
        (v) => (battle.weather = v === "draw" ? { mode: "draw", value: "clear" } : { mode: "fixed", value: v }))),
      h("div", { class: "row" }, ...["wide", "deep"].map((way) => h("label", { class: "field" }, h("span", {}, this.say(way)),
        this.select(this.say(way), ["1", "2", "3"].map((n) => [n, n]), String(battle.board[`sections_${way}`]), (v) => this.resize(way, Number(v)))))),
      this.input("fog", battle, "fog_of_war", "checkbox"), this.input("historical", battle, "historical", "checkbox"),
      ...SIDES.map((side) => h("p", {}, `${this.say(side === "A" ? "tab_a" : "tab_b")}: `, this.points(side))));
  }

  /** @param {string} way @param {number} count */
  resize(way, count) {
    this.document.board[`sections_${way}`] = count;
    this.tools.wish("lines");
  }

  /** @param {string} side */
  points(side) {
    const cost = this.costs[side];
    return cost ? this.say("points", cost.points, cost.limit) : "";
  }

  field() {
    const { h } = this.tools;
    const kinds = [...this.bench.terrain, { id: "", name: this.say("erase") }];
    return h("fieldset", {}, h("legend", {}, this.say("brush")),
      h("div", { class: "swatches" }, kinds.map((/** @type {any} */ kind) => h("button", { type: "button", id: `brush-${kind.id}`, "aria-pressed": String(this.brush === kind.id),
        onclick: () => { this.brush = kind.id; this.draw(); } }, kind.name))),
      ["fortification", "pontoon"].includes(this.brush) ? h("label", { class: "field" }, h("span", {}, this.say("owner")),
        this.select(this.say("owner"), SIDES.map((side) => [side, this.say(side === "A" ? "tab_a" : "tab_b")]), this.owner, (v) => (this.owner = v))) : null,
      h("p", { class: "note" }, this.say("brush_help")),
      h("h3", {}, this.say("pieces_laid")),
      this.document.terrain.map((/** @type {any} */ piece, /** @type {number} */ n) => h("div", { class: "row" },
        h("span", {}, `${this.bench.terrain.find((/** @type {any} */ k) => k.id === piece.type)?.name ?? piece.type} (${piece.squares.length})`),
        this.nameOf(piece, n), piece.type === "bridge" ? this.input("ford", piece, "ford", "checkbox") : null, h("button", { type: "button", onclick: () => this.edit(() => this.document.terrain.splice(n, 1)) }, this.say("remove")))));
  }

  /** The columns of sectors, from the west. @returns {string[][]} */
  columns() {
    return Array.from({ length: this.document.board.width / 6 }, (_, i) => [String(i), `${this.say("column")} ${i + 1}`]);
  }

  /** A group by its members. @param {string} side @param {any} group @returns {string} */
  groupName(side, group) {
    const { regiments, batteries } = this.document.sides[side];
    const names = group.members.map((/** @type {string} */ id) => [...regiments, ...batteries].find((piece) => piece.id === id)?.name ?? id);
    return [group.id, ...names].join(" · ");
  }

  /** @param {any} piece @param {number} n */
  nameOf(piece, n) {
    const box = this.tools.h("input", { type: "text", value: piece.name ?? "", id: `piece-${n}`, "aria-label": this.say("piece_name"), maxlength: this.bench.longest_name });
    box.addEventListener("change", () => this.edit(() => (piece.name = box.value)));
    return box;
  }

  /** @param {string} hex */
  click(hex) {
    const at = squareOf(hex);
    if (this.tab === "field") this.edit(() => this.paint(at));
    else if (this.placing) this.edit(() => this.army.place(at));
    else if (SIDES.includes(this.tab)) this.army.pickUp(at);
  }

  /** The battle says which army the rulebook plays. @param {Record<string, unknown>} options */
  settle(options) {
    if (options.solitaire !== "none") options.solitaire = SEATS[this.document.solitaire?.enemy] ?? options.solitaire;
  }

  /** Lay or take up terrain: a square joins the piece of its kind that it touches. @param {[number, number]} at */
  paint(at) {
    const terrain = this.document.terrain;
    const here = (/** @type {any} */ piece) => piece.squares.some((/** @type {number[]} */ sq) => same(sq, at));
    const mine = terrain.filter((/** @type {any} */ piece) => here(piece) && (!this.brush || piece.type === this.brush));
    if (mine.length || !this.brush) {
      for (const piece of mine) piece.squares = piece.squares.filter((/** @type {number[]} */ sq) => !same(sq, at));
      this.document.terrain = terrain.filter((/** @type {any} */ piece) => piece.squares.length);
      return;
    }
    const owned = ["fortification", "pontoon"].includes(this.brush);
    const grown = terrain.find((/** @type {any} */ piece) => piece.type === this.brush && (!owned || piece.side === this.owner)
      && piece.squares.some((/** @type {number[]} */ sq) => touch(sq, at)));
    if (grown) grown.squares.push(at);
    else terrain.push({ type: this.brush, name: "", squares: [at], ...(owned ? { side: this.owner } : {}) });
  }

  /** Everything where the document puts it. @returns {any} */
  view() {
    const units = [];
    const flags = [];
    for (const side of SIDES) {
      const army = this.document.sides[side];
      let n = 0;
      for (const piece of [...army.regiments, ...army.batteries]) {
        n += 1;
        const squares = piece.squares.map(hexOf);
        const counter = this.bench.counters.find((/** @type {any} */ c) => c.id === (piece.counter ?? piece.units[0]?.counter));
        if (squares.length) units.push({ id: `${side}${n}`, side: SEATS[side], place: squares[0], squares, kind: counter?.type === "engineers" ? "engineers" : counter?.arm ?? "inf", flags: [],
          formation: piece.counter ? (piece.limbered ? "limbered" : "unlimbered") : FORMATIONS[piece.formation] ?? piece.formation,
          facing: FACINGS[piece.facing], men: piece.counter ? [1] : piece.units.map(() => 2), command: this.marker(army, piece.id) });
      }
      const ranked = [...army.commanders].sort((a, b) => Number(a.corps !== null) - Number(b.corps !== null));
      ranked.forEach((man, i) => units.push({ id: `${side}G${i}`, side: SEATS[side], place: hexOf(man.square), kind: "commander", flags: [] }));
      for (const flag of army.flags) flags.push({ side: SEATS[side], square: hexOf(flag.square) });
    }
    return { units, flags, revision: 0, to_act: [] };
  }

  /** @param {any} army @param {string} id */
  marker(army, id) {
    const group = army.groups.find((/** @type {any} */ candidate) => candidate.members.includes(id));
    return group ? String(group.activation ?? group.order[0].toUpperCase()) : "";
  }

  lit() {
    return [];
  }
}
