/** Notes of one's own, kept with the match for this seat alone. What is written is kept by itself. */

/** @typedef {import("../base/store").Store} Store */

import { get, send } from "../base/api.js";
import { h, put } from "../base/dom.js";
import { word } from "../base/words.js";
import { openCard } from "./dialogs.js";

/** Milliseconds after the last key until a note is kept. */
const PAUSE = 700;

/** @param {Store} store @param {(fault: unknown) => void} refuse */
export async function openNotes(store, refuse) {
  const { match, seat } = store;
  if (!seat) return;
  try {
    const { text } = await get(`/api/matches/${match}/notes`, { seat });
    if (store.seat === seat) show(match, seat, text);
  } catch (fault) {
    refuse(fault);
  }
}

/** @param {string} match @param {string} seat @param {string} text */
function show(match, seat, text) {
  const box = h("textarea", { rows: 12, maxlength: 20000, "aria-label": word("notes.title"), placeholder: word("notes.placeholder") });
  const state = h("p", { class: "note", role: "status" }, word("notes.yours"));
  let kept = text;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const keep = async () => {
    clearTimeout(soon);
    if (box.value === kept) return;
    const wanted = box.value;
    try {
      await send("PUT", `/api/matches/${match}/notes`, { seat, text: wanted });
      kept = wanted;
      put(state, word("notes.kept"));
    } catch {
      put(state, word("notes.unkept"));
      soon = setTimeout(() => void keep(), 10 * PAUSE);
    }
  };
  box.value = text;
  box.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => void keep(), PAUSE);
  });
  const dialog = openCard("notes", word("notes.title"), box, state);
  dialog.addEventListener("close", () => void keep());
  box.focus();
}
