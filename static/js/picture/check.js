/* What is wrong with a position or lesson, as far as it can be seen without the rules. Python reads both again before
   anybody plays. */

import { ScenarioError, isObject } from "../frame/position.js";

/**
 * @typedef {import("./hand.js").CardData} CardData
 * @typedef {Record<string, any>} Fields
 */

const RANKS = ["common", "heroic", "legendary"];
const PART = [
  "scenario", "preset", "seed", "until", "coach", "ways", "mistakes", "done", "opponent", "goal", "hint", "show", "poster",
];

/**
 * Return what is wrong with a scenario, after the place of it, or "".
 * @param {Fields} scenario
 * @param {CardData} data
 */
export function scenarioFault(scenario, data) {
  const faults = [
    unknownField(scenario, data.fields.scenario, ""),
    ...scenario.seats.map((/** @type {Fields} */ seat, /** @type {number} */ number) => seatFault(seat, `seats[${number}]`, data)),
    formFault(scenario, data),
    ...[scenario.tasks?.current ?? [], scenario.tasks?.next ?? []].flat().map((id) => unknown(id, data.tasks, "tasks", "task")),
  ];
  const { goal } = scenario;
  if (goal !== undefined && typeof goal !== "string") faults.push(goalFault(goal, "goal", data));
  return faults.find(Boolean) ?? "";
}

/**
 * Return what is wrong with the form of the fields that are not looked up, or "".
 * @param {Fields} scenario
 * @param {CardData} data
 */
function formFault({ gateway, seats, tasks, teams, turn }, data) {
  if (gateway !== undefined && !data.squares.includes(gateway)) return "gateway: a square of the board is needed";
  if (tasks !== undefined && !isObject(tasks)) return "tasks: an object is needed";
  if (teams !== undefined && typeof teams !== "boolean") return "teams: true or false is needed";
  if (turn === undefined) return "";
  if (!isObject(turn)) return "turn: an object is needed";
  const { seat = 1, actions = 0 } = turn;
  if (!Number.isInteger(seat) || seat < 1 || seat > seats.length) return `turn.seat: a number from 1 to ${seats.length} is needed`;
  return Number.isInteger(actions) && actions >= 0 ? "" : "turn.actions: a whole number is needed";
}

/**
 * @param {Fields} fields
 * @param {string[]} known
 * @param {string} place
 */
function unknownField(fields, known, place) {
  const name = Object.keys(fields).find((one) => !known.includes(one));
  return name === undefined ? "" : `${place}${place && "."}${name}: is not known; there are ${known.join(", ")}`;
}

/**
 * @param {unknown} id
 * @param {string[]} known
 * @param {string} place
 * @param {string} kind
 */
function unknown(id, known, place, kind) {
  return typeof id === "string" && known.includes(id) ? "" : `${place}: ${JSON.stringify(id)} is no ${kind} of the game`;
}

/**
 * @param {Fields} seat
 * @param {string} place
 * @param {CardData} data
 */
function seatFault(seat, place, data) {
  if (seat.school.startsWith("x-")) return ""; // a pack's school has cards of its own
  const faults = [unknownField(seat, data.fields.seat, place), unknown(seat.school, data.schools, `${place}.school`, "school")];
  for (const pile of ["hand", "legends", "flare"]) {
    for (const id of [seat[pile] ?? []].flat()) faults.push(unknown(id, data.cards, `${place}.${pile}`, "card"));
  }
  return faults.find(Boolean) ?? "";
}

/**
 * @param {unknown} goal
 * @param {string} place
 * @param {CardData} data
 * @returns {string}
 */
function goalFault(goal, place, data) {
  if (!isObject(goal)) return `${place}: an object is needed`;
  const field = unknownField(goal, data.fields.goal, place);
  if (field) return field;
  for (const kind of ["all", "any"]) {
    if (kind in goal && !Array.isArray(goal[kind])) return `${place}.${kind}: a list is needed`;
    const parts = (goal[kind] ?? []).map((/** @type {unknown} */ part, /** @type {number} */ at) => goalFault(part, `${place}.${kind}[${at}]`, data));
    const fault = parts.find(Boolean);
    if (fault) return fault;
  }
  if ("survive" in goal) return goalFault(goal.survive, `${place}.survive`, data);
  if ("summon" in goal) return unknown(goal.summon, Object.keys(data.beings), `${place}.summon`, "being");
  if ("claim" in goal) return unknown(goal.claim, data.tasks, `${place}.claim`, "task");
  if (goal.rank !== undefined) return unknown(goal.rank, RANKS, `${place}.rank`, "rank");
  const squares = isObject(goal.piece) ? Object.keys(goal.piece) : [];
  const wrong = squares.find((square) => !data.squares.includes(square));
  return wrong === undefined ? "" : `${place}.piece: ${JSON.stringify(wrong)} is not a square of the board`;
}

/**
 * Check a lesson: its parts, and that a lesson that brings words has them for every line.
 * @param {Fields} lesson
 * @throws {ScenarioError}
 */
export function checkLesson({ format, id, parts, words }) {
  if (format !== "tashkalar-lesson") throw new ScenarioError('format: "tashkalar-lesson" is needed');
  if (typeof id !== "string") throw new ScenarioError("id: a name is needed");
  if (!Array.isArray(parts) || parts.length === 0) throw new ScenarioError("parts: at least one is needed");
  parts.forEach((part, number) => {
    const place = `parts[${number}]`;
    if (!isObject(part)) throw new ScenarioError(`${place}: an object is needed`);
    const fault = unknownField(part, PART, place);
    if (fault) throw new ScenarioError(fault);
    if (isObject(words)) checkLines(part, place, Object.values(words));
  });
}

/**
 * @param {Fields} part
 * @param {string} place
 * @param {Fields[]} words by language
 */
function checkLines({ coach = [], mistakes = [], done, hint = [] }, place, words) {
  const said = [...coach, ...mistakes].map((/** @type {Fields} */ line) => line?.say);
  for (const line of [...said, ...hint, ...(done ? [done] : [])]) {
    if (!words.some((texts) => isObject(texts) && typeof line === "string" && Object.hasOwn(texts, line))) {
      throw new ScenarioError(`${place}: the line ${JSON.stringify(line)} has no words`);
    }
  }
}
