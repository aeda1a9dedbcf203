/* The silent turn on the start screen, which the engine has played (tools/demonstration.py): five steps that end in a
   legend. It is shown over the empty board twice; then its last position stays, and the page and its processor are
   still. Without motion that position is shown from the beginning. The scenes are fetched after the first paint. */

import { animation } from "./animation.js";
import { isStill } from "./motion.js";

/** @typedef {import("./animation.js").Scene} Scene */

const FILE = "./static/start/turn.json";
const PAUSE_MS = 1500; // between two times
const TIMES = 2;

/** @type {Scene[]} */
let scenes = [];
let isWanted = false;
let isPlaying = false;
let times = 0; // that it has been played since a game was shown
let timer = 0;

function play() {
  window.clearTimeout(timer);
  if (!isWanted || document.body.dataset.screen !== "start") return;
  const still = isStill() || times >= TIMES;
  times += 1;
  const last = { ...scenes[scenes.length - 1], lasts: -1 };
  isPlaying = animation.play(JSON.stringify(still ? [last] : scenes), false, still);
}

document.addEventListener("tashkalar-scene", (event) => {
  if (!isPlaying || /** @type {CustomEvent} */ (event).detail >= 0) return;
  isPlaying = false;
  if (isWanted) timer = window.setTimeout(play, PAUSE_MS);
});

// A film ends when the size of the window changes. The turn goes over to its last position: the board is never empty
// while somebody pulls at the window, and nothing begins again.
window.addEventListener("resize", () => {
  if (!isWanted) return;
  times = TIMES;
  window.clearTimeout(timer);
  timer = window.setTimeout(play);
});

/** Show the turn on the start screen, or a game in its place. @param {boolean} isShown */
export async function demonstrate(isShown) {
  isWanted = isShown;
  if (!isShown) {
    times = 0;
    window.clearTimeout(timer);
    if (isPlaying) animation.stop();
    return;
  }
  try {
    if (!scenes.length) scenes = await (await fetch(FILE)).json();
  } catch (_) {
    return; // nothing depends on it
  }
  if (!isPlaying) play();
}
