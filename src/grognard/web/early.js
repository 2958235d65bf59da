/** While the program is on its way, what it will ask for first is asked for already. It stands in the page itself, and is no module: it must not wait for one. */

(() => {
  const kept = localStorage.getItem("grognard.lang");
  const lang = kept === "en" || kept === "it" ? kept : navigator.language.startsWith("it") ? "it" : "en";
  const match = location.pathname.match(/^\/match\/([\w-]+)$/)?.[1];
  const wanted = match ? [`/api/matches/${match}?lang=${lang}`, `/api/matches/${match}/scene?lang=${lang}`, `/api/words?lang=${lang}`] : [`/api/words?lang=${lang}`];
  /** Answers by their addresses; each is taken once. @type {Record<string, Promise<Response>>} */
  const early = {};
  for (const path of wanted) (early[path] = fetch(path)).catch(() => {});
  const told = (/** @type {number} */ at) => early[wanted[at]].then((answer) => answer.clone().json());
  if (match) {
    void Promise.all([told(0), told(1)]).then(([{ game }, { kind }]) => kind && kind !== "none" && fetchGame(game, kind), () => {});
  } else if (location.pathname === "/") {
    fetchCode("/web/lobby.js");
  }
  Object.assign(globalThis, { grognardEarly: early });

  /** @param {string} href */
  function fetchCode(href) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }

  /** The game's own modules and colours, and its board. @param {string} game @param {string} kind */
  function fetchGame(game, kind) {
    fetchCode(`/web/board-${kind}.js`);
    fetchCode(`/games/${game}/web/bundle.js`);
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.setAttribute("href", `/games/${game}/web/game.css`);
    document.head.append(style);
  }
})();
