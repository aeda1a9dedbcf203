/* Chooses the screen that is painted first, from the address and the saved games, so that nothing moves when
   Python has started. */

import { hasParameter, isEmbedded, parameter, queryValue } from "./address.js";
import { all, root, whenParsed } from "./dom.js";

const GAME_KEY = "tashkalar.game.v1.";
const PARAMETERS = ["embed", "scenario", "record"];
const PLACES = { play: "play", library: "library", you: "you", games: "you" }; // by the name in the address
/** @type {Record<string, { here: boolean, parameters: { name: string, order: number, screen: string }[] }>} */
const FEATURES = JSON.parse(root.dataset.features ?? "{}");

/** Return the parameter of a feature that decides; nothing if the address has none. */
function askedOfFeature() {
  const parameters = Object.values(FEATURES).flatMap((row) => (row.here ? row.parameters : []));
  return parameters.sort((a, b) => a.order - b.order).find(({ name }) => hasParameter(name));
}

function firstScreen() {
  if (PARAMETERS.some(hasParameter)) return "game";
  const asked = askedOfFeature();
  if (asked) return asked.screen;
  const place = placeOfHome();
  if (place) return place === "play" ? "start" : "learn";
  return asksForGame() || gameGoingOn() ? "game" : "start";
}

/** Return the place of the home that the address asks for; "" for none. */
function placeOfHome() {
  return Object.entries(PLACES).find(([name]) => hasParameter(name))?.[1] ?? "";
}

/** Show which place of the home the page begins with: its list, and the way to it. */
whenParsed(() => {
  const place = document.body.dataset.screen === "start" ? "play" : askedOfFeature()?.name ?? placeOfHome();
  if (all(`[data-list="${CSS.escape(place)}"]`).length) for (const list of all(".list-screen")) list.hidden = list.dataset.list !== place;
  all(`.places [data-leads-to="${CSS.escape(place)}"]`)[0]?.setAttribute("aria-current", "page");
});

/**
 * Return the screen, or the position that will be on the board: the key of a saved game with the number of its save, or
 * that of a new game; "" while nobody can know it.
 */
export function positionToCome() {
  const screen = firstScreen();
  if (screen !== "game") return screen;
  if (PARAMETERS.some(hasParameter) || askedOfFeature()) return "";
  return asksForGame() ? "new@0" : String(gameGoingOn());
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

/** Return the text of the saved game that will be on the board, or "". */
export function savedGameToCome() {
  const key = positionToCome().replace(/@\d+$/, "");
  return (key.startsWith(GAME_KEY) && window.localStorage.getItem(key)) || "";
}

/** Return the unfinished game of this tab, else the one that was saved last: its key, and the number of its save. */
function gameGoingOn() {
  try {
    const { localStorage: stored } = window;
    const texts = Object.keys(stored).filter((key) => key.startsWith(GAME_KEY)).map((key) => [key, String(stored.getItem(key))]);
    const saves = texts.filter(([, text]) => text.includes('"over":false') && !text.includes('"study":"')).map(([key, text]) => /** @type {const} */ ([
      key,
      Number(/"order":(\d+)/.exec(text)?.[1]),
    ]));
    const own = saves.find(([key]) => String(window.history.state).endsWith(`game:${key.slice(GAME_KEY.length)}`));
    const last = own ?? saves.reduce((best, save) => (save[1] > best[1] ? save : best), saves[0]);
    return last && last.join("@");
  } catch (_) {
    return "";
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
