/** Playing by keyboard alone. Arrows walk the lit hexes, Enter chooses, Backspace steps back, ? lists the keys. */

/** @typedef {import("../pages/table").TablePage} TablePage */

import { h } from "../base/dom.js";
import { find } from "./find.js";
import { word } from "../base/words.js";

const KEYS = ["arrows", "enter", "backspace", "undo", "redo", "tab", "zoom", "fit", "hide", "find", "log", "help"];

/**
 * @param {TablePage} page
 * @returns {() => void}
 */
export function bindKeys(page) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (page.curtain.up || target.closest("input, select, textarea, dialog")) return;
    if (page.manoeuvre.key(event) || handle(page, event)) event.preventDefault();
  };
  const first = (/** @type {KeyboardEvent} */ event) => {
    if (!page.curtain.up && page.manoeuvre.pose && /** @type {Element} */ (event.target).closest?.("svg.map") && page.manoeuvre.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener("keydown", first, { capture: true });
  document.addEventListener("keydown", listen);
  return () => {
    document.removeEventListener("keydown", first, { capture: true });
    document.removeEventListener("keydown", listen);
  };
}

/**
 * @param {TablePage} page
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function handle(page, event) {
  const modified = event.ctrlKey || event.metaKey;
  if (modified && event.key.toLowerCase() === "z") {
    void page.turnBack(event.shiftKey ? "redo" : "undo");
    return true;
  }
  if (modified || event.altKey) return false;
  switch (event.key) {
    case "ArrowRight":
    case "ArrowDown":
      return walk(page, 1);
    case "ArrowLeft":
    case "ArrowUp":
      return walk(page, -1);
    case "Backspace":
      page.back();
      return true;
    case "+":
    case "=":
      page.map?.zoom(1.25);
      return true;
    case "-":
      page.map?.zoom(0.8);
      return true;
    case "0":
      page.map?.fit();
      return true;
    case "h":
      press("toggle-counters");
      return true;
    case "f":
      find(page);
      return true;
    case "l":
      document.getElementById("log")?.focus();
      return true;
    case "?":
      help();
      return true;
    default:
      return lay(event.key);
  }
}

/** Keys that only some boards know. @returns {string[]} */
function tools() {
  return [document.querySelector(".manoeuvre") ? "manoeuvre" : "", document.getElementById("tool-tape") ? "tape" : ""].filter(Boolean);
}

/** The buttons that lay something over the map, each with its letter. @returns {HTMLElement[]} */
function overlays() {
  return [...document.querySelectorAll(/** @type {"button"} */ (".map-controls .overlay"))];
}

/** @param {string} key */
function lay(key) {
  const found = overlays().find((button) => button.dataset.key === key);
  found?.click();
  return found !== undefined;
}

/** @param {string} id */
function press(id) {
  document.getElementById(id)?.click();
}

/**
 * Walk the choices of the panel, which stand in the same order as the lit hexes.
 * @param {TablePage} page
 * @param {number} step
 */
function walk(page, step) {
  const all = /** @type {HTMLElement[]} */ ([...page.panel.querySelectorAll(".shortcut, .choice, .actions button:not([disabled]), .actions a")]);
  if (!all.length) return false;
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 && step < 0 ? all[all.length - 1] : all[(at + step + all.length) % all.length];
  next.focus();
  const hex = next.dataset.hex;
  if (hex) page.map?.highlight([hex]);
  return true;
}

/** The list of keys. */
export function help() {
  const dialog = h("dialog", { class: "card keys" }, h("h2", {}, word("keys.title")),
    h("dl", {}, [...KEYS, ...tools()].flatMap((key) => [h("dt", {}, word(`keys.${key}.key`)), h("dd", {}, word(`keys.${key}`))]),
      overlays().flatMap(({ dataset }) => [h("dt", {}, (dataset.key ?? "").toUpperCase()), h("dd", {}, dataset.label ?? "")])),
    h("button", { class: "primary", onclick: () => dialog.close() }, word("keys.close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
