/* Lets the board grow from its place on the start screen to its place on the table. Nothing on it can be pressed before it
   stands still: the release of a button would meet another square. */

import { isStill } from "./motion.js";

const GROWTH_MS = 280;
/** @type {DOMRect | null} */
let placeAtStart = null; // when something was pressed on the start screen

/** @returns {HTMLElement | null} */
function findBoard() {
  return document.getElementById("board");
}

function notePlace() {
  placeAtStart = document.body.dataset.screen === "start" ? findBoard()?.getBoundingClientRect() ?? null : null;
}

function onScreenChanged() {
  const from = placeAtStart;
  placeAtStart = null;
  const board = findBoard();
  if (document.body.dataset.screen !== "game" || !from?.width || !board || isStill()) return;
  const to = board.getBoundingClientRect();
  if (!to.width) return;
  const move = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const always = { transformOrigin: "0 0", pointerEvents: "none" };
  board.animate([{ ...always, transform: move }, { ...always, transform: "none" }], { duration: GROWTH_MS, easing: "ease-out" });
}

for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, notePlace, true);
new MutationObserver(onScreenChanged).observe(document.body, { attributes: true, attributeFilter: ["data-screen"] });
