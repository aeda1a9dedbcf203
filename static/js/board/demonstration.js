/* The silent turn on the start screen, which the engine has played (tools/demonstration.py): five steps that end in a
   legend. It is shown over the empty board again and again. Without motion its last position is a still picture. The
   scenes are fetched after the first paint. */

import { animation } from "./animation.js";
import { isStill } from "./motion.js";

/** @typedef {import("./animation.js").Scene} Scene */

const FILE = "./static/start/turn.json";
const PAUSE_MS = 1500; // between two times

/** @type {Scene[]} */
let scenes = [];
let isWanted = false;
let isPlaying = false;
let timer = 0;

function play() {
  window.clearTimeout(timer);
  if (!isWanted || document.body.dataset.screen !== "start") return;
  const still = isStill();
  const last = { ...scenes[scenes.length - 1], lasts: -1 };
  isPlaying = animation.play(JSON.stringify(still ? [last] : scenes), false, still);
}

document.addEventListener("tashkalar-scene", (event) => {
  if (!isPlaying || /** @type {CustomEvent} */ (event).detail >= 0) return;
  isPlaying = false;
  if (isWanted) timer = window.setTimeout(play, PAUSE_MS);
});

/** Show the turn on the start screen, or a game in its place. @param {boolean} isShown */
export async function demonstrate(isShown) {
  isWanted = isShown;
  if (!isShown) {
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
