/** Small sounds, made here: a tap for a choice, a roll for dice, a drum for a new question. Silent unless somebody wants them. */

import { prefs } from "./prefs.js";

/** Notes of a sound: pitch, when it begins, how long it lasts, its wave. @type {Record<string, [number, number, number, OscillatorType][]>} */
const SOUNDS = {
  choice: [[520, 0, 0.05, "triangle"]],
  refusal: [[150, 0, 0.12, "square"]],
  dice: [[900, 0, 0.03, "square"], [700, 0.06, 0.03, "square"], [980, 0.11, 0.03, "square"], [620, 0.18, 0.04, "square"]],
  turn: [[220, 0, 0.12, "triangle"], [220, 0.16, 0.08, "triangle"], [294, 0.28, 0.3, "triangle"]],
  over: [[262, 0, 0.25, "triangle"], [330, 0.2, 0.25, "triangle"], [392, 0.4, 0.5, "triangle"]],
};

/** @type {AudioContext | null} */
let stage = null;

/** @param {string} name */
export function chime(name) {
  const loud = prefs().sound / 100;
  if (!loud || document.hidden || !("AudioContext" in window)) return;
  stage ??= new AudioContext();
  const begin = stage.currentTime;
  for (const [pitch, at, long, wave] of SOUNDS[name] ?? []) note(stage, begin + at, pitch, long, wave, loud);
}

/** @param {AudioContext} on @param {number} at @param {number} pitch @param {number} long @param {OscillatorType} wave @param {number} loud */
function note(on, at, pitch, long, wave, loud) {
  const voice = on.createOscillator();
  const gain = on.createGain();
  voice.type = wave;
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(0.18 * loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  voice.connect(gain).connect(on.destination);
  voice.start(at);
  voice.stop(at + long);
}
