/** Talking to the server. A refusal is an answer, not an accident. */

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Refusal} Refusal */

import { ahead } from "./ahead.js";
import { language, word } from "./words.js";

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

/** Nobody answers: the server is away, or the way to it is cut. It may be back in a moment. */
export class Away extends Error {
  constructor() {
    super(word("net.away"));
  }
}

/**
 * Whatever needs the way to the server; where that is cut it says so in the reader's words.
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export function reach(work) {
  return work.catch(() => {
    throw new Away();
  });
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function call(path, init = {}) {
  const answer = await reach(ahead(path, init) ?? fetch(path, init));
  const type = answer.headers.get("content-type") ?? "";
  const body = await reach(type.includes("json") ? answer.json() : answer.text());
  if (!answer.ok) throw new Refused(body.error ?? String(body), body.refusals ?? [], answer.status);
  return body;
}

/**
 * @param {string} path
 * @param {Record<string, string | number | string[] | null | undefined>} [query] of a list each has the name of the whole
 */
export function get(path, query = {}) {
  const params = new URLSearchParams({ lang: language() });
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== null && one !== undefined) params.append(key, String(one));
  }
  return call(`${path}?${params}`);
}

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export function post(path, body = {}) {
  return send("POST", path, body);
}

/** @param {string} method @param {string} path @param {unknown} body */
export function send(method, path, body) {
  return call(`${path}?lang=${language()}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/** @param {string} text */
export function importRecord(text) {
  return call("/api/import", { method: "POST", headers: { "content-type": "text/plain" }, body: text });
}

/**
 * Something that is done once, however often it is pressed: while it is under way its part of the page takes no clicks.
 * @param {Element | null | undefined} part
 * @param {() => Promise<unknown>} work
 */
export async function once(part, work) {
  if (part?.hasAttribute("aria-busy")) return;
  part?.setAttribute("aria-busy", "true");
  part?.toggleAttribute("inert", true);
  try {
    await work();
  } finally {
    part?.removeAttribute("aria-busy");
    part?.removeAttribute("inert");
  }
}

/** @param {string} path */
export function remove(path) {
  return call(path, { method: "DELETE" });
}
