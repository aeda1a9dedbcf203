/* Writes the page's own texts in the reader's language as soon as their catalogue has arrived; the HTML holds the English
   texts. If Python did it, seconds later, everything would move. Until then, screens that are all text do not show. */

import { root, whenParsed } from "./dom.js";

const CATALOGUE_TIMEOUT_MS = 1500; // after that, the English texts show
const ATTRIBUTES = { "": "", "-aria-label": "aria-label", "-title": "title", "-content": "content" };
const LANGUAGES = String(root.dataset.languages).split(" ");

/**
 * Write the page's texts in a language.
 * @param {string} language
 * @param {() => boolean} [isWanted] asked when the catalogue has arrived
 * @returns {Promise<Record<string, unknown> | null>} the texts; null if nothing was changed
 */
export async function translatePage(language, isWanted = isPythonAbsent) {
  if (language === root.lang) return null;
  const texts = await fetchTexts(language);
  if (!texts || !isWanted()) return null;
  whenParsed(() => isWanted() && writeTexts(language, texts));
  return texts;
}

/** Python writes the texts itself when it is ready. */
function isPythonAbsent() {
  return root.dataset.app !== "ready";
}

/**
 * @param {string} language
 * @param {Record<string, unknown>} texts
 */
function writeTexts(language, texts) {
  if (root.lang === language) return; // Python has written them
  root.lang = language;
  for (const [marker, attribute] of Object.entries(ATTRIBUTES)) {
    for (const place of document.querySelectorAll(`[data-i18n${marker}]`)) {
      const id = String(place.getAttribute(`data-i18n${marker}`));
      const text = Object.hasOwn(texts, id) ? texts[id] : null;
      if (typeof text !== "string") continue;
      if (attribute) place.setAttribute(attribute, text);
      else place.textContent = text;
    }
  }
}

/**
 * @param {string} language
 * @returns {Promise<Record<string, unknown> | null>}
 */
async function fetchTexts(language) {
  try {
    const response = await fetch(`./static/locale/${language}/page.json`);
    return response.ok ? await response.json() : null;
  } catch (_) {
    return null; // the page stays in English
  }
}

async function translateToPreferredLanguage() {
  const preferred = navigator.languages.map((tag) => tag.split(/[-_]/)[0].toLowerCase());
  const language = [root.dataset.wantedLanguage, ...preferred].find((id) => id && LANGUAGES.includes(id));
  if (!language || language === root.lang) return;
  const show = () => { delete root.dataset.words; };
  root.dataset.words = "coming";
  setTimeout(show, CATALOGUE_TIMEOUT_MS);
  await translatePage(language);
  whenParsed(show);
}

/** The app gets its name and shortcuts in the language of the page: app_manifest.py writes the files. */
function nameManifest() {
  const ending = root.lang === "en" ? "" : `.${root.lang}`;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", `./manifest${ending}.webmanifest`);
}

new MutationObserver(nameManifest).observe(root, { attributes: true, attributeFilter: ["lang"] });
if (!root.dataset.embed) translateToPreferredLanguage(); // frame/main.js chooses the language of an embedded board
