/* The words of a board without Python, in the language of its reader: a file of static/boards/, which the build writes. */

import { all, root } from "../boot/dom.js";
import { boardData } from "./data.js";

/**
 * @typedef {object} Words
 * @property {Record<string, string>} words by message id
 * @property {Record<string, string | [string, Record<string, string>]>} names of cards and tasks, perhaps with forms
 * @property {Record<string, [string, string]>} lessons title and first line
 * @property {Record<string, [string, string]>} sounds words of one letter: the other form, and before which texts it stands
 *
 * @typedef {string | number | Message | Message[] | string[]} Value
 * @typedef {{ id: string, values?: Record<string, Value> }} Message
 */

/** @type {Words} */
let loaded = { words: {}, names: {}, lessons: {}, sounds: {} };
// A name, perhaps with the form of a noun or a list, or with the words for one and for other numbers; and a letter before it.
const PLACEHOLDER = /(?:\b([A-Za-z]) )?\{([a-z]+)(?::([A-Za-z:]+)|\|([^{}|]*)\|([^{}|]*))?\}/g;

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
  return (template ?? "").replace(PLACEHOLDER, (whole, letter = "", name, form = "", one, other) => {
    const value = find(values, name);
    if (value === undefined) return whole;
    const number = Array.isArray(value) ? value.length : Number(value);
    const filled = one === undefined ? valueText(value, form) : { one, other }[pluralOf(number)];
    return letter ? `${fitted(letter, filled)} ${filled}` : filled;
  });
}

/**
 * Return a word of one letter in the form that the next text needs: "e" for the Spanish "y" before "i5".
 * @param {string} letter
 * @param {string} next
 */
function fitted(letter, next) {
  const [other, sound] = find(loaded.sounds, letter) ?? ["", "(?!)"];
  return new RegExp(`^(?:${sound})`, "i").test(next) ? other : letter;
}

/**
 * @param {number} n
 * @returns {"one" | "other"}
 */
function pluralOf(n) {
  return n === 1 || (n === 0 && root.lang === "fr") ? "one" : "other";
}

/**
 * @param {Value} value
 * @param {string} form
 * @returns {string}
 */
function valueText(value, form) {
  const [first, second = first] = form.split(":");
  if (Array.isArray(value)) return listText(value.map((one) => valueText(one, first)), second);
  if (typeof value !== "object") return String(value);
  if (value.id.startsWith("name.")) return nameOf(value.id.slice(5), first);
  const said = text(value.id, value.values);
  return first === "lower" ? said.slice(0, 1).toLowerCase() + said.slice(1) : said;
}

/**
 * Return the items of a list in a row, with the word "and" or "or" before the last one.
 * @param {string[]} items
 * @param {string} pattern
 */
function listText(items, pattern) {
  const isKnown = find(loaded.words, `list.${pattern}`) !== undefined;
  const usual = isKnown && pattern !== "and" && pattern !== "or" ? pattern : "comma";
  return items.reduce((a, b, index) => text(`list.${isKnown && index === items.length - 1 ? pattern : usual}`, { a, b }));
}

/**
 * Return the name of a card or task, perhaps in a form; an unknown one is named by its id.
 * @param {string} id
 * @param {string} [form]
 */
export function nameOf(id, form = "") {
  const name = find(loaded.names, id) ?? id;
  return typeof name === "string" ? name : (name[1][form] ?? name[0]);
}

/**
 * Return the title and the first line of a lesson of the game.
 * @param {string} id
 */
export function lessonLines(id) {
  return find(loaded.lessons, id) ?? ["", ""];
}
