/* What is wrong with a position or lesson, as far as it can be seen without the rules: with its form, which the build
   writes (`form_data.py`). Python reads both again before anybody plays. */

import { boardData } from "./data.js";
import { ScenarioError, isObject } from "../frame/position.js";

/**
 * @typedef {Record<string, any>} Fields
 * @typedef {string | [string, ...any[]]} Shape its kind and what its check needs, or the id of such a shape
 *
 * @typedef {object} Scope
 * @property {number} seats
 * @property {number} colors
 * @property {Record<string, string[]>} known ids of the catalogue, by kind: others are not looked up
 *
 * @typedef {(value: any, place: string, scope: any, ...parts: any[]) => void} Check throws a ScenarioError
 */

const MOST_PLAYERS = 4;
const PLAIN_KEY = /^[\w-]{1,40}$/;
const RANKS = ["common", "heroic", "legendary"];
/** @type {{ shapes: Map<string, Shape>, players: Map<string, [number[], number[]]> }} */
let forms = { shapes: new Map(), players: new Map() };

/** @type {Map<string, Check>} by the kind of a shape */
const CHECKS = new Map(Object.entries({
  flag: (value, place) => expect(typeof value === "boolean", place, "true or false is needed"),
  constant(value, place, _, wanted, type, fault) {
    expect(typeof value === typeof wanted, place, `${type} is needed`);
    expect(value === wanted, place, fault);
  },
  number: (value, place, _, lowest, highest) => checkNumber(value, place, lowest, highest),
  ordinal: (value, place, scope, of, lowest) => checkNumber(value, place, lowest, scope[of]),
  text(value, place, _, longest, pattern, fault) {
    expect(typeof value === "string", place, "a text is needed");
    expect(value.length <= longest || [...value].length <= longest, place, `longer than ${longest} characters`);
    expect(new RegExp(pattern, "s").test(value), place, fault);
  },
  choice(value, place, _, words) {
    expect(typeof value === "string", place, "a text is needed");
    expect(words.includes(value), place, notKnown(value, words));
  },
  card(value, place, { known }, of, pattern) {
    expect(typeof value === "string", place, "a text is needed");
    const isOfPack = pattern !== "" && new RegExp(pattern).test(value);
    expect(isOfPack || !known[of] || known[of].includes(value), place, notKnown(value, known[of]));
  },
  piece(value, place, { colors }, words) {
    expect(typeof value === "string", place, "a text is needed");
    if (words.includes(value)) return;
    const [, owner, rank] = /^([0-9]*) ?(.*)$/s.exec(value) ?? [];
    expect(Number(owner) >= 1 && Number(owner) <= colors, place, `the owner must be a number from 1 to ${colors}`);
    expect(RANKS.includes(rank), place, `the rank must be one of ${RANKS.join(", ")}`);
  },
  list(value, place, scope, item, least, most, few, many, isSet, isOne, first) {
    if (isOne && typeof value === "string") return check(value, place, scope, item);
    expect(Array.isArray(value), place, "a list is needed");
    expect(value.length <= most, place, many || `more than ${most} entries`);
    const hasFirst = !first.length || !isObject(value[0]) || first.some((/** @type {string} */ key) => Object.hasOwn(value[0], key));
    expect(value.length >= least && hasFirst, place, few);
    value.forEach((/** @type {unknown} */ one, /** @type {number} */ number) => {
      check(one, `${place}[${number}]`, scope, item);
      expect(!isSet || value.indexOf(one) === number, `${place}[${number}]`, `${quote(one)} is named twice`);
    });
  },
  map(value, place, scope, keysOf, keys, faultOfKey, entry, least, most, fault) {
    const entries = Object.entries(objectAt(value, place));
    expect(entries.length >= least && entries.length <= most, place, fault);
    const pattern = new RegExp(keysOf ? `^[1-${scope[keysOf]}]$` : keys);
    for (const [key, one] of entries) {
      expect(pattern.test(key), inside(place, key), faultOfKey);
      check(one, inside(place, key), scope, entry);
    }
  },
  form(value, place, scope, fields, needed, apart) {
    const unknown = Object.keys(objectAt(value, place)).find((key) => !Object.hasOwn(fields, key));
    expect(unknown === undefined, inside(place, unknown ?? ""), `is not known; there are ${Object.keys(fields).join(", ")}`);
    checkFields(value, place, scope, fields, needed, apart);
  },
  kinds(value, place, scope, kinds, fault, beside, needed, apart, only, never, barred) {
    const [kind, ...others] = Object.keys(objectAt(value, place)).filter((key) => Object.hasOwn(kinds, key) || Object.hasOwn(barred, key));
    expect(kind !== undefined && others.length === 0, place, fault);
    const [faultOfKind, isOfKey] = Object.hasOwn(barred, kind) ? barred[kind] : [""];
    expect(!faultOfKind, isOfKey ? inside(place, kind) : place, faultOfKind);
    for (const key of Object.keys(value)) {
      const isBeside = key === kind || Object.hasOwn(beside, key);
      const [onlyKind, type, faultElsewhere] = Object.hasOwn(only, key) ? only[key] : [kind, typeOf(value[kind])];
      expect(isBeside, inside(place, key), `is not known; there are ${[kind, ...Object.keys(beside)].join(", ")}`);
      expect(!Object.hasOwn(never, kind) || never[kind][0] !== key, inside(place, key), never[kind]?.[1]);
      expect(kind === onlyKind && typeOf(value[kind]) === type, inside(place, key), faultElsewhere);
    }
    checkFields(value, place, scope, { [kind]: kinds[kind], ...beside }, needed, apart);
  },
  either(value, place, scope, shapes) {
    const shape = shapes.find((/** @type {[string, string, Shape]} */ [type]) => type === typeOf(value));
    expect(shape, place, `${shapes.map((/** @type {[string, string, Shape]} */ [, words]) => words).join(" or ")} is needed`);
    check(value, place, scope, shape[2]);
  },
}));

/** Fetch the forms, before anything is checked. */
export async function loadForms() {
  setForms(await boardData("forms"));
}

/** @param {{ shapes: Record<string, Shape>, players: Record<string, [number[], number[]]> }} data */
export function setForms({ shapes, players }) {
  forms = { shapes: new Map(Object.entries(shapes)), players: new Map(Object.entries(players)) };
}

/**
 * Check a value by the name of its form.
 * @param {string} form
 * @param {unknown} value
 * @param {string} [place] of it
 * @param {Record<string, string[]>} [known]
 * @throws {ScenarioError}
 */
export function checkForm(form, value, place = "", known = {}) {
  check(value, place, { seats: MOST_PLAYERS, colors: MOST_PLAYERS, known }, form);
}

/**
 * @param {any} value
 * @param {string} place
 * @param {Scope} scope
 * @param {Shape} shape
 */
function check(value, place, scope, shape) {
  const [kind, ...parts] = (typeof shape === "string" ? forms.shapes.get(shape) : shape) ?? [""];
  CHECKS.get(kind)?.(value, place, shape === "scenario" && isObject(value) ? scopeInside(value, scope) : scope, ...parts);
}

/**
 * Return the scope with the seats and colors that play. A pack has cards that are not known here.
 * @param {Fields} scenario
 * @param {Scope} scope
 */
function scopeInside({ form, seats, teams }, scope) {
  const counts = forms.players.get(form)?.[Number(teams === true)] ?? [];
  if (!Array.isArray(seats) || !counts.includes(seats.length)) return scope;
  const hasPack = seats.some((seat) => String(seat?.school).startsWith("x-"));
  const known = hasPack ? { school: scope.known.school } : scope.known;
  return { seats: seats.length, colors: teams === true ? 2 : seats.length, known };
}

/**
 * @param {string} value
 * @param {string[]} [words]
 */
function notKnown(value, words = []) {
  return `${quote(value)} is not known (${words.length > 12 ? "see the catalogue" : words.join(", ")})`;
}

/**
 * @param {unknown} value
 * @param {string} place
 * @param {number} lowest
 * @param {number} highest
 */
function checkNumber(value, place, lowest, highest) {
  expect(Number.isInteger(value), place, "a whole number is needed");
  expect(lowest <= Number(value) && Number(value) <= highest, place, `${value} is not between ${lowest} and ${highest}`);
}

/**
 * @param {Fields} value
 * @param {string} place
 * @param {Scope} scope
 * @param {Record<string, Shape>} fields
 * @param {string[]} needed
 * @param {[string, string, string]} apart
 */
function checkFields(value, place, scope, fields, needed, [one, other, fault]) {
  for (const key of needed) expect(Object.hasOwn(value, key), inside(place, key), "is missing");
  expect(!Object.hasOwn(value, one) || !Object.hasOwn(value, other), inside(place, other), fault);
  for (const [key, shape] of Object.entries(fields)) {
    if (Object.hasOwn(value, key)) check(value[key], inside(place, key), scope, shape);
  }
}

/**
 * @param {unknown} isRight
 * @param {string} place
 * @param {string} fault
 */
function expect(isRight, place, fault) {
  if (!isRight) throw new ScenarioError(`${place || "scenario"}: ${fault}`);
}

/**
 * @param {unknown} value
 * @param {string} place
 */
function objectAt(value, place) {
  if (isObject(value)) return value;
  throw new ScenarioError(`${place || "scenario"}: an object is needed`);
}

/** @param {unknown} value */
function typeOf(value) {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}

/**
 * @param {string} place
 * @param {string} key
 */
function inside(place, key) {
  const name = PLAIN_KEY.test(key) ? key : quote(key);
  return place ? `${place}.${name}` : name;
}

/** @param {unknown} value */
function quote(value) {
  return String(JSON.stringify(value)).slice(0, 40);
}

/**
 * Check a lesson: its form, and that a lesson that brings words has them for every line.
 * @param {Fields} lesson
 * @throws {ScenarioError}
 */
export function checkLesson(lesson) {
  checkForm("lesson", lesson);
  const { parts, words } = lesson;
  if (words) parts.forEach((/** @type {Fields} */ part, /** @type {number} */ number) => checkLines(part, `parts[${number}]`, Object.values(words)));
}

/**
 * @param {Fields} part
 * @param {string} place
 * @param {Fields[]} words by language
 */
function checkLines({ coach = [], mistakes = [], done, hint = [] }, place, words) {
  const said = [...coach, ...mistakes].map((/** @type {Fields} */ line) => line.say);
  for (const line of [...said, ...hint, ...(done ? [done] : [])]) {
    expect(words.some((texts) => Object.hasOwn(texts, line)), place, `the line ${quote(line)} has no words`);
  }
}
