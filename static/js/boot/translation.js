/* The page's own words in the reader's language, as soon as its catalogue is here: in the HTML stand the English ones.
   With Python, seconds later, everything would move. Until they come the screens that are all words do not show. */
(() => {
  "use strict";
  const PATIENCE = 1500; // then the English ones, sooner than nothing
  const PLACES = { "": "", "-aria-label": "aria-label", "-title": "title", "-content": "content" };
  const root = document.documentElement;
  const LANGUAGES = String(root.dataset.languages).split(" ");

  /** @type {Tashkalar["speak"]} */
  async function speak(language, still = loading) {
    if (language === root.lang) return null;
    const words = await wordsOf(language);
    if (!words || !still()) return null;
    whenParsed(() => still() && write(language, words));
    return words;
  }

  /* Later Python has written more than these. */
  function loading() {
    return root.dataset.app !== "ready";
  }

  /**
   * @param {string} language
   * @param {Record<string, unknown>} words
   */
  function write(language, words) {
    if (root.lang === language) return; // Python was here before
    root.lang = language;
    for (const [marker, attribute] of Object.entries(PLACES)) {
      for (const place of document.querySelectorAll(`[data-i18n${marker}]`)) {
        const word = words[String(place.getAttribute(`data-i18n${marker}`))];
        if (typeof word !== "string") continue;
        if (attribute) place.setAttribute(attribute, word);
        else place.textContent = word;
      }
    }
  }

  /**
   * @param {string} language
   * @returns {Promise<Record<string, unknown> | null>}
   */
  async function wordsOf(language) {
    try {
      const answer = await fetch(`./static/locale/${language}/page.json`);
      return answer.ok ? await answer.json() : null;
    } catch (_) {
      return null; // said in English
    }
  }

  /** @param {() => void} action */
  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  async function begin() {
    const preferred = navigator.languages.map((tag) => tag.split(/[-_]/)[0].toLowerCase());
    const language = [root.dataset.wantedLanguage, ...preferred].find((id) => id && LANGUAGES.includes(id));
    if (!language || language === root.lang) return;
    const show = () => { delete root.dataset.words; };
    root.dataset.words = "coming";
    setTimeout(show, PATIENCE);
    await speak(language);
    whenParsed(show);
  }

  window.tashkalar = { ...window.tashkalar, speak };
  if (!root.dataset.embed) begin(); // there frame.js knows
})();
