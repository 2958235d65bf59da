/** The enemy of a player alone: his plan in words, and the contingencies at which he changes an order. It knows no rule. */

/** @typedef {import("./workshop.js").default} Editor */

const TRIGGERS = ["turn", "sector_collapsed"];

export class AloneTab {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  /** What the document says of him; an older file may say nothing. */
  get alone() {
    const { document } = this.editor;
    return (document.solitaire ??= { enemy: "B", plan: [], contingencies: [] });
  }

  get groups() {
    return /** @type {any[]} */ (this.editor.document.sides[this.alone.enemy].groups);
  }

  draw() {
    const { editor, alone } = this;
    const { h } = editor.tools;
    return h("fieldset", {}, h("legend", {}, editor.say("tab_alone")),
      h("label", { class: "field" }, h("span", {}, editor.say("enemy")), editor.select(editor.say("enemy"),
        ["A", "B"].map((side) => [side, editor.say(side === "A" ? "tab_a" : "tab_b")]), alone.enemy, (v) => (alone.enemy = v))),
      this.plan(),
      h("h3", {}, editor.say("contingencies")), h("p", { class: "note" }, editor.say("contingencies_help")),
      alone.contingencies.map((/** @type {any} */ entry, /** @type {number} */ n) => this.contingency(entry, n)),
      h("button", { type: "button", id: "add-contingency", disabled: !this.groups.length || null, onclick: () => editor.edit(() => this.add()) }, editor.say("add_contingency")));
  }

  /** His plan in words, a sentence a line: for the reader of the file. */
  plan() {
    const { editor, alone } = this;
    const { h } = editor.tools;
    const box = h("textarea", { id: "alone-plan", rows: 4, "aria-label": editor.say("plan_words") });
    box.value = alone.plan.join("\n");
    box.addEventListener("change", () => editor.edit(() => {
      alone.plan = box.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);
    }));
    return h("label", { class: "field" }, h("span", {}, editor.say("plan_words")), box);
  }

  add() {
    const [group] = this.groups;
    this.alone.contingencies.push({ trigger: "turn", value: 1, change: { group: group.id, order: "garrison", target_column: group.target_column } });
  }

  /** @param {any} entry @param {number} n */
  contingency(entry, n) {
    const { editor } = this;
    const { h } = editor.tools;
    return h("div", { class: "unit", id: `contingency-${n}` },
      h("div", { class: "row" }, h("strong", {}, String(n + 1)),
        editor.select(editor.say("trigger"), TRIGGERS.map((id) => [id, editor.say(`trigger_${id}`)]), entry.trigger, (v) => this.wait(entry, v)),
        entry.trigger === "turn" ? this.number(entry, "value", editor.say("turns_at")) : null),
      entry.trigger === "turn" ? null : this.columns(entry),
      this.change(entry.change),
      h("button", { type: "button", onclick: () => editor.edit(() => this.alone.contingencies.splice(n, 1)) }, editor.say("remove")));
  }

  /** @param {any} entry @param {string} trigger */
  wait(entry, trigger) {
    entry.trigger = trigger;
    if (trigger === "turn") { entry.value ??= 1; delete entry.column; } else { entry.column ??= [entry.change.target_column]; delete entry.value; }
  }

  /** @param {any} owner @param {string} key @param {string} label */
  number(owner, key, label) {
    const { editor } = this;
    const box = editor.tools.h("input", { type: "number", min: 1, value: owner[key] ?? "", "aria-label": label });
    box.addEventListener("change", () => editor.edit(() => (owner[key] = Number(box.value))));
    return box;
  }

  /** The columns of which one must have collapsed. @param {any} entry */
  columns(entry) {
    const { editor } = this;
    const { h } = editor.tools;
    return h("div", { class: "row", role: "group", "aria-label": editor.say("column") }, editor.columns().map(([id, name]) => {
      const column = Number(id);
      const on = entry.column.includes(column);
      return h("button", { type: "button", "aria-pressed": String(on), "aria-label": name, onclick: () => editor.edit(() => {
        entry.column = on ? entry.column.filter((/** @type {number} */ c) => c !== column) : [...entry.column, column].sort((a, b) => a - b);
      }) }, String(column + 1));
    }));
  }

  /** @param {any} change */
  change(change) {
    const { editor } = this;
    const { h } = editor.tools;
    const named = (/** @type {any[]} */ groups) => groups.map((group) => [group.id, editor.groupName(this.alone.enemy, group)]);
    return [h("div", { class: "row" }, editor.select(editor.say("group"), named(this.groups), change.group, (v) => (change.group = v))), h("div", { class: "row" },
      editor.select(editor.say("order"), editor.bench.orders.map((/** @type {any} */ o) => [o.id, o.name]), change.order, (v) => this.order(change, v)),
      change.order.startsWith("move") ? this.number(change, "activation", editor.say("number")) : null,
      change.order === "support"
        ? editor.select(editor.say("supports"), [["", "–"], ...named(this.groups.filter((group) => group.id !== change.group))], change.supports ?? "", (v) => (change.supports = v || undefined))
        : editor.select(editor.say("column"), editor.columns(), String(change.target_column), (v) => (change.target_column = Number(v))))];
  }

  /** @param {any} change @param {string} order */
  order(change, order) {
    change.order = order;
    if (order.startsWith("move")) change.activation ??= 1; else delete change.activation;
    if (order !== "support") delete change.supports;
  }
}
