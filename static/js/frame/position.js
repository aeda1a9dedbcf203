/* Reads the position of a scenario and draws it on an embedded board, without Python. Only what drawing needs is checked
   here, not the rules; Python reads the scenario again before anybody plays it. */

import { drawPieces, squareOf } from "../boot/pieces.js";

/**
 * @typedef {object} Position
 * @property {string} form
 * @property {Piece[]} pieces
 * @property {string | null} gateway a square
 * @property {TextByLanguage} text
 * @property {unknown} goal
 *
 * @typedef {import("../boot/pieces.js").Piece} Piece
 * @typedef {Record<string, string>} TextByLanguage the key is "" if no language is named
 */

const FORMS = (document.documentElement.dataset.forms ?? "").split(" ");
const RANKS = ["common", "heroic", "legendary"];
const NAME = /^[a-z0-9-]{1,40}$/;

/** A scenario that cannot be drawn; the message names the place in it. */
export class ScenarioError extends Error {}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Return what to draw for a scenario given as text.
 * @param {string} text
 * @returns {Position}
 * @throws {ScenarioError}
 */
export function readPosition(text) {
  const scenario = parsed(text);
  const { form, gateway, goal } = scenario;
  if (typeof form !== "string" || !FORMS.includes(form)) throw new ScenarioError(`form: one of ${FORMS.join(", ")} is needed`);
  const schools = schoolsOf(scenario.seats);
  return {
    form,
    pieces: piecesOf(scenario.board, schools, scenario.teams === true ? 2 : schools.length),
    gateway: typeof gateway === "string" && squareOf(gateway) ? gateway : null,
    text: readTexts(scenario.text, "text"),
    goal,
  };
}

/** @param {string} text */
function parsed(text) {
  let scenario;
  try {
    scenario = JSON.parse(text);
  } catch (error) {
    throw new ScenarioError(`scenario: not JSON (${/** @type {Error} */ (error).message})`);
  }
  if (!isObject(scenario)) throw new ScenarioError("scenario: an object is needed");
  return scenario;
}

/** @param {unknown} seats */
function schoolsOf(seats) {
  if (!Array.isArray(seats) || seats.length < 2 || seats.length > 4) throw new ScenarioError("seats: two to four are needed");
  return seats.map((seat, number) => {
    const school = isObject(seat) ? seat.school : undefined;
    if (typeof school !== "string" || !NAME.test(school)) throw new ScenarioError(`seats[${number}].school: a school is needed`);
    return school;
  });
}

/**
 * @param {unknown} board
 * @param {string[]} schools of the seats
 * @param {number} colors the number of colors that play
 */
function piecesOf(board, schools, colors) {
  if (!isObject(board)) throw new ScenarioError("board: an object is needed");
  return Object.entries(board).map(([square, piece]) => {
    if (!squareOf(square)) throw new ScenarioError(`board: ${JSON.stringify(square).slice(0, 40)} is not a square of the board`);
    const [number = "", rank = "", ...others] = typeof piece === "string" ? piece.split(" ") : [];
    const owner = Number(number);
    if (others.length || !/^[1-4]$/.test(number) || owner > colors || !RANKS.includes(rank)) {
      throw new ScenarioError(`board.${square}: an owner from 1 to ${colors} and a rank are needed, such as 1 heroic`);
    }
    return { square, owner, rank, school: schools[owner - 1] };
  });
}

/**
 * @param {unknown} value a text, or texts by language
 * @param {string} place of it in the scenario
 * @returns {TextByLanguage}
 */
function readTexts(value, place) {
  if (value === undefined) return {};
  if (typeof value === "string") return { "": value };
  if (!isObject(value)) throw new ScenarioError(`${place}: a text is needed`);
  for (const [language, text] of Object.entries(value)) {
    if (typeof text !== "string") throw new ScenarioError(`${place}.${language.slice(0, 20)}: a text is needed`);
  }
  return /** @type {TextByLanguage} */ (value);
}

/**
 * Return a text in a language, or else in English, or else in the first language.
 * @param {TextByLanguage} texts
 * @param {string} language
 */
export function textInLanguage(texts, language) {
  const found = [language, "en", "", ...Object.keys(texts)].find((tried) => Object.hasOwn(texts, tried));
  return found === undefined ? "" : texts[found];
}

/** @param {Position} position */
export function drawPosition(position) {
  document.body.dataset.form = position.form;
  drawPieces(position);
}
