/** The map in its frame: drawing, zoom and overlay buttons, minimap, tray and forecast. */

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../client").BoardMap} BoardMap */
/** @typedef {import("../base/store").Store} Store */

import { get, reach } from "../base/api.js";
import { createBoard } from "../board/boards.js";
import { useFaces } from "./cards.js";
import { h, iconButton, put, s, style } from "../base/dom.js";
import { Legend } from "./legend.js";
import { createMinimap } from "../board/minimap.js";
import { plainBoard } from "../board/plainmap.js";
import { word } from "../base/words.js";

/** Overlays that have room on a phone; more of them are unfolded on demand. */
const FEW = 3;
/** Milliseconds without a movement after which the map rests. */
const SETTLED = 80;

/**
 * What lies on the board beside the map, and what is told of it; none of it need be there.
 * @typedef {{tray?: import("./tray").Tray, forecast?: import("./forecast").Forecaster, sighting?: import("./sighting").Sighting, tape?: import("./tape").Tape,
 *            log?: import("./log").LogPanel, askWhy?: (hex: string, event: Event) => Promise<void>}} Parts
 */

/** A map on its board: its legend, and what draws again all that is laid over it. @typedef {{map: BoardMap, legend: Legend | null, layOver: () => void}} Mounted */

/**
 * @param {HTMLElement} board
 * @param {Store} store
 * @param {Snapshot} snapshot
 * @param {Parts} parts
 * @returns {Promise<Mounted>}
 */
export async function mountMap(board, store, snapshot, parts) {
  const scene = await get(`/api/matches/${snapshot.match}/scene`);
  if (scene.kind === "none") return { map: plainBoard(board), legend: null, layOver: () => {} };
  style(`/games/${snapshot.game}/web/game.css`);
  const game = (await reach(import(`/games/${snapshot.game}/web/index.js`))).default;
  for (const href of game.css ?? []) style(href);
  paint(scene);
  useFaces(scene.cards, game.cardArt);
  if (scene.kind === "plane") style("/web/styles/plane.css");
  const svg = /** @type {SVGSVGElement} */ (s("svg", { class: "map", "aria-hidden": "false" }));
  const mini = /** @type {SVGSVGElement} */ (s("svg", { class: "minimap card", "aria-hidden": "true" }));
  const controls = h("div", { class: "map-controls card", role: "toolbar", "aria-label": word("map.controls") });
  put(board, svg, controls, mini, parts.tray?.element, parts.forecast?.element);
  const map = await createBoard(svg, scene, game);
  const small = innerWidth < 760;
  map.setInsets({ left: small ? 4 : 70, top: small ? 62 : 8, right: 8, bottom: 8 });
  createMinimap(mini, scene, /** @type {any} */ (map));
  /** @type {any} */ (map).onMove?.(() => clearSoon(board, map));
  Object.assign(store, { scene, game });
  parts.sighting?.mount(map);
  if (parts.askWhy) map.onHexClick((hex, event) => void parts.askWhy?.(hex, event));
  const layOver = fillControls(controls, map, scene, store, parts);
  const legend = new Legend(/** @type {any} */ (map), scene, game);
  if (small && parts.log) parts.log.legend = legend.element;
  else board.append(legend.element);
  return { map, legend, layOver };
}

/**
 * The sides' colours where they come with the scene: the same armies do not fight every battle.
 * @param {import("../types").Scene} scene
 */
export function paint(scene) {
  const sides = /** @type {{sides?: Record<string, {body: string, ink?: string, text?: string, text_dark?: string, shape?: string}>}} */ (scene.palette ?? {}).sides ?? {};
  const rules = Object.entries(sides).filter(([, colour]) => colour.text).map(([side, { body, ink = "#FFF8E7", text, text_dark: dark, shape }]) => [
    `:root { --side-${side}: ${text}; --body-${side}: ${body}; --ink-${side}: ${ink}; } [data-theme="dark"] { --side-${side}: ${dark}; }`,
    `[data-side="${side}"] { --side-color: ${body}; --side-text: ${text}; --side-ink: ${ink};${shape === "cut" ? " --side-shape: polygon(0 0, 70% 0, 100% 30%, 100% 100%, 0 100%);" : ""} }`,
    `[data-theme="dark"] [data-side="${side}"] { --side-text: ${dark}; }`,
  ].join("\n"));
  const sheet = document.getElementById("palette") ?? document.head.appendChild(h("style", { id: "palette" }));
  sheet.textContent = rules.join("\n");
}

/**
 * The minimap moves rather than cover what can be chosen, or a stack.
 * @param {HTMLElement} board
 * @param {BoardMap} map
 * @param {string[]} hexes
 */
export function keepClear(board, map, hexes) {
  lit = hexes;
  fresh = hexes.length > 0;
  clearSoon(board, map);
}

/** A new question: the map gives way where the toolbar would lie on what can be chosen. @param {HTMLElement} board @param {BoardMap} map */
function giveWay(board, map) {
  const bar = board.querySelector(".map-controls")?.getBoundingClientRect();
  if (!bar) return;
  const under = lit.map((hex) => map.hexOnScreen(hex)).filter((at) => at.x > bar.left - 20 && at.x < bar.right + 20 && at.y > bar.top - 20 && at.y < bar.bottom + 20);
  if (!under.length) return;
  if (bar.width > bar.height) map.slide?.(0, bar.bottom + 28 - Math.min(...under.map((at) => at.y))); // on a phone it lies along the upper edge
  else map.slide?.(bar.right + 28 - Math.min(...under.map((at) => at.x)), 0);
}

/** Where the minimap may lie, best first; rather than cover a stack or a choice it goes away. */
const CORNERS = ["left", "right", "left small", "right small", "away"];
/** The legend is one line when it is shut; when it is open somebody wanted it there. */
const LINE_CORNERS = ["right", "left", "small", "away"];
/** The stage does not lie on the fight it shows. */
const CLASH_CORNERS = ["low", "high", "right low", "left low", "right high", "left high", "low"];
/** How the last one ended is told by its card and the log too: rather than lie on what is asked now it goes away. */
const OVER_CORNERS = [...CLASH_CORNERS.slice(0, -1), "away"];
/** @type {string[]} what can be chosen now */
let lit = [];
/** Whether that is a question nobody has moved the map for yet. */
let fresh = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** When the map rests. @param {HTMLElement} board @param {BoardMap} map */
function clearSoon(board, map) {
  clearTimeout(soon);
  soon = setTimeout(() => clear(board, map), SETTLED);
}

/** Cards leave what can be chosen, and stacks, to the eye and the hand. @param {HTMLElement} board @param {BoardMap} map */
function clear(board, map) {
  if (fresh) giveWay(board, map);
  fresh = false;
  const mini = /** @type {SVGElement | null} */ (board.querySelector(".minimap"));
  const stacks = /** @type {HTMLElement[]} */ ([...board.querySelectorAll("[data-stack]")]).map((stack) => stack.dataset.stack ?? "");
  if (mini && map.outlook === null && map.setGhost) mini.dataset.corner = "away"; // the whole table is seen
  else if (mini) dodge(mini, CORNERS, map, [...new Set([...lit, ...stacks])]);
  const legend = /** @type {HTMLElement | null} */ (board.querySelector(".legend:not([open])"));
  const aside = mini?.dataset.corner?.startsWith("right") ? ["left", "away"] : LINE_CORNERS;
  if (legend) dodge(legend, aside, map, [...new Set([...lit, ...stacks])]);
  const stage = /** @type {HTMLElement | null} */ (board.querySelector(".stage:not([hidden])"));
  if (stage) dodge(stage, stage.dataset.over ? OVER_CORNERS : CLASH_CORNERS, map, [...(stage.dataset.places?.split(" ").filter(Boolean) ?? []), ...lit]);
}

/**
 * Put a card into the first corner where it covers none of these hexes.
 * @param {HTMLElement | SVGElement} card
 * @param {string[]} corners
 * @param {BoardMap} map
 * @param {string[]} hexes
 */
export function dodge(card, corners, map, hexes) {
  for (const corner of corners) {
    card.dataset.corner = corner;
    const box = card.getBoundingClientRect();
    const covers = hexes.some((hex) => {
      const at = map.hexOnScreen(hex);
      return at.x > box.left - 20 && at.x < box.right + 20 && at.y > box.top - 20 && at.y < box.bottom + 20;
    });
    if (!covers) return;
  }
}

/**
 * @param {HTMLElement} controls
 * @param {BoardMap} map
 * @param {import("../types").Scene} scene
 * @param {Store} store
 * @param {Parts} parts
 * @returns {() => void} draws again what is laid over the map
 */
function fillControls(controls, map, scene, store, parts) {
  const offered = (scene.overlays ?? []).filter(({ id }) => id !== "sight" || parts.sighting);
  let hidden = false;
  /** @type {string | null} */
  let overlay = null;
  /** What the question would show by itself, and somebody did not want. @type {Set<string>} */
  const unwanted = new Set();
  const shown = () => {
    const own = store.snapshot?.decision?.overlay;
    return overlay ?? (own && !unwanted.has(own) ? own : null);
  };
  const layOver = () => {
    const now = shown();
    map.setOverlay(now, store.snapshot?.overlays ?? {});
    for (const { id } of offered) document.getElementById(`overlay-${id}`)?.setAttribute("aria-pressed", String(now === id));
  };
  const toggle = (/** @type {string} */ name) => {
    const off = shown() === name;
    if (off) unwanted.add(name);
    else unwanted.delete(name);
    overlay = off ? null : name;
    layOver();
    parts.sighting?.toggle(overlay === "sight");
  };
  put(controls,
    iconButton("plus", word("map.zoom_in"), () => map.zoom(1.25)),
    iconButton("minus", word("map.zoom_out"), () => map.zoom(0.8)),
    iconButton("fit", word("map.fit"), () => map.fit()),
    offered.length > FEW ? iconButton("layers", word("map.overlays"), (event) => {
      const open = controls.classList.toggle("open");
      /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-expanded", String(open));
    }, { id: "overlays-more", "aria-expanded": "false" }) : null,
    ...offered.map(({ id, icon, label, key }) => iconButton(icon, label, () => toggle(id),
      { id: `overlay-${id}`, class: "icon-button overlay", "aria-pressed": "false", dataset: { key, label } })),
    parts.tape && scene.tools?.includes("tape") ? iconButton("tape", word("tape.title"), () => parts.tape?.toggle(!parts.tape.on),
      { id: "tool-tape", class: "icon-button overlay", "aria-pressed": "false", dataset: { key: "y", label: word("tape.title") } }) : null,
    iconButton("eye", word("map.hide"), (event) => {
      hidden = !hidden;
      map.toggleCounters(hidden);
      /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(hidden));
    }, { id: "toggle-counters", "aria-pressed": "false" }));
  return layOver;
}
