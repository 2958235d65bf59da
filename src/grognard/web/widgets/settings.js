/** The reader's settings: rows that the menu shows, and a dialog for the pages around the table. */

/** @typedef {import("../base/prefs").Prefs} Prefs */

import { h, icon, iconButton, put } from "../base/dom.js";
import { prefer, prefs } from "../base/prefs.js";
import { chime } from "../base/sound.js";
import { language, word } from "../base/words.js";
import { speak } from "./pagebar.js";
import { walkRows } from "./walkrows.js";

/** Settings that are one of a few. @type {[keyof Prefs, string, (string | number)[]][]} */
const CHOICES = [
  ["animation", "play", ["off", "slow", "normal", "fast"]],
  ["text", "text", [90, 100, 125, 150]],
  ["numbers", "grid", ["never", "near", "always"]],
  ["names", "flag", ["shown", "hidden"]],
  ["follow", "eye", ["skip", "card", "each"]],
  ["theme", "moon", ["light", "dark", "system"]],
  ["briefing", "log", ["first", "never"]],
];

/** @returns {HTMLElement} */
export function settingsRows() {
  const box = h("div", { class: "settings-rows" });
  const draw = () => put(box, loudness(), CHOICES.map(([name, sign, values]) => segments(name, sign, values)), tongues());
  draw();
  return box;
}

/** Off, or how loud. */
function loudness() {
  const slider = h("input", { type: "range", min: 0, max: 100, step: 10, value: prefs().sound, id: "setting-sound", "aria-label": word("settings.sound") });
  const shown = h("output", { class: "loudness" });
  const say = () => put(shown, prefs().sound ? String(prefs().sound) : word("settings.sound.off"));
  slider.addEventListener("input", () => { prefer({ sound: Number(slider.value) }); say(); });
  slider.addEventListener("change", () => chime("choice"));
  say();
  return h("div", { class: "setting" }, icon("sound", 18), h("span", { class: "setting-name" }, word("settings.sound")), slider, shown);
}

/** @param {keyof Prefs} name @param {string} sign @param {(string | number)[]} values */
function segments(name, sign, values) {
  return h("fieldset", { class: "setting", dataset: { setting: name } }, h("legend", { class: "sr-only" }, word(`settings.${name}`)), icon(sign, 18),
    h("span", { class: "setting-name", "aria-hidden": "true" }, word(`settings.${name}`)),
    h("div", { class: "segments" }, values.map((value) => h("label", {},
      h("input", { type: "radio", name: `setting-${name}`, value, checked: prefs()[name] === value || null, onchange: () => prefer({ [name]: value }) }),
      h("span", { style: name === "text" ? `font-size:${value}%` : null }, name === "text" ? letter(Number(value)) : word(`settings.${name}.${value}`))))));
}

/** @param {number} size in per cent */
function letter(size) {
  return h("span", {}, h("span", { class: "sr-only" }, `${size} %`), h("b", { "aria-hidden": "true" }, "A"));
}

function tongues() {
  const other = language() === "en" ? "it" : "en";
  return h("div", { class: "setting" }, icon("book", 18), h("span", { class: "setting-name" }, word("settings.tongue")),
    h("button", { type: "button", lang: other, onclick: () => void speak(other) }, word("settings.language")));
}

/** The settings alone, where there is no table. */
export function openSettings() {
  const dialog = h("dialog", { class: "card settings-dialog", "aria-label": word("top.settings") },
    h("div", { class: "dialog-head" }, h("h2", {}, word("top.settings")), h("span", { class: "note" }, word("settings.kept")), iconButton("close", word("keys.close"), () => dialog.close())),
    settingsRows());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => void (walkRows(dialog, event) && event.preventDefault()));
  document.body.append(dialog);
  dialog.showModal();
}
