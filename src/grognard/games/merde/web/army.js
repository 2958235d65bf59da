/** One army of a battle in the workshop: what it is made of, where it stands, what it is ordered to do. */

/** @typedef {import("./workshop.js").default} Editor */

import { hexOf, squareOf } from "./workshop.js";

const AHEAD = /** @type {Record<string, number[]>} */ ({ N: [1, 0], S: [-1, 0], E: [0, -1], W: [0, 1] });

export class ArmyTab {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.side = "A";
    this.counter = "";
    this.gun = "";
  }

  get army() {
    return this.editor.document.sides[this.side];
  }

  /** @param {string} side */
  draw(side) {
    this.side = side;
    const { h } = this.editor.tools;
    const { editor, army } = this;
    const cost = editor.costs[side];
    const seat = side === "A" ? "army_a" : "army_b";
    return h("div", { class: "editor", dataset: { side: seat } },
      h("fieldset", {}, h("legend", {}, editor.say(side === "A" ? "tab_a" : "tab_b")),
        editor.input("army_name", army, "name"),
        h("div", { class: "row" }, editor.select(editor.say("nation"), editor.bench.nations.map((/** @type {any} */ n) => [n.id, n.name]), army.nation, (v) => (army.nation = v)),
          editor.input("limit", army, "points_limit", "number")),
        cost ? h("p", {}, editor.points(side)) : null,
        cost ? h("div", { class: "meter", "aria-hidden": "true" }, h("span", { style: `width:${Math.min(100, (100 * cost.points) / Math.max(1, cost.limit))}%` })) : null,
        h("button", { type: "button", id: "suggest", onclick: () => editor.tools.wish(`deploy:${side}`) }, editor.say("suggest")),
        h("p", { class: "note" }, editor.say("pick_help"))),
      this.commanders(), this.regiments(), this.batteries(), this.flags(), this.plan());
  }

  /** @param {string} kind @param {number} index @param {string} name */
  placer(kind, index, name) {
    const { editor } = this;
    const now = editor.placing;
    const on = now?.kind === kind && now.side === this.side && now.index === index;
    return editor.tools.h("button", { type: "button", "aria-pressed": String(on), id: `place-${kind}-${index}`, title: editor.say("place_help"), "aria-label": `${editor.say("place")}: ${name}`,
      onclick: () => { editor.placing = on ? null : { kind, side: this.side, index }; editor.draw(); } }, editor.say("place"));
  }

  /** Where it stands, to be read and to be written. @param {string} kind @param {number} index @param {string} name @param {number[] | undefined} at */
  square(kind, index, name, at) {
    const { editor } = this;
    const box = editor.tools.h("input", { type: "text", class: "square", id: `square-${kind}-${index}`, inputmode: "numeric", maxlength: 4, value: at ? hexOf(at) : "",
      "aria-label": `${editor.say("square")}: ${name}` });
    box.addEventListener("change", () => {
      if (!/^\d{4}$/.test(box.value)) editor.draw();
      else editor.edit(() => { editor.placing = { kind, side: this.side, index }; this.place(squareOf(box.value)); });
    });
    return box;
  }

  /** Take up what stands on a square. @param {[number, number]} at */
  pickUp(at) {
    const { editor, army } = this;
    const here = (/** @type {number[]} */ [x, y]) => x === at[0] && y === at[1];
    const kinds = /** @type {[string, (one: any) => boolean][]} */ ([["regiments", (one) => one.squares.some(here)], ["batteries", (one) => one.squares.some(here)], ["commanders", (one) => here(one.square)]]);
    for (const [kind, stands] of kinds) {
      const index = army[kind].findIndex(stands);
      if (index >= 0) { editor.placing = { kind, side: this.side, index }; editor.draw(); return; }
    }
  }

  /** @param {any[]} list @param {number} n */
  remover(list, n) {
    const { editor } = this;
    return editor.tools.h("button", { type: "button", onclick: () => editor.edit(() => {
      const [gone] = list.splice(n, 1);
      if (list === this.army.commanders) for (const piece of [...this.army.regiments, ...this.army.batteries]) if (piece.corps === gone.corps) piece.corps = null;
      for (const group of this.army.groups) group.members = group.members.filter((/** @type {string} */ id) => id !== gone.id);
      editor.placing = null;
    }) }, editor.say("remove"));
  }

  /** @param {any} piece */
  name(piece) {
    const { editor } = this;
    const box = editor.tools.h("input", { type: "text", value: piece.name, id: `name-${piece.id}`, "aria-label": editor.say("name"), maxlength: editor.bench.longest_name });
    box.addEventListener("change", () => editor.edit(() => (piece.name = box.value)));
    return box;
  }

  /** @param {any} piece */
  corps(piece) {
    const { editor } = this;
    const known = this.army.commanders.filter((/** @type {any} */ man) => man.corps !== null).map((/** @type {any} */ man) => [man.corps, `${editor.say("corps")} ${man.corps}`]);
    return editor.select(editor.say("corps"), [["", editor.say("corps_none")], ...known], piece.corps ?? "", (v) => (piece.corps = v || null));
  }

  commanders() {
    const { editor, army } = this;
    const { h } = editor.tools;
    return h("fieldset", {}, h("legend", {}, editor.say("commanders")), army.commanders.map((/** @type {any} */ man, /** @type {number} */ n) => {
      const kinds = editor.bench.commanders.filter((/** @type {any} */ kind) => (kind.role === "corps") === (man.corps !== null));
      return h("div", { class: "unit" }, h("div", { class: "row" }, this.name(man), h("span", { class: "price" }, kinds.find((/** @type {any} */ k) => k.role === man.role && k.level === man.level)?.points ?? "")),
        h("div", { class: "row" }, editor.select(editor.say("level"), kinds.map((/** @type {any} */ k) => [`${k.role} ${k.level}`, k.name]), `${man.role} ${man.level}`,
          (v) => ([man.role, man.level] = v.split(" "))), man.corps === null ? null : h("span", {}, `${editor.say("corps")} ${man.corps}`),
        this.square("commanders", n, man.name, man.square), this.placer("commanders", n, man.name), man.corps === null ? null : this.remover(army.commanders, n)));
    }), h("button", { type: "button", onclick: () => editor.edit(() => {
      const corps = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"].find((name) => !army.commanders.some((/** @type {any} */ man) => man.corps === name)) ?? "X";
      army.commanders.push({ id: `${this.side}-G${corps}`, name: editor.say("general_name"), role: "corps", level: "bronze", corps, square: [...army.commanders[0].square] });
    }) }, editor.say("add_general")));
  }

  /** An id that nothing has yet. @param {string} letter */
  fresh(letter) {
    const taken = new Set([...this.army.regiments, ...this.army.batteries].map((piece) => piece.id));
    for (let n = 1; ; n++) if (!taken.has(`${this.side}-${letter}${n}`)) return `${this.side}-${letter}${n}`;
  }

  /** @param {string} arm @returns {[string, string][]} */
  goods(arm) {
    const all = this.editor.bench.counters.filter((/** @type {any} */ c) => c.nation === this.army.nation && (c.arm === "art") === (arm === "art"));
    return all.map((/** @type {any} */ c) => [c.id, `${c.name} (${c.points})`]);
  }

  /** @param {number} count units */
  enlist(count) {
    const { editor, army } = this;
    const counter = this.counter || this.goods("")[0]?.[0];
    const facts = editor.bench.counters.find((/** @type {any} */ c) => c.id === counter);
    const id = this.fresh(facts.arm === "cav" ? "C" : "R");
    const corps = army.commanders.find((/** @type {any} */ man) => man.corps !== null)?.corps ?? null;
    army.regiments.push({ id, name: `${facts.name} ${id.slice(3)}`, units: Array.from({ length: count }, (_, i) => ({ id: `${id}/${i + 1}`, counter })),
      corps, formation: "march_column", facing: this.side === "A" ? "N" : "S", squares: [this.room()] });
  }

  /** The first free square of the rear line. @returns {number[]} */
  room() {
    const { editor, army } = this;
    const taken = new Set(editor.view().units.flatMap((/** @type {any} */ unit) => unit.squares ?? []));
    const [low, high] = army.rear_rows;
    for (let y = this.side === "A" ? high : low; y >= low && y <= high; y += this.side === "A" ? -1 : 1) {
      for (let x = 0; x < editor.document.board.width; x++) {
        if (!taken.has(`${String(x).padStart(2, "0")}${String(y).padStart(2, "0")}`)) return [x, y];
      }
    }
    return [0, low];
  }

  regiments() {
    const { editor, army } = this;
    const { h } = editor.tools;
    const goods = this.goods("");
    const pick = h("select", { "aria-label": editor.say("counter"), id: `goods-${this.side}` }, goods.map(([id, name]) => h("option", { value: id, selected: id === this.counter || null }, name)));
    pick.addEventListener("change", () => (this.counter = pick.value));
    if (!goods.some(([id]) => id === this.counter)) this.counter = goods[0]?.[0] ?? "";
    return h("fieldset", {}, h("legend", {}, editor.say("regiments")),
      army.regiments.map((/** @type {any} */ piece, /** @type {number} */ n) => this.regiment(piece, n)),
      h("div", { class: "row" }, pick, h("button", { type: "button", id: "add-regiment", disabled: !goods.length || null, onclick: () => editor.edit(() => this.enlist(2)) }, editor.say("add_regiment")),
        h("button", { type: "button", id: "add-battalion", disabled: !goods.length || null, onclick: () => editor.edit(() => this.enlist(1)) }, editor.say("add_battalion"))));
  }

  /** @param {any} piece @param {number} n */
  regiment(piece, n) {
    const { editor, army } = this;
    const { h } = editor.tools;
    const facts = editor.bench.counters.find((/** @type {any} */ c) => c.id === piece.units[0]?.counter);
    return h("div", { class: `unit${this.isPlacing("regiments", n) ? " placing" : ""}` },
      h("div", { class: "row" }, this.name(piece), h("span", { class: "note", title: facts?.text ?? "" }, facts?.name ?? ""),
        h("span", { class: "price" }, (facts?.points ?? 0) * piece.units.length)),
      h("div", { class: "row" }, this.corps(piece),
        editor.select(editor.say("formation"), editor.bench.formations.map((/** @type {any} */ f) => [f.id, f.name]), piece.formation, (v) => this.form(piece, v)),
        editor.select(editor.say("facing"), editor.bench.facings.map((/** @type {any} */ f) => [f.id, f.name]), piece.facing, (v) => { piece.facing = v; this.form(piece, piece.formation); }),
        this.square("regiments", n, piece.name, piece.squares[0]), this.placer("regiments", n, piece.name), this.remover(army.regiments, n)));
  }

  /** @param {string} kind @param {number} n */
  isPlacing(kind, n) {
    const now = this.editor.placing;
    return now?.kind === kind && now.index === n && now.side === this.side;
  }

  /** The squares a formation takes, the first unit staying where it is. @param {any} piece @param {string} formation */
  form(piece, formation) {
    piece.formation = formation;
    const [x, y] = piece.squares[0] ?? [0, 0];
    const [dx, dy] = AHEAD[piece.facing] ?? [1, 0];
    const two = piece.units.length === 2 && ["line", "open"].includes(formation);
    piece.squares = two ? [[x, y], [x + dx, y + dy]] : [[x, y]];
  }

  batteries() {
    const { editor, army } = this;
    const { h } = editor.tools;
    const goods = this.goods("art");
    const pick = h("select", { "aria-label": editor.say("counter"), id: `guns-${this.side}` }, goods.map(([id, name]) => h("option", { value: id, selected: id === this.gun || null }, name)));
    pick.addEventListener("change", () => (this.gun = pick.value));
    if (!goods.some(([id]) => id === this.gun)) this.gun = goods[0]?.[0] ?? "";
    return h("fieldset", {}, h("legend", {}, editor.say("batteries")), army.batteries.map((/** @type {any} */ piece, /** @type {number} */ n) =>
      h("div", { class: `unit${this.isPlacing("batteries", n) ? " placing" : ""}` },
        h("div", { class: "row" }, this.name(piece), h("span", { class: "price" }, editor.bench.counters.find((/** @type {any} */ c) => c.id === piece.counter)?.points ?? "")),
        h("div", { class: "row" }, this.corps(piece), editor.select(editor.say("facing"), editor.bench.facings.map((/** @type {any} */ f) => [f.id, f.name]), piece.facing, (v) => (piece.facing = v)),
          editor.input("limbered", piece, "limbered", "checkbox"), this.square("batteries", n, piece.name, piece.squares[0]), this.placer("batteries", n, piece.name), this.remover(army.batteries, n)))),
      h("div", { class: "row" }, pick, h("button", { type: "button", id: "add-battery", disabled: !goods.length || null, onclick: () => editor.edit(() => {
        const id = this.fresh("B");
        const facts = editor.bench.counters.find((/** @type {any} */ c) => c.id === this.gun);
        army.batteries.push({ id, name: `${facts.name} ${id.slice(3)}`, counter: this.gun, corps: army.commanders.find((/** @type {any} */ man) => man.corps !== null)?.corps ?? null,
          limbered: true, facing: this.side === "A" ? "N" : "S", squares: [this.room()], fortified: false });
      }) }, editor.say("add_battery"))));
  }

  flags() {
    const { editor, army } = this;
    const { h } = editor.tools;
    const columns = editor.document.board.width / 6;
    return h("fieldset", {}, h("legend", {}, editor.say("flags")), Array.from({ length: columns }, (_, i) => {
      const flag = army.flags.find((/** @type {any} */ candidate) => candidate.sector === i + 1);
      const name = editor.say("flag_sector", i + 1);
      return h("div", { class: "row", title: editor.say("flag_help", i + 1) }, h("span", { class: "grow" }, name),
        this.square("flags", i + 1, name, flag?.square), this.placer("flags", i + 1, name));
    }));
  }

  plan() {
    const { editor, army } = this;
    const { h } = editor.tools;
    return h("fieldset", { id: "plan" }, h("legend", {}, editor.say("groups")), army.groups.map((/** @type {any} */ group, /** @type {number} */ n) => this.group(group, n)),
      h("button", { type: "button", id: "add-group", onclick: () => editor.edit(() => {
        const ids = new Set(army.groups.map((/** @type {any} */ g) => g.id));
        let n = 1;
        while (ids.has(`${this.side}${n}`)) n += 1;
        army.groups.push({ id: `${this.side}${n}`, order: "garrison", activation: null, members: [], target_column: 0 });
      }) }, editor.say("add_group")));
  }

  /** @param {any} group @param {number} n */
  group(group, n) {
    const { editor, army } = this;
    const { h } = editor.tools;
    const moves = group.order.startsWith("move");
    const pieces = [...army.regiments, ...army.batteries];
    const free = pieces.filter((piece) => !army.groups.some((/** @type {any} */ g) => g.members.includes(piece.id)));
    return h("div", { class: "unit" },
      h("div", { class: "row" }, h("strong", {}, group.id),
        editor.select(editor.say("order"), editor.bench.orders.map((/** @type {any} */ o) => [o.id, o.name]), group.order, (v) => {
          group.order = v;
          group.activation = v.startsWith("move") ? this.number() : null;
          if (v !== "support") delete group.supports;
        }),
        moves ? editor.select(editor.say("number"), Array.from({ length: 12 }, (_, i) => [String(i + 1), String(i + 1)]), String(group.activation), (v) => (group.activation = Number(v))) : null,
        editor.select(editor.say("column"), editor.columns(), String(group.target_column), (v) => (group.target_column = Number(v)))),
      group.order === "support" ? h("div", { class: "row" }, h("span", {}, editor.say("supports")), editor.select(editor.say("supports"),
        [["", "–"], ...army.groups.filter((/** @type {any} */ g) => g !== group).map((/** @type {any} */ g) => [g.id, editor.groupName(this.side, g)])], group.supports ?? "", (v) => (group.supports = v || undefined))) : null,
      group.order === "reserve" ? editor.input("release", group, "release_turn", "number") : null,
      h("div", { class: "row" }, group.members.map((/** @type {string} */ id) => h("button", { type: "button", title: editor.say("remove"), onclick: () => editor.edit(() => {
        group.members = group.members.filter((/** @type {string} */ other) => other !== id);
      }) }, `${pieces.find((piece) => piece.id === id)?.name ?? id} ×`)),
      free.length ? editor.select(editor.say("members"), [["", `+ ${editor.say("members")}`], ...free.map((piece) => [piece.id, piece.name])], "", (v) => v && group.members.push(v)) : null,
      h("button", { type: "button", onclick: () => editor.edit(() => army.groups.splice(n, 1)) }, editor.say("remove"))));
  }

  /** The first number nobody has. */
  number() {
    const taken = new Set(this.army.groups.map((/** @type {any} */ g) => g.activation));
    for (let n = 1; n <= 12; n++) if (!taken.has(n)) return n;
    return 12;
  }

  /** @param {[number, number]} at */
  place(at) {
    const now = /** @type {{kind: string, side: string, index: number}} */ (this.editor.placing);
    const army = this.editor.document.sides[now.side];
    if (now.kind === "flags") {
      army.flags = [...army.flags.filter((/** @type {any} */ flag) => flag.sector !== now.index), { sector: now.index, square: at }]
        .sort((/** @type {any} */ a, /** @type {any} */ b) => a.sector - b.sector);
    } else if (now.kind === "commanders") {
      army.commanders[now.index].square = at;
    } else {
      const piece = army[now.kind][now.index];
      piece.squares = [at];
      if (now.kind === "regiments") this.form(piece, piece.formation);
    }
    this.editor.placing = null;
  }
}
