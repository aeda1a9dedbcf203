/* A board inside another page: shows its position, waits for a touch, and exchanges messages with the page around it
   (docs/embedding.md). Before the touch it takes no focus, no key and no scrolling, and loads no Python. It never reads
   what this site has stored for the reader. The build bundles it to static/js/frame.bundle.js. */

import { byId, root } from "../boot/dom.js";
import { ScenarioError, drawPosition, readPosition, textInLanguage } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

const MAX_TEXT_LENGTH = 60000; // characters of a scenario, record or lesson
const THEMES = ["auto", "light", "dark"];
const LANGUAGES = (root.dataset.languages || "").split(" ");
const query = new URLSearchParams(window.location.search);
const fragment = new URLSearchParams(window.location.hash.slice(1));
const host = hostOf(asked("host"));
/** @type {Position | null} */
let drawn = null;
/** @type {Record<string, unknown> | null} */
let pageTexts = null; // of a language other than the one in the HTML
let hasStarted = false;
let isPlayable = false; // there is something to load Python for
let height = 0;

/** @type {EmbeddedBoardFrame} */
const frame = {
  mode: root.dataset.embed || "",
  scenario: "",
  record: "",
  lesson: "",
  puzzle: "",
  at: asked("at"),
  language: LANGUAGES.includes(asked("lang")) ? asked("lang") : "",
  theme: root.dataset.theme || "auto",
  touched: "",
  post: (type, fields) => post(type, JSON.parse(fields)),
  fail,
};
window.tashkalar.embed = frame;

/**
 * Return a parameter of the address. Long ones are behind the "#", where no server sees them or finds them too long.
 * @param {string} name
 */
function asked(name) {
  return fragment.get(name) || query.get(name) || "";
}

/** @param {string} text the origin of the page around, if the address names it */
function hostOf(text) {
  return URL.canParse(text) && new URL(text).origin === text ? text : "*";
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

/** @param {string} text "" hides the last error */
function fail(text) {
  const place = byId("embed-error");
  place.textContent = text;
  place.hidden = !text;
  if (text) post("error", { message: text.slice(0, 1000) });
}

/**
 * The commands of the page around, which may send anything.
 * @type {Record<string, (data: Record<string, any>) => void>}
 */
const commands = {
  "set-scenario"(data) {
    const text = typeof data.scenario === "string" ? data.scenario : JSON.stringify(data.scenario);
    if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH || frame.mode === "replay") return;
    frame.lesson = frame.puzzle = "";
    if (show(text) && hasStarted) tell("tashkalar-scenario", text);
  },
  "set-theme"(data) {
    if (!THEMES.includes(data.theme)) return;
    frame.theme = data.theme;
    if (data.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = data.theme;
    if (hasStarted) tell("tashkalar-theme", data.theme);
  },
  "set-language"(data) {
    if (!LANGUAGES.includes(data.language)) return;
    frame.language = data.language;
    if (hasStarted) tell("tashkalar-language", data.language);
    else translate();
  },
};

/**
 * Send an event to Python.
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
  try {
    if (Object.hasOwn(commands, data.type)) commands[data.type](data);
  } catch (error) {
    // The page around can send what JSON cannot hold, such as a cycle: that is no failure of this page.
    fail(`${word("wrong")} ${error instanceof Error ? error.message : error}`);
  }
});

// -- the position and the words around it -----------------------------------------------------

/**
 * Draw a scenario and keep it for Python; show an error and return false if it is wrong.
 * @param {string} text
 */
function show(text) {
  try {
    drawn = readPosition(text);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    fail(`${word("wrong")} ${error.message}`);
    return false;
  }
  frame.scenario = text;
  if (frame.mode === "play") isPlayable = true;
  fail("");
  if (ready()) return true; // Python draws it
  drawPosition(drawn);
  describe();
  const board = drawn.pieces.map(({ square, owner, rank }) => [square, `${owner} ${rank}`]);
  post("position", { form: drawn.form, board: Object.fromEntries(board) });
  return true;
}

function ready() {
  return root.dataset.app === "ready";
}

/** Write the texts beside the board and its description for screen readers. */
function describe() {
  updateLink();
  if (hasStarted) return;
  const board = byId("board");
  const names = (drawn ? drawn.pieces : []).map(nameOf);
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", names.join(", ") || word("nobody"));
  const goal = drawn?.goal;
  const text = drawn ? textInLanguage(drawn.text, chosenLanguage() || root.lang) : "";
  const shown = text || (frame.lesson ? word("lesson") : goal && frame.mode === "play" ? word("goal") : "");
  byId("lesson-text").textContent = shown;
  byId("lesson-goals").replaceChildren(...(typeof goal === "string" ? [itemOf(goal)] : []));
  byId("lesson").hidden = !shown && typeof goal !== "string";
  reserve(frame.mode === "play" ? goal : null);
  const button = byId("embed-start");
  button.toggleAttribute("disabled", !isPlayable);
  const label = /** @type {HTMLElement} */ (button.querySelector("span"));
  label.textContent = frame.mode === "replay" ? word("watch") : translated("page.embed.play") || label.textContent;
}

/**
 * Reserve a line for each condition of a goal, and one for the time left; only Python can write them.
 * @param {unknown} goal
 */
function reserve(goal) {
  const has = typeof goal === "object" && goal !== null;
  const parts = has ? Object.values(goal).find((value) => Array.isArray(value)) : null;
  byId("lesson").toggleAttribute("data-goals", has);
  byId("lesson").style.setProperty("--goals", String((parts?.length ?? 1) + (has && "within" in goal ? 1 : 0)));
}

/** @param {import("./position.js").Piece} piece */
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
  const text = key && pageTexts && Object.hasOwn(pageTexts, key) ? pageTexts[key] : "";
  return typeof text === "string" ? text : "";
}

/** Link to the same game in the full app, in a tab of its own that knows nothing of this page. */
function updateLink() {
  const address = new URL(window.location.pathname, window.location.href);
  const long = new URLSearchParams();
  if (frame.lesson) long.set("lesson", asked("lesson"));
  else if (frame.record) long.set("record", frame.record);
  else if (frame.puzzle) long.set("puzzle", frame.puzzle);
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

/** Return the author's language, or else the language that the reader's browser prefers. */
function chosenLanguage() {
  if (frame.language) return frame.language;
  const preferred = navigator.languages.map((tag) => tag.split("-")[0].toLowerCase());
  return preferred.find((language) => LANGUAGES.includes(language)) || "";
}

/** Translate the texts that are read before Python has started. */
async function translate() {
  const language = chosenLanguage();
  const found = language && (await window.tashkalar.translatePage(language, () => !hasStarted && language === chosenLanguage()));
  if (!found) return;
  pageTexts = found;
  describe();
}

/**
 * Return a scenario or record from the address, or from a file of this site that the address names.
 * @param {string} value
 * @param {(text: string) => boolean} isText
 */
async function textOf(value, isText) {
  if (!value || isText(value)) return value;
  if (!URL.canParse(value, window.location.href)) throw new Error(value);
  const address = new URL(value, window.location.href);
  if (address.origin !== window.location.origin) throw new Error(address.href);
  const response = await fetch(address.href).catch(() => null);
  if (!response) throw new Error(address.href);
  if (!response.ok) throw new Error(`${response.status} ${address.href}`);
  return response.text();
}

/** Take a lesson, by its name in the course or from a file of this site; return the scenario of its first part. */
async function takeLesson() {
  const name = asked("lesson");
  if (!name || frame.mode !== "play") return "";
  const text = await textOf(/^[a-z0-9-]+$/.test(name) ? `./static/lessons/${name}.json` : name, isScenario);
  if (text.length > MAX_TEXT_LENGTH) throw new Error(`> ${MAX_TEXT_LENGTH}`);
  frame.lesson = text;
  isPlayable = true;
  const first = JSON.parse(text).parts?.[0];
  const scenario = first?.scenario;
  if (!scenario) return "";
  return JSON.stringify({ ...scenario, goal: first.goal ?? scenario.goal, text: first.poster ?? scenario.text });
}

/** Take a puzzle of the game by its id, or that of the day; return its scenario. */
async function takePuzzle() {
  const wanted = asked("puzzle");
  if (!wanted || frame.mode === "replay") return "";
  const { files } = JSON.parse(await textOf("./static/puzzles/index.json", isScenario));
  const id = wanted === "daily" ? dailyPuzzle(files) : wanted;
  const file = files.find((/** @type {PuzzleFile} */ one) => one.puzzles.some((puzzle) => puzzle.id === id));
  if (!file) throw new ScenarioError(`puzzle="${wanted}"`);
  const { puzzles } = JSON.parse(await textOf(`./static/puzzles/${file.name}`, isScenario));
  frame.puzzle = wanted;
  return JSON.stringify(puzzles.find((/** @type {{ id: string }} */ one) => one.id === id).scenario);
}

/** @typedef {{ name: string, since?: string, puzzles: { id: string }[] }} PuzzleFile */

/**
 * Return the id of today's puzzle, as `tashkalar/ui/lessons/daily_puzzle.py` does.
 * @param {PuzzleFile[]} files
 */
function dailyPuzzle(files) {
  const now = new Date();
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const day = new Date(midnight).toISOString().slice(0, 10);
  const pool = files.filter(({ since }) => since && since <= day).flatMap((file) => file.puzzles);
  const number = midnight / 86_400_000;
  const cycle = Math.floor(number / pool.length);
  const shuffled = pool.map(({ id }) => ({ id, place: shuffleNumber(`${cycle}/${id}`) })).sort((a, b) => a.place - b.place);
  return shuffled[number % pool.length]?.id;
}

/** @param {string} text in ASCII */
function shuffleNumber(text) {
  let number = 0x811c9dc5;
  for (const sign of text) number = Math.imul(number ^ sign.charCodeAt(0), 0x01000193);
  number = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  number = Math.imul(number ^ (number >>> 13), 0xc2b2ae35);
  return (number ^ (number >>> 16)) >>> 0;
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

/** @param {string} square the touched square, or "" */
function start(square) {
  if (hasStarted || !isPlayable || root.dataset.app !== "loading") return;
  hasStarted = true;
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

// The game takes the place of the button, and the link moves below it: hidden meanwhile, so that nothing jumps.
function goToTheFoot() {
  const bar = /** @type {HTMLElement} */ (document.querySelector(".embed-bar"));
  bar.style.visibility = "hidden";
  requestAnimationFrame(() => requestAnimationFrame(() => {
    bar.style.visibility = "";
  }));
}

// Reserve the place of the coach at the touch, so that nothing moves when the text arrives.
function layLesson() {
  document.body.dataset.lesson = JSON.parse(frame.lesson).parts[0].opponent ? "game" : "part";
  byId("lesson").hidden = true;
}

/** @param {boolean} may whether the Tab key stops at the board */
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

/** Show what the address names. */
async function showAddress() {
  const texts = [textOf(asked("scenario"), isScenario), textOf(asked("record"), isRecord)];
  const [scenario, record] = await Promise.all(texts);
  if (scenario.length > MAX_TEXT_LENGTH || record.length > MAX_TEXT_LENGTH) throw new Error(`> ${MAX_TEXT_LENGTH}`);
  frame.record = record;
  const first = (await takeLesson()) || (await takePuzzle());
  if (first || scenario) show(first || scenario);
  if (frame.mode === "replay") isPlayable = record !== "";
  else if (frame.mode === "play" && !first && !scenario && !frame.lesson) isPlayable = query.has("form");
  if (!isPlayable && !first && !scenario) fail(word("nothing"));
  describe();
}

async function begin() {
  letFocusEnter(false);
  if (asked("fit") === "content") root.dataset.fit = "content";
  byId("embed-open").hidden = asked("link") === "off";
  listen();
  describe();
  await showAddress().catch((error) => fail(`${word(error instanceof ScenarioError ? "wrong" : "fetch")} ${error.message}`));
  await translate();
  root.dataset.embedState ??= "waiting"; // the page around may have sent a position before
  measure(); // the observer does nothing while the frame is not visible
  post("ready", { mode: frame.mode });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
