/** Talking to the server. A refusal is an answer, not an accident. */

/** @typedef {import("./types").Snapshot} Snapshot */
/** @typedef {import("./types").Refusal} Refusal */

import { language } from "./words.js";

export class Refused extends Error {
  /**
   * @param {string} message
   * @param {Refusal[]} refusals
   * @param {number} status
   */
  constructor(message, refusals, status) {
    super(message);
    this.refusals = refusals;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function call(path, init = {}) {
  const answer = await fetch(path, init);
  const type = answer.headers.get("content-type") ?? "";
  const body = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(body.error ?? String(body), body.refusals ?? [], answer.status);
  return body;
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query]
 */
export function get(path, query = {}) {
  const params = new URLSearchParams({ lang: language() });
  for (const [key, value] of Object.entries(query)) if (value !== null && value !== undefined) params.set(key, String(value));
  return call(`${path}?${params}`);
}

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export function post(path, body = {}) {
  return call(`${path}?lang=${language()}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @param {string} text */
export function importRecord(text) {
  return call("/api/import", { method: "POST", headers: { "content-type": "text/plain" }, body: text });
}

/** @param {string} path */
export function remove(path) {
  return call(path, { method: "DELETE" });
}
