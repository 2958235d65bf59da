/** The side panel: one question, its options in reading order, one primary button. */

/** @typedef {import("../pages/table").TablePage} TablePage */
/** @typedef {import("../types").Option} Option */
/** @typedef {import("../types").Decision} Decision */
/** @typedef {import("../types").Snapshot} Snapshot */

import { cardChoice } from "./cards.js";
import { fill, h, icon, iconButton, put, ruleChip } from "../base/dom.js";
import { ended, missing, stalledBot } from "./notices.js";
import { picture } from "./palette.js";
import { word } from "../base/words.js";

/**
 * @param {HTMLElement} panel
 * @param {TablePage} page
 */
export function drawPanel(panel, page) {
  const snapshot = page.snapshot;
  if (page.fault?.final) put(panel, ...ended(page));
  if (!snapshot || page.fault?.final) return;
  const focus = document.activeElement instanceof HTMLElement && panel.contains(document.activeElement)
    ? document.activeElement.dataset.action : page.heldFocus;
  page.heldFocus = "";
  if (snapshot.outcome) put(panel, ...over(snapshot));
  else if (snapshot.decision) put(panel, ...question(page, snapshot, snapshot.decision));
  else put(panel, ...waiting(page, snapshot));
  if (snapshot.lesson) panel.prepend(lesson(snapshot.lesson));
  fill(panel, missing(page, snapshot), page.fault ? h("p", { class: "notice" }, page.fault.text) : null);
  if (focus) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-action="${CSS.escape(focus)}"]`))?.focus();
}

/** @param {NonNullable<Snapshot["lesson"]>} lesson */
function lesson(lesson) {
  return h("div", { class: "lesson", role: "note" },
    h("p", { class: "caption" }, word("lesson.step", lesson.step, lesson.steps)),
    h("p", {}, lesson.text), lesson.hint ? h("p", { class: "hint" }, icon("right", 14), lesson.hint) : null);
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

/** @param {TablePage} page @param {Snapshot} snapshot */
function waiting(page, snapshot) {
  const names = snapshot.sides.filter((side) => snapshot.view.to_act.includes(side.id)).map((side) => side.name);
  return [
    h("p", { class: "whose" }, snapshot.clock.phase_name),
    h("h1", { class: "prompt" }, word("panel.waits", names.join(", "))),
    page.stage.inSheet ? page.stage.element : null,
    snapshot.waiting?.stalled ? stalledBot(page, snapshot, snapshot.waiting.stalled) : null,
    h("p", { class: "thinking", role: "status" }, snapshot.waiting?.bot && !snapshot.waiting.stalled ? [icon("gear", 16), word("panel.thinks")] : ""),
  ];
}

/**
 * @param {TablePage} page
 * @param {Snapshot} snapshot
 * @param {Decision} decision
 */
function question(page, snapshot, decision) {
  const side = snapshot.sides.find((candidate) => candidate.id === decision.side);
  const shown = page.picked ? decision.options.filter((o) => o.place === page.picked) : decision.options;
  return [
    h("p", { class: "whose", dataset: { side: decision.side } },
      h("span", { class: "side-mark", dataset: { side: decision.side } }), word("panel.yours", side?.name ?? ""),
      h("span", { class: "note" }, side?.note ?? "")),
    h("h1", { class: "prompt", tabindex: -1 }, decision.prompt, " ", ruleChip(decision.rule)),
    together(snapshot, decision),
    page.stage.inSheet ? page.stage.element : null,
    crumbs(decision),
    page.plan ? planned(page) : null,
    ...(decision.shortcuts ?? []).map((cut) => h("button", { type: "button", class: `shortcut${snapshot.lesson?.shortcut === cut.id ? " advised" : ""}`, dataset: { shortcut: cut.id },
      onclick: () => void (page.heeds(snapshot) && page.carryOut(cut)) }, icon("right", 16), cut.label)),
    ...choices(page, decision, shown),
    decision.regions?.length ? page.manoeuvre.element : null,
    commands(page, decision),
  ];
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

/** @param {TablePage} page */
function planned(page) {
  const plan = page.plan;
  if (!plan || !(plan.path.length || plan.why)) return null;
  return h("div", { class: "planned" },
    h("ol", { class: "way" }, plan.path.map((hex, n) => h("li", {}, h("span", { class: "stop" }, n + 1), hex))),
    plan.why ? h("p", { class: plan.tag?.includes("%") || plan.price ? "risk" : "note" }, plan.why) : null);
}

/**
 * The options as buttons: places, units, numbers.
 * @param {TablePage} page
 * @param {Decision} decision
 * @param {Option[]} shown
 */
function choices(page, decision, shown) {
  const drawn = /** @type {Snapshot} */ (page.snapshot);
  const parts = [];
  const cards = shown.filter((o) => o.group === "card");
  if (cards.length) parts.push(h("div", { class: "choices hand", role: "group", "aria-label": word("cards.title") }, cards.map((o) => cardChoice(o.card ?? "",
    { seat: decision.side, chosen: page.plan?.action === o.action, action: o.action, label: o.label, choose: () => void (page.heeds(drawn) && page.ponder(o)) }))));
  const units = shown.filter((o) => o.group === "unit");
  const places = shown.filter((o) => o.group === "place");
  const numbers = shown.filter((o) => o.group === "number");
  if (numbers.length) parts.push(h("div", { class: "choices numbers", role: "group" }, numbers.map((o) => choice(page, o))));
  const plans = decision.plans ?? [];
  const listed = plans.length && !page.picked ? [...plans, ...places.filter((o) => !plans.some((p) => p.place === o.place))] : places;
  if (listed.length) parts.push(h("div", { class: "choices places", role: "group", "aria-label": word("panel.places") },
    listed.map((o) => choice(page, o))));
  if (units.length) parts.push(h("div", { class: `choices units${units.some((o) => o.tag) ? " tagged" : ""}`, role: "group", "aria-label": word("panel.units") },
    units.map((o) => choice(page, o))));
  return parts;
}

/**
 * @param {TablePage} page
 * @param {Option} option
 */
function choice(page, option) {
  const drawn = /** @type {Snapshot} */ (page.snapshot);
  const chosen = page.plan?.action === option.action;
  return h("button", {
    type: "button", class: `choice ${option.group}${option.price ? " price" : ""}${chosen ? " chosen" : ""}${advised(page, option.action)}`,
    dataset: { action: option.action, hex: option.place ?? "" }, "aria-pressed": chosen || null,
    onclick: () => {
      if (!page.heeds(drawn)) return;
      if ("actions" in option || (option.group === "place" && !page.picked && option.tag)) page.choose(option);
      else void page.act(option.action);
    },
    onmouseenter: () => page.hover(option), onmouseleave: () => page.hover(null),
    onfocus: () => page.hover(option), onblur: () => page.hover(null),
  }, unitFace(page, option), h("span", { class: "text" }, option.label),
    option.tag ? h("span", { class: "tag" }, option.tag) : null);
}

/** What the lesson would choose. @param {TablePage} page @param {string} action */
function advised(page, action) {
  return page.snapshot?.lesson?.action === action ? " advised" : "";
}

/**
 * @param {TablePage} page
 * @param {Option} option
 */
function unitFace(page, option) {
  if (option.picture) return h("span", { class: "face", "aria-hidden": "true" }, picture(page, option));
  if (!option.unit) return null;
  const piece = page.snapshot?.view.units?.find((candidate) => candidate.id === option.unit);
  return page.tray.face(piece ?? page.tray.unseen(option.unit));
}

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
 * @param {TablePage} page
 * @param {Decision} decision
 */
function commands(page, decision) {
  const snapshot = /** @type {Snapshot} */ (page.snapshot);
  const all = decision.options.filter((o) => o.group === "button");
  const folded = fold(all);
  const buttons = all.filter((o) => !folded.includes(o));
  const plan = page.plan;
  const button = (/** @type {Option} */ o) => h("button", {
    type: "button", class: `${o.primary && !plan ? "primary" : ""}${advised(page, o.action)}`, dataset: { action: o.action }, onclick: () => void (page.heeds(snapshot) && page.act(o.action)),
    onmouseenter: () => page.hover(o), onmouseleave: () => page.hover(null), onfocus: () => page.hover(o), onblur: () => page.hover(null),
  }, picture(page, o), o.label);
  const cards = decision.options.filter((o) => o.group === "card");
  const lone = cards.length === 1 && !plan ? button({ ...cards[0], primary: true }) : null;
  const main = plan
    ? h("button", { type: "button", class: "primary", dataset: { action: plan.action }, onclick: () => void (page.heeds(snapshot) && page.carryOut(plan)) },
        plan.label)
    : null;
  return h("div", { class: "actions" }, main, lone,
    h("div", { class: "pictured" }, buttons.filter((o) => o.picture).map(button)), buttons.filter((o) => !o.picture).map(button),
    folded.length ? h("details", { class: "more", open: folded.some((o) => advised(page, o.action)) || null }, h("summary", {}, word("panel.more")), h("div", {}, folded.map(button))) : null,
    h("span", { class: "spacer" }),
    page.picked || plan ? h("button", { type: "button", class: "back", "aria-label": word("panel.back"), onclick: () => void (page.heeds(snapshot) && page.back()) }, icon("left", 16), h("span", {}, word("panel.back"))) : null,
    h("span", { class: "steps" },
      iconButton("undo", word("panel.undo"), () => void (page.heeds(snapshot) && page.turnBack("undo")), { disabled: !snapshot.can_undo || null, id: "undo" }),
      iconButton("redo", word("panel.redo"), () => void (page.heeds(snapshot) && page.turnBack("redo")), { disabled: !snapshot.can_redo || null, id: "redo" })));
}
