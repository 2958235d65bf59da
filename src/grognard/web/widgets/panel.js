/** The side panel: one question, its options in reading order, one primary button. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */
/** @typedef {import("./notices").Missing} Missing */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Decision} Decision */
/** @typedef {import("../types").Snapshot} Snapshot */

import { drawRoll } from "./roll.js";
import { cardChoice } from "./cards.js";
import { fill, h, icon, iconButton, put, ruleChip } from "../base/dom.js";
import { advisedButton, lessonBlock, lessonPage, pageOf, syllabus, teaches } from "./lesson.js";
import { ended, stalledBot } from "./notices.js";
import { offerBlock } from "./offer.js";
import { picture } from "./palette.js";
import { word } from "../base/words.js";

/**
 * What the panel is drawn with: the tray draws counters, the stage and the manoeuvre have a place among the choices.
 * @typedef {{store: Store, hands: Hands, missing: Missing, tray: import("./tray").Tray, stage: import("./stage").StageCard,
 *            manoeuvre: import("./manoeuvre").Manoeuvre, company: import("./company").Company, layOut: import("./laying").LayOut, forecast: import("./forecast").Forecaster, inHand: import("./inhand").InHand,
 *            proposals: import("./proposal").Proposals, hinter: import("./hint").Hinter, seatBot: (wish: Record<string, string>) => Promise<void>}} Kit
 */

/**
 * @param {HTMLElement} panel
 * @param {Kit} kit
 * @param {string} heldFocus the choice that had the keyboard when an answer was sent
 */
export function drawPanel(panel, kit, heldFocus) {
  const { snapshot, fault, match } = kit.store;
  if (fault?.final) put(panel, ...ended(match, fault.text));
  if (!snapshot || fault?.final) return;
  const focus = document.activeElement instanceof HTMLElement && panel.contains(document.activeElement)
    ? document.activeElement.dataset.action : heldFocus;
  const page = pageOf(snapshot);
  if (page) put(panel, ...lessonPage(snapshot, page, () => drawPanel(panel, kit, "")).flat());
  else if (snapshot.outcome) put(panel, ...over(snapshot));
  else if (snapshot.decision) put(panel, ...question(kit, snapshot, snapshot.decision));
  else put(panel, ...waiting(kit, snapshot));
  const offer = offerBlock(snapshot, kit.hands.refuse);
  if (offer) panel.prepend(offer);
  if (!page && teaches(snapshot)) panel.prepend(lessonBlock(snapshot));
  fill(panel, kit.missing.notice(snapshot), fault ? h("p", { class: "notice" }, fault.text) : null);
  const held = focus ? /** @type {HTMLElement | null} */ (panel.querySelector(`[data-action="${CSS.escape(focus)}"]`)) : null;
  held?.closest("details")?.setAttribute("open", "");
  held?.focus();
  panel.querySelector(".proposal .primary")?.scrollIntoView({ block: "nearest" });
}

/** @param {Snapshot} snapshot */
function over(snapshot) {
  const outcome = /** @type {NonNullable<Snapshot["outcome"]>} */ (snapshot.outcome);
  const winner = snapshot.sides.find((side) => side.id === outcome.winner)?.name ?? word("panel.nobody");
  return [
    h("p", { class: "whose" }, word("panel.over")),
    h("h1", { class: "prompt" }, word("panel.wins", winner)),
    h("p", {}, outcome.text, " ", snapshot.sides.map((side) => `${side.name} ${outcome.score[side.id]}`).join(" · ")),
    h("div", { class: "actions" },
      h("a", { class: "button primary", href: `/match/${snapshot.match}/report` }, word("panel.report")),
      h("a", { class: "button", href: `/match/${snapshot.match}/replay` }, icon("play", 16), word("panel.replay"))),
  ];
}

/** @param {Kit} kit @param {Snapshot} snapshot */
function waiting(kit, snapshot) {
  const names = snapshot.sides.filter((side) => snapshot.view.to_act.includes(side.id)).map((side) => side.name);
  return [
    h("p", { class: "whose" }, snapshot.clock.phase_name),
    h("h1", { class: "prompt" }, word("panel.waits", names.join(", "))),
    kit.proposals.progress(),
    kit.tray.inSheet ? kit.tray.element : null,
    kit.stage.inSheet ? kit.stage.element : null,
    snapshot.waiting?.stalled ? stalledBot(snapshot, snapshot.waiting.stalled, kit.seatBot) : null,
    h("p", { class: "thinking", role: "status" }, snapshot.waiting?.bot && !snapshot.waiting.stalled ? [icon("gear", 16), word("panel.thinks")] : ""),
  ];
}

/**
 * @param {Kit} kit
 * @param {Snapshot} snapshot
 * @param {Decision} decision
 */
function question(kit, snapshot, decision) {
  const side = snapshot.sides.find((candidate) => candidate.id === decision.side);
  const shown = kit.store.picked ? decision.options.filter((o) => o.place === kit.store.picked) : decision.options;
  return [
    h("p", { class: "whose", dataset: { side: decision.side } },
      h("span", { class: "side-mark", dataset: { side: decision.side } }), word("panel.yours", side?.name ?? ""),
      h("span", { class: "note" }, side?.note ?? "")),
    h("h1", { class: "prompt", tabindex: -1 }, decision.prompt, " ", ruleChip(decision.rule)),
    together(snapshot, decision),
    advisedButton(kit, snapshot),
    kit.hinter.block(snapshot),
    kit.stage.inSheet ? kit.stage.element : null,
    kit.store.laying ? null : crumbs(decision),
    kit.tray.inSheet ? kit.tray.element : null,
    ...(kit.proposals.running ? [kit.proposals.progress()] : considered(kit, snapshot, decision, shown)),
    decision.regions?.length ? kit.manoeuvre.element : null,
    kit.proposals.running ? null : commands(kit, decision),
    teaches(snapshot) ? null : drawRoll(kit.store, kit.hands, decision.roll),
    teaches(snapshot) ? syllabus(snapshot) : null,
  ];
}

/** What can be chosen, and what is being considered. @param {Kit} kit @param {Snapshot} snapshot @param {Decision} decision @param {Option[]} shown */
function considered(kit, snapshot, decision, shown) {
  if (kit.store.proposal) return [proposal(kit)];
  const odds = kit.forecast.inSheet ? kit.forecast.element : null;
  if (kit.store.column) return [inHand(kit), kit.store.plan ? planned(kit) : null, odds];
  const settled = kit.tray.inSheet && kit.store.plan?.group === "place"; // on a phone what is chosen has the room
  return [
    kit.store.plan ? planned(kit) : null,
    ...(decision.shortcuts ?? []).map((cut) => shortcut(kit, snapshot, cut)),
    ...kit.company.draw(),
    ...kit.layOut.draw(),
    ...(settled ? [odds] : [...(kit.store.company || kit.store.laying ? [] : choices(kit, decision, shown)), odds]),
  ];
}

/** @param {Kit} kit @param {Snapshot} snapshot @param {import("../types").Shortcut} cut */
function shortcut(kit, snapshot, cut) {
  const usual = snapshot.decision?.shortcuts?.[0] === cut && !snapshot.decision.options.some((o) => o.primary);
  const make = () => (cut.verbs ? kit.proposals.show(cut) : void kit.hands.carryOut(cut));
  return h("button", { type: "button", class: `shortcut${usual ? " usual" : ""}`, dataset: { shortcut: cut.id },
    onclick: () => kit.hands.heeds(snapshot) && make() }, icon("right", 16), cut.label);
}

/** @param {Kit} kit */
function proposal(kit) {
  const { cut, chosen } = /** @type {NonNullable<Store["proposal"]>} */ (kit.store.proposal);
  return h("div", { class: "proposal" }, h("p", { class: "note" }, cut.note ?? ""),
    h("button", { type: "button", class: "primary", disabled: chosen.length === 0 || null, dataset: { proposal: cut.id }, onclick: () => kit.proposals.start() }, word("proposal.go", chosen.length)));
}

/** The stack in hand: how to go on, and what may be done on the way. @param {Kit} kit */
function inHand(kit) {
  const column = /** @type {import("../types").Column} */ (kit.store.column);
  return h("div", { class: "in-hand" },
    h("p", {}, h("b", {}, column.title), " ", column.note),
    h("p", { class: "note" }, word(column.plans.length ? "hand.how" : "hand.nowhere")),
    column.plans.length ? list(kit, column.plans) : null,
    column.more.length ? h("div", { class: "choices units", role: "group" }, column.more.map((o) =>
      h("button", { type: "button", class: "choice unit", dataset: { action: o.action }, onclick: () => void kit.inHand.step(o.action) }, unitFace(kit, o), h("span", { class: "text" }, o.label)))) : null);
}

/** Who else is asked at the same moment. @param {Snapshot} snapshot @param {Decision} decision */
function together(snapshot, decision) {
  const others = snapshot.sides.filter((side) => side.id !== decision.side && snapshot.view.to_act.includes(side.id));
  return others.length ? h("p", { class: "note together" }, word("panel.together", others.map((side) => side.name).join(", "))) : null;
}

/** @param {Decision} decision */
function crumbs(decision) {
  if (!decision.crumbs?.length) return null;
  return h("ol", { class: "crumbs" }, decision.crumbs.map((crumb, n) =>
    h("li", n === decision.crumbs.length - 1 ? { "aria-current": "step" } : {}, crumb)));
}

/** @param {Kit} kit */
function planned(kit) {
  const plan = kit.store.plan;
  if (!plan || plan.number !== undefined || !(plan.path.length || plan.why)) return null;
  return h("div", { class: "planned" },
    h("ol", { class: "way" }, plan.path.map((hex, n) => h("li", {}, h("span", { class: "stop" }, n + 1), h("span", {}, kit.store.scene?.cities?.[hex]?.name || hex),
      plan.stops ? h("span", { class: "note" }, plan.stops[n]) : null))),
    plan.die?.length ? dieBar(plan.die) : plan.why ? h("p", { class: plan.tag?.includes("%") || plan.price ? "risk" : "note" }, plan.why) : null);
}

/** What a die may bring, each part as wide as it has faces; words that find no room wrap. @param {import("../types").DiePart[]} parts */
function dieBar(parts) {
  return h("p", { class: "die-bar" }, parts.map(({ faces, text, bad }) => h("span", { class: bad ? "bad" : "good", style: `flex-grow: ${faces}` }, text)));
}

/**
 * The options as buttons: places, units, numbers.
 * @param {Kit} kit
 * @param {Decision} decision
 * @param {Option[]} shown
 */
function choices(kit, decision, shown) {
  const drawn = /** @type {Snapshot} */ (kit.store.snapshot);
  const parts = [];
  const cards = shown.filter((o) => o.group === "card");
  if (cards.length) parts.push(h("div", { class: "choices hand", role: "group", "aria-label": word("cards.title") }, cards.map((o) => cardChoice(o.card ?? "",
    { seat: decision.side, chosen: kit.store.plan?.action === o.action, action: o.action, label: o.label, choose: () => void (kit.hands.heeds(drawn) && kit.hands.ponder(o)) }))));
  const units = shown.filter((o) => o.group === "unit");
  const places = shown.filter((o) => o.group === "place");
  const numbers = shown.filter((o) => o.group === "number");
  if (numbers.some((o) => o.number !== undefined)) parts.push(...countRow(kit, numbers));
  else if (numbers.length) parts.push(h("div", { class: "choices numbers", role: "group" }, numbers.map((o) => choice(kit, o))));
  const plans = decision.plans ?? [];
  const listed = plans.length && !kit.store.picked ? [...plans, ...places.filter((o) => !plans.some((p) => p.place === o.place))] : places;
  if (listed.length) parts.push(list(kit, listed));
  const other = places.find((o) => o.aside);
  if (other) parts.push(h("p", { class: "note" }, word("panel.aside", other.heading ?? "")));
  if (units.length) parts.push(h("div", { class: `choices units${units.some((o) => o.tag || o.label.length > NARROW) ? " tagged" : ""}`, role: "group", "aria-label": word("panel.units") },
    units.map((o) => choice(kit, o))));
  return parts;
}

/** Places are chosen on the map; more than a few are listed only for whoever asks for the list. @param {Kit} kit @param {Option[]} listed */
function list(kit, listed) {
  const rows = h("div", { class: "choices places", role: "group", "aria-label": word("panel.places") }, listed.map((o) => choice(kit, o)));
  if (listed.length <= ROW || !kit.store.map?.onMap || kit.store.picked) return rows;
  const places = new Set(listed.map((o) => o.place)).size;
  return h("details", { class: "listed" }, h("summary", {}, word(places < listed.length ? "panel.lit_for" : "panel.lit", places, listed.length)), rows);
}

/** Small buttons, one a number, each with its chance; the chosen one once more, or Enter, says so. @param {Kit} kit @param {Option[]} numbers */
function countRow(kit, numbers) {
  const drawn = /** @type {Snapshot} */ (kit.store.snapshot);
  const why = numbers.find((o) => o.action === kit.store.plan?.action)?.why;
  return [
    h("div", { class: "choices counts", role: "group", "aria-label": numbers[0].heading ?? "" }, numbers.map((o) => {
      const chosen = kit.store.plan?.action === o.action;
      return h("button", { type: "button", class: `choice count${chosen ? " chosen" : ""}`, dataset: { action: o.action, number: String(o.number) },
        "aria-label": [o.label, o.tag, o.small].filter(Boolean).join(", "), "aria-pressed": chosen || null,
        onclick: () => void (kit.hands.heeds(drawn) && kit.hands.ponder(o)),
        onmouseenter: () => kit.hands.hover(o), onmouseleave: () => kit.hands.hover(null), onfocus: () => kit.hands.hover(o), onblur: () => kit.hands.hover(null),
      }, h("b", {}, String(o.number)), o.tag ? h("span", { class: "chance" }, o.tag) : null, o.small ? h("span", { class: "small" }, o.small) : null);
    })),
    why ? h("p", { class: "note" }, why) : null,
  ];
}

/**
 * @param {Kit} kit
 * @param {Option} option
 */
function choice(kit, option) {
  const drawn = /** @type {Snapshot} */ (kit.store.snapshot);
  const chosen = kit.store.plan?.action === option.action;
  return h("button", {
    type: "button", class: `choice ${option.group}${option.price ? " price" : ""}${chosen ? " chosen" : ""}`,
    dataset: { action: option.action, hex: option.place ?? "" }, "aria-pressed": chosen || null,
    onclick: () => {
      if (!kit.hands.heeds(drawn)) return;
      if (option.twice) {
        kit.hands.ponder(option);
        return;
      }
      if ("actions" in option || (option.group === "place" && !kit.store.picked && option.tag)) kit.hands.choose(option);
      else if (option.then?.length) void kit.hands.carryOut({ actions: [option.action, ...option.then] });
      else if (option.hand && option.hand === option.place) kit.hands.choose(option);
      else void kit.hands.act(option.action);
    },
    onmouseenter: () => kit.hands.hover(option), onmouseleave: () => kit.hands.hover(null),
    onfocus: () => kit.hands.hover(option), onblur: () => kit.hands.hover(null),
  }, unitFace(kit, option), h("span", { class: "text" }, option.label),
    option.tag && !option.label.includes(option.tag) ? h("span", { class: "tag" }, option.tag) : null); // not said twice
}

/**
 * @param {Kit} kit
 * @param {Option} option
 */
function unitFace(kit, option) {
  if (option.picture) return h("span", { class: "face", "aria-hidden": "true" }, picture(kit.store, option));
  if (!option.unit) return null;
  const seen = kit.store.piece(option.unit);
  const facts = kit.store.scene?.pieces?.[option.unit];
  if (seen && facts && kit.store.game?.badge && kit.store.map?.svg?.hasAttribute("data-small")) return h("span", { class: "face", "aria-hidden": "true" }, kit.store.game.badge(seen, facts, BADGE));
  return kit.tray.face(kit.store.piece(option.unit) ?? kit.tray.unseen(option.unit));
}

/** Pixels of a piece as it is seen from afar. */
const BADGE = 44;

/** Letters of a label that find room beside another choice. */
const NARROW = 24;

/** More buttons than this hide the question itself. */
const ROW = 6;

/** Buttons kept back: those of places on the map, then the last of a long list. @param {Option[]} buttons @returns {Option[]} */
function fold(buttons) {
  const placed = buttons.filter((o) => o.place);
  const back = [...(placed.length > 2 ? placed : []), ...buttons.filter((o) => o.minor && !o.place)];
  const rest = buttons.filter((o) => !back.includes(o) && !o.primary);
  return rest.length > ROW ? [...back, ...rest.slice(ROW - 1)] : back;
}

/**
 * Buttons: the primary one, the others, undo and redo.
 * @param {Kit} kit
 * @param {Decision} decision
 */
function commands(kit, decision) {
  const snapshot = /** @type {Snapshot} */ (kit.store.snapshot);
  const all = kit.store.laying ? [] : decision.options.filter((o) => o.group === "button" && (!kit.store.column || o.place === kit.store.column.place));
  const folded = kit.store.column && kit.store.plan ? all : fold(all);
  const plan = kit.store.plan;
  const buttons = all.filter((o) => !folded.includes(o) && o.action !== plan?.action); // what is pondered is the primary one
  const button = (/** @type {Option} */ o) => h("button", {
    type: "button", class: `${o.primary && !plan ? "primary" : ""}`, dataset: { action: o.action }, onclick: () => void (kit.hands.heeds(snapshot) && (o.twice ? kit.hands.ponder(o) : kit.hands.act(o.action))),
    onmouseenter: () => kit.hands.hover(o), onmouseleave: () => kit.hands.hover(null), onfocus: () => kit.hands.hover(o), onblur: () => kit.hands.hover(null),
  }, picture(kit.store, o), o.label);
  const cards = decision.options.filter((o) => o.group === "card");
  const lone = cards.length === 1 && !plan ? button({ ...cards[0], primary: true }) : null;
  const main = plan
    ? h("button", { type: "button", class: "primary", dataset: { action: plan.action }, "aria-label": plan.short ? plan.label : null, onclick: () => void (kit.hands.heeds(snapshot) && kit.hands.carryOut(plan)) },
        plan.short ? [plan.short, h("kbd", { "aria-hidden": "true" }, "↵")] : plan.label)
    : null;
  const laid = kit.store.laying?.actions.length ? kit.store.laying : null;
  const layOut = laid ? h("button", { type: "button", class: "primary", dataset: { action: "lay" }, onclick: () => void (kit.hands.heeds(snapshot) && kit.hands.carryOut(laid)) }, laid.label) : null;
  return h("div", { class: "actions" }, main, layOut, lone,
    h("div", { class: "pictured" }, buttons.filter((o) => o.picture).map(button)), buttons.filter((o) => !o.picture).map(button),
    folded.length ? h("details", { class: "more" }, h("summary", {}, word("panel.more")), h("div", {}, folded.map(button))) : null,
    h("span", { class: "spacer" }),
    kit.store.picked || (plan && plan.number === undefined) || kit.store.column || kit.store.company || kit.store.proposal ? h("button", { type: "button", class: "back", "aria-label": word("panel.back"), onclick: () => void (kit.hands.heeds(snapshot) && kit.hands.back()) }, icon("left", 16), h("span", {}, word("panel.back"))) : null,
    h("span", { class: "steps" },
      kit.hinter.button(snapshot),
      iconButton("undo", word("panel.undo"), () => void (kit.hands.heeds(snapshot) && kit.hands.turnBack("undo")), { disabled: !snapshot.can_undo || null, id: "undo" }),
      iconButton("redo", word("panel.redo"), () => void (kit.hands.heeds(snapshot) && kit.hands.turnBack("redo")), { disabled: !snapshot.can_redo || null, id: "redo" })));
}
