/* A board inside another page that nobody has touched: shows the position, its words and the cards in hand, without
   Python. A touch opens the game in its place. It takes no focus, no key and no scrolling, and never reads what this site
   has stored for the reader. The build bundles it to static/js/picture.bundle.js. */

import { byId, root } from "../boot/dom.js";
import {
  LANGUAGES, MAX_TEXT_LENGTH, THEMES, asked, askedLanguage, fullAppAddress, preferredLanguage, query,
} from "../frame/address.js";
import { givenCourse, listenToCourseBar, showCourse, takeLessonOfPage } from "../frame/course.js";
import { CONTENTS, chosenContents, nearestName } from "../frame/names.js";
import { fail, failWith, obey, post, reportHeight } from "../frame/page_around.js";
import { ScenarioError, drawPosition, readPosition, textInLanguage } from "../frame/position.js";
import { restingBoard } from "../frame/resting.js";
import { checkForm, loadForms } from "./check.js";
import { noContents, readContents, showCourseLesson } from "./contents.js";
import { describe } from "./description.js";
import { cardData, knownIds } from "./hand.js";
import { askedReference, showReference } from "./reference.js";
import { loadWords, text } from "./words.js";

const MODES = ["position", "play", "replay"];
const mode = MODES.includes(asked("mode")) ? asked("mode") : "play";
let language = askedLanguage();
let contents = noContents();
/** @type {import("../frame/resting.js").RestingBoard | null} what a board that rests has handed over */
let resting = null;
/** @type {import("../frame/position.js").Position | null} */
let drawn = null;
let isPlayable = false; // there is something to load Python for
let isLeaving = false;

/** @param {string} name */
function word(name) {
  return text(`page.embed.${name}`) || byId(`embed-${name}`).textContent || "";
}

/** @param {string} reason */
function refuse(reason) {
  failWith("wrong", reason);
}

/** @param {unknown} error */
function report(error) {
  if (error instanceof ScenarioError) refuse(error.message);
  else failWith("fetch", error instanceof Error ? error.message : String(error));
}

obey({
  "set-scenario"(data) {
    const scenario = typeof data.scenario === "string" ? data.scenario : JSON.stringify(data.scenario);
    if (typeof scenario !== "string" || scenario.length > MAX_TEXT_LENGTH || mode === "replay") return;
    loadForms().then(() => takeScenario(scenario)).catch(report);
  },
  "set-theme"(data) {
    if (!THEMES.includes(data.theme)) return;
    showTheme(data.theme);
  },
  "set-language"(data) {
    if (!LANGUAGES.includes(data.language)) return;
    language = data.language;
    translate();
  },
  "set-lesson": takeLessonOfPage,
}, refuse);

/** @param {string} scenario that the page around has sent */
function takeScenario(scenario) {
  const rested = resting;
  resting = null;
  if (show(scenario)) {
    endRest();
    contents = { ...noContents(), scenario };
    isPlayable = mode === "play";
    write();
    checkPosition().then(write);
  } else resting = rested;
}

/** @param {string} theme */
function showTheme(theme) {
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
}

/**
 * Draw a scenario; show an error and return false if it is wrong.
 * @param {string} scenario
 * @param {boolean} [isOurs] not written by somebody else
 */
function show(scenario, isOurs = false) {
  try {
    const position = readPosition(scenario);
    if (!isOurs && position.goal !== undefined && typeof position.goal !== "string") checkForm("goal-watched", position.goal, "goal");
    drawn = position;
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    refuse(error.message);
    return false;
  }
  fail("");
  drawPosition(drawn);
  if (resting) return true; // the page around knows it
  const board = drawn.pieces.map(({ square, owner, rank }) => [square, `${owner} ${rank}`]);
  post("position", { form: drawn.form, board: Object.fromEntries(board) });
  return true;
}

/** Write the texts beside the board, and its description for screen readers. */
function write() {
  describe(drawn, contents, mode, resting);
  const button = byId("embed-start");
  button.toggleAttribute("disabled", !isPlayable);
  const isWrong = !isPlayable && !byId("embed-error").hidden; // nothing to play beside what is wrong
  button.hidden = mode === "position" || isWrong;
  byId("embed-start-label").textContent = word(resting ? "continue" : mode === "replay" ? "watch" : "play");
  byId("embed-open").setAttribute("href", fullAppAddress(linkedContents()).href);
}

/** Return what the link to the full app names. */
function linkedContents() {
  const { scenario, record, lesson, puzzle, course } = contents;
  if (puzzle) return { puzzle };
  if (lesson) return { lesson: course && !course.base ? course.lessons[course.number] : asked("lesson") || lesson };
  /** @type {Record<string, string>} */
  const linked = record ? { record } : { scenario };
  return linked;
}

async function translate() {
  const wanted = preferredLanguage(language) || "en";
  await loadWords(wanted, () => wanted === (preferredLanguage(language) || "en"));
  write();
  if (askedReference()) await lookUp().catch(report);
}

/** Show the card, task or rule that the address names, in the language of the page. */
async function lookUp() {
  const kind = askedReference();
  if (!await showReference(kind, root.lang)) failWith("unknown", asked(kind));
}

function endRest() {
  resting = null;
  showFit();
}

function showFit() {
  if (asked("fit") === "content") root.dataset.fit = "content";
}

// -- being touched ----------------------------------------------------------------------------

/**
 * Open the game in the place of this page, with all that it has to know.
 * @param {string} touched the touched square, or "play"
 */
function start(touched) {
  if (!isPlayable || isLeaving) return;
  isLeaving = true;
  byId("embed-start").setAttribute("disabled", "");
  const address = new URL("./index.html", window.location.href);
  for (const [name, value] of query) if (!["scenario", "record", "lesson", "puzzle", "course"].includes(name)) address.searchParams.set(name, value);
  address.searchParams.set("touched", touched);
  address.searchParams.set("theme", root.dataset.theme ?? "auto");
  if (language) address.searchParams.set("lang", language);
  const { scenario, record, lesson, puzzle, course } = contents;
  const behind = new URLSearchParams();
  const given = {
    scenario: lesson ? "" : scenario, record, lesson, puzzle, "course-state": course ? JSON.stringify(course) : "",
    resting: resting ? asked("resting") : "", title: textInLanguage(contents.title, root.lang),
  };
  for (const [name, value] of Object.entries(given)) if (value) behind.set(name, value);
  address.hash = behind.toString();
  post("leaving", { resting: resting !== null });
  window.location.replace(address.href);
}

function listen() {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const square = target.closest("[data-square]");
    if (square) start(square.getAttribute("data-square") || "play");
    else if (target.closest("#embed-start")) start("play");
  });
  listenToCourseBar(() => contents.course, showLesson);
}

/** Show the lesson that the course has come to. */
async function showLesson() {
  try {
    await showCourseLesson(contents);
    endRest();
    showContents();
  } catch (error) {
    report(error);
  }
  write();
}

function showContents() {
  const { scenario, record, lesson, puzzle, course } = contents;
  if (scenario && !show(scenario, puzzle !== "")) contents = { ...noContents(), course };
  else if (mode === "replay") isPlayable = record !== "";
  else isPlayable = mode === "play" && (scenario !== "" || lesson !== "" || query.has("form"));
  if (course) showCourse(course);
  if (!isPlayable && !scenario) failWith("nothing");
}

/** Show what the address names. */
async function showAddress() {
  if (askedReference()) return;
  if (asked("resting")) showResting();
  if (resting) return;
  contents = await readContents();
  if (contents.scenario && !contents.puzzle) await loadForms();
  showContents();
}

/** Show a board that rests: its position, and all that it needs to go on. */
function showResting() {
  try {
    const handedOver = restingBoard();
    if (!handedOver) return;
    resting = handedOver;
    if (!show(JSON.stringify(handedOver.position), true)) throw new Error("resting");
  } catch (error) {
    endRest(); // it begins again
    console.warn(error);
    return;
  }
  delete root.dataset.fit; // it fills the height of the game, so that nothing moves on the page around
  const [scenario, record, lesson, puzzle] = ["scenario", "record", "lesson", "puzzle"].map(asked);
  contents = { ...noContents(), scenario, record, lesson, puzzle, course: givenCourse() };
  isPlayable = true;
  if (contents.course) showCourse(contents.course);
}

/** Say what is wrong with the position before anybody touches it, also with cards and tasks that do not exist. */
async function checkPosition() {
  if (!contents.scenario || contents.puzzle || !drawn || resting) return;
  const data = await cardData().catch(() => null);
  try {
    if (data) checkForm("scenario", JSON.parse(contents.scenario), "", knownIds(data));
  } catch (error) {
    isPlayable = false;
    report(error);
  }
}

/** Tell the author of a plain frame of names that look like one of ours, and of several contents. */
function checkNames() {
  const { complaint } = chosenContents(CONTENTS.filter(asked));
  const misspelled = [...query.keys()].map((name) => [name, nearestName(name, [...CONTENTS, "mode", "lang", "theme", "motion", "contrast"])]);
  const complaints = misspelled.flatMap(([name, meant]) => (meant ? [`${name}: do you mean ${meant}?`] : []));
  for (const message of [complaint, ...complaints].filter(Boolean)) {
    console.warn(message);
    post("error", { message });
  }
}

async function begin() {
  root.dataset.embed = mode;
  showFit();
  if (asked("contrast") === "more") root.dataset.contrast = "more";
  showTheme(asked("theme"));
  byId("embed-open").hidden = asked("link") === "off";
  listen();
  const translated = translate();
  checkNames();
  await showAddress().catch(report);
  await translated;
  write();
  await checkPosition();
  write();
  root.dataset.embedState = "waiting";
  reportHeight();
  if (resting) post("arrived", { resting: true });
  else post("ready", { mode });
}

begin();
