/* A card, a task or a section of the rules in a frame, from the catalogues of the game. */

import { byId, root } from "../boot/dom.js";
import { asked, query } from "../frame/address.js";
import { fetchText } from "../frame/files.js";
import { CONTENTS, chosenContents } from "../frame/names.js";
import { diagramPicture, diagramsOf } from "./diagrams.js";
import { cardData, patternPicture } from "./hand.js";
import { text } from "./words.js";

const KINDS = ["card", "task", "rule"];

/**
 * @typedef {object} Reference
 * @property {string} title
 * @property {{ text: string, isMeant?: boolean, number?: string }[]} paragraphs
 * @property {SVGElement | Element | null} picture
 * @property {string} kind what stands under the title
 * @property {string} fragment of the full app's address
 * @property {Position[]} positions that can be tried, of the diagrams of a section
 *
 * @typedef {{ diagram: import("./diagrams.js").Diagram, caption: string, file: string }} Position
 */

/** Return the kind of reference that the address asks for, or "". */
export function askedReference() {
  const { shown } = chosenContents(CONTENTS.filter(asked));
  return KINDS.find((kind) => shown.includes(kind)) ?? "";
}

/**
 * Show the card, task or rule that the address names; return false if there is none.
 * @param {string} kind
 * @param {string} language
 */
export async function showReference(kind, language) {
  const name = asked(kind).trim();
  const file = kind === "rule" ? "rules" : "cards";
  /** @type {Record<string, string>} */
  const words = JSON.parse(await fetchText(`./static/locale/${language}/${file}.json`));
  const word = (/** @type {string} */ id) => (Object.hasOwn(words, id) ? words[id] : "");
  const reference = kind === "rule" ? await ruleReference(name, word, language) : await cardReference(name, word);
  if (!reference) return false;
  write(reference);
  return true;
}

/** @typedef {(id: string) => string} Word */

/**
 * @param {string} id
 * @param {Word} word
 * @returns {Promise<Reference | null>}
 */
async function cardReference(id, word) {
  const { beings } = await cardData();
  const kind = word(`card.${id}.name`) ? "card" : "task";
  const title = word(`${kind}.${id}.name`);
  if (!title) return null;
  const being = Object.hasOwn(beings, id) ? beings[id] : null;
  const lines = ["warp", "text", "frozen", "upper", "lower"].map((line) => ({ text: word(`${kind}.${id}.${line}`) }));
  const notes = [];
  for (let n = 1; word(`${kind}.${id}.note.${n}`); n += 1) notes.push({ text: word(`${kind}.${id}.note.${n}`), number: "•" });
  return {
    title,
    kind: being ? text(`rank.${being.rank}`) : "",
    paragraphs: [...lines.filter((line) => line.text), ...notes],
    picture: being ? patternPicture(being, being.school || "northern") : null,
    fragment: kind === "card" ? `card/${id}` : "rules/highform",
    positions: [],
  };
}

/**
 * Find a section by its name, such as `summon`, or by the number of a rule in it, such as `7.3` or `R7.3`.
 * @param {string} name
 * @param {Word} word
 * @param {string} language
 * @returns {Promise<Reference | null>}
 */
async function ruleReference(name, word, language) {
  const { rules } = await cardData();
  const number = name.replace(/^R/i, "");
  const isIn = (/** @type {string} */ numbers) => numbers.split(" ").includes(number);
  const section = Object.hasOwn(rules, name) ? name : Object.keys(rules).find((one) => rules[one].some(isIn));
  if (!section) return null;
  const paragraphs = [];
  for (let n = 1; word(`rules.${section}.${n}`); n += 1) {
    const numbers = rules[section][n - 1] ?? "";
    paragraphs.push({ text: word(`rules.${section}.${n}`), isMeant: isIn(numbers), number: numbers });
  }
  const positions = await positionsOf(section, language);
  return { title: word(`rules.${section}.title`), kind: "", paragraphs, picture: null, fragment: `rules/${section}`, positions };
}

/**
 * Return the positions of the diagrams of a section.
 * @param {string} section
 * @param {string} language
 */
async function positionsOf(section, language) {
  /** @type {Record<string, string>} */
  const words = JSON.parse(await fetchText(`./static/locale/${language}/terms.json`));
  const diagrams = await diagramsOf(section);
  return diagrams.map((diagram, number) => ({
    diagram,
    caption: words[`diagram.${diagram.caption}`],
    file: `static/diagrams/${section}-${number + 1}.json`,
  }));
}

/** @param {Reference} reference */
function write({ title, kind, paragraphs, picture, fragment, positions }) {
  root.dataset.shows = "reference";
  byId("reference-title").textContent = title;
  byId("reference-kind").textContent = kind;
  byId("reference-picture").replaceChildren(...(picture ? [picture] : []));
  byId("reference-text").replaceChildren(...paragraphs.map(paragraphItem));
  byId("reference-tries").replaceChildren(...positions.map(positionItem));
  const link = byId("embed-open");
  const address = new URL("./", window.location.href);
  if (root.lang !== "en") address.searchParams.set("lang", root.lang);
  address.hash = fragment;
  link.setAttribute("href", address.href);
}

/** @param {Reference["paragraphs"][number]} paragraph */
function paragraphItem({ text: words, isMeant, number }) {
  const item = document.createElement("p");
  item.textContent = words;
  if (isMeant) item.setAttribute("data-meant", "");
  if (number) {
    const place = document.createElement("small");
    place.textContent = number;
    item.prepend(place, " ");
  }
  return item;
}

/**
 * Return a diagram with a link that shows its position in this frame, in the place of the rule.
 * @param {Position} position
 */
function positionItem({ diagram, caption, file }) {
  const item = document.createElement("li");
  const words = document.createElement("p");
  words.textContent = caption;
  const link = document.createElement("a");
  const address = new URL("./board.html", window.location.href);
  for (const [name, value] of query) if (name !== "rule") address.searchParams.set(name, value);
  address.searchParams.set("scenario", file);
  link.href = address.href;
  link.textContent = text("rule.try");
  link.setAttribute("aria-label", text("rule.try.of", { what: caption }));
  item.append(diagramPicture(diagram), words, link);
  return item;
}
