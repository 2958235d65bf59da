/** How fast the enemy's doings are shown: a setting of the reader's. */

/** Milliseconds for each; off: nothing is shown by itself. @type {Record<string, number>} */
export const PACES = { off: 0, quick: 450, normal: 1100, slow: 2400 };
const SHELF = "grognard.following";

/** @returns {string} */
export function following() {
  const kept = localStorage.getItem(SHELF) ?? "";
  return kept in PACES ? kept : "normal";
}

/** @param {string} pace */
export function setFollowing(pace) {
  localStorage.setItem(SHELF, pace);
}

/** The next of the paces, for a button that goes round. @param {string} pace */
export function nextPace(pace) {
  const all = Object.keys(PACES);
  return all[(all.indexOf(pace) + 1) % all.length];
}
