/** Cards as cards: faces, backs and piles, in the panel, in the strip over the log and by themselves. */

/** @typedef {import("../types").CardFace} CardFace */
/** @typedef {import("../types").CardsShown} CardsShown */

import { h, iconButton, put, ruleChip } from "../base/dom.js";
import { word } from "../base/words.js";

/** @type {Record<string, CardFace>} */
let faces = {};
/** @type {((face: CardFace) => Node) | undefined} */
let picture;

/**
 * The faces come with the scene, their pictures with the game.
 * @param {Record<string, CardFace> | undefined} known
 * @param {((face: CardFace) => Node) | undefined} draw
 */
export function useFaces(known, draw) {
  faces = known ?? {};
  picture = draw;
}

/** @param {CardFace} face */
function art(face) {
  return h("span", { class: "art", "aria-hidden": "true" }, picture?.(face) ?? null);
}

/** @param {CardFace["parts"][number]} part @param {boolean} on */
function instruction(part, on) {
  return h("span", { class: `part${on ? " on" : ""}` },
    h("span", { class: "part-side" }, h("span", { class: "side-mark", dataset: { side: part.side ?? "" } }), part.name),
    h("span", { class: "part-text" }, part.text));
}

/**
 * The face of a card; ``reader`` sees only what the card asks of him.
 * @param {string} id
 * @param {{reader?: string | null, part?: string | null}} [how]
 */
export function cardFace(id, how = {}) {
  const face = faces[id];
  if (!face) return h("span", { class: "event-card" }, id);
  const own = face.parts.filter((part) => part.side === how.reader);
  const parts = how.reader && own.length ? own : face.parts;
  return h("span", { class: "event-card", dataset: { card: id } },
    h("span", { class: "card-number", "aria-hidden": "true" }, face.number), art(face),
    h("span", { class: "card-title" }, face.title),
    face.note ? h("span", { class: "card-note" }, face.note) : null,
    parts.map((part) => instruction(part, how.part !== undefined && part.side === how.part)));
}

/**
 * A card by itself, both instructions in full.
 * @param {string} id
 * @param {string | null} [part] whose instruction is carried out
 */
export function openCard(id, part) {
  const face = faces[id];
  if (!face) return;
  const dialog = h("dialog", { class: "card-dialog", "aria-label": face.title },
    cardFace(id, part === undefined ? {} : { part }),
    h("div", { class: "actions" }, h("span", { class: "note" }, face.deck), ruleChip(face.rule), h("span", { class: "spacer" }),
      h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, word("cards.close"))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest(".rule-chip")) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * A line of the log with the card it names made a chip.
 * @param {string} text
 * @param {string | null | undefined} id
 * @returns {(string | Node)[]}
 */
export function withChip(text, id) {
  const face = id ? faces[id] : undefined;
  if (!face) return [text];
  const [before, after] = text.includes(face.title) ? text.split(face.title, 2) : [`${text} `, ""];
  return [before, h("button", { type: "button", class: "card-chip", dataset: { card: String(id) }, onclick: () => openCard(String(id)) }, face.title), after];
}

/**
 * A small card that opens the whole one.
 * @param {string} id
 * @param {string} where what it is: in the hand, laid by somebody
 * @param {{side?: string, part?: string | null, state?: string}} [laid]
 */
function mini(id, where, laid = {}) {
  const face = faces[id];
  if (!face) return null;
  return h("button", { type: "button", class: `mini-card${laid.state ? " spent" : ""}`, dataset: { card: id, side: laid.side ?? "" }, title: face.title,
    "aria-label": [face.title, where, laid.state].filter(Boolean).join(", "), onclick: () => openCard(id, laid.part) },
    laid.side ? h("span", { class: "side-mark", dataset: { side: laid.side } }) : null,
    h("span", { class: "card-number", "aria-hidden": "true" }, face.number), art(face));
}

/** @param {string} side @param {number} count @param {string} name */
function pile(side, count, name) {
  return h("span", { class: `mini-card back${count ? "" : " none"}`, dataset: { side }, role: "img", "aria-label": `${name}: ${count}` },
    h("span", { class: "pile-count" }, count));
}

/** @param {string} caption @param {(Node | null)[]} cards */
function group(caption, cards) {
  return h("div", { class: "card-group" }, h("span", { class: "caption" }, caption), h("div", { class: "minis" }, cards));
}

/**
 * All that lies about: one's hand, the table, the others' backs, the piles.
 * @param {HTMLElement} strip
 * @param {CardsShown | null | undefined} cards
 * @param {(side: string) => string} nameOf
 * @param {boolean} asked the hand lies in the panel, to be chosen from
 */
export function drawStrip(strip, cards, nameOf, asked) {
  strip.hidden = !cards;
  if (!cards) return;
  put(strip,
    cards.hand.length && !asked ? group(word("cards.hand"), cards.hand.map((id) => mini(id, word("cards.hand")))) : null,
    cards.table.length ? group(word("cards.table"), cards.table.map((laid) => mini(laid.card, word("cards.laid_by", nameOf(laid.side)), laid))) : null,
    cards.backs.map((back) => group(back.name, [pile(back.side, back.count, word("cards.hand_of", back.name))])),
    cards.piles.map((heap) => group(word(`cards.${heap.kind}`), [pile("", heap.count, heap.name)])));
}

/**
 * A card to be chosen: the card itself is the button; the whole of it can be read beside.
 * @param {string} id
 * @param {{seat: string | null, chosen: boolean, action: string, label: string, choose: () => void}} how
 */
export function cardChoice(id, how) {
  return h("div", { class: "card-choice" },
    h("button", { type: "button", class: `choice card-face${how.chosen ? " chosen" : ""}`, dataset: { action: how.action, hex: "" },
      "aria-pressed": String(how.chosen), title: how.label, onclick: how.choose }, cardFace(id, { reader: how.seat })),
    iconButton("eye", word("cards.whole", faces[id]?.title ?? id), () => openCard(id), { class: "icon-button whole" }));
}
