/* <tash-kalar>: a board of Tash-Kalar in any page, in a frame of its own (docs/embedding.md).

   <script src="https://the.site/with/the/game/static/js/embed.js" defer></script>
   <tash-kalar scenario="puzzle.json" title="Puzzle 1"><a href="https://the.site/">Play this position</a></tash-kalar>

   A classic script, because a module of another origin needs a header that many hosts do not send. It works as a module
   too, behind loaders, and joined into another file; where a program without a browser imports it, it does nothing. */

import { "page.embed.details" as detailsEl, "page.embed.silent" as silentEl, "page.embed.wrong" as wrongEl } from "../../locale/el/page.json";
import { "page.embed.details" as detailsEn, "page.embed.silent" as silentEn, "page.embed.wrong" as wrongEn } from "../../locale/en/page.json";
import { "page.embed.details" as detailsEs, "page.embed.silent" as silentEs, "page.embed.wrong" as wrongEs } from "../../locale/es/page.json";
import { "page.embed.details" as detailsFr, "page.embed.silent" as silentFr, "page.embed.wrong" as wrongFr } from "../../locale/fr/page.json";
import { "page.embed.details" as detailsIt, "page.embed.silent" as silentIt, "page.embed.wrong" as wrongIt } from "../../locale/it/page.json";
import { CONTENTS, chosenContents, nearestName } from "../frame/names.js";
import { isJson, mendedJson, textOf } from "../frame/texts.js";
import { namedSite, ownSite } from "./site.js";

const ENGLISH = new Map([["details", detailsEn], ["silent", silentEn], ["wrong", wrongEn]]);
const WORDS = new Map([
  ["en", ENGLISH],
  ["es", new Map([["details", detailsEs], ["silent", silentEs], ["wrong", wrongEs]])],
  ["fr", new Map([["details", detailsFr], ["silent", silentFr], ["wrong", wrongFr]])],
  ["it", new Map([["details", detailsIt], ["silent", silentIt], ["wrong", wrongIt]])],
  ["el", new Map([["details", detailsEl], ["silent", silentEl], ["wrong", wrongEl]])],
]);
const ANSWER_TIMEOUT_MS = 10_000; // from the moment that the frame can be seen: until then it is not loaded
const WISHES = ["mode", "lang", "theme", "contrast", "motion", "at", "from", "to"];
const IN_A_BROWSER = typeof HTMLElement === "function" && typeof customElements === "object";
const OWN_SITE = IN_A_BROWSER ? ownSite() : null;
const LONGEST = 60000; // characters of a scenario or a record
// On a page of the same origin a sandbox with both of the first two is none, and browsers say so.
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";
const REBUILDS = [...CONTENTS, "at", "from", "to", "mode", "motion", "contrast", "sandbox", "credentialless", "site"];
const EVENTS = new Set(["ready", "started", "position", "goal", "progress", "error"]);
const MOST_RUNNING = 2; // boards of a page that run Python; the others rest as pictures
const LOWEST = 120; // pixels
const HIGHEST = 4000;
const STYLE = `
  :host { display: block; min-width: min(300px, 100%); max-width: min(62rem, 100vw); overflow: auto; break-inside: avoid; }
  :host([hidden]) { display: none; }
  div { display: grid; grid-template-columns: minmax(300px, min(62rem, 100vw)); }
  iframe { width: 100%; aspect-ratio: 1; border: 0; border-radius: .75rem; color-scheme: auto; }
  p, a { display: block; margin: .25rem .5rem; color: inherit; font: .875rem/1.4 system-ui, sans-serif; }
  iframe, slot { grid-area: 1 / 1; }
  slot { display: block; place-self: start; margin: 1rem; }
  [hidden] { display: none; }
`;

/* Host pages may forbid inline styles; a constructed sheet is none. The column of the grid gives the element a width
   where its container takes the width of its content. */
const sheet = IN_A_BROWSER ? new CSSStyleSheet() : null;
sheet?.replaceSync(STYLE);

/** @type {TashKalar[]} the elements whose boards run Python, the one used last at the end */
let running = [];

/** @param {TashKalar} element */
function forget(element) {
  running = running.filter((other) => other !== element);
}

/** @param {TashKalar} element whose board has been touched */
function noteUse(element) {
  forget(element);
  running.push(element);
  while (running.length > MOST_RUNNING) running.shift()?.rest();
}

/**
 * Return a text as it was before programs on its way to this page changed it, if it is JSON.
 * @param {string} text
 */
function mended(text) {
  return isJson(text) ? mendedJson(text) : text;
}

/** @param {HTMLIFrameElement} frame */
function mayOpenWindows(frame) {
  return !frame.hasAttribute("sandbox") || frame.sandbox.contains("allow-popups");
}

class TashKalar extends /** @type {typeof HTMLElement} */ (IN_A_BROWSER ? HTMLElement : class {}) {
  static observedAttributes = [...REBUILDS, "lang", "theme", "title"];

  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  #column = document.createElement("div");
  #trouble = document.createElement("p");
  #link = document.createElement("a");
  /** @type {string | null} */
  #pending = null; // a scenario set before the frame listens
  /** @type {string | null} */
  #scenario = null; // the scenario that was set last
  #ready = false;
  #site = OWN_SITE ?? new URL("about:blank"); // the folder with the game
  #built = { theme: "", language: "" }; // theme and language that the frame was made with
  #round = 0;
  #lessons = /** @type {Map<string, string>} */ (new Map()); // that a course of this page brings, by id
  #queued = false;
  #texts = /** @type {Record<string, string | null>} */ ({}); // what the frame shows
  // What the host page has written inside the element stands until the frame answers.
  #content = document.createElement("slot");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timeout;
  #seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) this.#awaitAnswer();
  });

  #shadow = this.attachShadow({ mode: "open" });

  constructor() {
    super();
    if (sheet) this.#shadow.adoptedStyleSheets = [sheet];
    this.#trouble.hidden = true;
    this.#trouble.setAttribute("role", "alert");
    this.#link.target = "_blank";
    this.#link.rel = "noopener";
    this.#column.append(this.#content, this.#trouble);
    this.#shadow.append(this.#column);
  }

  connectedCallback() {
    for (const type of ["message", "beforeprint"]) window.addEventListener(type, this);
    this.#rebuild();
  }

  disconnectedCallback() {
    for (const type of ["message", "beforeprint"]) window.removeEventListener(type, this);
    forget(this);
    this.#round += 1;
    this.#stopWaiting();
    this.#frame?.remove();
    this.#frame = null;
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} now
   */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now) return;
    if (REBUILDS.includes(name)) {
      this.#scenario = null;
      this.#rebuild();
    } else if (name === "title" && this.#frame) this.#frame.title = this.#name();
    else if (this.#ready) this.#catchUp();
  }

  /** Have the board rest as a picture, until it is touched again. What is set meanwhile waits. */
  rest() {
    this.#ready = false;
    this.#send("rest", {});
  }

  /* What was sent while the game took the place of the picture may have been lost. */
  #repeat(/** @type {boolean} */ goesOn) {
    this.#built = { theme: "", language: "" };
    if (!goesOn) this.#pending ??= this.#scenario;
  }

  /* Tell the frame what has changed since it was made. */
  #catchUp() {
    const { theme, language } = this.#wanted();
    if (theme !== this.#built.theme) this.#send("set-theme", { theme });
    if (language && language !== this.#built.language) this.#send("set-language", { language });
    this.#built = { theme, language };
    if (this.#pending !== null) this.#send("set-scenario", { scenario: this.#pending });
    this.#pending = null;
  }

  #wanted() {
    return { theme: this.getAttribute("theme") || "auto", language: this.getAttribute("lang") || "" };
  }

  /**
   * Show another scenario.
   * @param {object | string} scenario as an object or as its JSON text
   * @throws {RangeError} for one that is too long, or none
   */
  setScenario(scenario) {
    const text = typeof scenario === "string" ? mended(scenario) : JSON.stringify(scenario);
    if (typeof text !== "string" || text.length > LONGEST) throw new RangeError(`a scenario of at most ${LONGEST} characters is needed`);
    this.#pending = this.#scenario = text;
    if (this.#ready) this.#catchUp();
  }

  /* Several attributes that change together make one new frame. */
  #rebuild() {
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (this.isConnected) this.#build();
    });
  }

  async #build() {
    const round = (this.#round += 1);
    forget(this);
    this.#ready = false;
    this.#stopWaiting();
    this.#content.hidden = false;
    this.#say("");
    let texts;
    try {
      if (!this.#findSite()) return;
      texts = await this.#readContents();
    } catch (error) {
      if (round === this.#round) this.#say("wrong", error instanceof Error ? error.message : String(error));
      return;
    }
    if (round !== this.#round) return; // something has changed meanwhile
    this.#show(texts);
  }

  /* Return whether it is known where the game is. */
  #findSite() {
    const named = this.getAttribute("site");
    const site = named ? namedSite(named) : OWN_SITE;
    if (site) this.#site = site;
    else {
      this.#complain("the attribute site must name the folder with the game, because the script does not come from there");
      this.#say("silent");
    }
    return Boolean(site);
  }

  /** @param {Record<string, string | null>} texts */
  #show(texts) {
    const frame = document.createElement("iframe");
    const sandbox = this.getAttribute("sandbox") ?? (this.#site.origin === window.origin ? null : SANDBOX);
    frame.title = this.#name();
    if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
    frame.setAttribute("scrolling", "no");
    frame.setAttribute("loading", "lazy");
    frame.setAttribute("allow", "");
    frame.referrerPolicy = "no-referrer";
    if (this.hasAttribute("credentialless")) frame.setAttribute("credentialless", "");
    const linked = mayOpenWindows(frame);
    this.#texts = texts;
    frame.src = this.#address(this.#texts, linked);
    this.#built = this.#wanted();
    this.#frame?.remove();
    this.#frame = frame;
    this.#column.prepend(frame);
    // Where the frame may not open a window, its link is dead: there is one beside it.
    this.#link.remove();
    if (!linked) this.#showLink();
    this.#seen.observe(frame);
  }

  #showLink() {
    const { card, task, rule, course, ...played } = this.#texts;
    const place = card ? `card/${encodeURIComponent(card)}` : this.#behind(played);
    const app = new URL("index.html", this.#site).href;
    this.#link.href = place ? `${app}#${place}` : app;
    this.#link.textContent = "Tash-Kalar \u2197";
    this.#column.append(this.#link);
  }

  /* Say so if the frame, which can be seen now, stays silent: the page, the browser or an extension blocks it. */
  #awaitAnswer() {
    this.#seen.disconnect();
    this.#timeout = setTimeout(() => {
      if (this.#frame) this.#frame.hidden = true;
      this.#say("silent");
      if (!this.querySelector("a[href]")) this.#showLink();
    }, ANSWER_TIMEOUT_MS);
  }

  #stopWaiting() {
    this.#seen.disconnect();
    clearTimeout(this.#timeout);
  }

  /* The frame has answered: take back what stood in its place. */
  #hear() {
    if (this.#content.hidden) return;
    this.#stopWaiting();
    this.#content.hidden = true;
    this.#say("");
    if (!this.#frame) return;
    this.#frame.hidden = false;
    if (mayOpenWindows(this.#frame)) this.#link.remove();
  }

  /* The author's language, or else the first that the reader's browser prefers. */
  #language() {
    const preferred = [this.getAttribute("lang") || "", ...navigator.languages];
    return preferred.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => WORDS.has(tag)) ?? "en";
  }

  #name() {
    return this.title || "Tash-Kalar";
  }

  /* What the frame shows: one of the contents, or a record and the position before it. The author is told of the others,
     and of attributes that look like one of ours. */
  async #readContents() {
    const { shown, complaint } = chosenContents(CONTENTS.filter((name) => this.hasAttribute(name)));
    if (complaint) this.#complain(complaint);
    for (const name of this.getAttributeNames()) {
      const meant = nearestName(name, TashKalar.observedAttributes);
      if (meant) this.#complain(`${name}: do you mean ${meant}?`);
    }
    const isNameOrJson = (/** @type {string} */ text) => /^[a-z0-9-]+$/.test(text) || isJson(text);
    const isRecord = (/** @type {string} */ text) => /[\r\n]/.test(text.trim());
    const isText = new Map([["scenario", isJson], ["record", isRecord], ["lesson", isNameOrJson], ["course", isNameOrJson]]);
    const texts = await Promise.all(shown.map(async (name) => [name, await this.#text(name, isText.get(name) ?? (() => true))]));
    return this.#keepLessons(Object.fromEntries(texts));
  }

  /* A course may bring its lessons, and be too long for an address: the frame gets one lesson at a time. */
  #keepLessons(/** @type {Record<string, string | null>} */ texts) {
    this.#lessons.clear();
    if (!texts.course || !isJson(texts.course)) return texts;
    try {
      const { lessons, ...course } = JSON.parse(texts.course);
      for (const lesson of lessons ?? []) this.#lessons.set(String(lesson?.id), JSON.stringify(lesson));
      return { ...texts, course: JSON.stringify(course) };
    } catch (_) {
      return texts; // the frame says what is wrong
    }
  }

  /* Tell the author of the page around. */
  #complain(/** @type {string} */ reason) {
    const message = `<tash-kalar> ${reason}`;
    console.warn(message);
    this.#tell("error", { message });
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(`tashkalar-${type}`, { detail, bubbles: true, composed: true }));
  }

  /* Fetch a lesson of a course in a file of the page around, which lies beside that file. */
  async #bringLesson(/** @type {unknown} */ id) {
    const lesson = String(id);
    const course = this.getAttribute("course") ?? "";
    if (!/^[a-z0-9-]+$/.test(lesson)) return;
    const brought = this.#lessons.get(lesson);
    if (brought !== undefined) {
      this.#send("set-lesson", { lesson, text: brought });
      return;
    }
    try {
      const beside = isJson(course) ? document.baseURI : new URL(course, document.baseURI);
      const address = new URL(`${lesson}.json`, beside);
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${response.status} ${address.href}`);
      this.#send("set-lesson", { lesson, text: mended(await textOf(response)) });
    } catch (error) {
      this.#send("set-lesson", { lesson, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * What an attribute holds: the thing itself, or the address of a file, which the page around fetches.
   * A file of the site with the game is left to the frame.
   * @param {string} attribute
   * @param {(text: string) => boolean} isText
   */
  async #text(attribute, isText) {
    const value = this.getAttribute(attribute);
    const mend = (/** @type {string} */ text) => (attribute === "record" ? text : mended(text));
    if (!value || isText(value)) return value && mend(value);
    const address = new URL(value, document.baseURI);
    if (!/^https?:$/.test(address.protocol)) throw new Error(`<tash-kalar ${attribute}>: ${address.protocol}`);
    if (address.origin === this.#site.origin && this.#site.origin !== window.origin) return address.href;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`<tash-kalar ${attribute}>: ${response.status} ${address.href}`);
    const text = await textOf(response);
    // Such as a page of the host in the place of a file.
    if (!isText(text)) throw new Error(`<tash-kalar ${attribute}>: ${address.href} holds none`);
    return mend(text);
  }

  /**
   * @param {Record<string, string | null>} texts
   * @param {boolean} linked
   */
  #address(texts, linked) {
    const address = new URL("board.html", this.#site);
    address.searchParams.set("embed", "1");
    address.searchParams.set("fit", "content");
    for (const name of WISHES) {
      const value = this.getAttribute(name);
      if (value) address.searchParams.set(name, value);
    }
    if (texts.record && !this.hasAttribute("mode")) address.searchParams.set("mode", "replay");
    if (!linked) address.searchParams.set("link", "off");
    if (window.origin !== "null") address.searchParams.set("host", window.origin);
    if (texts.course && isJson(texts.course)) address.searchParams.set("base", "page");
    address.hash = this.#behind(texts);
    return address.href;
  }

  /**
   * What is long stands behind the #, where no server sees it.
   * @param {Record<string, string | null>} texts
   */
  #behind(texts) {
    const behind = new URLSearchParams();
    for (const [name, value] of Object.entries(texts)) {
      if (value) behind.set(name, value.slice(0, LONGEST + 1));
    }
    return behind.toString();
  }

  /**
   * Say what is wrong in the reader's language.
   * @param {"" | "silent" | "wrong"} name of the words; "" takes back what was said before
   * @param {string} [reason] technical and English, for the author
   */
  #say(name, reason = "") {
    const words = WORDS.get(this.#language()) ?? ENGLISH;
    this.#trouble.textContent = words.get(name) ?? "";
    this.#trouble.hidden = !name;
    if (!reason) return;
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    const code = document.createElement("code");
    summary.textContent = words.get("details") ?? "";
    code.textContent = reason;
    code.lang = "en";
    details.append(summary, code);
    this.#trouble.append(details);
  }

  /* A frame without allow-same-origin has an origin that cannot be named. */
  get #opaque() {
    return this.#frame?.hasAttribute("sandbox") && !this.#frame.sandbox.contains("allow-same-origin");
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   */
  #send(type, fields) {
    this.#frame?.contentWindow?.postMessage(
      { target: "tash-kalar", version: 1, type, ...fields },
      this.#opaque ? "*" : this.#site.origin
    );
  }

  /** @param {Event} event */
  handleEvent(event) {
    // A board below the fold is printed too; a browser that prints waits for what is loading.
    if (event.type === "beforeprint" && this.#frame) this.#frame.loading = "eager";
    else if (event instanceof MessageEvent) this.#listen(event);
  }

  /** @param {MessageEvent} event */
  #listen(event) {
    const data = event.data;
    if (!this.#frame || event.source !== this.#frame.contentWindow) return;
    if (event.origin !== (this.#opaque ? "null" : this.#site.origin)) return;
    if (typeof data !== "object" || data === null || data.source !== "tash-kalar" || data.version !== 1) return;
    this.#hear();
    if (data.type === "size" && Number.isFinite(data.height)) {
      this.#frame.style.height = `${Math.min(HIGHEST, Math.max(LOWEST, data.height))}px`;
    } else if (data.type === "used") {
      noteUse(this);
    } else if (data.type === "leaving") {
      this.#ready = false; // the game takes the place of the picture, or the picture that of the game
      forget(this);
    } else if (data.type === "need-lesson") {
      this.#bringLesson(data.lesson);
    } else if (data.type === "ready" || data.type === "arrived") {
      if (data.type === "arrived") this.#repeat(data.resting === true);
      this.#ready = true;
      this.#catchUp();
    }
    if (EVENTS.has(data.type)) {
      const { source, version, type, ...detail } = data;
      this.#tell(type, detail);
    }
  }
}

if (IN_A_BROWSER && !customElements.get("tash-kalar")) customElements.define("tash-kalar", TashKalar);

export { TashKalar };
