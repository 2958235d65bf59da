/** While the program is on its way, what it will ask for first is asked for already. It is no module: it must not wait for one. */

(() => {
  const kept = localStorage.getItem("grognard.lang");
  const lang = kept === "en" || kept === "it" ? kept : navigator.language.startsWith("it") ? "it" : "en";
  const match = location.pathname.match(/^\/match\/([\w-]+)$/)?.[1];
  const wanted = match ? [`/api/words?lang=${lang}`, `/api/matches/${match}?lang=${lang}`, `/api/matches/${match}/scene?lang=${lang}`] : [`/api/words?lang=${lang}`];
  /** Answers by their addresses; each is taken once. @type {Record<string, Promise<Response>>} */
  const early = {};
  for (const path of wanted) (early[path] = fetch(path)).catch(() => {});
  const told = wanted.slice(1).map((path) => early[path].then((answer) => answer.clone().json()));
  if (match) void Promise.all(told).then(([{ game }, { kind }]) => kind && kind !== "none" && fetchGame(game), () => {});
  Object.assign(globalThis, { grognardEarly: early });

  /** The game's own modules and colours. @param {string | undefined} game */
  function fetchGame(game) {
    if (!game) return;
    const code = Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/games/${game}/web/bundle.js` });
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.setAttribute("href", `/games/${game}/web/game.css`);
    document.head.append(code, style);
  }
})();
