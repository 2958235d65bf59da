/** The bar of the pages around the table: play, learn, rulebooks, records; language, theme, settings. */

/** @typedef {import("../types").GameInfo} GameInfo */

import { announceNow } from "../base/announce.js";
import { get } from "../base/api.js";
import { h, iconButton } from "../base/dom.js";
import { popup } from "./popup.js";
import { prefer } from "../base/prefs.js";
import { openSettings } from "./settings.js";
import { language, loadWords, theme, word } from "../base/words.js";

/** @param {() => void} [redraw] what a change of colours asks for */
export function bar(redraw = () => {}) {
  return h("header", { class: "topbar page-bar" },
    h("a", { href: "/", class: "brand" }, h("img", { src: "/web/icon.svg", alt: "", width: 32, height: 32 }), "Grognard"),
    h("nav", { class: "page-nav", "aria-label": word("nav.title") },
      h("a", { href: "/", "aria-current": location.pathname === "/" ? "page" : null }, word("nav.play")),
      list("learn", lessons),
      list("rules", (game) => [{ label: game.short, sign: "book", href: `/rules/${game.id}` }]),
      h("a", { href: "/?records", class: "records-link" }, word("nav.records"))),
    h("span", { class: "spacer" }),
    h("button", { class: "icon-button", id: "language", onclick: () => void speak(language() === "en" ? "it" : "en") }, word("settings.language")),
    iconButton("moon", word("settings.theme"), () => { prefer({ theme: theme() === "dark" ? "light" : "dark" }); redraw(); }),
    iconButton("gear", word("top.settings"), () => openSettings(), { id: "settings" }));
}

/** All lessons of a game under its name. @param {GameInfo} game @returns {import("./popup").Item[]} */
function lessons(game) {
  const all = game.lessons.map(({ id, title, minutes }) => ({ label: title, sign: "flag", note: word("lesson.minutes", minutes), href: `/?learn=${game.id}&lesson=${id}` }));
  return all.length ? [{ label: game.short, head: true }, ...all] : [];
}

/** A button under which every game has its entries. @param {string} name @param {(game: GameInfo) => import("./popup").Item[]} entries */
function list(name, entries) {
  return h("button", { type: "button", class: "nav-button", id: `nav-${name}`, "aria-haspopup": "menu", "aria-expanded": "false", onclick: async (/** @type {Event} */ event) => {
    const anchor = /** @type {HTMLElement} */ (event.currentTarget);
    try {
      popup(anchor, /** @type {GameInfo[]} */ (await get("/api/catalog")).flatMap(entries));
    } catch {
      announceNow(word("net.away"));
    }
  } }, word(`nav.${name}`));
}

/** Everything in another language. @param {string} lang */
export async function speak(lang) {
  try {
    await loadWords(lang);
    location.reload();
  } catch {
    announceNow(word("net.away"));
  }
}
