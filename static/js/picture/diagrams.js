/* The small boards of a section of the rules, from data that the build writes. */

import { boardData } from "./data.js";

/**
 * @typedef {object} Diagram
 * @property {string} caption id
 * @property {[number, number]} size columns and rows
 * @property {string[][]} parts see `diagram_data.py`
 */

const SVG = "http://www.w3.org/2000/svg";
const HEAD = "M-8-13L16 0-8 13z"; // of an arrow

/**
 * Return the diagrams of a section of the rules.
 * @param {string} section
 * @returns {Promise<Diagram[]>}
 */
export async function diagramsOf(section) {
  const diagrams = await boardData("diagrams");
  return diagrams[section] ?? [];
}

/**
 * Return the drawing of a diagram; its caption says what it shows.
 * @param {Diagram} diagram
 */
export function diagramPicture({ size: [columns, rows], parts }) {
  const picture = element("svg", { class: "frame-diagram", viewBox: `-6 -6 ${100 * columns + 12} ${100 * rows + 12}`, "aria-hidden": "true" });
  picture.style.setProperty("--columns", String(columns));
  picture.append(...parts.map(drawn));
  return picture;
}

/** @param {string[]} part */
function drawn([kind, first, second, third, fourth]) {
  if (kind === "use") return element("use", { href: `#${first}`, transform: second, "data-sign": third });
  if (kind === "arrow") {
    const arrow = element("g", { class: "scene-way" });
    arrow.toggleAttribute("data-barred", third === "barred");
    arrow.append(element("path", { d: first }), element("path", { d: HEAD, transform: second }));
    return arrow;
  }
  const stone = element("g", { class: fourth ? "stone pat-ghost" : "stone", "data-rank": first, "data-school": second, transform: third });
  stone.append(element("use", { class: "body", href: `#stone-${first}` }), element("use", { class: "sigil", href: `#sigil-${second}` }));
  return stone;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 */
function element(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
