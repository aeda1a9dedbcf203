/* Chooses the screen that is painted first, from the address and the saved games, so that nothing moves when
   Python has started. */

import { hasParameter, isEmbedded, parameter, queryValue } from "./address.js";
import { root } from "./dom.js";

const GAME_KEY = "tashkalar.game.v1.";

function firstScreen() {
  if (["embed", "scenario", "record", "study", "lesson", "puzzle"].some(hasParameter)) return "game";
  if (hasParameter("learn")) return "learn";
  return asksForGame() || hasGameGoingOn() ? "game" : "start";
}

/** Whether the address begins a game of a known form. */
function asksForGame() {
  return `${root.dataset.forms} ${root.dataset.presets}`.split(" ").includes(queryValue("form") ?? "");
}

function isLessonWithWholeGame() {
  return String(root.dataset.lessonGames).split(" ").includes(parameter("lesson"));
}

/** Whether the scenario may be a puzzle; the content of a file is not known yet. */
function isPuzzle() {
  const scenario = parameter("scenario").trim();
  return !scenario.startsWith("{") || /"(text|goal)"/.test(scenario);
}

function hasGameGoingOn() {
  try {
    const { localStorage: stored } = window;
    const keys = Object.keys(stored).filter((key) => key.startsWith(GAME_KEY));
    const texts = keys.map((key) => stored.getItem(key) ?? "");
    return texts.some((text) => text.includes('"over":false') && !text.includes('"study":"'));
  } catch (_) {
    return false;
  }
}

const observer = new MutationObserver(() => {
  if (!document.body) return;
  observer.disconnect();
  if (!isEmbedded && hasParameter("lesson")) document.body.dataset.lesson = isLessonWithWholeGame() ? "game" : "part";
  else if (!isEmbedded && hasParameter("puzzle")) document.body.toggleAttribute("data-puzzle", true);
  else if (!isEmbedded && hasParameter("scenario")) document.body.toggleAttribute("data-puzzle", isPuzzle());
  document.body.dataset.screen = firstScreen();
});
observer.observe(root, { childList: true });
