/** After the game: the result explained, charts, luck, the dice verified. */

import { announceNow } from "../base/announce.js";
import { get, once, post } from "../base/api.js";
import { h, icon, put, ruleChip, s, style } from "../base/dom.js";
import { bar } from "../widgets/pagebar.js";
import { go } from "../main.js";
import { onBoard } from "../board/pieces.js";
import { Store } from "../base/store.js";
import { ago } from "../base/times.js";
import { mountMap, paint } from "../widgets/mapview.js";
import { popup } from "../widgets/popup.js";
import { language, word } from "../base/words.js";

/** @typedef {import("../types").ChartLine} Line */
/** @typedef {import("../types").Chart} Chart */
/** @typedef {import("../types").Report} Report */

const WIDE = 760;
/** A phone draws its charts narrower, names their lines above them, and leaves out turns it has no room for. */
const NARROW = 370;
const PER_TICK = 20;
/** Round numbers for the lines of a chart, and how many lines it may have. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const LINES = 6;
const HEIGHT = 240;
const LEFT = 34;

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {import("../main").Visit} visit
 */
export async function showReport(root, match, visit) {
  const report = /** @type {Report} */ (await get(`/api/matches/${match}/report`));
  if (visit.late()) return;
  document.body.dataset.page = "report";
  Object.assign(document.body.dataset, { game: report.game, scenario: report.scenario });
  style(`/games/${report.game}/web/game.css`);
  void get(`/api/matches/${match}/scene`).then(paint, () => {});
  const deeds = h("section", { class: "card pad actions" });
  const begin = async (/** @type {() => Promise<{id: string}>} */ make) => {
    try {
      go(`/match/${(await make()).id}`);
    } catch (fault) {
      const text = fault instanceof Error ? fault.message : String(fault);
      announceNow(text);
      deeds.after(h("p", { class: "trouble", role: "alert" }, text));
    }
  };
  const again = (/** @type {boolean} */ change) => void once(deeds, () => begin(() => post(`/api/matches/${match}/rematch`, { change })));
  put(deeds,
    h("a", { class: "button primary", href: `/match/${match}/replay` }, icon("play", 16), word("panel.replay")),
    h("button", { type: "button", id: "rematch", onclick: (/** @type {Event} */ event) => popup(/** @type {HTMLElement} */ (event.currentTarget), [
      { label: word("end.rematch_same"), sign: "again", act: () => again(false) }, { label: word("end.rematch_change"), sign: "again", act: () => again(true) }]) }, icon("again", 16), word("match.rematch")),
    h("button", { type: "button", onclick: () => void once(deeds, () => begin(() => post(`/api/matches/${match}/copy`))) }, icon("copy", 16), word("lobby.copy")),
    h("a", { class: "button", href: `/api/matches/${match}/record`, download: "" }, icon("download", 16), word("report.record")));
  const board = h("section", { class: "card board report-map", "aria-label": word("report.map") });
  put(root, bar(() => {}), h("main", { class: "report" },
    h("div", { class: "report-main" }, result(report), (report.charts ?? []).map(chartCard), turningPoints(report, match), intents(report, match)),
    h("aside", { class: "report-side" },
      board, deeds, luck(report), verified(report))));
  document.title = report.headline ?? report.title;
  /** @type {import("../client").BoardMap | null} */
  let map = null;
  visit.enter({ close: () => { map?.destroy(); delete document.body.dataset.page; delete document.body.dataset.game; delete document.body.dataset.scenario; } });
  map = await lastPosition(board, match).catch(() => null);
  if (visit.late()) map?.destroy();
}

/** The map as it was at the end, all secrets open. @param {HTMLElement} board @param {string} match */
async function lastPosition(board, match) {
  const last = await get(`/api/matches/${match}/replay`, { seat: "all", at: 999999 });
  const store = new Store(match);
  store.snapshot = last;
  store.seat = "all";
  const { map } = await mountMap(board, store, last, {});
  map.setPieces(last.view);
  const places = onBoard(last.view).map((piece) => piece.place);
  map.fit(places.length ? places : undefined, false);
  return map;
}

/** Who played, and when it ended. @param {Report} report */
function players(report) {
  const names = (report.sides ?? []).map((side) => h("span", { class: "player" }, h("span", { class: "side-mark", dataset: { side: side.id } }), " ", side.name, ": ",
    side.seat === "human" ? word("report.you") : side.seat === "hotseat" ? word("seat.hotseat") : word(`bot.${side.seat}`)));
  return h("p", { class: "note players" }, names, report.ended ? h("time", { datetime: report.ended }, ago(report.ended)) : null);
}

/** @param {Report} report */
function result(report) {
  const score = report.score;
  return h("section", { class: "card pad result" },
    h("div", {}, h("p", { class: "caption" }, h("b", {}, report.title), " · ", report.caption), h("h1", {}, report.headline), players(report),
      h("p", {}, report.text), report.story ? h("p", { class: "story" }, report.story) : null, h("p", { class: "note" }, word("report.decisions", report.decisions ?? 0))),
    h("table", {}, h("thead", {}, h("tr", {}, (score?.head ?? []).map((cell) => h("th", { scope: "col" }, cell)), h("th", {}))),
      h("tbody", {}, (score?.rows ?? []).map((row) =>
        h("tr", {}, row.map((cell, n) => (n ? h("td", {}, cell) : h("th", { scope: "row" }, cell))), h("td", {}, ruleChip(score?.rule ?? null))))),
      score?.total ? h("tfoot", {}, h("tr", {}, score.total.map((cell, n) => (n ? h("td", {}, cell) : h("th", { scope: "row" }, cell))), h("td", {}))) : null));
}

/** @param {Chart} chart */
function chartCard(chart) {
  const values = chart.lines.flatMap((line) => line.values).filter((v) => v !== null);
  const most = Math.max(1, ...values.map(Number));
  const step = STEPS.find((one) => most / one <= LINES) ?? Math.ceil(most / LINES);
  const top = Math.ceil(most / step) * step;
  const last = Math.max(1, chart.ticks.length - 1);
  const small = innerWidth < 760;
  const width = small ? NARROW : WIDE;
  const edge = small ? width - 8 : width - 24 - 7 * Math.max(...chart.lines.map((line) => line.label.length));
  const every = Math.ceil((last * PER_TICK) / (edge - LEFT));
  const x = (/** @type {number} */ at) => LEFT + (at / last) * (edge - LEFT);
  const y = (/** @type {number} */ value) => 14 + (1 - value / top) * (HEIGHT - 44);
  const parts = [];
  if (chart.shade) {
    const [from, to] = [Math.max(0, chart.shade[0] - 0.5), chart.shade[1]];
    parts.push(s("rect", { class: "winter", x: x(from), y: 14, width: x(to) - x(from), height: HEIGHT - 44 }), label(x(to) - 6, 28, chart.shade_label, "end"));
  }
  for (let value = 0; value <= top; value += step) {
    parts.push(s("line", { class: "grid", x1: LEFT, x2: edge, y1: y(value), y2: y(value) }), label(LEFT - 8, y(value) + 4, String(value), "end"));
  }
  chart.ticks.forEach((tick, n) => n % every === 0 && parts.push(label(x(n), HEIGHT - 10, tick, "middle")));
  chart.marks.forEach((mark, n) => parts.push(s("line", { class: "mark", x1: x(mark.at), x2: x(mark.at), y1: y(top) + 14, y2: y(0) }),
    label(x(mark.at) + 4, y(0) - 8 - (n % 3) * 14, mark.label, "start")));
  const ends = spread(chart.lines.map((line) => y(Number(line.values.at(-1) ?? 0))));
  chart.lines.forEach((line, n) => parts.push(drawLine(line, x, y, n, small ? null : { x: edge + 10, y: ends[n] })));
  return h("section", { class: "card pad chart" }, h("h2", {}, chart.title), small ? key(chart) : null,
    h("div", { class: "chart-frame", tabindex: 0, role: "group", "aria-label": chart.title }, s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": chart.title }, ...parts)),
    h("details", {}, h("summary", {}, word("report.numbers")), numbers(chart)));
}

/**
 * Keep the names at the ends of the lines apart.
 * @param {number[]} places
 */
function spread(places) {
  const order = places.map((place, n) => ({ place, n })).sort((a, b) => a.place - b.place);
  order.forEach((entry, n) => { if (n) entry.place = Math.max(entry.place, order[n - 1].place + 15); });
  const found = [...places];
  for (const { place, n } of order) found[n] = place;
  return found;
}

/**
 * @param {Line} line
 * @param {(at: number) => number} x
 * @param {(value: number) => number} y
 * @param {number} n
 * @param {{x: number, y: number} | null} end where its name stands, if not above the chart
 */
function drawLine(line, x, y, n, end) {
  const points = line.values.map((value, at) => ({ at, value })).filter((p) => p.value !== null && p.value !== undefined);
  const path = points.map((p) => `${x(p.at).toFixed(1)},${y(Number(p.value)).toFixed(1)}`).join(" ");
  const second = n >= 1 && line.dash === 0;
  const marks = line.dash ? [] : points.map((p) => second
    ? s("rect", { x: x(p.at) - 3, y: y(Number(p.value)) - 3, width: 6, height: 6 })
    : s("circle", { cx: x(p.at), cy: y(Number(p.value)), r: 3.2 }));
  return s("g", { class: `series dash${line.dash}`, "data-side": line.side },
    s("polyline", { points: path, fill: "none" }), ...marks, ...(end ? [label(end.x, end.y + 4, line.label, "start")] : []));
}

/** The names of the lines, each with its stroke. @param {Chart} chart */
function key(chart) {
  return h("ul", { class: "chart-key" }, chart.lines.map((line) => h("li", { dataset: { side: line.side } },
    s("svg", { viewBox: "0 0 26 10", width: 26, height: 10, class: `series dash${line.dash}`, "aria-hidden": "true" }, s("polyline", { points: "0,5 26,5", fill: "none" })), line.label)));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} anchor
 */
function label(x, y, text, anchor) {
  const element = s("text", { x, y, "text-anchor": anchor });
  element.textContent = text;
  return element;
}

/** @param {Chart} chart */
function numbers(chart) {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, word("log.turn")), chart.lines.map((line) => h("th", { scope: "col" }, line.label)))),
    h("tbody", {}, chart.ticks.map((tick, n) => h("tr", {}, h("th", { scope: "row" }, tick), chart.lines.map((line) => h("td", {}, line.values[n] ?? ""))))));
}

/**
 * @param {Report} report
 * @param {string} match
 */
function turningPoints(report, match) {
  const points = report.turning_points ?? [];
  if (!points.length) return null;
  return h("section", { class: "card pad" }, h("h2", {}, word("report.turning")), h("ul", { class: "points" },
    points.map((point) => h("li", { class: "card" }, h("strong", {}, h("span", { class: "side-mark", dataset: { side: point.side ?? "" } }), " ", point.title),
      h("p", {}, point.text, " ", ruleChip(point.rule)), h("a", { href: `/match/${match}/replay?at=${point.n}` }, word("report.look"))))));
}

/**
 * What the bots were up to, folded by turn.
 * @param {Report} report
 * @param {string} match
 */
function intents(report, match) {
  const told = report.intents ?? [];
  if (!told.length) return null;
  const names = new Map(report.sides.map((side) => [side.id, side.name]));
  return h("section", { class: "card pad intents" }, h("h2", {}, word("report.intents")), h("p", { class: "note" }, word("report.intents_note")),
    byTurn(told).map((turn) => h("details", {}, h("summary", {}, turn[0].title),
      turn.map((one) => h("div", {}, h("strong", {}, h("span", { class: "side-mark", dataset: { side: one.side } }), " ", names.get(one.side) ?? one.side),
        one.text.map((text) => h("p", {}, text)), h("a", { href: `/match/${match}/replay?at=${one.n}` }, word("report.look")))))));
}

/** Those of one turn together: turns follow each other. @param {Report["intents"]} told */
function byTurn(told) {
  /** @type {Report["intents"][]} */
  const found = [];
  for (const one of told) {
    const last = found.at(-1);
    if (last && last[0].turn === one.turn) last.push(one);
    else found.push([one]);
  }
  return found;
}

/** @param {Report} report */
function luck(report) {
  return h("section", { class: "card pad" }, h("h2", {}, word("report.luck")), h("p", { class: "note" }, word("report.luck_note")),
    h("table", { class: "luck" }, h("thead", {}, h("tr", {}, h("th", {}, word("report.dice")), h("th", {}, word("report.rolled")), h("th", {}, word("report.expected")), h("th", {}, word("report.better")))),
      h("tbody", {}, (report.luck ?? []).map((row) => h("tr", {},
        h("th", { scope: "row" }, h("span", { class: "side-mark", dataset: { side: row.side } }), " ", row.label, " ", ruleChip(row.rule)),
        h("td", {}, number(row.rolled)), h("td", {}, number(row.expected)), h("td", {}, balance(row)))))),
    (report.luck_verdict ?? []).map((verdict) => h("p", {}, verdict.text)));
}

/** A number as the reader writes it. @param {number} value */
function number(value) {
  return value.toLocaleString(language() === "en" ? "en-GB" : language());
}

/** A bar to the right for luck, to the left for the lack of it. @param {import("../types").LuckRow} row */
function balance(row) {
  const size = Math.min(1, Math.abs(row.better) / 3) * 36;
  const better = row.better >= 0;
  return h("span", { class: "balance", dataset: { side: row.side }, title: number(row.better) }, h("span", { class: "sr-only" }, number(row.better)),
    h("span", { class: better ? "better" : "worse", style: `width:${size}px;${better ? "left" : "right"}:50%` }));
}

/** @param {Report} report */
function verified(report) {
  const check = report.verified;
  const stream = check.streams.at(0);
  return h("section", { class: "card pad" },
    h("h2", { class: check.ok ? "good" : "" }, check.ok ? word("report.verified", check.dice) : word("report.unverified")),
    h("p", {}, check.ok ? word("report.verified_text") : check.fault ?? ""),
    h("dl", { class: "seal" }, h("dt", {}, word("report.sealed")), h("dd", {}, h("code", {}, stream?.commit ?? "")),
      h("dt", {}, word("report.opened")), h("dd", {}, h("code", {}, stream?.seed ?? ""))));
}
