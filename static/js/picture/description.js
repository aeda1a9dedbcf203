/* The words beside an untouched board: title, first line, goal, hand, and the board for screen readers. */

import { byId, root } from "../boot/dom.js";
import { asked } from "../frame/address.js";
import { readPosition, textInLanguage } from "../frame/position.js";
import { goalLines, goalTitle, timeLeft } from "./goal_words.js";
import { showHand } from "./hand.js";
import { hasWords, lessonLines, text } from "./words.js";

/**
 * @typedef {import("../frame/position.js").Position} Position
 * @typedef {import("./contents.js").Contents} Contents
 */

const RESULT = /^Result: *(?:.*, )?(\d+(?:-\d+)+)/m;

/**
 * @param {Position | null} drawn
 * @param {Contents} contents
 * @param {string} mode
 * @param {import("../frame/resting.js").RestingBoard | null} resting
 */
export function describe(drawn, contents, mode, resting) {
  const scenario = contents.scenario ? JSON.parse(contents.scenario) : null;
  const stands = resting?.words.language === root.lang;
  describeBoard(drawn);
  fill("frame-prompt", stands ? resting.words.prompt : "");
  if (stands) describeResting(resting);
  else describeContents(resting && scenario ? readPosition(contents.scenario) : drawn, contents, mode, scenario);
  const holder = mode === "replay" ? null : scenario;
  showHand(resting ? resting.position : drawn && holder);
}

/**
 * Write the words as they stood when the board began to rest.
 * @param {import("../frame/resting.js").RestingBoard} resting
 */
function describeResting({ words }) {
  const { title, text: line, goals } = words;
  fill("lesson-title", title);
  fill("lesson-text", line);
  fill("goal-title", words.goalTitle);
  listGoals(goals);
  byId("lesson").hidden = ![title, line, words.goalTitle, ...goals].some(Boolean);
}

/**
 * @param {Position | null} drawn
 * @param {Contents} contents
 * @param {string} mode
 * @param {Record<string, any> | null} scenario
 */
function describeContents(drawn, contents, mode, scenario) {
  const [title, line] = headings(drawn, contents, scenario);
  fill("lesson-title", title);
  fill("lesson-text", line);
  const goal = mode === "replay" || !hasWords() ? null : drawn?.goal;
  describeGoal(goal, scenario);
  byId("lesson").hidden = !title && !line && !goal;
}

/**
 * @param {string} id
 * @param {string} words
 */
function fill(id, words) {
  const place = byId(id);
  place.textContent = words;
  place.hidden = !words;
}

/** @param {Position | null} drawn */
function describeBoard(drawn) {
  const pieces = (drawn?.pieces ?? []).map(({ square, rank, school }) => {
    const who = text(`school.${school}.colour`) || school;
    return { id: "goal.piece", values: { square, piece: { id: `piece.${rank}`, values: { who } } } };
  });
  const label = pieces.length ? text("list.stop", { text: pieces }) : text("page.embed.empty");
  byId("board").setAttribute("aria-label", label);
}

/**
 * Return the title and the first line.
 * @param {Position | null} drawn
 * @param {Contents} contents
 * @param {Record<string, any> | null} scenario
 * @returns {[string, string]}
 */
function headings(drawn, { lesson, record, title }, scenario) {
  const own = drawn ? textInLanguage(drawn.text, root.lang) : "";
  if (lesson) {
    const [name, line] = linesOf(JSON.parse(lesson));
    return [name, own || line || text("page.embed.lesson")];
  }
  if (record && scenario) return [gameName(scenario, record), own || turnsShown()];
  return [textInLanguage(title, root.lang), own];
}

/**
 * Return the title of a lesson and the line under it: those that it brings, or those of the game's lesson.
 * @param {{ id: string, words?: Record<string, Record<string, string>> }} lesson
 */
function linesOf({ id, words }) {
  const brought = words?.[root.lang] ?? words?.en ?? Object.values(words ?? {})[0];
  return brought?.title ? [brought.title, brought.about ?? ""] : lessonLines(id);
}

/**
 * @param {Record<string, any>} scenario
 * @param {string} record
 */
function gameName({ form, seats }, record) {
  const colors = seats.map((/** @type {{ school: string }} */ { school }) => text(`school.${school}.colour`) || school);
  const result = RESULT.exec(record)?.[1].replaceAll("-", "–") ?? "";
  const values = { form: text(`form.${form}.name`) || form, colors: colors.join(" – "), result };
  return text(result ? "page.embed.game.over" : "page.embed.game", values);
}

function turnsShown() {
  const [from, to] = [asked("from"), asked("to")];
  return from && to ? text("page.embed.turns", { from, to }) : "";
}

/**
 * @param {unknown} goal
 * @param {Record<string, any> | null} scenario
 */
function describeGoal(goal, scenario) {
  const lines = [];
  if (typeof goal === "string") lines.push(goal);
  else if (goal && scenario) {
    const setup = /** @type {import("./goal_words.js").Setup} */ (scenario);
    lines.push(...goalLines(/** @type {any} */ (goal), setup), timeLeft(/** @type {any} */ (goal)));
    fill("goal-title", goalTitle(/** @type {any} */ (goal), setup));
  }
  listGoals(lines);
  if (lines.length === 0 || typeof goal === "string") fill("goal-title", "");
}

/** @param {string[]} lines */
function listGoals(lines) {
  byId("lesson-goals").replaceChildren(...lines.filter(Boolean).map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}
