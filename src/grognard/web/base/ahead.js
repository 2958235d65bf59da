/** Answers that are on their way already. */

/** What was asked for before the program was there (early.js); it is taken once. @param {string} path @param {RequestInit} [init] @returns {Promise<Response> | undefined} */
export function ahead(path, init = {}) {
  const early = /** @type {Record<string, Promise<Response>>} */ (/** @type {any} */ (globalThis).grognardEarly ?? {});
  const found = init.method ? undefined : early[path];
  delete early[path];
  return found;
}
