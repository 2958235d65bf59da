/** The reader's own settings, kept on this device. The root element carries them, so that style sheets can follow. */

/**
 * sound: loudness 0 to 100 · animation: off, slow, normal, fast · text: per cent · numbers of hexes: never, near, always · names: shown, hidden ·
 * follow the enemy: skip, card, each · theme: light, dark, system · briefing: first (at the first visit), never
 * @typedef {{sound: number, animation: string, text: number, numbers: string, names: string, follow: string, theme: string, briefing: string}} Prefs
 */

const SHELF = "grognard.prefs";
/** The theme has had a place of its own since before there were other settings. */
const THEME = "grognard.theme";

/** @type {Prefs} */
export const STANDARD = { sound: 0, animation: "normal", text: 100, numbers: "near", names: "shown", follow: "card", theme: "system", briefing: "first" };

/** How much longer something takes to be shown. @type {Record<string, number>} */
const SPEED = { off: 0, slow: 2, normal: 1, fast: 0.5 };

/** @type {Set<(prefs: Prefs) => void>} */
const heard = new Set();

/** @returns {Prefs} */
export function prefs() {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) ?? "{}");
    return { ...STANDARD, ...kept, theme: localStorage.getItem(THEME) ?? "system" };
  } catch {
    return { ...STANDARD };
  }
}

/** @param {Partial<Prefs>} changed */
export function prefer(changed) {
  const now = { ...prefs(), ...changed };
  const { theme, ...rest } = now;
  localStorage.setItem(SHELF, JSON.stringify(rest));
  if (theme === "system") localStorage.removeItem(THEME);
  else localStorage.setItem(THEME, theme);
  wear(now);
  for (const hear of heard) hear(now);
}

/** Be told of every change, until the answer is called. @param {(prefs: Prefs) => void} hear */
export function follow(hear) {
  heard.add(hear);
  return () => heard.delete(hear);
}

/** Put the settings on the root element. @param {Prefs} now */
export function wear(now = prefs()) {
  const root = document.documentElement;
  const dark = now.theme === "dark" || (now.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  Object.assign(root.dataset, { theme: dark ? "dark" : "light", numbers: now.numbers, names: now.names, animation: now.animation });
  root.style.fontSize = now.text === 100 ? "" : `${now.text}%`;
}

/** Milliseconds as the reader wants to see them pass; none where nothing is to move. @param {number} plain */
export function pace(plain) {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : plain * (SPEED[prefs().animation] ?? 1);
}
