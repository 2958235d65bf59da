/** The rules of a new match: published ways to play first, then every option with its sentence. */

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {GameInfo["options"][number]} Choice */

import { h } from "../base/dom.js";
import { word } from "../base/words.js";

/** Chosen beside the ways to play, never hidden among the other options. */
const UP_FRONT = "edition";

/** What a game is played with unless somebody says otherwise: its first way to play. @param {GameInfo} game */
export function defaults(game) {
  const plain = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  return { ...plain, ...game.presets[0]?.options };
}

/** @param {Choice} option @param {Record<string, unknown>} options */
function open(option, options) {
  return Object.entries(option.needs).every(([name, value]) => options[name] === value);
}

/** Options that have lost what they need go back to what they are by themselves. @param {GameInfo} game @param {Record<string, unknown>} options */
function settle(game, options) {
  for (let changed = true; changed; ) {
    changed = false;
    for (const option of game.options) {
      if (options[option.name] !== option.default && !open(option, options)) {
        options[option.name] = option.default;
        changed = true;
      }
    }
  }
}

/**
 * @param {GameInfo} game
 * @param {Record<string, unknown>} options changed in place
 * @param {() => void} redraw
 */
export function rulesOf(game, options, redraw) {
  const set = (/** @type {Record<string, unknown>} */ values) => {
    Object.assign(options, values);
    settle(game, options);
    redraw();
  };
  const edition = game.options.find((option) => option.name === UP_FRONT);
  const rest = game.options.filter((option) => option !== edition);
  return [
    game.presets.length ? presets(game, options, set) : null,
    edition ? segments(edition, options, set) : null,
    rest.length ? more(rest, options, set, !game.presets.length) : null,
  ];
}

/** @param {GameInfo} game @param {Record<string, unknown>} options @param {(values: Record<string, unknown>) => void} set */
function presets(game, options, set) {
  const full = (/** @type {Record<string, unknown>} */ chosen) => {
    const values = { ...Object.fromEntries(game.options.map((option) => [option.name, option.default])), ...chosen };
    return UP_FRONT in options && !(UP_FRONT in chosen) ? { ...values, [UP_FRONT]: options[UP_FRONT] } : values;
  };
  const same = (/** @type {Record<string, unknown>} */ values) => Object.entries(values).every(([name, value]) => options[name] === value);
  const kinds = game.presets.map((preset) => ({ ...preset, values: full(preset.options) }));
  const own = !kinds.some((preset) => same(preset.values));
  return h("fieldset", { class: "presets" }, h("legend", {}, word("lobby.rules")),
    kinds.map((preset) => h("label", { class: "preset" },
      radio("preset", preset.id, same(preset.values), () => set(preset.values)),
      h("span", {}, h("strong", {}, preset.name), h("span", { class: "note" }, preset.about)))),
    own ? h("p", { class: "note own-rules", role: "status" }, word("lobby.own_rules")) : null);
}

/** @param {string} name @param {string} value @param {boolean} checked @param {() => void} choose */
function radio(name, value, checked, choose) {
  return h("input", { type: "radio", name, value, id: `${name}-${value}`, checked: checked || null, onchange: choose });
}

/** Few values side by side. @param {Choice} option @param {Record<string, unknown>} options @param {(values: Record<string, unknown>) => void} set */
function segments(option, options, set) {
  return h("fieldset", { class: "segments-field" }, h("legend", {}, option.title),
    h("div", { class: "segments" }, option.values.map(({ value, name }) => h("label", {},
      radio(`option-${option.name}`, String(value), options[option.name] === value, () => set({ [option.name]: value })),
      h("span", {}, name)))),
    option.about ? h("p", { class: "note" }, option.about) : null);
}

/** @param {Choice[]} rest @param {Record<string, unknown>} options @param {(values: Record<string, unknown>) => void} set @param {boolean} shown */
function more(rest, options, set, shown) {
  const list = h("div", { class: "option-list" }, rest.map((option) => row(option, options, set)));
  if (shown) return list;
  const old = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".more-options"));
  return h("details", { class: "more-options", open: old?.open || null }, h("summary", {}, word("lobby.more_options")), list);
}

/** @param {Choice} option @param {Record<string, unknown>} options @param {(values: Record<string, unknown>) => void} set */
function row(option, options, set) {
  const free = open(option, options);
  const id = `option-${option.name}`;
  const binary = option.values.length === 2 && option.values.every((v) => typeof v.value === "boolean");
  const control = binary ? toggle(option, options, set, free) : select(option, options, set, free);
  return h("div", { class: `option-row${free ? "" : " closed"}${binary ? "" : " wide"}` },
    h("label", { for: id }, option.title), control,
    h("p", { class: "note", id: `${id}-about` }, option.about, free ? "" : h("em", {}, ` ${option.needs_text}`)));
}

/** @param {Choice} option @param {Record<string, unknown>} options @param {(values: Record<string, unknown>) => void} set @param {boolean} free */
function toggle(option, options, set, free) {
  const id = `option-${option.name}`;
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", role: "switch", class: "switch", id, "aria-describedby": `${id}-about`,
    checked: options[option.name] === true || null, disabled: !free || null }));
  box.addEventListener("change", () => set({ [option.name]: box.checked }));
  return box;
}

/** @param {Choice} option @param {Record<string, unknown>} options @param {(values: Record<string, unknown>) => void} set @param {boolean} free */
function select(option, options, set, free) {
  const id = `option-${option.name}`;
  const box = /** @type {HTMLSelectElement} */ (h("select", { id, "aria-describedby": `${id}-about`, disabled: !free || null },
    option.values.map((v) => h("option", { value: String(v.value), selected: v.value === options[option.name] || null }, v.name))));
  box.addEventListener("change", () => set({ [option.name]: option.values.find((v) => String(v.value) === box.value)?.value }));
  return box;
}
