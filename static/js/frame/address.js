/* The address of a board inside another page: what it shows, and the author's wishes (docs/embedding.md). */

import { root } from "../boot/dom.js";

export const query = new URLSearchParams(window.location.search);
const fragment = new URLSearchParams(window.location.hash.slice(1));

export const MAX_TEXT_LENGTH = 60000; // characters of a scenario, record or lesson
export const THEMES = ["auto", "light", "dark"];
export const LANGUAGES = (root.dataset.languages || "").split(" ");

/**
 * Return a parameter of the address. Long ones are behind the "#", where no server sees them or finds them too long.
 * @param {string} name
 */
export function asked(name) {
  return fragment.get(name) || query.get(name) || "";
}

/** Return the language that the author names, or "". */
export function askedLanguage() {
  return LANGUAGES.includes(asked("lang")) ? asked("lang") : "";
}

/**
 * Return the author's language, or else the language that the reader's browser prefers, or "".
 * @param {string} language the author's, or ""
 */
export function preferredLanguage(language) {
  if (language) return language;
  const preferred = navigator.languages.map((tag) => tag.split("-")[0].toLowerCase());
  return preferred.find((name) => LANGUAGES.includes(name)) || "";
}

/** @param {string} text */
export function isScenario(text) {
  return /^\s*\{/.test(text);
}

/**
 * Return the address of this game, lesson or puzzle in the full app, in a tab of its own that knows nothing of this page.
 * @param {Record<string, string>} contents by parameter
 */
export function fullAppAddress(contents) {
  const address = new URL("./", window.location.href);
  const long = new URLSearchParams();
  for (const [name, text] of Object.entries(contents)) if (text) long.set(name, text);
  if (long.size === 0) {
    for (const name of ["form", "schools", "teams", "seed"]) {
      const value = query.get(name);
      if (value !== null) address.searchParams.set(name, value);
    }
  }
  const language = askedLanguage();
  if (language) address.searchParams.set("lang", language);
  const text = long.toString();
  if (text.length > 1500) address.hash = text;
  else for (const [name, value] of long) address.searchParams.set(name, value);
  return address;
}
