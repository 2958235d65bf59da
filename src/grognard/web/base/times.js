/** When something was, as one says it. */

import { language } from "./words.js";

const MINUTE = 60_000;
/** Units of the past, the largest that fits is used; what is older than the last is told by its date. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["minute", MINUTE], ["hour", 60 * MINUTE], ["day", 24 * 60 * MINUTE]];
const WEEK = 7 * 24 * 60 * MINUTE;

/** @param {string} date @param {number} [now] @param {string} [lang] */
export function ago(date, now = Date.now(), lang = language()) {
  const past = Math.max(0, now - Date.parse(date));
  if (past >= WEEK) return new Date(date).toLocaleDateString(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "long" });
  const [unit, size] = UNITS.filter((one) => past >= one[1]).at(-1) ?? UNITS[0];
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.floor(past / size), unit);
}
