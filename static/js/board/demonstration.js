/* The silent turn on the start screen, which the engine has played (tools/demonstration.py): five steps that end in a
   legend. It is shown over the empty board again and again, on a phone in the picture of the lessons. Without motion its
   last position is a still picture. The scenes are fetched after the first paint. */

import { animation } from "./animation.js";

/** @typedef {import("./animation.js").Scene} Scene */
/** @typedef {import("./animation.js").Look} Look */

const FILE = "./static/start/turn.json";
const PAUSE_MS = 1500; // between two times
const [LEFT, TOP, COLUMNS, ROWS] = [200, 200, 5, 6]; // the part of the board in the picture: c2 to g7
const FILES = "abcdefghi";

/** @type {Scene[]} */
let scenes = [];
let isWanted = false;
let isPlaying = false;
let timer = 0;

/** @returns {boolean} whether nothing may move */
function isStill() {
  const { motion = "auto" } = document.documentElement.dataset;
  return motion === "off" || (motion === "auto" && window.matchMedia("(prefers-reduced-motion: reduce)").matches);
}

function play() {
  window.clearTimeout(timer);
  if (!isWanted || document.body.dataset.screen !== "start") return;
  const still = isStill();
  const last = { ...scenes[scenes.length - 1], lasts: -1 };
  isPlaying = animation.play(JSON.stringify(still ? [last] : scenes), false, still);
  if (!isPlaying) playSmall(still ? scenes.length - 1 : 0);
}

/** Show the positions between the steps in the small picture, one after another. @param {number} number */
function playSmall(number) {
  if (!isWanted || document.body.dataset.screen !== "start") return;
  const picture = document.querySelector(".picture");
  if (!picture) return;
  if (!scenes[number].acts.length) drawSmall(picture, scenes[number].differs);
  if (isStill()) return;
  const next = (number + 1) % scenes.length;
  timer = window.setTimeout(() => playSmall(next), scenes[number].acts.length ? 0 : Math.max(900, scenes[number].lasts));
}

/** @param {Element} picture @param {Scene["differs"]} board */
function drawSmall(picture, board) {
  picture.setAttribute("viewBox", `${LEFT} ${TOP} ${COLUMNS * 100} ${ROWS * 100}`);
  const squares = Array.from({ length: COLUMNS * ROWS }, (_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    return use("#pat-cell", LEFT + column * 100, TOP + row * 100);
  });
  const stones = Object.entries(board).flatMap(([square, look]) => {
    const [x, y] = [FILES.indexOf(square[0]) * 100, (9 - Number(square[1])) * 100];
    const isInside = x >= LEFT && x < LEFT + COLUMNS * 100 && y >= TOP && y < TOP + ROWS * 100;
    return look && isInside ? [smallStone(look, x, y)] : [];
  });
  picture.replaceChildren(...squares, ...stones);
}

/** @param {string} address @param {number} x @param {number} y */
function use(address, x, y) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", "use");
  for (const [name, value] of Object.entries({ href: address, x, y })) node.setAttribute(name, String(value));
  return node;
}

/** @param {Look} look @param {number} x @param {number} y */
function smallStone([school, rank, emblem], x, y) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("tpl-being-piece"));
  const node = /** @type {Element} */ (/** @type {Element} */ (template.content.querySelector("g")).cloneNode(true));
  const stone = /** @type {Element} */ (node.querySelector(".stone"));
  node.setAttribute("transform", `translate(${x} ${y})`);
  for (const part of [node, stone]) part.setAttribute("data-school", school);
  stone.setAttribute("data-rank", rank);
  stone.removeAttribute("data-piece");
  stone.querySelector(".body")?.setAttribute("href", `#stone-${rank}`);
  stone.querySelector(".sigil")?.setAttribute("href", `#sigil-${school}`);
  node.toggleAttribute("data-emblem", Boolean(emblem));
  if (emblem) stone.querySelector(".card-emblem")?.setAttribute("href", emblem);
  return node;
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
