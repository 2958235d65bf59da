/** The rulebook in the app: a page of its own, and a drawer beside the map where one paragraph is wanted. */

/** @typedef {import("../types").Paragraph} Paragraph */

import { announce, announceNow } from "../base/announce.js";
import { get } from "../base/api.js";
import { h, icon, iconButton, put } from "../base/dom.js";
import { fold, mark, wordsOf } from "../base/search.js";
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
    if (document.body.dataset.page === "rules") history.pushState({}, "", `#rule-${number}`);
    goTo(there);
    return;
  }
  if (game) await openRulebook(game, number);
}

/** @param {HTMLElement} article */
function goTo(article) {
  article.scrollIntoView({ block: "start" });
  article.focus({ preventScroll: true });
}

/** A paragraph on the page, or the one that a finer number (12.5.4) is a part of. @param {string} number @returns {HTMLElement | null} */
function articleOf(number) {
  const found = number ? document.getElementById(`rule-${number}`) : null;
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
  const contents = h("details", { class: "drawer-contents" }, h("summary", {}, word("rules.contents")), contentsOf(book));
  const find = searchBox((words) => {
    contents.hidden = wordsOf(words).length > 0;
    fillBook(body, book.paragraphs, words);
  });
  const drawer = h("section", { class: "drawer card", role: "dialog", "aria-label": word("rules.title") },
    h("div", { class: "drawer-head" }, h("h2", {}, word("rules.title")), find, iconButton("close", word("rules.close"), close)), contents, body);
  contents.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a")) contents.removeAttribute("open");
  });
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

/** What a paragraph says, without its markup, as it is searched. @type {WeakMap<Paragraph, string>} */
const plain = new WeakMap();

/** @param {Paragraph} paragraph */
function textOf(paragraph) {
  const kept = plain.get(paragraph);
  if (kept !== undefined) return kept;
  const inside = new DOMParser().parseFromString(paragraph.html, "text/html").body.textContent ?? "";
  const text = fold(`${paragraph.number} ${paragraph.title} ${inside}`);
  plain.set(paragraph, text);
  return text;
}

/**
 * The paragraphs that have all the words, these marked; how many there are is said first.
 * @param {HTMLElement} body
 * @param {Paragraph[]} paragraphs
 * @param {string} words
 */
function fillBook(body, paragraphs, words) {
  const wanted = wordsOf(words);
  const found = paragraphs.filter((p) => p.number === words.trim() || wanted.every((w) => textOf(p).includes(w)));
  const count = wanted.length ? h("p", { class: "found-count", role: "status" }, found.length ? word("rules.found", found.length) : word("rules.none")) : null;
  put(body, count, found.map((p) => {
    const article = h("article", { class: "rule", id: `rule-${p.number}`, tabindex: -1 }, h("h3", {}, h("span", { class: "number" }, p.number), " ", p.title), h("div", { html: p.html }));
    if (wanted.length) mark(article, wanted);
    return article;
  }));
  body.scrollTop = 0;
  if (wanted.length) announce(found.length ? word("rules.found", found.length) : word("rules.none"));
}

/** The sections, each unfolding to its paragraphs. @param {Book} book */
function contentsOf(book) {
  return h("nav", { class: "contents", "aria-label": word("rules.contents") }, book.sections.map((section) =>
    h("details", {}, h("summary", {}, `${section.number} ${section.title}`), h("ul", {}, book.paragraphs.filter((p) => p.number.split(".")[0] === String(section.number))
      .map((p) => h("li", {}, h("a", { href: `#rule-${p.number}`, dataset: { rule: p.number } }, `${p.number} ${p.title}`)))))));
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
  const contents = contentsOf(book);
  const search = searchBox((words) => {
    page.classList.toggle("searching", wordsOf(words).length > 0);
    fillBook(body, book.paragraphs, words);
    if (page.getBoundingClientRect().top < 0) page.scrollIntoView();
  });
  const up = h("button", { type: "button", class: "to-top", onclick: () => { scrollTo(0, 0); search.focus({ preventScroll: true }); } }, icon("left", 16), word("rules.top"));
  const page = h("main", { class: "rules-page" }, h("div", { class: "rules-side" }, h("h1", {}, book.title ?? word("rules.title")), search, contents), body, up);
  put(root, bar(() => {}), page);
  fillBook(body, book.paragraphs, "");
  document.title = word("rules.title");
  const wanted = articleOf(decodeURIComponent(location.hash.replace("#rule-", "")));
  if (location.hash && wanted) goTo(wanted);
  else scrollTo(0, 0);
  visit.enter({ close: () => { delete document.body.dataset.page; delete document.body.dataset.game; } });
}
