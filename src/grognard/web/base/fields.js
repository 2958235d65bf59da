/** Fields of a form, wide enough for a thumb. */

/** @typedef {import("../pages/companion").Field} Field */

import { h, iconButton } from "./dom.js";
import { word } from "./words.js";

/**
 * One field with its label.
 * @param {Field} field
 * @param {any} value
 * @param {(value: any) => void} set
 */
export function fieldRow(field, value, set) {
  if (field.kind === "check") {
    const box = h("input", { type: "checkbox", checked: value === true || null, dataset: { field: field.id } });
    box.addEventListener("change", () => set(box.checked));
    return h("label", { class: "field check" }, box, h("span", {}, field.label));
  }
  if (field.kind === "number") return numberRow(field, value, set);
  const select = h("select", { dataset: { field: field.id } }, (field.options ?? []).map((option) => h("option", { value: option.value, selected: option.value === value || null }, option.name)));
  select.addEventListener("change", () => set(select.value));
  return h("label", { class: "field" }, h("span", {}, field.label), select);
}

/** A number with a thumb's step to either side. @param {Field} field @param {any} value @param {(value: any) => void} set */
function numberRow(field, value, set) {
  const input = h("input", { type: "number", inputmode: "numeric", min: field.min, max: field.max, value, dataset: { field: field.id }, "aria-label": field.label });
  const put = (/** @type {number} */ wanted) => {
    const now = Math.max(field.min ?? 0, Math.min(field.max ?? 99, wanted || 0));
    input.value = String(now);
    set(now);
  };
  input.addEventListener("change", () => put(Number(input.value)));
  return h("div", { class: "field number" }, h("span", {}, field.label),
    iconButton("minus", word("manoeuvre.less", field.label), () => put(Number(input.value) - 1)), input,
    iconButton("plus", word("manoeuvre.more", field.label), () => put(Number(input.value) + 1)));
}
