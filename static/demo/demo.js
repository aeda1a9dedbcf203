/* What a page around some boards may do: hear what happens on them, set their language, their theme and
   their scenario. The English words stand in the page; the others come from the catalogues of the game. */
(() => {
  "use strict";

  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  // -- the reader's language: the page's words, and those of every board that has none of its own ---

  const root = document.documentElement;
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"));
  const spoken = Array.from(links, (link) => link.lang);

  /* A text is words around pieces of code, {like this}: what is code stays as it is. */
  /**
   * @param {Element} element
   * @param {string} text
   */
  const write = (element, text) => {
    const code = new Map(Array.from(element.children, (child) => [child.getAttribute("data-place"), child]));
    const parts = text.split(/\{([a-z]+)\}/); // every second one is a name
    element.replaceChildren(...parts.map((part, at) => (at % 2 ? code.get(part) ?? part : part)));
  };
  /** @param {Record<string, string>} words */
  const translate = (words) => {
    const places = { "data-words": "", "data-words-title": "title", "data-words-aria-label": "aria-label" };
    for (const [marker, attribute] of Object.entries(places)) {
      for (const element of document.querySelectorAll(`[${marker}]`)) {
        const text = words[String(element.getAttribute(marker))];
        if (attribute) element.setAttribute(attribute, text);
        else write(element, text);
      }
    }
  };
  /** @param {string} language */
  const speak = async (language) => {
    const answer = await fetch(`../locale/${language}/embedding.json`);
    if (!answer.ok) return; // said in English
    translate(await answer.json());
    root.lang = language;
    for (const link of links) {
      if (link.lang === language) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  const asked = new URLSearchParams(window.location.search).get("lang");
  const wishes = [asked ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]);
  const language = wishes.find((tag) => spoken.includes(tag)) ?? root.lang;
  if (language !== root.lang) void speak(language);
  if (asked === language) {
    for (const board of document.querySelectorAll("tash-kalar:not([lang])")) board.setAttribute("lang", language);
    const plain = /** @type {HTMLIFrameElement} */ (byId("plain"));
    plain.src += `&lang=${language}`;
  }

  // -- hear what happens: each message is an event of the element ------------------------------

  const told = byId("events");
  /** @param {string} text */
  const say = (text) => {
    const line = document.createElement("li");
    line.textContent = text;
    told.append(line);
    told.scrollTop = told.scrollHeight;
  };
  for (const type of ["ready", "started", "position", "goal", "error"]) {
    byId("puzzle").addEventListener(`tashkalar-${type}`, (event) => {
      const { state, moves, seat, message } = /** @type {CustomEvent} */ (event).detail;
      say(`${type} ${JSON.stringify({ state, seat, moves, message })}`);
    });
  }

  // -- a lesson in steps: another scenario in the same board -------------------------------------

  const lesson = /** @type {HTMLElement & {setScenario(scenario: string): void}} */ (byId("lesson"));
  /** @param {string} address */
  const show = async (address) => {
    const response = await fetch(address);
    lesson.setScenario(await response.text());
  };
  for (const button of document.querySelectorAll("[data-lesson]")) {
    button.addEventListener("click", () => show(String(button.getAttribute("data-lesson"))));
  }

  // -- the theme of every board that has none of its own ---------------------------------------

  const buttons = document.querySelectorAll("[data-theme-button]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const theme = String(button.getAttribute("data-theme-button"));
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      if (theme === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      for (const board of document.querySelectorAll("tash-kalar:not([data-fixed])")) board.setAttribute("theme", theme);
    });
  }
})();
