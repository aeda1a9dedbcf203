/* What must run before Python: theme, progress words, clear errors, and the plain opening of panels.
   A classic script in the head, so that it also speaks where modules do not load. */
(() => {
  "use strict";
  const root = document.documentElement;
  const SETTINGS = "tashkalar.settings.v1";
  const GAME = "tashkalar.game.v1.";
  const QUICK = 1000; // a start that takes no longer tells nothing: each word, each movement of the bar would be painted
  const SLOW = 20000;
  const LOST = 120000;

  /** @returns {Record<string, unknown>} what is stored, whoever has written it */
  function settings() {
    try {
      const read = JSON.parse(window.localStorage.getItem(SETTINGS) || "{}");
      return read && typeof read === "object" ? read : {};
    } catch (_) {
      return {};
    }
  }

  /**
   * @param {string[]} names
   * @returns {Record<string, unknown>}
   */
  function ofAddress(...names) {
    return Object.fromEntries(names.map((name) => [name, asked.get(name)]));
  }

  /**
   * @param {unknown} value
   * @param {string[]} allowed
   */
  function among(value, allowed) {
    return typeof value === "string" && allowed.includes(value) ? value : null;
  }

  // A frame without an origin of its own may not fetch typefaces from most hosts: text is in a face of the system there.
  if (window.origin === "null") document.querySelector('link[href$="type.css"]')?.remove();

  const asked = new URLSearchParams(window.location.search);
  const embedded = asked.has("embed");
  // A board inside another page never looks at what is stored here: its author sets it up.
  const saved = embedded ? ofAddress("theme", "contrast", "motion") : settings();
  const theme = among(saved.theme, ["light", "dark"]);
  const motion = among(saved.motion, ["off", "fast", "normal", "slow"]);
  const contrast = among(saved.contrast, ["more", "normal"]);
  const languages = (root.dataset.languages || "").split(" ");
  const language = among(asked.get("lang"), languages) || among(saved.language, languages);
  const wantsContrast = window.matchMedia("(prefers-contrast: more)").matches;

  if (embedded) root.dataset.embed = among(asked.get("mode"), ["position", "play", "replay"]) || "play";
  if (theme) root.dataset.theme = theme;
  if (motion) root.dataset.motion = motion;
  if (contrast === "more" || (!contrast && wantsContrast)) root.dataset.contrast = "more";
  if (saved.legal === false) root.dataset.hints = "off";
  if (language) root.dataset.wantedLanguage = language;

  /** @type {string | null} what is to be told when the start has taken so long */
  let held = null;
  let slowTimer = 0;
  let lostTimer = 0;
  let isPartTold = false;

  function loading() {
    return root.dataset.app === "loading";
  }

  /** @param {string} id */
  function byId(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }

  /**
   * @param {string} selector
   * @returns {NodeListOf<HTMLElement>}
   */
  function all(selector) {
    return document.querySelectorAll(selector);
  }

  /**
   * @param {string} reason see docs/page.md
   * @param {unknown} [detail] of the program
   * @param {string} [part] which file, and what is wrong with it; tells more than what has failed without it
   */
  function fail(reason, detail, part) {
    if (isPartTold || (!part && (!loading() || window.tashkalar.isSuspicious?.()))) return;
    isPartTold = Boolean(part);
    root.dataset.reason = reason;
    root.dataset.app = "error";
    whenParsed(() => {
      if (detail) byId("app-error-detail").textContent = String(detail).slice(0, 4000);
      if (part) byId("app-error-part").textContent = part;
    });
  }

  /**
   * A part of the page did not come, or cannot be read.
   * @param {string} url
   */
  function broken(url) {
    if (window.tashkalar.broken) window.tashkalar.broken(url);
    else fail("network", "", url);
  }

  /** @param {() => void} action */
  function whenParsed(action) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
    else action();
  }

  function patience() {
    clearTimeout(slowTimer);
    clearTimeout(lostTimer);
    if (!loading()) return;
    slowTimer = setTimeout(() => say("slow"), SLOW);
    lostTimer = setTimeout(() => fail("timeout"), LOST);
  }

  /** @param {string} step */
  function say(step) {
    const line = all(`#loading-steps [data-step="${CSS.escape(step)}"]`)[0];
    if (!line || !loading()) return;
    for (const place of all("[data-loading-text]")) place.textContent = line.textContent;
    const { progress } = line.dataset;
    if (!progress) return;
    const bar = byId("progress");
    bar.style.setProperty("--progress", String(Number(progress) / 100)); // on `html` it would restyle the whole page
    bar.setAttribute("aria-valuenow", progress);
  }

  window.addEventListener("py:progress", (event) => {
    const step = String(/** @type {CustomEvent} */ (event).detail);
    if (held === null) say(step);
    else held = step;
    patience();
  });
  window.addEventListener("error", (event) => {
    const { target, error, filename } = event;
    if (target instanceof HTMLScriptElement) broken(target.src);
    else if (target instanceof HTMLLinkElement && /^(stylesheet|modulepreload)$/.test(target.rel)) broken(target.href);
    else if (error instanceof SyntaxError && filename) broken(filename); // a page, or half a script
    else if (error) fail("python", error.stack || event.message);
  }, true);
  window.addEventListener("unhandledrejection", ({ reason }) => {
    fail("python", reason && (reason.stack || reason.message || reason));
  });
  window.tashkalar = { ...window.tashkalar, fail };

  // Unfinished, it is the source of the page, on a host that was to get what `serve.py build` makes.
  if (window.location.protocol === "file:" || languages[0].includes("{")) fail("file");

  new MutationObserver(() => {
    patience();
    for (const button of all("[data-needs-ready]")) button.toggleAttribute("disabled", root.dataset.app !== "ready");
  }).observe(root, { attributes: true, attributeFilter: ["data-app"] });

  /** @param {boolean} open */
  function openSeats(open) {
    const players = byId("players");
    const left = players.parentElement;
    // opened, it lies over the board: its place stays as high as it was
    if (!open) left?.style.removeProperty("min-height");
    else if (!players.hasAttribute("data-open")) left?.style.setProperty("min-height", `${left.offsetHeight}px`);
    players.toggleAttribute("data-open", open);
    for (const button of all(".seat-open")) button.setAttribute("aria-expanded", String(open));
  }

  /** @param {HTMLElement} opener */
  function openDialog({ dataset: { opens, focus } }) {
    const dialog = /** @type {HTMLDialogElement} */ (byId(String(opens)));
    for (const menu of all(".menu:popover-open")) menu.hidePopover();
    if (!dialog.open) dialog.showModal();
    if (focus) all(focus)[0].focus();
  }

  // A long press ends over the dialog that it has opened: that is no click on the backdrop.
  /** @type {EventTarget | null} */
  let pressed = null;
  document.addEventListener("pointerdown", ({ target }) => { pressed = target; }, true);
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    /** @type {(selector: string) => HTMLElement | null} */
    const at = (selector) => target.closest(selector);
    const opener = at("[data-opens]");
    const closer = at("[data-closes]");
    if (opener) openDialog(opener);
    else if (closer) closer.closest("dialog")?.close(closer.getAttribute("value") || "");
    else if (target instanceof HTMLDialogElement && target.open && target === pressed) target.close("");
    else if (at(".menu [data-action]")) at(".menu")?.hidePopover();
    else if (at("[data-reload]")) window.location.reload();
    const seats = at(".seat-open");
    if (seats) openSeats(seats.getAttribute("aria-expanded") !== "true");
    else if (all("#players[data-open]").length && !at("#players")) openSeats(false);
  });

  whenParsed(() => {
    const { body } = document;
    // An attribute, not `html:has(...)`: with that the browser works out every style of the page after each change.
    const follow = () => {
      byId("board").toggleAttribute("inert", body.dataset.screen === "start");
      root.toggleAttribute("data-result", body.dataset.screen === "result");
    };
    new MutationObserver(follow).observe(body, { attributes: true, attributeFilter: ["data-screen"] });
    follow();
  });
  /* What is painted first, as far as the address and the saved games tell: else all of it moves when Python is up. */
  const behind = new URLSearchParams(window.location.hash.slice(1));
  const early = new MutationObserver(() => {
    if (!document.body) return;
    early.disconnect();
    if (!embedded && has("lesson")) document.body.dataset.lesson = beginsWithGame() ? "game" : "part";
    else if (!embedded && has("scenario")) document.body.toggleAttribute("data-puzzle", isPuzzle());
    document.body.dataset.screen = firstScreen();
  });
  early.observe(root, { childList: true });

  /** @param {string} name */
  function has(name) {
    return asked.has(name) || (!embedded && behind.has(name));
  }

  function firstScreen() {
    if (["embed", "scenario", "record", "lesson"].some(has)) return "game";
    if (has("learn")) return "learn";
    return asksForGame() || hasGame() ? "game" : "start";
  }

  /** Whether the address begins a game, of a form that there is. */
  function asksForGame() {
    return `${root.dataset.forms} ${root.dataset.presets}`.split(" ").includes(asked.get("form") ?? "");
  }

  function beginsWithGame() {
    return String(root.dataset.lessonGames).split(" ").includes(valueOf("lesson"));
  }

  /** What a file holds is not known yet. */
  function isPuzzle() {
    const scenario = valueOf("scenario").trim();
    return !scenario.startsWith("{") || /"(text|goal)"/.test(scenario);
  }

  /** @param {string} name */
  function valueOf(name) {
    return asked.get(name) ?? behind.get(name) ?? "";
  }

  /** @returns {boolean} one was left in the middle, and goes on */
  function hasGame() {
    try {
      const { localStorage: stored } = window;
      const keys = Object.keys(stored).filter((key) => key.startsWith(GAME));
      return keys.some((key) => stored.getItem(key)?.includes('"over":false'));
    } catch (_) {
      return false;
    }
  }

  // From start.js; an embedded board may wait for hours.
  window.addEventListener("tashkalar-start", () => {
    held = "start";
    setTimeout(() => {
      whenParsed(() => {
        say(String(held));
        held = null;
      });
    }, QUICK);
    patience();
  });
})();
