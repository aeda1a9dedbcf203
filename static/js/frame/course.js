/* The course of a board: its lessons in their order, of which one is shown, and the bar that leads through them. */

import { byId } from "../boot/dom.js";
import { asked, isScenario } from "./address.js";
import { fetchText } from "./files.js";
import { post } from "./page_around.js";

/**
 * @typedef {object} CourseState
 * @property {string[]} lessons ids
 * @property {string} base the address of the course's file, "" for the game's lessons, "page" if the page around has them
 * @property {number} number of the lesson that is shown, from 0
 * @property {string[]} done ids
 * @property {boolean} isOneFile the file of the course brings its lessons
 * @property {Record<string, string>} texts of lessons that the course in the address brings, by id
 *
 * @typedef {{ id: string, lessons: string[] }} Chapter
 * @typedef {{ chapters: Chapter[], texts: Record<string, string> }} CourseFile
 */

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const OF_THE_PAGE = "page";
const LESSONS = "./static/lessons/";
/** @type {Map<string, {resolve: (text: string) => void, reject: (error: Error) => void}>} */
const awaited = new Map(); // lessons that the page around has been asked for

/**
 * Return the course that the address names: a chapter of the game's course, "all" of it, a course as JSON, or a file.
 * @param {string} value
 * @returns {Promise<CourseState>}
 */
export async function readCourse(value) {
  if (ID.test(value)) {
    const { chapters } = parsedCourse(await fetchText(`${LESSONS}course.json`));
    return stateOf(chosenChapters(chapters, value), "");
  }
  if (isScenario(value)) {
    const { chapters, texts } = parsedCourse(value);
    return { ...stateOf(chapters, asked("base") === OF_THE_PAGE ? OF_THE_PAGE : ""), texts };
  }
  const { chapters, texts } = parsedCourse(await fetchText(value));
  return { ...stateOf(chapters, value), isOneFile: Object.keys(texts).length > 0 };
}

/**
 * @param {string} text
 * @returns {CourseFile}
 */
function parsedCourse(text) {
  const { format, chapters, lessons = [] } = JSON.parse(text);
  if (format !== "tashkalar-course" || !Array.isArray(chapters)) throw new Error("format: \"tashkalar-course\" is needed");
  for (const chapter of chapters) {
    if (!Array.isArray(chapter?.lessons)) throw new Error("chapters: each needs lessons");
    for (const id of chapter.lessons) if (typeof id !== "string" || !ID.test(id)) throw new Error(`lessons: ${JSON.stringify(id)}`);
  }
  if (!Array.isArray(lessons)) throw new Error("lessons: a list is needed");
  return { chapters, texts: Object.fromEntries(lessons.map((lesson) => [String(lesson?.id), JSON.stringify(lesson)])) };
}

/**
 * @param {Chapter[]} chapters
 * @param {string} name
 */
function chosenChapters(chapters, name) {
  const chosen = name === "all" ? chapters : chapters.filter(({ id }) => id === name);
  if (chosen.length === 0) throw new Error(`course="${name}": all, ${chapters.map(({ id }) => id).join(", ")}`);
  return chosen;
}

/**
 * @param {Chapter[]} chapters
 * @param {string} base
 */
function stateOf(chapters, base) {
  const lessons = chapters.flatMap((chapter) => chapter.lessons);
  if (lessons.length === 0) throw new Error("chapters: a lesson is needed");
  return { lessons, base, number: 0, done: [], isOneFile: false, texts: {} };
}

/** Return the course that the picture of this board has handed over, or null. */
export function givenCourse() {
  const text = asked("course-state");
  return text ? /** @type {CourseState} */ (JSON.parse(text)) : null;
}

/**
 * Return the text of the lesson that the course shows.
 * @param {CourseState} course
 */
export async function fetchLesson({ lessons, base, number, isOneFile, texts }) {
  const id = lessons[number];
  const brought = isOneFile ? parsedCourse(await fetchText(base)).texts : texts;
  if (Object.hasOwn(brought, id)) return brought[id];
  if (base === OF_THE_PAGE) return askForLesson(id);
  return fetchText(base ? new URL(`${id}.json`, new URL(base, window.location.href)).href : `${LESSONS}${id}.json`);
}

/**
 * @param {string} id
 * @returns {Promise<string>}
 */
function askForLesson(id) {
  return new Promise((resolve, reject) => {
    awaited.set(id, { resolve, reject });
    post("need-lesson", { lesson: id });
  });
}

/**
 * Take a lesson that the page around was asked for: its text, or the reason why there is none.
 * @param {{lesson?: unknown, text?: unknown, reason?: unknown}} data
 */
export function takeLessonOfPage({ lesson, text, reason }) {
  const waiting = awaited.get(String(lesson));
  awaited.delete(String(lesson));
  if (typeof text === "string") waiting?.resolve(text);
  else waiting?.reject(new Error(String(reason)));
}

/**
 * Note that the lesson on show is finished.
 * @param {CourseState} course
 */
export function noteFinished(course) {
  const id = course.lessons[course.number];
  if (!course.done.includes(id)) course.done.push(id);
  showCourse(course);
}

/**
 * Show how far the course has come, here and to the page around.
 * @param {CourseState} course
 */
export function showCourse({ lessons, number, done }) {
  const id = lessons[number];
  byId("frame-course-bar").hidden = false;
  byId("frame-course-number").textContent = `${number + 1} / ${lessons.length}`;
  byId("frame-course-back").toggleAttribute("disabled", number === 0);
  const next = byId("frame-course-next");
  next.toggleAttribute("disabled", number + 1 === lessons.length);
  next.toggleAttribute("data-primary", done.includes(id) && number + 1 < lessons.length);
  post("progress", { lesson: id, number: number + 1, of: lessons.length, done: [...done] });
}

/**
 * Have the bar lead through the course.
 * @param {() => CourseState | null} current
 * @param {() => void} show shows the lesson that the course has come to, from its beginning
 */
export function listenToCourseBar(current, show) {
  for (const [id, step] of /** @type {const} */ ([["frame-course-back", -1], ["frame-course-again", 0], ["frame-course-next", 1]])) {
    byId(id).addEventListener("click", () => {
      const course = current();
      if (!course) return;
      course.number = Math.max(0, Math.min(course.lessons.length - 1, course.number + step));
      show();
    });
  }
}
