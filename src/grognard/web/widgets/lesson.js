/** A lesson in the panel: its aim before the first question, the step and what to do, and what now at its end. */

/** @typedef {import("../types").LessonShown} LessonShown */
/** @typedef {import("../types").LessonInfo} LessonInfo */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("./panel").Kit} Kit */

import { post } from "../base/api.js";
import { h, icon, ruleChip } from "../base/dom.js";
import { go } from "../main.js";
import { language, word } from "../base/words.js";

/** Pages that have been read, by match: the lesson goes on behind them. @type {Set<string>} */
const read = new Set();
/** The last lessons whose closing page was read: whoever plays on is not told twice. */
const CLOSED = "grognard-lessons-read";
const KEPT = 40;

/** @returns {string[]} */
function closed() {
  try {
    return JSON.parse(localStorage.getItem(CLOSED) ?? "[]");
  } catch {
    return [];
  }
}

/** Whether a page stands before the question. @param {Snapshot} snapshot @returns {"opening" | "closing" | null} */
export function pageOf(snapshot) {
  for (const name of /** @type {("opening" | "closing")[]} */ (["opening", "closing"]))
    if (snapshot.lesson?.[name] && !read.has(`${snapshot.match} ${name}`) && !(name === "closing" && closed().includes(snapshot.match))) return name;
  return null;
}

/** Whether the lesson has something to say to the questions: not when it is over. @param {Snapshot} snapshot */
export function teaches(snapshot) {
  return Boolean(snapshot.lesson && !snapshot.lesson.closing);
}

/**
 * The gold block on top of the panel.
 * @param {Snapshot} snapshot
 * @param {boolean} [first] the aim is being read
 */
export function lessonBlock(snapshot, first = false) {
  const lesson = /** @type {LessonShown} */ (snapshot.lesson);
  const at = first ? 1 : lesson.step;
  return h("div", { class: "lesson", role: "note", "aria-label": word("lesson.title") },
    h("p", { class: "lesson-where" }, h("span", {}, word("lesson.where", at, lesson.steps.length)), h("a", { href: "/" }, word("lesson.leave"))),
    h("ol", { class: "lesson-segments", "aria-hidden": "true" }, lesson.steps.map((_, n) => h("li", { class: n + 1 < at ? "done" : n + 1 === at ? "now" : "" }))),
    first ? null : h("details", { class: "lesson-aim", open: innerWidth >= 760 || null },
      h("summary", {}, lesson.aside || lesson.text),
      h("p", { class: "lesson-why" }, lesson.aside ? lesson.text : lesson.why, " ", lesson.rule ? ruleChip(lesson.rule) : null)));
}

/** The one button that the lesson advises, and that others are allowed. @param {Kit} kit @param {Snapshot} snapshot */
export function advisedButton(kit, snapshot) {
  const lesson = snapshot.lesson;
  if (!lesson || !teaches(snapshot)) return null;
  return h("div", { class: "lesson-do" },
    lesson.strayed ? strayed(kit, snapshot) : null,
    lesson.hint === null ? null : h("button", { type: "button", class: "primary advised", id: "advised", dataset: { place: lesson.place ?? "" },
      onclick: () => void (kit.hands.heeds(snapshot) && kit.hands.carryOut({ actions: lesson.actions })) }, lesson.hint, h("kbd", { "aria-hidden": "true" }, "↵")),
    h("p", { class: "note" }, lesson.hint === null ? word("lesson.yourself") : word("lesson.others")));
}

/** @param {Kit} kit @param {Snapshot} snapshot */
function strayed(kit, snapshot) {
  return h("p", { class: "lesson-strayed" }, word("lesson.strayed"), " ", snapshot.can_undo
    ? h("button", { type: "button", class: "link", onclick: () => void (kit.hands.heeds(snapshot) && kit.hands.turnBack("undo")) }, icon("undo", 14), word("lesson.back")) : null);
}

/** What is still to come. @param {Snapshot} snapshot */
export function syllabus(snapshot) {
  const lesson = snapshot.lesson;
  if (!lesson) return null;
  return h("details", { class: "lesson-points" }, h("summary", {}, word("lesson.points")), h("ol", {}, lesson.steps.map((point, n) => {
    const [name, about] = point.name.split(": ");
    return h("li", { class: n + 1 < lesson.step ? "done" : n + 1 === lesson.step ? "now" : "" }, h("b", {}, name), about ? h("span", { class: "note" }, about) : null);
  })));
}

/**
 * A page of the lesson instead of a question.
 * @param {Snapshot} snapshot
 * @param {"opening" | "closing"} which
 * @param {() => void} redraw
 */
export function lessonPage(snapshot, which, redraw) {
  const lesson = /** @type {LessonShown} */ (snapshot.lesson);
  const page = /** @type {import("../types").LessonPage} */ (lesson[which]);
  const goOn = () => {
    read.add(`${snapshot.match} ${which}`);
    if (which === "closing") localStorage.setItem(CLOSED, JSON.stringify([...closed(), snapshot.match].slice(-KEPT)));
    redraw();
  };
  const paragraphs = page.text.trim().split(/\n+/).map((text) => h("p", {}, text));
  if (which === "opening") {
    return [lessonBlock(snapshot, true), h("h1", { class: "prompt", tabindex: -1 }, lesson.title),
      h("div", { class: "lesson-do" }, h("button", { type: "button", class: "primary advised", id: "advised", onclick: goOn }, word("lesson.begin"))),
      h("div", { class: "lesson-page" }, paragraphs)];
  }
  return [h("h1", { class: "prompt", tabindex: -1 }, word("lesson.done", lesson.title)), h("div", { class: "lesson-page" }, paragraphs),
    h("h2", {}, word("lesson.now")), page.next.map((next) => further(snapshot.game, next)),
    h("div", { class: "actions lesson-now" },
      snapshot.outcome ? null : h("button", { type: "button", id: "play-on", onclick: goOn }, word("lesson.on")),
      h("a", { class: "button primary", href: `/?game=${snapshot.game}` }, word("lesson.full")),
      h("a", { class: "button", href: `/rules/${snapshot.game}` }, word("lesson.rulebook")))];
}

/** @param {string} game @param {LessonInfo} next */
function further(game, next) {
  return h("button", { type: "button", class: "lesson-next", dataset: { lesson: next.id }, onclick: () => void begin(game, next.id) },
    icon("flag", 16), h("span", {}, h("b", {}, next.title), " ", h("span", { class: "note" }, word("lesson.minutes", next.minutes))));
}

/** A lesson is a match like others. @param {string} game @param {string} lesson */
export async function begin(game, lesson) {
  const made = await post("/api/matches", { game, lesson, lang: language() });
  go(`/match/${made.id}`);
}
