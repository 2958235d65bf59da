/** The table: map, prompt, choices. It draws what the snapshot says and offers what the decision says; it knows no rule. */

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Plan} Plan */
/** @typedef {import("../client").BoardMap} BoardMap */
/** @typedef {import("../client").Hands} Hands */

import { announce, announceNow, hush } from "../base/announce.js";
import { get, post, Refused } from "../base/api.js";
import { bubble, hideBubble } from "../widgets/bubble.js";
import { watchClicks } from "../widgets/clicks.js";
import { Company } from "../widgets/company.js";
import { Curtain } from "../widgets/curtain.js";
import { h, icon, put } from "../base/dom.js";
import { Follow } from "../widgets/follow.js";
import { Forecaster } from "../widgets/forecast.js";
import { Hinter } from "../widgets/hint.js";
import { InHand } from "../widgets/inhand.js";
import { bindKeys } from "../widgets/keys.js";
import { find } from "../widgets/find.js";
import { LayOut } from "../widgets/laying.js";
import { Live } from "../base/live.js";
import { LogPanel } from "../widgets/log.js";
import { Manoeuvre } from "../widgets/manoeuvre.js";
import { keepClear, mountMap } from "../widgets/mapview.js";
import { hidePalette, palette } from "../widgets/palette.js";
import { askBot, Missing } from "../widgets/notices.js";
import { OffScreen } from "../widgets/offscreen.js";
import { keepOutlook, outlook } from "../base/outlook.js";
import { drawPanel } from "../widgets/panel.js";
import { Proposals } from "../widgets/proposal.js";
import { onBoard } from "../board/pieces.js";
import { pointAtRow } from "../widgets/roll.js";
import { Sheet } from "../widgets/sheet.js";
import { Store } from "../base/store.js";
import { Sighting } from "../widgets/sighting.js";
import { StageCard } from "../widgets/stage.js";
import { Tape } from "../widgets/tape.js";
import { isNew } from "../widgets/briefing.js";
import { Menu } from "../widgets/menu.js";
import { topBar } from "../widgets/topbar.js";
import { Tray } from "../widgets/tray.js";
import { word } from "../base/words.js";

/** The scale at which a place is 44 pixels high, for boards that do not say. */
const THUMB = 0.46;
/** Events since a choice that are read out. */
const SPOKEN = 8;
/** A place that is none: bare ground. */
const NOWHERE = "-";
/** Milliseconds after which a view that rests is remembered. */
const KEEP = 400;
/** The first look shows the surroundings too: counters this much larger than they must be. */
const SURVEY = 1.3;

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} match
   */
  constructor(root, match) {
    this.store = new Store(match);
    this.awaited = 0;
    /** What was chosen last, in words, until it is read out. */
    this.chosen = "";
    /** Whether this seat's own view is shown. */
    this.looked = false;
    /** What is fought over, and what was looked at before. */
    this.attended = "";
    /** @type {{x: number, y: number, scale: number} | null} */
    this.ownView = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.viewTimer = undefined;
    /** What came before the map was there to show it. @type {Snapshot | null} */
    this.waiting = null;
    /** The choice that had the keyboard when an answer was sent. */
    this.heldFocus = "";
    this.closed = false;
    this.missing = new Missing();
    this.root = root;
    this.top = h("header", { class: "topbar" });
    this.board = h("section", { class: "board", "aria-label": word("table.map") });
    this.panel = h("section", { class: "question", "aria-label": word("table.question") });
    this.hands = this.able();
    this.curtain = new Curtain(this.store, root, (seat) => this.sit(seat));
    this.log = new LogPanel(this.store);
    this.tray = new Tray(this.store);
    this.inHand = this.tray.inHand = new InHand(this.store, () => this.drawHand(), this.hands.refuse);
    this.proposals = new Proposals(this.store, () => this.redraw(), (action) => this.act(action));
    this.hinter = new Hinter(this.store, this.hands, () => this.redraw());
    this.stage = new StageCard(this.board, this.store, this.hands, (piece) => this.tray.face(piece));
    this.sighting = new Sighting(this.store, () => this.tray.place, this.hands.refuse);
    this.manoeuvre = new Manoeuvre(this.store, this.hands, { board: this.board, panel: this.panel }, () => this.tape.on);
    this.tape = new Tape(this.store);
    this.follow = new Follow(this.store, this.board, this.log, this.tray);
    this.forecast = new Forecaster(this.store, this.hands.mark, { board: this.board, slot: this.follow.slot }, (piece, side) => this.follow.face(piece, side, 26));
    this.company = new Company(this.store, this.hands, () => this.redraw(), this.forecast);
    this.layOut = new LayOut(this.store, this.hands, () => {
      this.setPieces();
      this.redraw();
    });
    /** @type {import("../widgets/legend").Legend | null} */
    this.legend = null;
    /** Whether the reach of a stack is laid over the map. */
    this.previewed = false;
    /** Draws again what is laid over the map. @type {() => void} */
    this.layOver = () => {};
    this.strays = new OffScreen(this.board, this.store);
    this.side = h("aside", { class: "side" }, this.panel, this.follow.slot, this.log.element);
    this.sheet = new Sheet(this.side, this.log, () => find(this.store, this.hands.look));
    this.menu = new Menu(this.store, this.hands, () => this.sheet.show(this.log.tab === "tables" ? "log" : "tables"));
    put(root, this.top, h("main", { class: "table" }, this.board, this.side), this.sheet.bar);
    document.body.dataset.page = "table";
  }

  /** What the parts of the table may do. @returns {Hands} */
  able() {
    return {
      act: (action) => this.act(action),
      carryOut: (plan) => this.carryOut(plan),
      choose: (option, modified) => this.choose(option, modified),
      ponder: (option) => this.ponder(option),
      hover: (option) => this.hover(option),
      heeds: (drawn) => this.heeds(drawn),
      back: () => this.back(),
      turnBack: (which) => this.turnBack(which),
      mark: () => this.mark(),
      refuse: (fault) => this.refuse(fault),
      quiet: (text) => this.quiet(text),
      look: (place) => this.tray.show(place),
    };
  }

  /** Draw the panel again. */
  drawPanel() {
    const { store, hands, missing, tray, stage, manoeuvre, company, layOut, forecast, inHand, proposals, hinter } = this;
    drawPanel(this.panel, { store, hands, missing, tray, stage, manoeuvre, company, layOut, forecast, inHand, proposals, hinter, seatBot: (wish) => this.seatBot(wish) }, this.heldFocus);
    this.heldFocus = "";
  }

  /** Map and panel, when what is considered has changed. */
  redraw() {
    this.light();
    this.drawPanel();
  }

  /** The stack that was taken in hand. */
  drawHand() {
    hideBubble();
    const held = this.panel.contains(document.activeElement);
    this.redraw();
    if (held && !this.panel.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.panel.querySelector("h1.prompt"))?.focus();
    this.tray.show(this.store.column?.place ?? null);
  }

  async start() {
    const first = /** @type {Snapshot} */ (await get(`/api/matches/${this.store.match}`));
    if (this.closed) return;
    Object.assign(document.body.dataset, { game: first.game, scenario: first.scenario });
    // nothing of anybody's own is asked for before it is known that he is here
    const covered = this.curtain.needed(first);
    if (!covered) this.sit(this.curtain.sitter(first));
    const { tray, forecast, sighting, tape, log } = this;
    const { map, legend, layOver } = await mountMap(this.board, this.store, first, { tray, forecast, sighting, tape, log, askWhy: (hex, event) => this.askWhy(hex, event) });
    if (this.closed) {
      map.destroy();
      return;
    }
    Object.assign(this, { legend, layOver });
    this.store.map = map;
    this.manoeuvre.mount(map);
    map.onHexTwice?.((hex) => this.company.takeAll(hex));
    this.company.mount(map, (hex, event) => this.askWhy(hex, event));
    map.onHover?.((hex) => pointAtRow(this.panel, hex));
    if (map.setGhost) map.onGround?.((event) => void this.onGround(event));
    this.tape.mount(map);
    this.board.append(this.tape.element);
    this.follow.mount(map, () => this.curtain.up);
    this.strays.mount(map);
    map.onMove?.(() => this.rememberView());
    this.unbind = bindKeys(this.store, this.hands, this.panel, this.manoeuvre, this.menu, () => this.curtain.up);
    this.unwatch = watchClicks(this.root, this.store, this.hands.quiet);
    if (covered) {
      this.curtain.hang(first);
      this.listen();
    } else if (this.waiting) {
      this.receive(this.waiting);
    }
  }

  /** Take a seat, or change it. @param {string | null} seat */
  sit(seat) {
    this.store.seat = seat;
    this.curtain.remember(seat);
    this.forecast.clear();
    // what is on screen is another's question until one's own comes
    this.setBusy(true);
    this.awaited = 0;
    this.log.lines = [];
    if (this.live) this.live.restart();
    else this.listen();
  }

  listen() {
    if (this.closed || this.live) return;
    this.live = new Live(this.store.match, () => this.store.seat, {
      snapshot: (snapshot) => this.receive(snapshot),
      thinking: (side, elapsed) => this.think(side, elapsed),
      link: (up) => this.linked(up),
      fault: (text, final) => this.fail(text, final),
    });
  }

  /** @param {boolean} up */
  linked(up) {
    if (up) delete document.body.dataset.offline;
    else if (!document.body.dataset.offline) announceNow((document.body.dataset.offline = word("table.offline")));
  }

  /** The server could not show the table, and says why. @param {string} text @param {boolean} final it does not try again */
  fail(text, final) {
    if (final) delete document.body.dataset.offline;
    if (this.store.fault?.text !== text) announceNow(text);
    this.store.fault = { text, final };
    if (final) this.curtain.remove();
    this.drawPanel();
  }

  close() {
    this.closed = true;
    this.live?.close();
    this.unbind?.();
    this.unwatch?.();
    this.follow.close();
    clearTimeout(this.viewTimer);
    this.store.map?.destroy();
    hideBubble();
    delete document.body.dataset.page;
    delete document.body.dataset.game;
    delete document.body.dataset.scenario;
    delete document.body.dataset.offline;
    hidePalette();
  }

  /** @param {Snapshot} snapshot */
  receive(snapshot) {
    if (this.closed || (snapshot.seat ?? null) !== this.store.seat) return; // somebody else's, come late
    this.store.fault = null;
    if (!this.store.map) {
      this.waiting = snapshot;
      return;
    }
    this.waiting = null;
    if (this.curtain.up && this.curtain.needed(snapshot)) {
      this.curtain.hang(snapshot);
      return;
    }
    const next = this.curtain.sitter(snapshot);
    if (next !== this.store.seat) {
      void this.proposals.answerFor(next).then((answered) => answered || this.closed || this.changeHands(snapshot, next));
      return;
    }
    const before = this.store.snapshot;
    this.store.snapshot = snapshot;
    this.store.laying = snapshot.decision?.laying ?? null;
    const hint = before && sameQuestion(before, snapshot) ? this.store.hint : null; // the enemy's secret answer does not put the lamp out
    this.store.forget();
    this.store.hint = hint;
    if (before && before.revision !== snapshot.revision) this.tray.show(null);
    this.preselect(snapshot);
    hideBubble();
    hidePalette();
    this.setBusy(this.store.busy && snapshot.revision < this.awaited);
    this.draw();
    if (!before) this.look(snapshot);
    else if (before.decision?.name !== snapshot.decision?.name || before.stage?.key !== snapshot.stage?.key) this.bringNear();
    this.attend(snapshot);
    this.manoeuvre.bringIntoView();
    this.company.update();
    this.layOut.update();
    if (snapshot.decision && snapshot.decision.name !== before?.decision?.name) this.sheet.ask(snapshot.decision, !this.stage.element.hidden);
    if (snapshot.decision && snapshot.revision !== before?.revision) this.sheet.top();
    keepClear(this.board, /** @type {BoardMap} */ (this.store.map), this.store.litPlaces());
    this.speak(before, snapshot);
    if (before?.seat !== snapshot.seat) void this.log.readBack();
    if (!before && isNew(this.store)) this.menu.view("briefing");
    this.proposals.next();
  }

  /** A number is proposed where the usual one is known: it is changed at one click, and confirmed. @param {Snapshot} snapshot */
  preselect(snapshot) {
    const usual = snapshot.decision?.options.find((option) => option.number !== undefined && option.primary);
    if (usual) this.store.plan = { ...usual, actions: [usual.action], path: [] };
    void this.forecast.show(usual ?? null);
  }

  /** What is looked at is remembered, a moment after the map rests. */
  rememberView() {
    clearTimeout(this.viewTimer);
    if (!this.store.snapshot || this.curtain.up || this.attended) return; // what a fight shows is not the player's own view
    const { match, seat } = this.store;
    this.viewTimer = setTimeout(() => this.looked && keepOutlook(match, seat, this.store.map?.outlook ?? null), KEEP);
  }

  /** The first look: what can be chosen and both armies; where that would be too small, only what can be chosen. */
  look(/** @type {Snapshot} */ snapshot) {
    this.looked = true;
    const kept = outlook(this.store.match, this.store.seat);
    if (kept && this.store.map?.lookAgain) {
      this.store.map.lookAgain(kept);
      return;
    }
    const lit = this.taught(this.store.lit().flatMap((option) => option.place ?? []));
    const all = this.taught([...lit, ...onBoard(snapshot.view).map((piece) => piece.place)]);
    const tiny = innerWidth < 760 || this.scaleFor(all) < (this.store.map?.readable ?? 0);
    const scenes = lit.length ? [] : this.store.clash();
    if (scenes.length) this.show(scenes);
    else if (tiny && lit.length) this.show(lit, Math.max(this.store.map?.thumb ?? THUMB, SURVEY * (this.store.map?.readable ?? 0)));
    else this.show(all);
  }

  /** Of some hexes those that a lesson is about. @param {string[]} hexes */
  taught(hexes) {
    const lesson = this.store.snapshot?.lesson;
    return lesson?.veil.length && !lesson.closing ? hexes.filter((hex) => lesson.veil.includes(hex)) : hexes;
  }

  /** The scale at which some hexes fill the board. @param {string[]} hexes */
  scaleFor(hexes) {
    const places = hexes.map((hex) => /** @type {BoardMap} */ (this.store.map).hexCenter(hex));
    const span = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all);
    const { width, height } = this.board.getBoundingClientRect();
    return Math.min(width / (span(places.map((p) => p.x)) + 224), height / (span(places.map((p) => p.y)) + 224));
  }

  /**
   * Fit the map to some hexes, but never so small that a thumb cannot hit one.
   * @param {string[]} hexes
   * @param {number} [largest] the largest scale
   */
  show(hexes, largest) {
    const map = this.store.map;
    if (!map) return;
    const thumb = map.thumb ?? THUMB;
    if (!hexes.length || innerWidth >= 760 || this.scaleFor(hexes) >= thumb) map.fit(hexes.length ? hexes : undefined, true, largest);
    else map.centerOn(this.store.start() ?? hexes[0], thumb);
  }

  /** A part of the map that is fought over is shown while that lasts; then the player's own view again. @param {Snapshot} snapshot */
  attend(snapshot) {
    const map = this.store.map;
    const areas = Object.values(snapshot.overlays ?? {}).flatMap((overlay) => /** @type {import("../types").PlainOverlay} */ (overlay)?.areas ?? []);
    const places = areas.find((area) => area.style === "sector")?.places ?? [];
    const key = places.join(" ");
    if (key === this.attended || !map?.lookAgain || snapshot.lesson) return;
    if (!this.attended) this.ownView = map.outlook ?? null;
    this.attended = key;
    if (places.length) map.fit(places);
    else if (this.ownView) map.lookAgain(this.ownView);
    else map.fit();
  }

  /** The player's view is kept. Only where nothing at all of what can be chosen is in it, it goes to the nearest, at the same scale. */
  bringNear() {
    const lit = this.taught(this.store.lit().flatMap((option) => option.place ?? []));
    const hexes = lit.length ? lit : this.store.clash();
    const map = this.store.map;
    if (!map || !hexes.length) return;
    const box = this.board.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const places = hexes.map((hex) => ({ hex, ...map.hexOnScreen(hex) }));
    if (places.some((at) => at.x > box.left + 20 && at.x < box.right - 20 && at.y > box.top + 20 && at.y < box.bottom - 20)) return;
    const nearest = places.reduce((best, at) => (Math.hypot(at.x - x, at.y - y) < Math.hypot(best.x - x, best.y - y) ? at : best));
    map.centerOn(nearest.hex);
  }

  /**
   * Two people at one screen: hide the table until the other one is there, unless they have no secrets from each other.
   * @param {Snapshot} snapshot
   * @param {string | null} next
   */
  changeHands(snapshot, next) {
    if (this.curtain.needed(snapshot)) {
      this.curtain.hang(snapshot);
      this.cover();
      this.live?.restart();
      return;
    }
    this.curtain.remove();
    this.curtain.pass(snapshot, next);
    void this.sit(next);
  }

  /** Behind the curtain nothing of one side may be left: not in the page, not in what is spoken, not in what the page remembers. */
  cover() {
    this.store.clear();
    this.heldFocus = this.chosen = "";
    this.settle(0);
    this.forecast.clear();
    this.sighting.toggle(false);
    this.tape.toggle(false);
    this.tray.clear();
    for (const part of [this.panel, this.top]) put(part);
    for (const name of ["revision", "asked"]) delete this.panel.dataset[name];
    this.stage.clear();
    this.follow.clear();
    this.strays.clear();
    this.looked = false;
    this.attended = "";
    this.manoeuvre.clear();
    this.layOut.drop();
    this.store.map?.clear();
    this.legend?.mark([]);
    keepClear(this.board, /** @type {BoardMap} */ (this.store.map), []);
    this.log.clear();
    hideBubble();
    hidePalette();
    for (const hung of document.querySelectorAll("body > dialog, body > .drawer, body > .menu, .board > .hands")) hung.remove();
    document.title = "Grognard";
    hush();
    performance.clearResourceTimings(); // addresses tell what was considered,
    performance.setResourceTimingBufferSize(0); // and so would those of answers that are still on their way
  }

  draw() {
    const snapshot = this.store.snapshot;
    if (!snapshot || !this.store.map) return;
    topBar(this.top, snapshot, { menu: () => this.menu.toggle(), tables: () => this.menu.tables() });
    this.setPieces();
    this.light();
    this.layOver();
    this.stage.draw(snapshot.stage ?? null);
    this.log.draw(snapshot);
    this.tray.draw();
    this.follow.update(snapshot);
    if (this.follow.card.up) this.stage.passOn(); // the card of the turn tells it too
    if (!this.store.busy) this.ask(snapshot);
    document.title = `${snapshot.decision ? "● " : ""}${snapshot.title}`;
  }

  /** What stands on the board, and what is being laid out. */
  setPieces() {
    const view = this.store.snapshot?.view;
    const laid = this.store.snapshot?.decision ? (this.store.laying?.units ?? []) : [];
    const own = new Set(laid.map((unit) => /** @type {any} */ (unit).id));
    if (view) this.store.map?.setPieces(laid.length ? /** @type {any} */ ({ ...view, units: [...(view.units ?? []).filter((unit) => !own.has(unit.id)), ...laid] }) : view);
  }

  /** Put the question. While an answer is on its way no question of a step between is put. @param {Snapshot} snapshot */
  ask(snapshot) {
    this.manoeuvre.update(snapshot.decision);
    this.drawPanel();
    Object.assign(this.panel.dataset, { revision: String(snapshot.revision), asked: snapshot.decision?.name ?? "" });
  }

  /** What can be chosen on the map. */
  light() {
    const map = /** @type {BoardMap} */ (this.store.map);
    const lit = this.store.lit();
    map.setLit(lit, (option, _, modified) => this.choose(option, modified), (option) => this.hover(option));
    this.legend?.mark(lit.filter((option) => option.place), this.store.snapshot?.decision?.tags);
    const lesson = this.store.snapshot?.lesson;
    const veil = lesson && !lesson.closing ? lesson.veil : [];
    const hinted = this.store.hint?.places.at(-1) ?? null;
    const hex = lesson?.place ?? hinted;
    map.setVeil?.(veil, hex && veil.includes(hex) ? hex : hinted);
    if (hex) this.board.querySelector(`.target[data-hex="${CSS.escape(hex)}"]`)?.classList.add("advised");
    this.hinter.mark();
    this.strays.soon();
    this.mark();
  }

  /** The way considered, or where the choice starts from. */
  mark() {
    const { plan, column, hint } = this.store;
    if (this.store.company) this.store.map?.setChosen(this.company.chosen());
    else if (plan?.path.length) this.store.map?.setChosen({ start: plan.from, path: plan.path, goal: plan.place });
    else if (hint?.path.length) this.store.map?.setChosen({ start: hint.start ?? undefined, path: hint.path, goal: hint.path.at(-1) });
    else if (column?.path.length) this.store.map?.setChosen({ start: column.place, path: column.path });
    else if (plan?.from && plan.place) this.store.map?.setChosen({ start: plan.from, attack: { from: plan.from, to: plan.place } });
    else this.store.map?.setChosen({ start: this.store.start() });
  }

  /** @param {Option} option @param {boolean} [modified] with Shift, or a long press */
  choose(option, modified = false) {
    hideBubble();
    const decision = this.store.snapshot?.decision;
    if (!decision || this.proposals.running || this.company.chooses(option) || this.layOut.chooses(option)) return;
    if (this.store.proposal) {
      if (option.place) this.proposals.toggle(option.place, modified);
      return;
    }
    const plan = (this.store.column?.plans ?? decision.plans ?? []).find((candidate) => candidate === option || candidate.action === option.action);
    if (plan) {
      this.choosePlan(plan, modified);
      return;
    }
    const all = option.place ? decision.options.filter((other) => other.place === option.place && (other.group !== "button" || option.group === "button")) : [option];
    const here = all.some((other) => other.aside) ? all.filter((other) => !!other.aside === modified || all.length === 1) : all;
    if (option.hand && option.hand === option.place) {
      void this.inHand.take(option.hand);
      return;
    }
    if (here.length === 1 && here[0] !== option) {
      void this.answer(here[0]);
      return;
    }
    if (here.length > 1 && this.store.picked !== option.place) {
      this.store.picked = option.place ?? null;
      this.drawPanel();
      this.tray.show(option.place ?? null);
      palette(this.board, this.store, this.hands, here);
      return;
    }
    if (here.length > 1) {
      palette(this.board, this.store, this.hands, here);
      return;
    }
    if (option.from && option.tag && matchMedia("(hover: none)").matches) {
      this.weigh(option);
      return;
    }
    if (option.twice) this.ponder(option);
    else void this.answer(option);
  }

  /** Give an answer, with what belongs to it. @param {Option} option */
  async answer(option) {
    if (option.then?.length) await this.carryOut({ actions: [option.action, ...option.then] });
    else await this.act(option.action);
  }

  /** A whole way: shown at the first click, made at the second; over a stop of the way, or with Shift, it goes on from there. @param {Plan} plan @param {boolean} modified */
  choosePlan(plan, modified) {
    const now = this.store.plan;
    const at = now && plan.place ? now.path.indexOf(plan.place) : -1;
    const stop = now !== null && at >= (this.store.column?.path.length ?? 0) && at < now.path.length - 1;
    if (plan.place && plan.path.length && now !== plan && (modified || stop)) void this.inHand.over(plan.place);
    else if (now === plan) void this.carryOut(plan);
    else this.consider(plan);
  }

  /** Without a mouse to hover with, the odds come first and the choice is confirmed. @param {Option} option */
  weigh(option) {
    this.store.plan = { ...option, actions: [option.action, ...(option.then ?? [])], path: [] };
    this.drawPanel();
    this.hover(option);
  }

  /** A choice without a way back is made twice: once to say which, once to say so. @param {Option} option */
  ponder(option) {
    if (this.store.plan?.action === option.action) {
      void this.carryOut(this.store.plan);
      return;
    }
    this.store.plan = { ...option, actions: [option.action], path: [] };
    if (option.twice && option.why) this.sheet.raise();
    this.drawPanel();
    void this.forecast.show(option);
    announce(option.label);
  }

  /** @param {Plan} plan */
  consider(plan) {
    this.store.plan = plan;
    this.light();
    this.drawPanel();
    announce(`${plan.label}${plan.why ? ". " + plan.why : ""}`);
  }

  /** @param {{actions: string[]}} plan */
  async carryOut(plan) {
    this.chosen = /** @type {Partial<Plan>} */ (plan).label ?? "";
    performance.mark("grognard-act");
    await this.send("act", { actions: plan.actions });
  }

  /** One step back: out of a pick, out of a plan, then undo. */
  back() {
    hidePalette();
    if (this.store.column && this.inHand.back()) return;
    if (this.store.picked || this.store.plan || this.store.column || this.store.company || this.store.proposal || this.store.hint) {
      if (this.store.column) this.tray.show(null);
      this.store.forget();
      this.redraw();
    } else if (this.store.snapshot?.can_undo) {
      void this.turnBack("undo");
    }
  }

  /**
   * @param {string} action
   * @returns {Promise<boolean>}
   */
  async act(action) {
    if (!this.store.snapshot) return false;
    this.chosen = this.store.option(action)?.label ?? "";
    performance.mark("grognard-act");
    return this.send("act", { action });
  }

  /** @param {"undo" | "redo"} which */
  async turnBack(which) {
    await this.send(which, {});
  }

  /**
   * @param {string} door
   * @param {Record<string, unknown>} body
   */
  async send(door, body) {
    if (this.store.busy || !this.store.snapshot) return false;
    const seat = this.store.seat;
    this.setBusy(true);
    this.stage.passOn();
    this.awaited = Infinity;
    try {
      const answer = await post(`/api/matches/${this.store.match}/${door}`, { seat, revision: this.store.snapshot.revision, ...body });
      if (seat === this.store.seat) this.settle(answer.revision);
      return true;
    } catch (fault) {
      if (seat === this.store.seat) this.refuse(fault);
      return false;
    }
  }

  /** Answers are taken again from this revision on; each seat counts its own. @param {number} revision */
  settle(revision) {
    this.awaited = revision;
    const held = this.store.busy;
    this.setBusy((this.store.snapshot?.revision ?? 0) < revision);
    if (held && !this.store.busy && this.store.snapshot && this.panel.dataset.revision !== String(this.store.snapshot.revision)) this.ask(this.store.snapshot);
    if (held && !this.store.busy) this.proposals.next();
  }

  /** While an answer is on its way the panel takes no clicks; afterwards the keyboard is where it was. @param {boolean} busy */
  setBusy(busy) {
    if (busy === this.store.busy) return;
    this.store.busy = busy;
    const at = document.activeElement;
    if (busy && at instanceof HTMLElement && this.panel.contains(at)) this.heldFocus = at.dataset.action ?? "";
    this.panel.toggleAttribute("inert", busy);
    if (busy) this.panel.setAttribute("aria-busy", "true");
    else this.panel.removeAttribute("aria-busy");
  }

  /**
   * Whether a press is meant for what is asked now. A button of an older question answers nothing, and says so quietly.
   * @param {Snapshot} drawn what the button was drawn for
   */
  heeds(drawn) {
    if (this.store.busy) return false;
    if (drawn === this.store.snapshot) return true;
    this.quiet(word("under_way.stale"));
    return false;
  }

  /** A sentence that asks for nothing. @param {string} text */
  quiet(text) {
    this.panel.querySelector(".quiet")?.remove();
    this.panel.append(h("p", { class: "note quiet" }, text));
    announce(text);
  }

  /** Another bot, the same once more, or nobody but me. @param {Record<string, string>} wish */
  async seatBot(wish) {
    if (wish.do === "take_over") this.curtain.agree();
    try {
      await askBot(this.store.match, wish);
      this.live?.restart();
    } catch (fault) {
      this.refuse(fault);
    }
  }

  /** @param {unknown} fault */
  refuse(fault) {
    this.settle(0);
    const refusals = fault instanceof Refused ? fault.refusals : [];
    const text = fault instanceof Error ? fault.message : String(fault);
    bubble(this.panel, refusals.length ? refusals : [{ rule: "", text }]);
    announceNow(refusals.length ? refusals.map((r) => `${r.text} ${r.rule}`).join(" ") : text);
    if (fault instanceof Refused && fault.status === 409) this.live?.restart();
  }

  /** @param {Option | null} option */
  hover(option) {
    const plan = this.store.plan;
    const way = option && "path" in option ? /** @type {Plan} */ (option) : null;
    const calm = way?.path.length || option?.verb === "together";
    if (!(plan && this.store.company)) void this.forecast.show(calm ? null : (option ?? (plan?.number === undefined ? null : plan)));
    if (option?.place) this.sighting.aim(option.place);
    if (this.store.company) this.company.point(option?.verb === "together" ? (option.place ?? "") : "");
    if (way?.path.length && !plan) this.store.map?.setChosen({ start: way.from, path: way.path, goal: way.place });
    else if (!option && !plan) this.mark();
    this.tray.tell(way ? [way.label, way.why].filter(Boolean).join(". ") : null);
    this.preview(option);
  }

  /** How far a stack could march, while it is pointed at. @param {Option | null} option */
  preview(option) {
    const overlays = this.store.snapshot?.overlays ?? {};
    const reach = option?.hand && option.hand === option.place && !this.store.column ? overlays.range?.[option.hand] : undefined;
    if (reach) this.store.map?.setOverlay("reach", { ...overlays, reach: { areas: [{ places: Object.keys(reach), style: "legal" }] } });
    else if (this.previewed) this.layOver();
    this.previewed = reach !== undefined;
  }

  /** A click on bare ground: whoever moves would stand there, else the question is said again. @param {MouseEvent} event */
  async onGround(event) {
    if (this.tape.on || this.manoeuvre.sendTo(event)) return;
    await this.askWhy(NOWHERE, event);
  }

  /**
   * A click on a hex that is not lit: say why, and show what stands there.
   * @param {string} hex
   * @param {Event} event
   */
  async askWhy(hex, event) {
    if (this.sighting.on) {
      await this.sighting.press(hex, event);
      return;
    }
    if (this.store.column?.place === hex && !this.store.column.path.length) {
      this.back();
      return;
    }
    if (this.layOut.lifts(hex)) return;
    if (this.inHand.offered(hex) && !this.store.busy) {
      void this.inHand.take(hex);
      return;
    }
    if (!this.store.column) this.tray.show(hex === NOWHERE ? null : hex);
    if (this.company.holds(hex)) return;
    if (!this.store.seat || !this.store.snapshot?.decision) return;
    const asked = this.store.snapshot;
    const answer = await get(`/api/matches/${this.store.match}/why`, { seat: this.store.seat, place: hex, ...this.inHand.query(), ...this.company.query() }).catch((fault) => this.refuse(fault));
    if (answer?.refusals.length && asked === this.store.snapshot) {
      bubble(event, answer.refusals.slice(0, 2));
      announceNow(answer.refusals.map((/** @type {any} */ r) => `${r.text} ${r.rule}`).join(" "));
    }
  }

  /**
   * @param {string} side
   * @param {number} elapsed
   */
  think(side, elapsed) {
    const name = this.store.sideName(side);
    const box = this.panel.querySelector(".thinking");
    if (box) put(box, icon("gear", 16), word("panel.thinking", name, Math.round(elapsed / 1000)));
  }

  /**
   * What was chosen, all that others did since, and the question: the last news alone would leave most of a turn unheard.
   * @param {Snapshot | null} before
   * @param {Snapshot} now
   */
  speak(before, now) {
    const chosen = this.chosen;
    if (now.decision) this.chosen = "";
    const news = before ? [chosen, ...this.follow.window.slice(-SPOKEN).map((entry) => entry.text)].filter(Boolean) : [];
    if (now.decision) news.push(now.decision.prompt, ...(now.decision.crumbs ?? []).slice(-1));
    if (now.outcome) news.push(now.outcome.text);
    if (news.length) announce(news.join(" "));
    const asked = performance.getEntriesByName("grognard-act").at(-1);
    performance.clearMarks("grognard-act");
    if (asked) requestAnimationFrame(() => performance.measure("grognard-answer", { start: asked.startTime }));
  }
}

/** Whether one is asked the very same as before: the table may have changed only in what is another's secret. @param {Snapshot} before @param {Snapshot} now */
function sameQuestion(before, now) {
  return before.seat === now.seat && before.revision === now.revision && JSON.stringify(before.decision) === JSON.stringify(now.decision);
}

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {import("../main").Visit} visit
 */
export async function showTable(root, match, visit) {
  if (visit.late()) return;
  const page = new TablePage(root, match);
  visit.enter(page);
  await page.start();
}
