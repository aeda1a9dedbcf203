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
 * @typedef {{ name: string, since: string, ids: string[], grades: number[], also: Record<string, string> }} PuzzleFile
 */

// Quotes of mail and other signs may stand around a record.
const MS_PER_DAY = 86_400_000;
const UNKNOWN_GRADE = 4; // of puzzles that the judge cannot grade
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
  const id = wanted === "daily" ? dailyPuzzle(files, new Date()) : mainId(files, wanted);
  const file = files.find(({ ids }) => ids.includes(id));
  if (!file) throw new ScenarioError(`puzzle: ${JSON.stringify(wanted)} is no puzzle of the game`);
  const puzzle = new Map(Object.entries(await boardData(file.name.replace(".json", "")))).get(id);
  contents.puzzle = wanted;
  contents.title = puzzle.title ?? {};
  contents.scenario = JSON.stringify(puzzle.scenario);
}

/**
 * Return the id of a puzzle that has another id now, or the given one.
 * @param {PuzzleFile[]} files
 * @param {string} id
 */
function mainId(files, id) {
  return files.map(({ also }) => new Map(Object.entries(also)).get(id)).find(Boolean) ?? id;
}

/** @typedef {{ id: string, grade: number, chance: number }} Waiting */

/**
 * Return the id of the puzzle of a day, as `tashkalar/features/puzzles/daily_puzzle.py` does.
 * @param {PuzzleFile[]} files
 * @param {Date} date
 */
export function dailyPuzzle(files, date) {
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  const days = [...new Set(files.map(({ since }) => since).filter(Boolean))].sort();
  /** @type {Waiting[][]} */
  const [waiting, rested, resting] = [[], [], []];
  let chosen;
  for (let number = dayNumber(days[0]); number <= midnight / MS_PER_DAY; number += 1) {
    if (days.length && dayNumber(days[0]) <= number) {
      const since = days.shift();
      for (const file of files.filter((one) => one.since === since)) {
        waiting.push(...file.ids.map((id, at) => ({ id, grade: file.grades[at] || UNKNOWN_GRADE, chance: shuffleNumber(id) })));
      }
      waiting.sort(compareWaiting);
    }
    if (!waiting.length) {
      const mostResting = Math.floor((rested.length + resting.length) / 2);
      while (resting.length > mostResting || !rested.length) rested.push(/** @type {Waiting} */ (resting.shift()));
      rested.sort(compareWaiting);
    }
    const pool = waiting.length ? waiting : rested;
    [chosen] = pool.splice(Math.floor((pool.length * (2 * ((number + 3) % 7) + 1)) / 14), 1);
    resting.push(chosen);
  }
  return chosen?.id ?? "";
}

/** @param {string} day such as 2026-11-26 */
function dayNumber(day) {
  return Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;
}

/**
 * @param {Waiting} one
 * @param {Waiting} other
 */
function compareWaiting(one, other) {
  return one.grade - other.grade || one.chance - other.chance || (one.id < other.id ? -1 : 1);
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
