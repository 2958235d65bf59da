/** What part of a board somebody looked at, remembered for each match and seat: a middle and a scale, nothing else. */

/** @typedef {{x: number, y: number, scale: number}} Outlook */

const SHELF = "grognard.views";
/** Matches whose view is remembered. */
const MOST = 24;

/** @returns {[string, Outlook][]} the latest last */
function shelf() {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} match @param {string | null} seat @returns {Outlook | null} */
export function outlook(match, seat) {
  const found = shelf().find(([key]) => key === `${match} ${seat ?? ""}`)?.[1];
  return found && [found.x, found.y, found.scale].every(Number.isFinite) && found.scale > 0 ? found : null;
}

/** @param {string} match @param {string | null} seat @param {Outlook | null} seen null: the whole board */
export function keepOutlook(match, seat, seen) {
  const key = `${match} ${seat ?? ""}`;
  const others = shelf().filter(([name]) => name !== key);
  localStorage.setItem(SHELF, JSON.stringify(seen ? [...others, [key, seen]].slice(-MOST) : others));
}
