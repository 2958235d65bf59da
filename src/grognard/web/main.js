/** The shell: which page is shown, and what all pages share. */

import { announceNow, mountAnnouncer } from "./base/announce.js";
import { Away, reach } from "./base/api.js";
import { h, icon, put } from "./base/dom.js";
import { openRule, showRules } from "./pages/rules.js";
import { wear } from "./base/prefs.js";
import { language, loadWords, word } from "./base/words.js";

/** @typedef {{close(): void}} Page */
/**
 * One opening of a page. A page that finds itself late leaves the screen alone; one that is drawn says so at once, and is closed when another is wanted.
 * @typedef {{late(): boolean, enter(page: Page): void}} Visit
 */

/** @type {Page | null} */
let page = null;
/** Pages asked for so far: only the last of them may come on screen. */
let visits = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;
/** Milliseconds until a page that could not be had is asked for again. */
const PAUSE = { first: 500, longest: 5000 };

/** Pages fetch their code when they are opened. @type {[RegExp, (root: HTMLElement, args: string[], visit: Visit) => Promise<void>][]} */
const ROUTES = [
  [/^\/$/, async (root, _, visit) => (await reach(import("./pages/lobby.js"))).showLobby(root, visit)],
  [/^\/match\/([\w-]+)$/, async (root, [match], visit) => (await reach(import("./pages/table.js"))).showTable(root, match, visit)],
  [/^\/match\/([\w-]+)\/replay$/, async (root, [match], visit) => (await reach(import("./pages/replay.js"))).showReplay(root, match, visit)],
  [/^\/match\/([\w-]+)\/report$/, async (root, [match], visit) => (await reach(import("./pages/report.js"))).showReport(root, match, visit)],
  [/^\/workshop\/(\w+)$/, async (root, [game], visit) => (await reach(import("./pages/workshop.js"))).showWorkshop(root, game, visit)],
  [/^\/companion\/(\w+)$/, async (root, [game], visit) => (await reach(import("./pages/companion.js"))).showCompanion(root, game, visit)],
  [/^\/rules\/(\w+)$/, (root, [game], visit) => showRules(root, game, visit)],
];

/** Show the page of the address. @param {number} [pause] before it is tried again, if nobody answers */
export async function show(pause = PAUSE.first) {
  const number = ++visits;
  clearTimeout(retry);
  leave();
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  root.toggleAttribute("inert", true);
  const visit = {
    late: () => number !== visits,
    enter: (/** @type {Page} */ entered) => {
      page = entered;
      root.removeAttribute("inert");
    },
  };
  try {
    await open(root, visit);
  } catch (fault) {
    if (!visit.late()) complain(root, fault, pause);
  }
}

/** @param {HTMLElement} root @param {Visit} visit */
async function open(root, visit) {
  const route = ROUTES.find(([pattern]) => pattern.test(location.pathname));
  if (!route) throw new Error(word("page.unknown"));
  await route[1](root, location.pathname.match(route[0])?.slice(1) ?? [], visit);
}

/** Take the page off the screen, with whatever it has hung outside its own part. */
function leave() {
  page?.close();
  page = null;
  delete document.body.dataset.offline;
  for (const hung of document.querySelectorAll("body > dialog, body > .drawer, body > .menu")) hung.remove();
}

/**
 * Say why there is no page. Where only the server is away, it is asked for again and again.
 * @param {HTMLElement} root
 * @param {unknown} fault
 * @param {number} pause
 */
function complain(root, fault, pause) {
  leave();
  const text = fault instanceof Error ? fault.message : String(fault);
  const away = fault instanceof Away;
  const match = location.pathname.match(/^\/match\/([\w-]+)/)?.[1];
  root.removeAttribute("inert");
  const shown = root.querySelector(".sorry p")?.textContent === text;
  put(root, h("main", { class: "sorry" }, h("h1", {}, word("page.sorry")), h("p", {}, text), h("div", { class: "actions" },
    away ? h("button", { type: "button", class: "primary", onclick: () => void show() }, word("net.again"))
      : h("a", { href: "/", class: "button primary" }, word("page.home")),
    match && !away ? reportLink(match) : null)));
  if (!shown) announceNow(text);
  if (away) retry = setTimeout(() => void show(Math.min(pause * 2, PAUSE.longest)), pause);
}

/** A match that cannot be shown, as a file that those who mend the program can read. @param {string} match */
export function reportLink(match) {
  return h("a", { class: "button", href: `/api/matches/${match}/sealed`, download: "" }, icon("download", 16), word("fault.report"));
}

/** @param {string} path */
export function go(path) {
  history.pushState({}, "", path);
  void show();
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const cited = target.closest?.("[data-rule]");
  if (cited instanceof HTMLElement && cited.dataset.rule) {
    event.preventDefault();
    void openRule(cited.dataset.rule);
    return;
  }
  const link = target.closest?.("a[href^='/']");
  const own = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey; // a new tab or window is the browser's affair
  if (link instanceof HTMLAnchorElement && !link.hasAttribute("download") && !link.target && !own) {
    event.preventDefault();
    go(link.pathname + link.search);
  }
});
window.addEventListener("popstate", () => void show());

async function begin() {
  wear();
  mountAnnouncer();
  await learn(PAUSE.first);
  await show();
  document.documentElement.dataset.ready = "yes";
  performance.mark("grognard-ready");
}

/** The words of the language come before all pages; where nobody answers, they are asked for until they come. @param {number} pause @returns {Promise<void>} */
async function learn(pause) {
  try {
    await loadWords(language());
  } catch {
    const root = /** @type {HTMLElement} */ (document.getElementById("app"));
    await new Promise((done) => {
      put(root, h("main", { class: "sorry" }, h("h1", {}, word("page.sorry")), h("p", {}, word("net.away")),
        h("button", { type: "button", class: "primary", onclick: done }, word("net.again"))));
      setTimeout(done, pause);
    });
    await learn(Math.min(pause * 2, PAUSE.longest));
  }
}
void begin();
