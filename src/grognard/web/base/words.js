/** Words of the shell in the reader's language, and the reader's settings. */

import { ahead } from "./ahead.js";

/** What must be said when not even the words can be had. @type {Record<string, Record<string, string>>} */
const UNTAUGHT = {
  en: { "page.sorry": "This page cannot be shown", "net.away": "The server cannot be reached just now. The page comes back by itself.", "net.again": "Try again" },
  it: { "page.sorry": "Questa pagina non si può mostrare", "net.away": "Per ora il server non risponde. La pagina torna da sola.", "net.again": "Riprova" },
};

/** @type {Record<string, string>} */
let words = UNTAUGHT[language()];

/** @returns {string} */
export function language() {
  const kept = localStorage.getItem("grognard.lang");
  if (kept === "en" || kept === "it") return kept;
  return navigator.language.startsWith("it") ? "it" : "en";
}

/** @param {string} lang */
export async function loadWords(lang) {
  const path = `/api/words?lang=${lang}`;
  const answer = await (ahead(path) ?? fetch(path));
  if (!answer.ok) throw new Error(word("net.away"));
  words = (await answer.json()).words;
  localStorage.setItem("grognard.lang", lang);
  document.documentElement.lang = lang;
}

/**
 * A shell message; {0}, {1} are filled in.
 * @param {string} key
 * @param {...(string | number)} args
 */
export function word(key, ...args) {
  const text = words[key] ?? key;
  return text.replace(/\{(\d)\}/g, (_, n) => String(args[Number(n)] ?? ""));
}

/** @returns {"light" | "dark"} */
export function theme() {
  const kept = localStorage.getItem("grognard.theme");
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
