/* Which boards of a page have been used last: at most two of them run Python, the others rest as pictures. The element
   <tash-kalar> keeps count of its own boards; boards in plain frames tell each other. */

import { post } from "./page_around.js";

const MOST_RUNNING = 2;
const USED = { source: "tash-kalar-board", version: 1, type: "used" };

/**
 * Tell the page around, and the boards beside this one, whenever this board is used.
 * @param {() => void} rest called when as many other boards have been used since as may run
 */
export function noteUseOfBoards(rest) {
  /** @type {Set<MessageEventSource>} */
  const usedSince = new Set();
  const use = () => {
    usedSince.clear();
    post("used");
    if (window.origin === "null") return; // nobody could know who speaks
    for (let at = 0; at < window.parent.length; at += 1) window.parent[at].postMessage(USED, window.origin);
  };
  window.addEventListener("message", ({ data, source, origin }) => {
    if (origin !== window.origin || !source || source === window || data?.source !== USED.source || data.type !== USED.type) return;
    usedSince.add(source);
    if (usedSince.size >= MOST_RUNNING) rest();
  });
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, use, true);
  use();
}
