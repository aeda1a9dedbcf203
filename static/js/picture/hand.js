/* The cards of the side to move, before anybody plays: names and patterns. */

import { byId } from "../boot/dom.js";
import { boardData } from "./data.js";
import { nameOf } from "./words.js";

/**
 * @typedef {object} Being
 * @property {string} rank
 * @property {string} school "" for a legend
 * @property {[number, number]} size columns and rows
 * @property {[number, number, string, number][]} cells column, row, rank and marks, see `board_data.py`
 * @property {string[]} arrows
 * @property {[number, number]} target
 *
 * @typedef {object} CardData
 * @property {Record<string, Being>} beings
 * @property {Record<string, string[]>} rules the numbers of each paragraph, by section
 * @property {string[]} flares ids
 * @property {string[]} tasks ids
 * @property {string[]} schools ids
 */

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 100; // of a cell, in the units of the stones
const CELL_OUTLINE = "h76a9 9 0 0 1 9 9v76a9 9 0 0 1-9 9h-76a9 9 0 0 1-9-9v-76a9 9 0 0 1 9-9z"; // as in pattern_grid.py
const DIRECTIONS = ["e", "se", "s", "sw", "w", "nw", "n", "ne"]; // by quarter turns of 45 degrees
/**
 * Return the patterns of the cards, and the names in the game.
 * @returns {Promise<CardData>}
 */
export function cardData() {
  return boardData("cards");
}

/**
 * Return the ids of the cards, tasks and schools, by their kinds.
 * @param {CardData} data
 */
export function knownIds({ beings, flares, tasks, schools }) {
  return { being: Object.keys(beings), flare: flares, task: tasks, school: schools };
}

/**
 * Return the cards that the side to move holds: beings, legends, flares.
 * @param {Record<string, any>} scenario
 * @returns {string[]}
 */
export function handOf({ seats, turn }) {
  const { hand = [], legends = [], flare = [] } = seats[(turn?.seat ?? 1) - 1] ?? {};
  return [hand, legends, flare].flat().filter((/** @type {unknown} */ id) => typeof id === "string");
}

/**
 * Show the cards of the side to move.
 * @param {Record<string, any> | null} scenario
 */
export async function showHand(scenario) {
  const ids = scenario ? handOf(scenario) : [];
  const place = byId("frame-hand");
  place.hidden = ids.length === 0;
  const data = ids.length ? await cardData().catch(() => null) : null;
  const school = scenario?.seats[(scenario.turn?.seat ?? 1) - 1]?.school ?? "";
  place.replaceChildren(...ids.map((id) => cardItem(id, school, data)));
}

/**
 * @param {string} id
 * @param {string} school
 * @param {CardData | null} data
 */
function cardItem(id, school, data) {
  const item = document.createElement("li");
  const name = document.createElement("span");
  name.textContent = nameOf(id);
  const being = data && Object.hasOwn(data.beings, id) ? data.beings[id] : null;
  if (being) item.append(patternPicture(being, school));
  item.append(name);
  return item;
}

/**
 * Return the drawing of a card's pattern.
 * @param {Being} being
 * @param {string} school whose stones it shows
 */
export function patternPicture({ size: [columns, rows], cells, arrows, target, rank }, school) {
  const picture = element("svg", { class: "frame-pattern", viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, "aria-hidden": "true" });
  const all = Array.from({ length: columns * rows }, (_, at) => [at % columns, Math.floor(at / columns)]);
  const cellsPath = all.map(([x, y]) => `M${x * SIDE + 12} ${y * SIDE + 3}${CELL_OUTLINE}`).join("");
  picture.append(element("path", { class: "pat-cell", d: cellsPath }));
  for (const [x, y, piece, marks] of cells) {
    if (marks & 2) picture.append(used("pat-marked", x, y));
    if (piece) picture.append(stone(piece, school, x, y));
    if (marks & 4) picture.append(used("pat-special", x, y));
    if (marks & 1 && !piece) picture.append(ghost(rank, school, x, y));
    if (marks & 1) picture.append(used("pat-target", x, y));
  }
  for (const arrow of arrows) {
    const turned = `translate(${target[0] * SIDE} ${target[1] * SIDE}) rotate(${45 * DIRECTIONS.indexOf(arrow)} 50 50)`;
    picture.append(element("use", { href: "#pat-arrow", transform: turned }));
  }
  return picture;
}

/**
 * @param {string} rank
 * @param {string} school
 * @param {number} x
 * @param {number} y
 */
function ghost(rank, school, x, y) {
  const node = stone(rank, school, x, y);
  node.classList.add("pat-ghost");
  return node;
}

/**
 * @param {string} rank
 * @param {string} school
 * @param {number} x
 * @param {number} y
 */
function stone(rank, school, x, y) {
  const node = element("g", { class: "stone", "data-school": school, "data-rank": rank, transform: `translate(${x * SIDE} ${y * SIDE})` });
  node.append(element("use", { class: "body", href: `#stone-${rank}` }));
  return node;
}

/**
 * @param {string} symbol
 * @param {number} x
 * @param {number} y
 */
function used(symbol, x, y) {
  return element("use", { href: `#${symbol}`, transform: `translate(${x * SIDE} ${y * SIDE})` });
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
