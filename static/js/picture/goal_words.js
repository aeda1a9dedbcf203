/* A goal in words, as `tashkalar/ui/session/goal_panel.py` says it; a test compares both. */

import { text } from "./words.js";

/**
 * @typedef {import("./words.js").Message} Message
 * @typedef {Record<string, any>} Goal
 * @typedef {{ seats: { school: string, name?: string }[], teams?: boolean, turn?: { seat?: number } }} Setup
 */

const SIMPLE = ["beings", "legend", "score", "gain"];

/**
 * Return the heading of a goal.
 * @param {Goal} goal
 * @param {Setup} setup
 */
export function goalTitle(goal, setup) {
  const seat = goal.seat ?? setup.turn?.seat ?? 1;
  const kind = Object.hasOwn(goal, "all") ? ".all" : Object.hasOwn(goal, "any") ? ".any" : "";
  return text(`goal.title${isOneTurn(goal) ? ".turn" : ""}${kind}`, { who: playerName(setup, seat) });
}

/**
 * Return each condition of a goal as a sentence without a full stop, and the time left for them as the last one.
 * @param {Goal} goal
 * @param {Setup} setup
 */
export function goalLines(goal, setup) {
  const parts = goal.all ?? goal.any ?? [goal];
  return parts.map((/** @type {Goal} */ part) => {
    const { id, values } = conditionMessage(part, setup);
    return text(id, values);
  });
}

/** @param {Goal} goal */
function isOneTurn({ within }) {
  return within?.turns === 1;
}

/** @param {Goal} goal */
export function timeLeft(goal) {
  const { within } = goal;
  if (!within || isOneTurn(goal)) return ""; // the heading says so
  const [limit, n] = Object.entries(within)[0];
  return text(`goal.${limit}-left`, { n: Number(n) });
}

/**
 * @param {Goal} goal
 * @param {Setup} setup
 * @returns {Message}
 */
function conditionMessage(goal, setup) {
  for (const kind of ["all", "any"]) {
    if (Object.hasOwn(goal, kind)) {
      const parts = goal[kind].map((/** @type {Goal} */ part) => conditionMessage(part, setup));
      return { id: `goal.${kind}`, values: { parts } };
    }
  }
  const simple = SIMPLE.find((kind) => Object.hasOwn(goal, kind));
  if (simple) return { id: `goal.${simple}`, values: { n: goal[simple] } };
  if (goal.summon) {
    const card = { id: `name.${goal.summon}` };
    return goal.at ? { id: "goal.summon.at", values: { card, square: goal.at } } : { id: "goal.summon", values: { card } };
  }
  if (goal.destroy) return destructionMessage(goal);
  if (goal.piece) return { id: "goal.pieces", values: { pieces: pieceMessages(goal.piece, setup) } };
  if (goal.claim) return { id: "goal.claim", values: { task: { id: `name.${goal.claim}` } } };
  if (goal.survive) return { id: "goal.survive", values: { what: feared(conditionMessage(goal.survive, setup)) } };
  return { id: "goal.win" };
}

/**
 * Return a condition as what the opponent must not be able to do: "summon a legend".
 * @param {Message} message
 * @returns {Message}
 */
function feared({ id, values }) {
  const { parts } = values ?? {};
  const changed = Array.isArray(parts) ? { ...values, parts: parts.map((part) => feared(/** @type {Message} */ (part))) } : values;
  return { id: id.replace("goal.", "goal.feared."), values: changed };
}

/**
 * @param {Goal} goal
 * @returns {Message}
 */
function destructionMessage({ destroy, rank, upgraded }) {
  if (Array.isArray(destroy)) return { id: "goal.destroy.on", values: { squares: destroy } };
  return { id: `goal.destroy.${rank ?? (upgraded ? "upgraded" : "any")}`, values: { n: destroy } };
}

/**
 * @param {Record<string, string>} pieces by square
 * @param {Setup} setup
 * @returns {Message[]}
 */
function pieceMessages(pieces, setup) {
  return Object.entries(pieces).map(([square, wanted]) => pieceMessage(square, wanted, setup));
}

/**
 * @param {string} square
 * @param {string} wanted
 * @param {Setup} setup
 * @returns {Message}
 */
function pieceMessage(square, wanted, setup) {
  const [owner, rank] = wanted.split(" ");
  if (rank === undefined) return { id: "goal.empty", values: { square } };
  const piece = { id: `piece.${rank}`, values: { who: colorName(setup, Number(owner)) } };
  return { id: "goal.piece", values: { square, piece } };
}

/**
 * @param {Setup} setup
 * @param {number} seat from 1
 * @returns {Message | string}
 */
function playerName(setup, seat) {
  const { name } = setup.seats[seat - 1] ?? {};
  if (name) return name;
  if (!setup.teams) return colorMessage(setup, seat);
  return { id: "player.teammate", values: { color: colorMessage(setup, 2 - (seat % 2)), n: Math.floor((seat + 1) / 2) } };
}

/**
 * Return the name of the player of a color.
 * @param {Setup} setup
 * @param {number} owner from 1
 */
function colorName(setup, owner) {
  return setup.seats[owner - 1]?.name || colorMessage(setup, owner);
}

/**
 * @param {Setup} setup
 * @param {number} owner from 1
 * @returns {Message}
 */
function colorMessage(setup, owner) {
  return { id: `school.${setup.seats[owner - 1]?.school}.colour` };
}
