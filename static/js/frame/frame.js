/* A board inside another page: shows its position, waits to be touched, and talks with the page around it
   (docs/embedding.md). Until it is touched it takes no focus, no key and no scrolling, and loads no Python.
   It never looks at what this site has stored for the reader. */
(() => {
  "use strict";
  const LONGEST = 60000; // characters of a scenario or a record, whoever gives it
  const THEMES = ["auto", "light", "dark"];
  const root = document.documentElement;
  const LANGUAGES = (root.dataset.languages || "").split(" ");
  const position = /** @type {PositionModule} */ (window.tashkalar.position);
  const query = new URLSearchParams(window.location.search);
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const host = hostOf(asked("host"));
  /** @type {Position | null} */
  let drawn = null;
  /** @type {Record<string, unknown> | null} */
  let pageWords = null; // of a language other than the one in the HTML
  let begun = false;
  let playable = false; // there is something that Python may be loaded for
  let height = 0;

  /**
   * Python reads these when it is up.
   * @type {Frame}
   */
  const frame = {
    mode: root.dataset.embed || "",
    scenario: "",
    record: "",
    lesson: "",
    at: asked("at"),
    language: LANGUAGES.includes(asked("lang")) ? asked("lang") : "",
    theme: root.dataset.theme || "auto",
    touched: "",
    post: (type, fields) => post(type, JSON.parse(fields)),
    fail,
  };
  window.tashkalar.embed = frame;

  /**
   * What is long stands behind the #, where no server sees it or finds it too long.
   * @param {string} name
   */
  function asked(name) {
    return fragment.get(name) || query.get(name) || "";
  }

  /** @param {string} text the origin of the page around, if it says so */
  function hostOf(text) {
    return URL.canParse(text) && new URL(text).origin === text ? text : "*";
  }

  /** @param {string} id */
  function byId(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }

  /** @param {string} template */
  function contentOf(template) {
    return /** @type {HTMLTemplateElement} */ (byId(template)).content;
  }

  /** @param {string} name */
  function word(name) {
    return document.querySelector(`#embed-words [data-word="${name}"]`)?.textContent || "";
  }

  // -- talking with the page around -------------------------------------------------------------

  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   */
  function post(type, fields) {
    if (window.parent === window) return;
    window.parent.postMessage({ source: "tash-kalar", version: 1, type, ...fields }, host);
  }

  /** @param {string} text "" takes back what was said before */
  function fail(text) {
    const place = byId("embed-error");
    place.textContent = text;
    place.hidden = !text;
    if (text) post("error", { message: text.slice(0, 1000) });
  }

  /**
   * What the page around may ask for; it may send anything.
   * @type {Record<string, (data: Record<string, any>) => void>}
   */
  const commands = {
    "set-scenario"(data) {
      const text = typeof data.scenario === "string" ? data.scenario : JSON.stringify(data.scenario);
      if (typeof text !== "string" || text.length > LONGEST || frame.mode === "replay") return;
      frame.lesson = "";
      if (show(text) && begun) tell("tashkalar-scenario", text);
    },
    "set-theme"(data) {
      if (!THEMES.includes(data.theme)) return;
      frame.theme = data.theme;
      if (data.theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = data.theme;
      if (begun) tell("tashkalar-theme", data.theme);
    },
    "set-language"(data) {
      if (!LANGUAGES.includes(data.language)) return;
      frame.language = data.language;
      if (begun) tell("tashkalar-language", data.language);
      else speak();
    },
  };

  /**
   * Tell Python.
   * @param {string} type
   * @param {string} text
   */
  function tell(type, text) {
    document.dispatchEvent(new CustomEvent(type, { detail: text }));
  }

  window.addEventListener("message", ({ data, source, origin }) => {
    if (window.parent === window || source !== window.parent) return;
    if (host !== "*" && origin !== host) return;
    if (typeof data !== "object" || data === null || data.target !== "tash-kalar" || data.version !== 1) return;
    if (Object.hasOwn(commands, data.type)) commands[data.type](data);
  });

  // -- the position and the words around it -----------------------------------------------------

  /**
   * Draw a scenario and remember it for Python; false, said aloud, when it is wrong.
   * @param {string} text
   */
  function show(text) {
    try {
      drawn = position.read(text);
    } catch (error) {
      if (!(error instanceof position.Wrong)) throw error;
      fail(`${word("wrong")} ${error.message}`);
      return false;
    }
    frame.scenario = text;
    if (frame.mode === "play") playable = true;
    fail("");
    if (ready()) return true; // Python draws it
    position.draw(drawn);
    describe();
    const board = drawn.pieces.map(({ square, owner, rank }) => [square, `${owner} ${rank}`]);
    post("position", { form: drawn.form, board: Object.fromEntries(board) });
    return true;
  }

  function ready() {
    return root.dataset.app === "ready";
  }

  /* What stands beside the board, and what a screen reader says of it. */
  function describe() {
    link();
    if (begun) return;
    const board = byId("board");
    const names = (drawn ? drawn.pieces : []).map(nameOf);
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", names.join(", ") || word("nobody"));
    const goal = drawn?.goal;
    const text = drawn ? position.inLanguage(drawn.text, spoken() || root.lang) : "";
    const shown = frame.lesson ? word("lesson") : text || (goal && frame.mode === "play" ? word("goal") : "");
    byId("lesson-text").textContent = shown;
    byId("lesson-goals").replaceChildren(...(typeof goal === "string" ? [itemOf(goal)] : []));
    byId("lesson").hidden = !shown && typeof goal !== "string";
    reserve(frame.mode === "play" ? goal : null);
    const button = byId("embed-start");
    button.toggleAttribute("disabled", !playable);
    const label = /** @type {HTMLElement} */ (button.querySelector("span"));
    label.textContent = frame.mode === "replay" ? word("watch") : translated("page.embed.play") || label.textContent;
  }

  /**
   * Room for the conditions of a goal, which only Python can put into words: a line each, and one for what is left.
   * @param {unknown} goal
   */
  function reserve(goal) {
    const has = typeof goal === "object" && goal !== null;
    const parts = has ? Object.values(goal).find((value) => Array.isArray(value)) : null;
    byId("lesson").toggleAttribute("data-goals", has);
    byId("lesson").style.setProperty("--goals", String((parts?.length ?? 1) + (has && "within" in goal ? 1 : 0)));
  }

  /** @param {Piece} piece */
  function nameOf({ square, rank, school }) {
    const tile = `.school[data-school="${school}"]`;
    const name = document.querySelector(`${tile} b, ${tile} [data-i18n]`)?.textContent;
    return [square, word(rank), ...(name ? [name] : [])].join(" ");
  }

  /** @param {string} goal */
  function itemOf(goal) {
    const item = /** @type {Element} */ (contentOf("tpl-lesson-goal").firstElementChild?.cloneNode(true));
    const place = /** @type {Element} */ (item.querySelector('[data-field="text"]'));
    place.textContent = goal;
    return item;
  }

  /** @param {string | null} key */
  function translated(key) {
    const text = key && pageWords?.[key];
    return typeof text === "string" ? text : "";
  }

  /* The same game in the full app. It is opened in a tab of its own, which knows nothing of this page. */
  function link() {
    const address = new URL(window.location.pathname, window.location.href);
    const long = new URLSearchParams();
    if (frame.lesson) long.set("lesson", asked("lesson"));
    else if (frame.record) long.set("record", frame.record);
    else if (frame.scenario) long.set("scenario", frame.scenario);
    else {
      for (const name of ["form", "schools", "teams", "seed"]) {
        const value = query.get(name);
        if (value !== null) address.searchParams.set(name, value);
      }
    }
    if (frame.language) address.searchParams.set("lang", frame.language);
    const text = long.toString();
    if (text.length > 1500) address.hash = text;
    else for (const [name, value] of long) address.searchParams.set(name, value);
    byId("embed-open").setAttribute("href", address.href);
  }

  /* The author's choice, or what the reader's browser prefers. */
  function spoken() {
    if (frame.language) return frame.language;
    const preferred = navigator.languages.map((tag) => tag.split("-")[0].toLowerCase());
    return preferred.find((language) => LANGUAGES.includes(language)) || "";
  }

  /* The few words that are read before Python is up. */
  async function speak() {
    const language = spoken();
    const found = language && (await window.tashkalar.speak(language, () => !begun && language === spoken()));
    if (!found) return;
    pageWords = found;
    describe();
  }

  /**
   * A scenario or record as it stands in the address, or from a file of this site that is named there.
   * @param {string} value
   * @param {(text: string) => boolean} isText
   */
  async function fetched(value, isText) {
    if (!value || isText(value)) return value;
    if (!URL.canParse(value, window.location.href)) throw new Error(value);
    const address = new URL(value, window.location.href);
    if (address.origin !== window.location.origin) throw new Error(address.href);
    const response = await fetch(address.href).catch(() => null);
    if (!response) throw new Error(address.href);
    if (!response.ok) throw new Error(`${response.status} ${address.href}`);
    return response.text();
  }

  /* A lesson of the course by its name, or a file of this site; what its first part begins with is drawn. */
  async function takeLesson() {
    const name = asked("lesson");
    if (!name || frame.mode !== "play") return "";
    const text = await fetched(/^[a-z0-9-]+$/.test(name) ? `./static/lessons/${name}.json` : name, isScenario);
    if (text.length > LONGEST) throw new Error(`> ${LONGEST}`);
    frame.lesson = text;
    playable = true;
    const first = JSON.parse(text).parts?.[0]?.scenario;
    return first ? JSON.stringify(first) : "";
  }

  /** @param {string} text */
  function isScenario(text) {
    return /^\s*\{/.test(text);
  }

  /** @param {string} text */
  function isRecord(text) {
    return /[\r\n]/.test(text.trim());
  }

  // -- being touched ----------------------------------------------------------------------------

  /** @param {string} square that was touched, or "" */
  function start(square) {
    if (begun || !playable || root.dataset.app !== "loading") return;
    begun = true;
    frame.touched = square;
    root.dataset.embedState = "started";
    const board = byId("board");
    board.setAttribute("role", "presentation");
    board.removeAttribute("aria-label");
    letFocusEnter(true);
    goToTheFoot();
    if (frame.lesson) layLesson();
    window.tashkalar.start();
  }

  /* Where the button stood the game comes, and the link below it: out of sight while it goes there, so that nothing jumps. */
  function goToTheFoot() {
    const bar = /** @type {HTMLElement} */ (document.querySelector(".embed-bar"));
    bar.style.visibility = "hidden";
    requestAnimationFrame(() => requestAnimationFrame(() => {
      bar.style.visibility = "";
    }));
  }

  /* The coach's place, at the touch: when his words come nothing gives way to them. */
  function layLesson() {
    document.body.dataset.lesson = JSON.parse(frame.lesson).parts[0].opponent ? "game" : "part";
    byId("lesson").hidden = true;
  }

  /** @param {boolean} may the Tab key stop at the board */
  function letFocusEnter(may) {
    document.querySelector('[data-square="e5"]')?.setAttribute("tabindex", may ? "0" : "-1");
  }

  function listen() {
    document.addEventListener("click", ({ target }) => {
      if (!(target instanceof Element)) return;
      const square = target.closest("[data-square]");
      if (square) start(square.getAttribute("data-square") || "");
      else if (target.closest("#embed-start")) start("");
    });
    new MutationObserver(() => {
      if (ready()) post("started", { mode: frame.mode });
      else if (root.dataset.app === "error") post("error", { message: root.dataset.reason || "" });
    }).observe(root, { attributes: true, attributeFilter: ["data-app"] });
    new ResizeObserver(measure).observe(document.body);
  }

  function measure() {
    const now = Math.ceil(document.body.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    post("size", { height });
  }

  /* What the address gives to show. */
  async function takeOver() {
    const texts = [fetched(asked("scenario"), isScenario), fetched(asked("record"), isRecord)];
    const [scenario, record] = await Promise.all(texts);
    if (scenario.length > LONGEST || record.length > LONGEST) throw new Error(`> ${LONGEST}`);
    frame.record = record;
    const first = await takeLesson();
    if (first || scenario) show(first || scenario);
    if (frame.mode === "replay") playable = record !== "";
    else if (frame.mode === "play" && !scenario && !frame.lesson) playable = query.has("form");
    if (!playable && !scenario) fail(word("nothing"));
    describe();
  }

  async function begin() {
    letFocusEnter(false);
    if (asked("fit") === "content") root.dataset.fit = "content";
    byId("embed-open").hidden = asked("link") === "off";
    listen();
    describe();
    await takeOver().catch((error) => fail(`${word("fetch")} ${error.message}`));
    await speak();
    root.dataset.embedState ??= "waiting"; // a host that sends a position may have been quicker
    measure(); // an observer sleeps while the frame is out of sight
    post("ready", { mode: frame.mode });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
})();
