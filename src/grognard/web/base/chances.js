/** Chances as people read them: a range where the enemy can still change them, and no promise of what is not counted. Pure. */

/** @typedef {import("../types").Forecast} Forecast */

/** Whether the enemy may still do something that is not counted: then nothing is certain. @param {Forecast} forecast */
export function guessed(forecast) {
  return (forecast.unknowns ?? []).some((unknown) => !unknown.own && unknown.most === unknown.least);
}

/** Whether an outcome is certain although the enemy may still choose. @param {Forecast} forecast */
export function settled(forecast) {
  const asked = (forecast.unknowns ?? []).some((unknown) => !unknown.own && unknown.most > unknown.least);
  return asked && !guessed(forecast) && forecast.bars.some((bar) => bar.chance === 1 && bar.low === undefined);
}

/** @param {Forecast["bars"][number]} bar @param {boolean} about something is not counted */
export function chance(bar, about) {
  const [low, high] = [bar.low ?? bar.chance, bar.high ?? bar.chance].map((part) => Math.round(part * 100));
  if (low < high) return `${low}–${high}%`;
  return `${about && (low === 0 || low === 100) ? "≈ " : ""}${low}%`;
}
