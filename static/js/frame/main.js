/* A board inside another page that the reader has touched: draws its position until Python does, brings Python, and
   exchanges messages with the page around (docs/embedding.md). Until the touch, `board.html` stood in its place
   (../picture/main.js), which hands over in the address what is shown. It never reads what this site has stored for the
   reader. The build bundles it to static/js/frame.bundle.js. */

import { byId, root } from "../boot/dom.js";
import { LANGUAGES, MAX_TEXT_LENGTH, THEMES, asked, askedLanguage, fullAppAddress, preferredLanguage, query } from "./address.js";
import { fetchLesson, givenCourse, listenToCourseBar, noteFinished, showCourse, takeLessonOfPage } from "./course.js";
import { firstPosition } from "./lesson.js";
import { fail, failWith, obey, post, reportHeight } from "./page_around.js";
import { ScenarioError, drawPosition, readPosition, textInLanguage } from "./position.js";
import { restingBoard, shownWords } from "./resting.js";
import { noteUseOfBoards } from "./siblings.js";

const course = givenCourse();
/** @type {import("./resting.js").RestingBoard | null} what this board has handed over when it began to rest */
let resting = null;
let isGoingToRest = false;

/** @type {EmbeddedBoardFrame} */
const frame = {
  mode: root.dataset.embed || "",
  scenario: asked("scenario"),
  record: asked("record"),
  lesson: asked("lesson"),
  puzzle: asked("puzzle"),
  at: asked("at"),
  from: asked("from"),
  to: asked("to"),
  language: askedLanguage(),
  theme: root.dataset.theme || "auto",
  touched: /^[a-i][1-9]$/.test(asked("touched")) ? asked("touched") : "",
  resting: "",
  post: postOfPython,
  fail,
  rest: showPicture,
};
window.tashkalar.embed = frame;

/** Keep what this board has handed over when it began to rest; an Error if that is wrong. */
function readHandedOver() {
  const given = restingBoard();
  if (!given) return;
  readPosition(JSON.stringify(given.position));
  resting = given;
  frame.resting = asked("resting");
}

/**
 * Post a message of Python; the end of a lesson is progress in its course.
 * @param {string} type
 * @param {string} fields JSON
 */
function postOfPython(type, fields) {
  const values = JSON.parse(fields);
  post(type, values);
  if (course && type === "goal" && values.state === "reached") noteFinished(course);
}

/**
 * Send an event to Python.
 * @param {string} type
 * @param {string} text
 */
function tell(type, text) {
  document.dispatchEvent(new CustomEvent(type, { detail: text }));
}

/** @param {string} reason */
function refuse(reason) {
  failWith("wrong", reason);
}

/** @type {import("./page_around.js").Commands} */
const COMMANDS = {
  "set-scenario"(data) {
    const text = typeof data.scenario === "string" ? data.scenario : JSON.stringify(data.scenario);
    if (typeof text !== "string" || text.length > MAX_TEXT_LENGTH || frame.mode === "replay") return;
    frame.lesson = frame.puzzle = "";
    if (show(text)) tell("tashkalar-scenario", text);
  },
  "set-theme"(data) {
    if (!THEMES.includes(data.theme)) return;
    frame.theme = data.theme;
    if (data.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = data.theme;
    tell("tashkalar-theme", data.theme);
  },
  "set-language"(data) {
    if (!LANGUAGES.includes(data.language)) return;
    frame.language = data.language;
    tell("tashkalar-language", data.language);
  },
  "set-lesson": takeLessonOfPage,
  rest,
};

/** Rest as a picture, without Python: as soon as Python has started and done what the touch asked for. */
function rest() {
  if (isGoingToRest) return;
  isGoingToRest = true;
  post("leaving", { resting: true });
  restIfReady();
}

function restIfReady() {
  if (root.dataset.app === "ready") tell("tashkalar-rest", "");
  else if (root.dataset.app === "error") showPicture("");
}

/**
 * Show the picture of this board in its place.
 * @param {string} state JSON of what the picture shows and where the game goes on; "" to begin again
 */
function showPicture(state) {
  const address = new URL("./board.html", window.location.href);
  for (const [name, value] of query) if (name !== "touched") address.searchParams.set(name, value);
  address.searchParams.set("theme", frame.theme);
  if (frame.language) address.searchParams.set("lang", frame.language);
  const { scenario, record, lesson, puzzle } = frame;
  const words = shownWords(resting?.words.title || asked("title"));
  const handedOver = state && JSON.stringify({ ...JSON.parse(state), words });
  const behind = new URLSearchParams();
  const given = { scenario, record, lesson, puzzle, "course-state": course ? JSON.stringify(course) : "", resting: handedOver };
  for (const [name, value] of Object.entries(given)) if (value) behind.set(name, value);
  address.hash = behind.toString();
  window.location.replace(address.href);
}

/**
 * Draw a scenario and keep it for Python; show an error and return false if it is wrong.
 * @param {string} text
 */
function show(text) {
  let position;
  try {
    position = readPosition(text);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    refuse(error.message);
    return false;
  }
  frame.scenario = text;
  fail("");
  updateLink();
  if (root.dataset.app === "ready") return true; // Python draws it
  drawPosition(position);
  if (frame.mode === "play") layText(position);
  return true;
}

/**
 * Write the author's text, and leave room for the goal, which Python writes: a line for each condition, and one for the
 * time left. So nothing moves when Python has started.
 * @param {import("./position.js").Position} position
 */
function layText({ text, goal }) {
  const words = textInLanguage(text, preferredLanguage(frame.language) || "en");
  const has = typeof goal === "object" && goal !== null;
  byId("lesson-text").textContent = words;
  byId("lesson").hidden = !words && !goal;
  byId("lesson").toggleAttribute("data-goals", has);
  const parts = has ? Object.values(goal).find((value) => Array.isArray(value)) : null;
  byId("lesson").style.setProperty("--goals", String((parts?.length ?? 1) + (has && "within" in goal ? 1 : 0)));
}

/** Link to the same game in the full app. */
function updateLink() {
  const own = (document.documentElement.dataset.course || "").includes(`"${lessonId()}"`);
  const { puzzle, record, scenario } = frame;
  const played = puzzle ? { puzzle, record: "", scenario: "" } : { puzzle, record, scenario: record ? "" : scenario };
  const contents = frame.lesson ? { lesson: own ? lessonId() : frame.lesson } : played;
  byId("embed-open").setAttribute("href", fullAppAddress(contents).href);
}

function lessonId() {
  return frame.lesson ? String(JSON.parse(frame.lesson).id) : "";
}

// Reserve the place of the coach, so that nothing moves when the text arrives.
function layLesson() {
  const part = JSON.parse(frame.lesson).parts[resting?.lesson?.part ?? 0];
  document.body.dataset.lesson = part?.opponent ? "game" : "part";
  const position = firstPosition(frame.lesson);
  if (position) drawPosition(readPosition(position));
}

/** Show the lesson that the course has come to. */
async function showLesson() {
  if (!course) return;
  try {
    frame.lesson = await fetchLesson(course);
  } catch (error) {
    failWith("fetch", error instanceof Error ? error.message : String(error));
    return;
  }
  fail("");
  updateLink();
  showCourse(course);
  tell("tashkalar-lesson", frame.lesson);
}

function watchPython() {
  new MutationObserver(() => {
    if (root.dataset.app === "ready") post("started", { mode: frame.mode });
    else if (root.dataset.app === "error") post("error", { message: root.dataset.reason || "" });
    if (isGoingToRest) restIfReady();
  }).observe(root, { attributes: true, attributeFilter: ["data-app"] });
}

function begin() {
  obey(COMMANDS, refuse);
  let restFault = ""; // it is refused by name, and the board begins as its address says
  try {
    readHandedOver();
  } catch (error) {
    restFault = error instanceof Error ? error.message : String(error);
  }
  if (asked("fit") === "content") root.dataset.fit = "content";
  byId("embed-open").hidden = asked("link") === "off";
  watchPython();
  if (frame.lesson) layLesson();
  else if (frame.scenario) show(frame.scenario);
  if (resting) drawPosition(readPosition(JSON.stringify(resting.position)));
  if (restFault) refuse(`resting: ${restFault}`);
  if (course) showCourse(course);
  listenToCourseBar(() => course, showLesson);
  updateLink();
  const language = preferredLanguage(frame.language);
  if (language) window.tashkalar.translatePage(language);
  root.dataset.embedState = "started";
  reportHeight();
  post("arrived", { resting: resting !== null });
  noteUseOfBoards(rest);
  window.tashkalar.start();
}

// A position is read into the squares of the page, which may still be on their way.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
else begin();
