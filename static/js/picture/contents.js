/* What the address of a board names, fetched: a scenario, lesson, course, puzzle or record. */

import { MAX_TEXT_LENGTH, asked, isScenario } from "../frame/address.js";
import { fetchLesson, readCourse } from "../frame/course.js";
import { FetchError, fetchText } from "../frame/files.js";
import { firstPosition } from "../frame/lesson.js";
import { checkLesson, loadForms } from "./check.js";
import { boardData } from "./data.js";
import { CONTENTS, chosenContents } from "../frame/names.js";
import { ScenarioError } from "../frame/position.js";

/**
 * @typedef {object} Contents what a board shows, and hands over to Python when it is touched
 * @property {string} scenario JSON of the position that is drawn, or ""
 * @property {string} record
 * @property {string} lesson JSON
 * @property {string} puzzle an id, or "daily"
 * @property {import("../frame/course.js").CourseState | null} course
 * @property {Record<string, string>} title by language
 *
 * @typedef {{ name: string, since: string, ids: string[] }} PuzzleFile
 */

// Quotes of mail and other signs may stand around a record.
const SCHOOLS = /^\W*Schools:\s(.*)$/m;
const FORM = /^\W*Form:\s(.*)$/m;
const SCENARIO = /^\W*Scenario:\s*(\{.*\})\s*$/m;

/** @returns {Contents} */
export function noContents() {
  return { scenario: "", record: "", lesson: "", puzzle: "", course: null, title: {} };
}

/** Return what the address names. */
export async function readContents() {
  const contents = noContents();
  const isReplay = asked("mode") === "replay";
  const { shown } = chosenContents(CONTENTS.filter(asked));
  const named = (/** @type {string} */ name) => (shown.includes(name) ? asked(name) : "");
  contents.record = checked(await textOf(named("record"), isRecord));
  if (named("course") && !isReplay) await takeCourse(contents);
  else if (named("lesson") && !isReplay) await takeLesson(contents, await textOf(lessonAddress(named("lesson")), isScenario));
  else if (named("puzzle") && !isReplay) await takePuzzle(contents, named("puzzle"));
  else contents.scenario = checked(await textOf(named("scenario"), isScenario));
  if (contents.record && !contents.scenario) contents.scenario = firstOfRecord(contents.record);
  return contents;
}

/**
 * Return a text from the address, or from a file of this site that the address names.
 * @param {string} value
 * @param {(text: string) => boolean} isText
 */
async function textOf(value, isText) {
  return !value || isText(value) ? value : fetchText(value);
}

/** @param {string} text */
function checked(text) {
  if (text.length > MAX_TEXT_LENGTH) throw new ScenarioError(`> ${MAX_TEXT_LENGTH}`);
  return text;
}

/** @param {string} text */
function isRecord(text) {
  return /[\r\n]/.test(text.trim());
}

/** @param {string} name of a lesson of the game, or the address of a file */
function lessonAddress(name) {
  return /^[a-z0-9-]+$/.test(name) ? `./static/lessons/${name}.json` : name;
}

/** @param {Contents} contents */
async function takeCourse(contents) {
  const course = await readCourse(asked("course")).catch((error) => {
    throw error instanceof FetchError ? error : new ScenarioError(`course: ${error.message}`);
  });
  contents.course = course;
  await showCourseLesson(contents);
}

/**
 * Take the lesson that the course has come to.
 * @param {Contents} contents
 */
export async function showCourseLesson(contents) {
  if (contents.course) await takeLesson(contents, await fetchLesson(contents.course));
}

/**
 * @param {Contents} contents
 * @param {string} text JSON
 */
async function takeLesson(contents, text) {
  contents.lesson = checked(text);
  await loadForms();
  try {
    checkLesson(JSON.parse(text));
    contents.scenario = firstPosition(text);
  } catch (error) {
    contents.lesson = "";
    throw error instanceof ScenarioError ? error : new ScenarioError(`lesson: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Take a puzzle of the game by its id, or that of the day.
 * @param {Contents} contents
 * @param {string} wanted
 */
async function takePuzzle(contents, wanted) {
  /** @type {PuzzleFile[]} */
  const files = await boardData("puzzles");
  const id = wanted === "daily" ? dailyPuzzle(files) : wanted;
  const file = files.find(({ ids }) => ids.includes(id));
  if (!file) throw new ScenarioError(`puzzle: ${JSON.stringify(wanted)} is no puzzle of the game`);
  const puzzle = new Map(Object.entries(await boardData(file.name.replace(".json", "")))).get(id);
  contents.puzzle = wanted;
  contents.title = puzzle.title ?? {};
  contents.scenario = JSON.stringify(puzzle.scenario);
}

/**
 * Return the id of today's puzzle, as `tashkalar/ui/lessons/daily_puzzle.py` does.
 * @param {PuzzleFile[]} files
 */
function dailyPuzzle(files) {
  const now = new Date();
  const midnight = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const day = new Date(midnight).toISOString().slice(0, 10);
  const pool = files.filter(({ since }) => since && since <= day).flatMap(({ ids }) => ids);
  const number = midnight / 86_400_000;
  const cycle = Math.floor(number / pool.length);
  const shuffled = pool.map((id) => ({ id, place: shuffleNumber(`${cycle}/${id}`) })).sort((a, b) => a.place - b.place);
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

/**
 * Return the scenario that a record begins with; of a game from the start, its empty board.
 * @param {string} record
 */
function firstOfRecord(record) {
  const scenario = SCENARIO.exec(record)?.[1];
  if (scenario) return scenario;
  const form = FORM.exec(record)?.[1].trim();
  const schools = SCHOOLS.exec(record)?.[1].trim().split(/\s+/) ?? [];
  if (!form || schools.length < 2) return "";
  return JSON.stringify({ form, seats: schools.map((school) => ({ school })), board: {} });
}
