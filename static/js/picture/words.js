/* The words of a board without Python, in the language of its reader: a file of static/boards/, which the build writes. */

import { all, root } from "../boot/dom.js";
import { boardData } from "./data.js";

/**
 * @typedef {object} Words
 * @property {Record<string, string>} words by message id
 * @property {Record<string, string | [string, string]>} names of cards and tasks, perhaps with the article
 * @property {Record<string, [string, string]>} lessons title and first line
 *
 * @typedef {string | number | Message | Message[] | string[]} Value
 * @typedef {{ id: string, values?: Record<string, Value> }} Message
 */

/** @type {Words} */
let loaded = { words: {}, names: {}, lessons: {} };
const PLACEHOLDER = /\{([a-z]+)(?::(the|of))?\}/g;

/**
 * Load the words of a language; without them the English words of the page stay.
 * @param {string} language
 * @param {() => boolean} isWanted asked when they have arrived
 */
export async function loadWords(language, isWanted) {
  const words = await boardData(language).catch(() => null);
  if (!words || !isWanted()) return;
  setWords(words);
  root.lang = language;
  for (const place of all("[data-i18n]")) place.textContent = text(String(place.dataset.i18n)) || place.textContent;
  for (const place of all("[data-i18n-aria-label]")) {
    const label = text(String(place.getAttribute("data-i18n-aria-label")));
    if (label) place.setAttribute("aria-label", label);
  }
}

/** @param {Words} words */
export function setWords(words) {
  loaded = words;
}

/**
 * @template T
 * @param {Record<string, T>} table
 * @param {string} id
 */
function find(table, id) {
  return Object.hasOwn(table, id) ? table[id] : undefined;
}

/** Return whether the words have arrived. */
export function hasWords() {
  return Object.keys(loaded.words).length > 0;
}

/**
 * Return the text of a message, or "" without one. The values stand in the place of its `{names}`; the number `n` chooses
 * a plural form.
 * @param {string} id
 * @param {Record<string, Value>} [values]
 * @returns {string}
 */
export function text(id, values = {}) {
  const template = find(loaded.words, id) ?? find(loaded.words, `${id}.${pluralOf(Number(values.n))}`) ?? find(loaded.words, `${id}.other`);
  return (template ?? "").replace(PLACEHOLDER, (whole, name, form) => {
    const value = find(values, name);
    return value === undefined ? whole : valueText(value, form === "the");
  });
}

/** @param {number} n */
function pluralOf(n) {
  return n === 1 || (n === 0 && root.lang === "fr") ? "one" : "other";
}

/**
 * @param {Value} value
 * @param {boolean} withArticle
 * @returns {string}
 */
function valueText(value, withArticle) {
  if (Array.isArray(value)) return value.map((one) => valueText(one, false)).join(", ");
  if (typeof value !== "object") return String(value);
  return value.id.startsWith("name.") ? nameOf(value.id.slice(5), withArticle) : text(value.id, value.values);
}

/**
 * Return the name of a card or task; an unknown one is named by its id.
 * @param {string} id
 * @param {boolean} [withArticle]
 */
export function nameOf(id, withArticle = false) {
  const name = find(loaded.names, id) ?? id;
  return typeof name === "string" ? name : name[withArticle ? 1 : 0];
}

/**
 * Return the title and the first line of a lesson of the game.
 * @param {string} id
 */
export function lessonLines(id) {
  return find(loaded.lessons, id) ?? ["", ""];
}
