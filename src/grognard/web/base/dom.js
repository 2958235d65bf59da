/** Small tools for building and finding elements. */

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function apply(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (key === "html") element.innerHTML = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * An HTML element: h("button", {class: "primary", onclick: f}, "Go").
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  apply(element, props);
  fill(element, ...children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  apply(element, props);
  element.append(...children);
  return element;
}

/**
 * Append children, flattening lists and leaving out what is empty.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replace everything inside an element.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function put(parent, ...children) {
  parent.replaceChildren();
  fill(parent, ...children);
}

/** Line icons of the shell, drawn here. @type {Record<string, string>} */
const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  layers: "M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5",
  supply: "M4 20V10l8-6 8 6v10zM10 20v-6h4v6",
  control: "M4 20c2-8 6-12 12-14l2 3-3 2c3 2 4 5 4 9M6 16l-3-1",
  command: "M12 3l2.5 4h-5zM12 7v6M4 20v-3h16v3M12 13v4M9 20h6",
  formations: "M4 5h7v6H4zM13 5h7v6h-7zM8 14h8v6H8z",
  sight: "M4 19L19 6M19 6l-5 .5M19 6l-1.2 4.8M4 19h7M9 14l3 2",
  book: "M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14",
  table: "M4 5h16v14H4zM4 10h16M10 10v9",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  lamp: "M9 17h6M10 20h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  flag: "M6 21V4h12l-3 4 3 4H6",
  log: "M5 6h14M5 12h14M5 18h9",
  find: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  scope: "M3 14l12-6 2 4-12 6zM15 8l3-2 3 6-4 2M8 16l-2 5",
  arcs: "M12 19V9M12 9 5 3M12 9l7-6M6 21h12",
  arrow: "M5 19 18 6M9 5h10v10",
  target: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 1v4M12 19v4M1 12h4M19 12h4",
  tape: "M4 9h16v7H4zM8 9v3M12 9v4M16 9v3",
  hand: "M8 13V6a1.5 1.5 0 0 1 3 0v5M11 11V4.5a1.5 1.5 0 0 1 3 0V11M14 11V6a1.5 1.5 0 0 1 3 0v7c0 5-2 8-6 8-3 0-5-2-7-6l-1-2c1-1 3-1 5 2",
  die: "M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  pen: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2",
  text: "M5 19 11 5h2l6 14M8 14h8",
  grid: "M8 3h8l5 9-5 9H8l-5-9z",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12",
  again: "M4 12a8 8 0 1 0 3-6M4 4v5h5",
  armies: "M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4",
  leave: "M10 4H4v16h6M14 8l4 4-4 4M18 12H9",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17h.01",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 13l5 5 9-11",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
};

/**
 * @param {string} name
 * @param {number} [size]
 */
export function icon(name, size = 20) {
  const path = s("path", { d: ICONS[name] ?? "", fill: "none", stroke: "currentColor", "stroke-width": 1.8,
    "stroke-linecap": "round", "stroke-linejoin": "round" });
  return s("svg", { viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", class: "icon" }, path);
}

/**
 * A button with an icon and a name.
 * @param {string} name
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [props]
 */
export function iconButton(name, label, onclick, props = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props },
    icon(name));
}

/**
 * The chip that cites a rule and opens its paragraph.
 * @param {string | null} rule
 */
export function ruleChip(rule) {
  if (!rule) return null;
  return h("button", { type: "button", class: "rule-chip", dataset: { rule }, "aria-label": `§ ${rule}` },
    h("span", { class: "section-sign" }, "§ "), rule);
}

/** A style sheet of the game's own, once. @param {string} href */
export function style(href) {
  if (![...document.querySelectorAll("link")].some((link) => link.getAttribute("href") === href)) {
    document.head.append(h("link", { rel: "stylesheet", href }));
  }
}
