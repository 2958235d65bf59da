/** Words of the shell in the reader's language, and the reader's settings. */

/** @type {Record<string, string>} */
let words = {};

/** @returns {string} */
export function language() {
  const kept = localStorage.getItem("grognard.lang");
  if (kept === "en" || kept === "it") return kept;
  return navigator.language.startsWith("it") ? "it" : "en";
}

/** @param {string} lang */
export async function loadWords(lang) {
  const answer = await fetch(`/api/words?lang=${lang}`);
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

/** @param {"light" | "dark"} value */
export function setTheme(value) {
  localStorage.setItem("grognard.theme", value);
  document.documentElement.dataset.theme = value;
}
