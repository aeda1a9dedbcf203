/* What a board inside another page hands over when it rests as a picture, and when it goes on: JSON in the address. */

import { all, root } from "../boot/dom.js";
import { asked } from "./address.js";

/**
 * @typedef {object} RestingBoard
 * @property {Record<string, any>} position that the picture shows: a scenario with the open hand
 * @property {RestingWords} words
 * @property {{ part: number }} [lesson] where a lesson goes on; the rest is Python's (features/embeds)
 *
 * @typedef {object} RestingWords the words beside the board as they stood
 * @property {string} language
 * @property {string} title
 * @property {string} text
 * @property {string} goalTitle
 * @property {string[]} goals
 * @property {string} prompt
 */

/** Return what a board has handed over, or null; an Error for what no board hands over. */
export function restingBoard() {
  const text = asked("resting");
  if (!text) return null;
  /** @type {RestingBoard} */
  const { position, words, lesson } = JSON.parse(text);
  if (typeof position !== "object" || !Array.isArray(words?.goals)) throw new Error("position and words are needed");
  return { position, words, lesson };
}

/**
 * Return the words that stand beside a board that Python plays.
 * @param {string} title of what the board shows
 * @returns {RestingWords}
 */
export function shownWords(title) {
  const isLesson = "lesson" in document.body.dataset;
  const goals = Array.from(all("#lesson:not([hidden]) :is(#lesson-goals > *, #lesson-status)"), ({ textContent }) => String(textContent).trim());
  return {
    language: root.lang,
    title: isLesson ? textOf("#coach-title") : title,
    text: textOf(isLesson ? "#coach-text" : "#lesson:not([hidden]) #lesson-text"),
    goalTitle: textOf("#lesson:not([hidden]) #lesson-title"),
    goals: goals.filter(Boolean),
    prompt: root.dataset.embed === "replay" ? `${textOf("#replay-turn")}\n${textOf("#replay-text")}` : textOf("#prompt-text"),
  };
}

/** @param {string} selector */
function textOf(selector) {
  return String(all(selector)[0]?.textContent ?? "").trim();
}
