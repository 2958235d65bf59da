/** Playing by keyboard alone. Arrows walk the lit hexes, Enter chooses, Backspace steps back, ? lists the keys. */

/** @typedef {import("../base/store").Store} Store */
/** @typedef {import("../client").Hands} Hands */

import { h } from "../base/dom.js";
import { word } from "../base/words.js";

const KEYS = ["arrows", "enter", "hint", "shift", "numbers", "assume", "backspace", "undo", "redo", "tab", "zoom", "fit", "hide", "menu", "briefing", "find", "armies", "tables", "notes", "rules", "log", "help"];

/** Whether a reason stood there when a key was pressed. */
let answered = false;

/**
 * @param {Store} store
 * @param {Hands} hands
 * @param {HTMLElement} panel whose choices the arrows walk
 * @param {import("./manoeuvre").Manoeuvre} manoeuvre
 * @param {import("./menu").Menu} menu
 * @param {() => boolean} covered nobody is there
 * @returns {() => void}
 */
export function bindKeys(store, hands, panel, manoeuvre, menu, covered) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (covered() || target.closest("input, select, textarea, dialog")) return;
    if (manoeuvre.key(event) || handle(store, hands, panel, menu, event)) event.preventDefault();
  };
  const first = (/** @type {KeyboardEvent} */ event) => {
    answered = document.querySelector(".bubble") !== null;
    const target = /** @type {Element} */ (event.target);
    if (!covered() && /^\d$/.test(event.key) && !target.closest?.("input, select, textarea, dialog") && count(panel, event.key)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!covered() && manoeuvre.pose && /** @type {Element} */ (event.target).closest?.("svg.map") && manoeuvre.key(event)) {
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
 * @param {Store} store
 * @param {Hands} hands
 * @param {HTMLElement} panel
 * @param {import("./menu").Menu} menu
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
function handle(store, hands, panel, menu, event) {
  const modified = event.ctrlKey || event.metaKey;
  if (modified && event.key.toLowerCase() === "z") {
    void hands.turnBack(event.shiftKey ? "redo" : "undo");
    return true;
  }
  if (modified || event.altKey) return false;
  if (event.key === "[" || event.key === "]") return turnSwitch(event.key === "]" ? 1 : -1);
  switch (event.key) {
    case "ArrowRight":
    case "ArrowDown":
      return walk(store, panel, 1);
    case "ArrowLeft":
    case "ArrowUp":
      return walk(store, panel, -1);
    case "Enter":
      return confirm(store, hands, event);
    case "Backspace":
      hands.back();
      return true;
    case "Escape":
      if (answered) return true; // it closes the reason that was given
      if (store.company || store.column || store.proposal || store.hint || (store.plan && store.plan.number === undefined)) hands.back();
      return !!store.company;
    case "+":
    case "=":
      store.map?.zoom(1.25);
      return true;
    case "-":
      store.map?.zoom(0.8);
      return true;
    case "0":
      store.map?.fit();
      return true;
    case "i":
      press("hint");
      return true;
    case "h":
      press("toggle-counters");
      return true;
    case "m":
      menu.toggle();
      return true;
    case "l":
      document.getElementById("log")?.focus();
      return true;
    case "?":
      help();
      return true;
    default:
      return lay(event.key) || menu.press(event.key);
  }
}

/** What is considered is done, or what a lesson advises; a button that has the keyboard presses itself. @param {Store} store @param {Hands} hands @param {KeyboardEvent} event */
function confirm(store, hands, event) {
  if (/** @type {Element} */ (event.target).closest("button, a, .target, summary")) return false;
  const advised = document.getElementById("advised");
  if (store.plan) void hands.carryOut(store.plan);
  else advised?.click();
  return Boolean(store.plan ?? advised);
}

/** A number among the choices. @param {HTMLElement} panel @param {string} number */
function count(panel, number) {
  const found = /** @type {HTMLElement | null} */ (panel.querySelector(`.count[data-number="${number}"]`));
  if (found && !found.classList.contains("chosen")) found.click();
  return found !== null;
}

/** What the forecast assumes of the enemy: more, or less. @param {number} by */
function turnSwitch(by) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".forecast:not([hidden]) .assume button")]);
  all[all.findIndex((button) => button.getAttribute("aria-pressed") === "true") + by]?.click();
  return all.length > 0;
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
 * @param {Store} store
 * @param {HTMLElement} panel
 * @param {number} step
 */
function walk(store, panel, step) {
  for (const folded of panel.querySelectorAll("details.listed")) /** @type {HTMLDetailsElement} */ (folded).open = true;
  const all = /** @type {HTMLElement[]} */ ([...panel.querySelectorAll("details:not(.listed) > summary, .shortcut, .choice, .member, .one-by-one, .actions button:not([disabled]), .actions a")])
    .filter((choice) => choice.checkVisibility());
  if (!all.length) return false;
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 && step < 0 ? all[all.length - 1] : all[(at + step + all.length) % all.length];
  next.focus();
  const hex = next.dataset.hex;
  if (hex) store.map?.highlight([hex]);
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
