/** The table: map, prompt, choices. It draws what the snapshot says and offers what the decision says; it knows no rule. */

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Plan} Plan */
/** @typedef {import("../client").BoardMap} BoardMap */

import { announce, announceNow, hush } from "../base/announce.js";
import { get, post, Refused } from "../base/api.js";
import { bubble, hideBubble } from "../widgets/bubble.js";
import { watchClicks } from "../widgets/clicks.js";
import { Curtain } from "../widgets/curtain.js";
import { h, icon, put } from "../base/dom.js";
import { Forecaster } from "../widgets/forecast.js";
import { bindKeys } from "../widgets/keys.js";
import { Live } from "../base/live.js";
import { LogPanel } from "../widgets/log.js";
import { Manoeuvre } from "../widgets/manoeuvre.js";
import { keepClear, mountMap } from "../widgets/mapview.js";
import { hidePalette, palette } from "../widgets/palette.js";
import { askBot } from "../widgets/notices.js";
import { drawPanel } from "../widgets/panel.js";
import { onBoard } from "../board/pieces.js";
import { Sheet } from "../widgets/sheet.js";
import { Sighting } from "../widgets/sighting.js";
import { StageCard } from "../widgets/stage.js";
import { Tape } from "../widgets/tape.js";
import { topBar } from "../widgets/topbar.js";
import { Tray } from "../widgets/tray.js";
import { word } from "../base/words.js";

/** The scale at which a place is 44 pixels high, for boards that do not say. */
const THUMB = 0.46;
/** The first look shows the surroundings too: counters this much larger than they must be. */
const SURVEY = 1.3;

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {string} match
   */
  constructor(root, match) {
    this.root = root;
    this.match = match;
    /** @type {string | null} */
    this.seat = null;
    /** @type {Snapshot | null} */
    this.snapshot = null;
    /** @type {Plan | null} the march being considered */
    this.plan = null;
    /** @type {string | null} the hex whose options are singled out */
    this.picked = null;
    /** An answer is on its way: what is on screen is no longer the question. */
    this.busy = false;
    this.awaited = 0;
    /** The choice that had the keyboard when an answer was sent. */
    this.heldFocus = "";
    /** @type {{text: string, final: boolean} | null} what the server says it cannot show */
    this.fault = null;
    /** Parts that are missing, and known to be. @type {Set<string>} */
    this.told = new Set();
    this.spoken = "";
    this.closed = false;
    this.curtain = new Curtain(this);
    /** @type {BoardMap | null} */
    this.map = null;
    this.top = h("header", { class: "topbar" });
    this.board = h("section", { class: "board", "aria-label": word("table.map") });
    this.panel = h("section", { class: "question", "aria-label": word("table.question") });
    this.log = new LogPanel(this);
    this.tray = new Tray(this);
    this.forecast = new Forecaster(this);
    this.stage = new StageCard(this);
    this.sighting = new Sighting(this);
    this.manoeuvre = new Manoeuvre(this);
    this.tape = new Tape(this);
    /** @type {import("../widgets/legend").Legend | null} */
    this.legend = null;
    /** Draws again what is laid over the map. @type {() => void} */
    this.layOver = () => {};
    this.side = h("aside", { class: "side" }, this.panel, this.log.element);
    this.sheet = new Sheet(this, this.side);
    put(root, this.top, h("main", { class: "table" }, this.board, this.side), this.sheet.bar);
    document.body.dataset.page = "table";
  }

  async start() {
    const first = /** @type {Snapshot} */ (await get(`/api/matches/${this.match}`));
    if (this.closed) return;
    Object.assign(document.body.dataset, { game: first.game, scenario: first.scenario });
    const map = await mountMap(this, first);
    if (this.closed) {
      map.destroy();
      return;
    }
    this.map = map;
    this.manoeuvre.mount(map);
    this.tape.mount(map);
    this.board.append(this.tape.element);
    this.unbind = bindKeys(this);
    this.unwatch = watchClicks(this);
    // nothing of anybody's own is asked for before it is known that he is here
    const covered = this.curtain.needed(first);
    if (covered) this.curtain.hang(first);
    else await this.sit(this.curtain.sitter(first));
    if (covered) this.listen();
  }

  /** Take a seat, or change it: its log, then all that is new. @param {string | null} seat */
  async sit(seat) {
    this.seat = seat;
    this.curtain.remember(seat);
    this.forecast.clear();
    // what is on screen is another's question until one's own comes
    this.setBusy(true);
    this.awaited = 0;
    try {
      const lines = await get(`/api/matches/${this.match}/log`, { seat });
      if (this.closed || this.seat !== seat) return;
      this.log.lines = lines;
    } catch {
      // the snapshot brings the last lines as soon as somebody answers
    }
    if (this.live) this.live.restart();
    else this.listen();
  }

  listen() {
    if (this.closed || this.live) return;
    this.live = new Live(this.match, () => this.seat, {
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
    if (this.fault?.text !== text) announceNow(text);
    this.fault = { text, final };
    if (final) this.curtain.remove();
    drawPanel(this.panel, this);
  }

  close() {
    this.closed = true;
    this.live?.close();
    this.unbind?.();
    this.unwatch?.();
    this.map?.destroy();
    hideBubble();
    delete document.body.dataset.page;
    delete document.body.dataset.game;
    delete document.body.dataset.scenario;
    delete document.body.dataset.offline;
    hidePalette();
  }

  /** @param {Snapshot} snapshot */
  receive(snapshot) {
    if (this.closed || (snapshot.seat ?? null) !== this.seat) return; // somebody else's, come late
    this.fault = null;
    if (this.curtain.up && this.curtain.needed(snapshot)) {
      this.curtain.hang(snapshot);
      return;
    }
    const next = this.curtain.sitter(snapshot);
    if (next !== this.seat) {
      this.changeHands(snapshot, next);
      return;
    }
    const before = this.snapshot;
    this.snapshot = snapshot;
    this.plan = null;
    this.picked = null;
    hideBubble();
    hidePalette();
    this.setBusy(this.busy && snapshot.revision < this.awaited);
    this.draw();
    if (!before) this.look(snapshot);
    else if (before.decision?.name !== snapshot.decision?.name || before.stage?.key !== snapshot.stage?.key) this.follow();
    this.manoeuvre.bringIntoView();
    if (snapshot.decision && snapshot.decision.name !== before?.decision?.name) this.sheet.ask(snapshot.decision);
    keepClear(this.board, /** @type {BoardMap} */ (this.map), this.lit().flatMap((option) => option.place ?? []));
    this.speak(before, snapshot);
  }

  /** The first look: what can be chosen and both armies; where that would be too small, only what can be chosen. */
  look(/** @type {Snapshot} */ snapshot) {
    const lit = this.lit().flatMap((option) => option.place ?? []);
    const all = [...lit, ...onBoard(snapshot.view).map((piece) => piece.place)];
    const tiny = innerWidth < 760 || this.scaleFor(all) < (this.map?.readable ?? 0);
    const scenes = lit.length ? [] : this.scenes();
    if (scenes.length) this.show(scenes);
    else if (tiny && lit.length) this.show(lit, Math.max(this.map?.thumb ?? THUMB, SURVEY * (this.map?.readable ?? 0)));
    else this.show(all);
  }

  /** The scale at which some hexes fill the board. @param {string[]} hexes */
  scaleFor(hexes) {
    const places = hexes.map((hex) => /** @type {BoardMap} */ (this.map).hexCenter(hex));
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
    const map = this.map;
    if (!map) return;
    const thumb = map.thumb ?? THUMB;
    if (!hexes.length || innerWidth >= 760 || this.scaleFor(hexes) >= thumb) map.fit(hexes.length ? hexes : undefined, true, largest);
    else map.centerOn(this.startHex() ?? hexes[0], thumb);
  }

  /** Bring the choices into view when most of them are not. */
  follow() {
    const lit = this.lit().flatMap((option) => option.place ?? []);
    const hexes = lit.length ? lit : this.scenes();
    const map = this.map;
    if (!map || !hexes.length) return;
    const box = this.board.getBoundingClientRect();
    const seen = hexes.filter((hex) => {
      const at = map.hexOnScreen(hex);
      return at.x > box.left + 20 && at.x < box.right - 20 && at.y > box.top + 20 && at.y < box.bottom - 20;
    });
    if (seen.length < hexes.length / 2) this.show(hexes);
  }

  /** Where the clash on the stage is fought. @returns {string[]} */
  scenes() {
    const parties = this.snapshot?.stage?.parties.map((party) => party.unit) ?? [];
    return (this.snapshot?.view.units ?? []).filter((unit) => parties.includes(unit.id)).flatMap((unit) => unit.place ?? []);
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
    this.seat = null;
    this.snapshot = null;
    this.plan = null;
    this.picked = null;
    this.heldFocus = "";
    this.settle(0);
    this.forecast.clear();
    this.sighting.toggle(false);
    this.tape.toggle(false);
    this.tray.clear();
    for (const part of [this.panel, this.top]) put(part);
    for (const name of ["revision", "asked"]) delete this.panel.dataset[name];
    this.stage.clear();
    this.manoeuvre.clear();
    this.map?.clear();
    this.legend?.mark([]);
    keepClear(this.board, /** @type {BoardMap} */ (this.map), []);
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
    const snapshot = this.snapshot;
    if (!snapshot || !this.map) return;
    topBar(this.top, this, snapshot);
    this.map.setPieces(snapshot.view);
    this.light();
    this.layOver();
    this.stage.draw(snapshot.stage ?? null);
    this.log.draw(snapshot);
    this.tray.draw();
    if (!this.busy) this.ask(snapshot);
    document.title = `${snapshot.decision ? "● " : ""}${snapshot.title}`;
  }

  /** Put the question. While an answer is on its way no question of a step between is put. @param {Snapshot} snapshot */
  ask(snapshot) {
    this.manoeuvre.update(snapshot.decision);
    drawPanel(this.panel, this);
    Object.assign(this.panel.dataset, { revision: String(snapshot.revision), asked: snapshot.decision?.name ?? "" });
  }

  /** What can be chosen on the map. */
  light() {
    const map = /** @type {BoardMap} */ (this.map);
    const lit = this.lit();
    map.setLit(lit, (option) => this.choose(option), (option) => this.hover(option));
    this.legend?.mark(lit.filter((option) => option.place));
    const advice = this.snapshot?.lesson?.action;
    const hex = advice ? lit.find((option) => option.action === advice)?.place : undefined;
    if (hex) this.board.querySelector(`.target[data-hex="${CSS.escape(hex)}"]`)?.classList.add("advised");
    this.mark();
  }

  /** The way considered, or where the choice starts from. */
  mark() {
    const plan = this.plan;
    this.map?.setChosen(plan?.path.length ? { start: plan.from, path: plan.path, goal: plan.place } : { start: this.startHex() });
  }

  /** @returns {string | undefined} */
  startHex() {
    const from = this.snapshot?.decision?.options.find((option) => option.from)?.from;
    const all = this.snapshot?.decision?.options.filter((option) => option.from) ?? [];
    return from && all.every((option) => option.from === from) ? from : undefined;
  }

  /** Plans stand in for the single steps they contain. @returns {Option[]} */
  lit() {
    const decision = this.snapshot?.decision;
    if (!decision) return [];
    const plans = decision.plans ?? [];
    const planned = new Set(plans.map((plan) => plan.place));
    return [...plans, ...decision.options.filter((option) => option.place && !planned.has(option.place))];
  }

  /** @param {Option} option */
  choose(option) {
    hideBubble();
    const decision = this.snapshot?.decision;
    if (!decision) return;
    const plan = decision.plans?.find((candidate) => candidate === option || candidate.action === option.action);
    if (plan) {
      if (this.plan === plan) void this.carryOut(plan);
      else this.consider(plan);
      return;
    }
    const here = option.place ? decision.options.filter((other) => other.place === option.place) : [option];
    if (here.length > 1 && this.picked !== option.place) {
      this.picked = option.place ?? null;
      drawPanel(this.panel, this);
      this.tray.show(option.place ?? null);
      palette(this, here);
      return;
    }
    if (here.length > 1) {
      palette(this, here);
      return;
    }
    if (option.from && option.tag && matchMedia("(hover: none)").matches) {
      this.weigh(option);
      return;
    }
    void this.act(option.action);
  }

  /** Without a mouse to hover with, the odds come first and the choice is confirmed. @param {Option} option */
  weigh(option) {
    this.plan = { ...option, actions: [option.action], path: [] };
    drawPanel(this.panel, this);
    this.hover(option);
  }

  /** A choice without a way back is made twice: once to say which, once to say so. @param {Option} option */
  ponder(option) {
    if (this.plan?.action === option.action) {
      void this.carryOut(this.plan);
      return;
    }
    this.plan = { ...option, actions: [option.action], path: [] };
    drawPanel(this.panel, this);
    announce(option.label);
  }

  /** @param {Plan} plan */
  consider(plan) {
    this.plan = plan;
    this.light();
    drawPanel(this.panel, this);
    announce(`${plan.label}${plan.why ? ". " + plan.why : ""}`);
  }

  /** @param {{actions: string[]}} plan */
  async carryOut(plan) {
    performance.mark("grognard-act");
    await this.send("act", { actions: plan.actions });
  }

  /** One step back: out of a pick, out of a plan, then undo. */
  back() {
    hidePalette();
    if (this.picked || this.plan) {
      this.picked = null;
      this.plan = null;
      this.light();
      drawPanel(this.panel, this);
    } else if (this.snapshot?.can_undo) {
      void this.turnBack("undo");
    }
  }

  /**
   * @param {string} action
   * @returns {Promise<boolean>}
   */
  async act(action) {
    if (!this.snapshot) return false;
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
    if (this.busy || !this.snapshot) return false;
    const seat = this.seat;
    this.setBusy(true);
    this.stage.passOn();
    this.awaited = Infinity;
    try {
      const answer = await post(`/api/matches/${this.match}/${door}`, { seat, revision: this.snapshot.revision, ...body });
      if (seat === this.seat) this.settle(answer.revision);
      return true;
    } catch (fault) {
      if (seat === this.seat) this.refuse(fault);
      return false;
    }
  }

  /** Answers are taken again from this revision on; each seat counts its own. @param {number} revision */
  settle(revision) {
    this.awaited = revision;
    const held = this.busy;
    this.setBusy((this.snapshot?.revision ?? 0) < revision);
    if (held && !this.busy && this.snapshot && this.panel.dataset.revision !== String(this.snapshot.revision)) this.ask(this.snapshot);
  }

  /** While an answer is on its way the panel takes no clicks; afterwards the keyboard is where it was. @param {boolean} busy */
  setBusy(busy) {
    if (busy === this.busy) return;
    this.busy = busy;
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
    if (this.busy) return false;
    if (drawn === this.snapshot) return true;
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
    try {
      await askBot(this.match, wish);
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
    void this.forecast.show(option);
    if (option?.place) this.sighting.aim(option.place);
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
    this.tray.show(hex);
    if (!this.seat || !this.snapshot?.decision) return;
    const asked = this.snapshot;
    const answer = await get(`/api/matches/${this.match}/why`, { seat: this.seat, place: hex }).catch((fault) => this.refuse(fault));
    if (answer?.refusals.length && asked === this.snapshot) {
      bubble(event, answer.refusals.slice(0, 2));
      announceNow(answer.refusals.map((/** @type {any} */ r) => `${r.text} ${r.rule}`).join(" "));
    }
  }

  /**
   * @param {string} side
   * @param {number} elapsed
   */
  think(side, elapsed) {
    const name = this.snapshot?.sides.find((s) => s.id === side)?.name ?? side;
    const box = this.panel.querySelector(".thinking");
    if (box) put(box, icon("gear", 16), word("panel.thinking", name, Math.round(elapsed / 1000)));
  }

  /**
   * @param {Snapshot | null} before
   * @param {Snapshot} now
   */
  speak(before, now) {
    const seen = before?.log.at(-1)?.i ?? -1;
    const news = before ? now.log.filter((line) => line.i > seen).slice(-4).map((line) => line.text) : [];
    if (now.decision) news.push(now.decision.prompt);
    if (now.outcome) news.push(now.outcome.text);
    if (news.length) announce(news.join(" "));
    const asked = performance.getEntriesByName("grognard-act").at(-1);
    performance.clearMarks("grognard-act");
    if (asked) requestAnimationFrame(() => performance.measure("grognard-answer", { start: asked.startTime }));
  }
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
