/** The shell: which page is shown, and what all pages share. */

import { announceNow, mountAnnouncer } from "./announce.js";
import { h, put } from "./dom.js";
import { showLobby } from "./lobby.js";
import { openRule, showRules } from "./rules.js";
import { language, loadWords, setTheme, theme, word } from "./words.js";

/** @typedef {{close(): void}} Page */

/** @type {Page | null} */
let page = null;

/** The lobby comes with the shell; the other pages fetch their code when they are opened. @type {[RegExp, (root: HTMLElement, args: string[]) => Promise<Page>][]} */
const ROUTES = [
  [/^\/$/, (root) => showLobby(root)],
  [/^\/match\/([\w-]+)$/, async (root, [match]) => (await import("./table.js")).showTable(root, match)],
  [/^\/match\/([\w-]+)\/replay$/, async (root, [match]) => (await import("./replay.js")).showReplay(root, match)],
  [/^\/match\/([\w-]+)\/report$/, async (root, [match]) => (await import("./report.js")).showReport(root, match)],
  [/^\/workshop\/(\w+)$/, async (root, [game]) => (await import("./workshop.js")).showWorkshop(root, game)],
  [/^\/companion\/(\w+)$/, async (root, [game]) => (await import("./companion.js")).showCompanion(root, game)],
  [/^\/rules\/(\w+)$/, (root, [game]) => showRules(root, game)],
];

/** Show the page of the address. */
export async function show() {
  page?.close();
  page = null;
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  for (const [pattern, open] of ROUTES) {
    const found = location.pathname.match(pattern);
    if (!found) continue;
    try {
      page = await open(root, found.slice(1));
    } catch (fault) {
      complain(root, fault instanceof Error ? fault.message : String(fault));
    }
    return;
  }
  complain(root, word("page.unknown"));
}

/**
 * @param {HTMLElement} root
 * @param {string} text
 */
function complain(root, text) {
  put(root, h("main", { class: "sorry" }, h("h1", {}, word("page.sorry")), h("p", {}, text),
    h("a", { href: "/", class: "button primary" }, word("page.home"))));
  announceNow(text);
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
  if (link instanceof HTMLAnchorElement && !link.hasAttribute("download") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    go(link.pathname + link.search);
  }
});
window.addEventListener("popstate", () => void show());

async function begin() {
  setTheme(theme());
  mountAnnouncer();
  await loadWords(language());
  await show();
  document.documentElement.dataset.ready = "yes";
  performance.mark("grognard-ready");
}
void begin();
