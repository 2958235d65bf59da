/** The rulebook in the app: a page of its own, and a drawer beside the map where one paragraph is wanted. */

/** @typedef {import("../types").Paragraph} Paragraph */

import { announceNow } from "../base/announce.js";
import { get } from "../base/api.js";
import { h, iconButton, put } from "../base/dom.js";
import { bar } from "../widgets/pagebar.js";
import { word } from "../base/words.js";

/** @typedef {{title: string, sections: {number: string, title: string}[], paragraphs: Paragraph[]}} Book */
/** @type {Map<string, Promise<Book>>} */
const kept = new Map();

/**
 * @param {string} game
 * @returns {Promise<Book>}
 */
function rulebook(game) {
  const found = kept.get(game);
  if (found) return found;
  const asked = get(`/api/games/${game}/rulebook`);
  kept.set(game, asked);
  asked.catch(() => kept.delete(game));
  return asked;
}

/** Which game the page on screen is about. */
function gameHere() {
  return document.body.dataset.game ?? location.pathname.match(/^\/rules\/(\w+)/)?.[1] ?? "";
}

/**
 * Open one paragraph beside the map; on the rulebook's own page go there.
 * @param {string} number
 */
export async function openRule(number) {
  const game = gameHere();
  const there = articleOf(number);
  if (there) {
    there.scrollIntoView({ block: "start" });
    there.focus();
    return;
  }
  if (game) await openRulebook(game, number);
}

/** A paragraph on the page, or the one that a finer number (12.5.4) is a part of. @param {string} number @returns {HTMLElement | null} */
function articleOf(number) {
  const found = document.getElementById(`rule-${number}`);
  return found || !number.includes(".") ? found : articleOf(number.slice(0, number.lastIndexOf(".")));
}

/**
 * The drawer.
 * @param {string} game
 * @param {string} [number]
 */
export async function openRulebook(game, number) {
  try {
    openDrawer(await rulebook(game), number);
  } catch {
    unloaded(game, number);
  }
}

/** The book did not come: say so, and offer to ask again. @param {string} game @param {string} [number] */
function unloaded(game, number) {
  document.querySelector(".drawer")?.remove();
  const again = h("button", { type: "button", class: "primary", onclick: () => void openRulebook(game, number) }, word("net.again"));
  const drawer = h("section", { class: "drawer card", role: "dialog", "aria-label": word("rules.title") },
    h("div", { class: "drawer-head" }, h("h2", {}, word("rules.title")), iconButton("close", word("rules.close"), () => drawer.remove())),
    h("div", { class: "drawer-body" }, h("p", { class: "trouble" }, word("net.unloaded")), again));
  document.body.append(drawer);
  announceNow(word("net.unloaded"));
  again.focus();
}

/** @param {Book} book @param {string} [number] */
function openDrawer(book, number) {
  document.querySelector(".drawer")?.remove();
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = () => {
    drawer.remove();
    before?.focus();
  };
  const body = h("div", { class: "drawer-body" });
  const find = searchBox((words) => fillBook(body, book.paragraphs, words));
  const drawer = h("section", { class: "drawer card", role: "dialog", "aria-label": word("rules.title") },
    h("div", { class: "drawer-head" }, h("h2", {}, word("rules.title")), find, iconButton("close", word("rules.close"), close)), body);
  drawer.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    event.stopPropagation();
  });
  document.body.append(drawer);
  fillBook(body, book.paragraphs, "");
  const wanted = number ? articleOf(number) : null;
  wanted?.scrollIntoView({ block: "start" });
  (wanted ?? /** @type {HTMLElement} */ (drawer.querySelector("input"))).focus();
}

/** @param {(words: string) => void} search */
function searchBox(search) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "search", placeholder: word("rules.search"), "aria-label": word("rules.search") }));
  input.addEventListener("input", () => search(input.value));
  return input;
}

/**
 * @param {HTMLElement} body
 * @param {Paragraph[]} paragraphs
 * @param {string} words
 */
function fillBook(body, paragraphs, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = paragraphs.filter((p) => p.number === words || wanted.every((w) => `${p.number} ${p.title} ${p.html}`.toLowerCase().includes(w)));
  put(body, found.length ? null : h("p", {}, word("rules.none")), found.map((p) =>
    h("article", { class: "rule", id: `rule-${p.number}`, tabindex: -1 }, h("h3", {}, h("span", { class: "number" }, p.number), " ", p.title), h("div", { html: p.html }))));
}

/**
 * @param {HTMLElement} root
 * @param {string} game
 * @param {import("../main").Visit} visit
 */
export async function showRules(root, game, visit) {
  const book = await rulebook(game);
  if (visit.late()) return;
  document.body.dataset.page = "rules";
  document.body.dataset.game = game;
  const body = h("div", { class: "book" });
  const contents = h("nav", { class: "contents", "aria-label": word("rules.contents") }, book.sections.map((section) =>
    h("details", {}, h("summary", {}, `${section.number} ${section.title}`), h("ul", {}, book.paragraphs.filter((p) => p.number.split(".")[0] === String(section.number))
      .map((p) => h("li", {}, h("a", { href: `#rule-${p.number}`, dataset: { rule: p.number } }, `${p.number} ${p.title}`)))))));
  put(root, bar(() => {}), h("main", { class: "rules-page" }, h("div", { class: "rules-side" }, h("h1", {}, book.title ?? word("rules.title")), searchBox((words) => fillBook(body, book.paragraphs, words)), contents), body));
  fillBook(body, book.paragraphs, "");
  document.title = word("rules.title");
  visit.enter({ close: () => { delete document.body.dataset.page; delete document.body.dataset.game; } });
}
