/**
 * A move on an open table, considered before it is made: by hand on the table, by keys, or by numbers. The server tries it
 * out and says what it costs, what forbids it and what it brings; nothing of that is known here.
 */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */
/** @typedef {import("../client").BoardMap} BoardMap */
/** @typedef {import("../types").Decision} Decision */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Region} Region */
/** @typedef {import("../types").Rehearsal} Rehearsal */
/** @typedef {import("../board/planelayout").Pose} Pose */

import { announce, announceNow } from "../base/announce.js";
import { get } from "../base/api.js";
import { h, icon, put, ruleChip } from "../base/dom.js";
import { NumberFields } from "./numberfields.js";
import { moved, seen, snap, snapTurn, stopShort, turn } from "../board/snapping.js";
import { word } from "../base/words.js";

const PATIENCE = 70;
const STEP = { plain: 10, far: 50, fine: 1 };
const TURN = { plain: 150, fine: 10, wheel: 50 };
/** Millimetres beside a piece that still take hold of it, and at least so many pixels. */
const GRIP = 10;
const THUMB = 24;
/** Pixels at the rim of the window that count as out of sight; and the width of a small screen. */
const MARGIN = 40;
const SMALL = 760;

export class Manoeuvre {
  /**
   * @param {Store} store
   * @param {Hands} hands
   * @param {{board: HTMLElement, panel: HTMLElement}} around
   * @param {() => boolean} measuring the hand holds a tape
   */
  constructor(store, hands, { board, panel }, measuring) {
    this.store = store;
    this.hands = hands;
    this.board = board;
    this.panel = panel;
    this.measuring = measuring;
    /** @type {Region | null} the free move that is offered */
    this.region = null;
    /** @type {Pose | null} where the piece would stand */
    this.pose = null;
    /** @type {number[][][]} */
    this.guides = [];
    /** @type {Option | null} the enemy it was dropped on */
    this.onto = null;
    /** @type {{plan: Rehearsal | null, refusals: {rule: string, text: string}[]} | null} */
    this.answer = null;
    this.asked = "";
    this.timer = 0;
    /** @type {{kind: "move" | "turn", id: number, dx: number, dy: number} | null} */
    this.hand = null;
    this.box = h("div", { class: "rehearsal", "aria-live": "polite" });
    this.numbers = new NumberFields(this);
    this.element = h("section", { class: "manoeuvre", hidden: true, "aria-label": word("manoeuvre.title") }, this.box, this.numbers.element);
  }

  /** @param {BoardMap} map */
  mount(map) {
    const svg = map.svg;
    if (!svg || !map.setGhost) return;
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ does) => svg.addEventListener(name, does, { capture: true, passive: false });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.drag(event));
    listen("pointerup", (event) => this.up(event));
    listen("pointercancel", (event) => this.up(event));
    listen("wheel", (event) => this.wheel(event));
    listen("click", (event) => this.click(event));
  }

  get map() {
    return /** @type {BoardMap} */ (this.store.map);
  }

  /** A new question. @param {Decision | null} decision */
  update(decision) {
    clearTimeout(this.timer);
    const regions = decision?.regions ?? [];
    this.region = regions.find((region) => region.gesture === "pose" || region.gesture === "point") ?? null;
    this.forget();
    const amounts = regions.filter((region) => region.gesture === "amount");
    this.element.hidden = !regions.length;
    this.numbers.show(this.region, amounts);
    this.map.setDraggable?.(this.region?.place ?? null);
    this.map.setAreas?.([...(this.region?.polygons ?? []).map((polygon) => ({ polygon, style: "legal reach" })), ...(decision?.areas ?? [])]);
    this.draw();
  }

  /** The piece in hand and its reach, where they are not seen well; on a small screen always. */
  bringIntoView() {
    const region = this.region;
    const fresh = region && JSON.stringify(region.from) !== this.shown;
    this.shown = region ? JSON.stringify(region.from) : "";
    if (!region || !fresh || !this.map.fitTo) return;
    const [x, y] = region.from ?? [0, 0];
    const at = /** @type {{x: number, y: number}} */ (this.map.onScreen?.({ x, y }));
    const box = this.board.getBoundingClientRect();
    const seen = at.x > box.left + MARGIN && at.x < box.right - MARGIN && at.y > box.top + MARGIN && at.y < box.bottom - MARGIN;
    if (!seen || innerWidth < SMALL) this.map.fitTo([...(region.polygons ?? []).flat(), [x, y]]);
  }

  /** Leave nothing in the page. */
  clear() {
    clearTimeout(this.timer);
    this.region = null;
    this.shown = "";
    this.element.hidden = true;
    this.numbers.show(null, []);
    put(this.box);
    this.forget();
  }

  /** Let go of what was considered. */
  forget() {
    this.pose = null;
    this.onto = null;
    this.answer = null;
    this.asked = "";
    this.guides = [];
    this.hand = null;
    this.panel.classList.remove("planning");
    this.map.setGhost?.(null);
  }

  // where it is and where it may come to rest

  /** @returns {Pose} */
  start() {
    const [x, y, facing = 0] = this.region?.from ?? [0, 0, 0];
    return { x, y, facing };
  }

  get turns() {
    return this.region?.gesture === "pose";
  }

  /** @param {any} piece of the view @returns {number} the width of its front */
  width(piece) {
    const [a, b] = piece?.outline ?? [[0, 0], [0, 0]];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  /** @param {any} piece of the view @returns {number} how deep it stands */
  depth(piece) {
    const [, b, c] = piece?.outline ?? [[0, 0], [0, 0], [0, 0]];
    return Math.hypot(b[0] - c[0], b[1] - c[1]);
  }

  piece() {
    return this.store.piece(this.region?.place);
  }

  /** @returns {import("../board/snapping").Neighbour[]} */
  neighbours() {
    const mine = /** @type {any} */ (this.piece());
    const units = /** @type {any[]} */ (this.store.snapshot?.view.units ?? []);
    return units.filter((unit) => unit.outline && unit.side === mine?.side && unit.id !== mine.id)
      .map((unit) => ({ pose: { x: unit.x, y: unit.y, facing: unit.facing }, width: this.width(unit) }));
  }

  /** Those the game keeps it away from, and how far. @returns {import("../board/snapping").Foe[]} */
  foes() {
    const units = /** @type {any[]} */ (this.store.snapshot?.view.units ?? []);
    return units.filter((unit) => unit.outline && this.region?.off?.[unit.id]).map((unit) => ({ outline: unit.outline, mm: this.region?.off?.[unit.id] ?? 0 }));
  }

  /** @param {Pose} pose @param {boolean} free no snapping */
  set(pose, free) {
    this.onto = null;
    const snapped = free || !this.turns ? { pose, guides: [] } : snap(pose, this.width(this.piece()), this.start(), this.neighbours());
    const short = free || !this.turns ? snapped : stopShort(snapped.pose, this.width(this.piece()), this.depth(this.piece()), this.foes());
    this.pose = short.pose;
    this.guides = [...snapped.guides, ...(short === snapped ? [] : short.guides)];
    this.reconsider();
  }

  /** The notation of what is considered. */
  action() {
    if (this.onto) return this.onto.action;
    const { x, y, facing } = this.pose ?? this.start();
    return (this.region?.template ?? "").replace("{x}", String(x)).replace("{y}", String(y)).replace("{facing}", String(facing));
  }

  // asking the server

  /** Draw at once, and ask when the hand rests. */
  reconsider() {
    this.drawGhost();
    this.numbers.fill();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.rehearse(this.action()), PATIENCE);
  }

  /** @param {string} action @param {string} [aloud] what to say before the result */
  async rehearse(action, aloud = "") {
    const { snapshot, seat, match } = this.store;
    if (!snapshot || !seat) return;
    this.asked = action;
    try {
      const answer = await get(`/api/matches/${match}/rehearse`, { seat, action });
      if (this.asked !== action || this.store.snapshot !== snapshot) return;
      this.answer = answer;
      this.draw();
      this.drawGhost();
      this.speak(aloud);
    } catch {
      this.answer = null;
    }
  }

  /** @param {string} aloud */
  speak(aloud) {
    const { refusals = [], plan = null } = this.answer ?? {};
    if (refusals.length) announceNow([aloud, ...refusals.map((r) => `${r.text} ${r.rule}`)].filter(Boolean).join(". "));
    else if (!this.hand) announce([aloud, ...(plan?.legs ?? []).map((leg) => leg.text), plan?.left].filter(Boolean).join(", "));
  }

  // drawing

  drawGhost() {
    const plan = this.answer?.plan;
    const legal = this.answer ? !this.answer.refusals.length : null;
    if (!this.pose && !plan) {
      this.map.setGhost?.(null);
      return;
    }
    const fits = plan && (!this.pose || this.onto || (Math.hypot(plan.pose[0] - this.pose.x, plan.pose[1] - this.pose.y) < 3 && plan.pose[2] === this.pose.facing));
    const pose = plan && (this.onto || !this.pose) ? { x: plan.pose[0], y: plan.pose[1], facing: plan.pose[2] } : /** @type {Pose} */ (this.pose);
    this.map.setGhost?.({
      ...(fits ? plan : {}), unit: this.region?.place ?? plan?.unit ?? "", pose, ok: legal, turns: this.turns && !this.onto,
      guides: this.guides, text: fits ? plan.left : "", way: plan && legal ? plan.way : [],
    });
  }

  help() {
    if (matchMedia("(hover: none)").matches) return word(this.turns ? "manoeuvre.help_touch" : "manoeuvre.help_touch_point");
    return word(this.turns ? "manoeuvre.help" : "manoeuvre.help_point");
  }

  /** What is considered, in words, with the one button that does it. */
  draw() {
    const answer = this.answer;
    this.panel.classList.toggle("planning", !!answer && !answer.refusals.length && (!!this.pose || !!this.onto));
    if (!answer) {
      put(this.box, this.region ? h("p", { class: "hint note" }, this.help()) : null,
        this.region ? h("button", { type: "button", class: "take", id: "take", onclick: () => this.take() }, icon("hand", 16), word("manoeuvre.start")) : null);
      return;
    }
    const { plan, refusals } = answer;
    const drawn = this.store.snapshot;
    put(this.box,
      refusals.length
        ? h("div", { class: "refusal", role: "alert" }, h("strong", {}, word("manoeuvre.refused")), refusals.slice(0, 2).map((r) => h("p", {}, r.text, " ", ruleChip(r.rule))))
        : this.steps(plan),
      this.pose || this.onto ? h("div", { class: "actions" },
        refusals.length ? null : h("button", { type: "button", class: "primary", id: "make-move", dataset: { action: this.action() }, onclick: () => void (drawn && this.hands.heeds(drawn) && this.confirm()) },
          this.onto?.label ?? word("manoeuvre.move")),
        h("button", { type: "button", onclick: () => this.release() }, icon("left", 16), word("manoeuvre.release"))) : null);
  }

  /** @param {Rehearsal | null} plan */
  steps(plan) {
    if (!plan) return null;
    const names = plan.sees.map((id) => this.store.name(id));
    return h("div", { class: "steps" },
      plan.legs.length ? h("ol", { class: "legs", "aria-label": word("manoeuvre.plan") }, plan.legs.map((leg) => h("li", {}, h("span", {}, leg.text), h("span", { class: "cost" }, leg.cost)))) : null,
      plan.left ? h("p", { class: "left" }, plan.left) : null,
      h("ul", { class: "brings" }, plan.threatens.map((one) => h("li", { class: "good" }, one.text)), plan.threatened.map((one) => h("li", { class: "bad" }, one.text))),
      this.pose && !this.onto ? h("p", { class: "note" }, word("manoeuvre.sees", names.join(", ") || word("manoeuvre.nothing"))) : null);
  }

  // by hand

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.region || this.store.busy || (event.pointerType === "mouse" && event.button) || this.measuring()) return;
    const at = /** @type {{x: number, y: number}} */ (this.map.toTable?.(event.clientX, event.clientY));
    const handle = /** @type {Element} */ (event.target).closest?.("[data-turn]");
    const pose = this.pose ?? this.start();
    if (handle && this.turns) this.hand = { kind: "turn", id: event.pointerId, dx: 0, dy: 0 };
    else if (this.holds(pose, at)) this.hand = { kind: "move", id: event.pointerId, dx: pose.x - at.x, dy: pose.y - at.y };
    if (!this.hand) return;
    event.stopPropagation();
    event.preventDefault();
    this.map.svg?.setPointerCapture(event.pointerId);
    this.pose = pose;
    this.drawGhost();
  }

  /** A click on bare ground: the piece would stand there. Whether one is in hand. @param {MouseEvent} event */
  sendTo(event) {
    if (!this.region || this.store.busy) return false;
    const at = /** @type {{x: number, y: number}} */ (this.map.toTable?.(event.clientX, event.clientY));
    this.set({ ...(this.pose ?? this.start()), x: Math.round(at.x), y: Math.round(at.y) }, event.altKey);
    return true;
  }

  /** Whether a point lies on the piece, or near enough for a finger. @param {Pose} pose @param {{x: number, y: number}} at */
  holds(pose, at) {
    const scale = /** @type {any} */ (this.map).panzoom?.scale ?? 1;
    const slack = Math.max(GRIP, THUMB / scale / 2);
    const [right, ahead] = seen(pose, at);
    const piece = /** @type {any} */ (this.piece());
    if (!piece?.outline) return Math.hypot(right, ahead) <= Math.max(16, slack);
    return Math.abs(right) <= this.width(piece) / 2 + slack && ahead <= slack && ahead >= -this.depth(piece) - slack;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.hand || event.pointerId !== this.hand.id || !this.pose) return;
    event.stopPropagation();
    const at = /** @type {{x: number, y: number}} */ (this.map.toTable?.(event.clientX, event.clientY));
    if (this.hand.kind === "turn") {
      const heading = Math.round((Math.atan2(at.x - this.pose.x, at.y - this.pose.y) * 1800) / Math.PI);
      this.face(event.altKey ? heading : snapTurn(heading, this.neighbours()));
      return;
    }
    const charge = this.enemyAt(event);
    if (charge) {
      this.fallOn(charge);
      return;
    }
    this.set({ ...this.pose, x: Math.round(at.x + this.hand.dx), y: Math.round(at.y + this.hand.dy) }, event.altKey);
  }

  /** An option that names the piece under the pointer as its goal. @param {PointerEvent} event @returns {Option | null} */
  enemyAt(event) {
    const map = /** @type {any} */ (this.map);
    const hex = map.layout?.hexAt(map.panzoom.toMap(event.clientX, event.clientY));
    return this.store.snapshot?.decision?.options.find((option) => option.place && option.place === hex && option.from === this.region?.place) ?? null;
  }

  /** Snapped to contact: the drag means the enemy it ends on. @param {Option} option */
  fallOn(option) {
    if (this.onto === option) return;
    this.onto = option;
    this.answer = null;
    this.hands.hover(option);
    this.reconsider();
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.hand || event.pointerId !== this.hand.id) return;
    event.stopPropagation();
    this.hand = null;
    this.dropped = event.timeStamp; // when it happened, not when a busy page hears of it
    const still = this.pose && !this.onto && JSON.stringify(this.pose) === JSON.stringify(this.start());
    if (still) this.release();
    else this.reconsider();
  }

  /** The click that ends a drag is none. @param {MouseEvent} event */
  click(event) {
    if (event.detail && event.timeStamp - (this.dropped ?? -1000) < 60) event.stopImmediatePropagation();
  }

  /** Shift and the wheel turn it. @param {WheelEvent} event */
  wheel(event) {
    if (!event.shiftKey || !this.turns || !this.pose) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.face(this.pose.facing + Math.sign(event.deltaY || event.deltaX) * TURN.wheel);
  }

  /** @param {number} heading */
  face(heading) {
    if (!this.pose) return;
    this.onto = null;
    this.pose = { ...this.pose, facing: ((heading % 3600) + 3600) % 3600 };
    this.reconsider();
  }

  // by keys

  /** Take it in hand by the keyboard. */
  take() {
    if (!this.region) return;
    this.pose = this.pose ?? this.start();
    this.drawGhost();
    this.map.svg?.focus({ preventScroll: true });
    announce(this.help());
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was meant for us */
  key(event) {
    if (!this.region || event.ctrlKey || event.metaKey) return false;
    const key = event.key.toLowerCase();
    if (key === "g" && !this.pose) {
      this.take();
      return true;
    }
    if (!this.pose) return false;
    const way = { arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [-1, 0], arrowright: [1, 0] }[key];
    if (way && !this.inPanel()) {
      const size = event.altKey ? STEP.fine : event.shiftKey ? STEP.far : STEP.plain;
      this.set({ ...this.pose, x: this.pose.x + way[0] * size, y: this.pose.y + way[1] * size }, true);
      return true;
    }
    if ((key === "q" || key === "e") && this.turns) {
      const size = event.shiftKey ? TURN.fine : TURN.plain;
      this.face(this.pose.facing + (key === "e" ? size : -size));
      return true;
    }
    if (key === "enter" && !this.inPanel()) {
      void this.confirm();
      return true;
    }
    if (key === "escape" || key === "backspace") {
      this.release();
      return true;
    }
    return false;
  }

  /** Whether the keyboard is busy with the panel: its arrows and Enter belong to it. */
  inPanel() {
    return this.panel.contains(document.activeElement);
  }

  // by numbers

  /** How a pose differs from where the piece stands, as it sees it: ahead, right, turned. */
  offsets() {
    const start = this.start();
    const pose = this.pose ?? start;
    const [right, ahead] = seen(start, pose);
    return { ahead: Math.round(ahead), right: Math.round(right), turn: turn(start.facing, pose.facing) };
  }

  /** @param {{ahead: number, right: number, turn: number}} by */
  shift(by) {
    const start = this.start();
    const goal = moved(start, by.right, by.ahead);
    this.onto = null;
    this.pose = { ...goal, facing: (((start.facing + by.turn) % 3600) + 3600) % 3600 };
    this.guides = [];
    this.reconsider();
  }

  /** A step of some length, shown before it is made. @param {string} action */
  preview(action) {
    this.pose = null;
    this.onto = null;
    this.guides = [];
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.rehearse(action), PATIENCE);
  }

  release() {
    clearTimeout(this.timer);
    this.forget();
    this.numbers.fill();
    this.draw();
    this.hands.mark();
  }

  /** Do what is considered, if it is known to be legal. */
  async confirm() {
    clearTimeout(this.timer);
    const action = this.action();
    const asked = this.store.snapshot;
    if (this.asked !== action || !this.answer) await this.rehearse(action);
    if (!asked || this.answer?.refusals.length) return;
    if (this.hands.heeds(asked)) await this.hands.act(action);
  }
}
