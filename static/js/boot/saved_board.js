/* Draws the game going on from its save, so that it stands on the board in the first paint: its pieces, no hand. Python draws
   it again, from the moves; a game that Python does not open is taken off the board. */

import { all, root } from "./dom.js";
import { savedGameToCome } from "./first_screen.js";
import { drawPiece, drawPieces } from "./pieces.js";

const OLD_FORM = "high-form"; // of the board in the HTML

/**
 * Return the position at the end of a save: before the move that has been begun.
 * @param {string} text of a saved game
 */
function savedPosition(text) {
  const { setup: { form, schools }, checkpoint } = JSON.parse(JSON.parse(text).game);
  /** @type {(squares: string) => string[]} */
  const list = (squares) => squares.split(" ").filter(Boolean);
  const [heroic, legendary] = [list(checkpoint.heroic), list(checkpoint.legendary)];
  /** @type {(square: string) => string} */
  const rankOf = (square) => (heroic.includes(square) ? "heroic" : legendary.includes(square) ? "legendary" : "common");
  /** @type {import("./pieces.js").Piece[]} */
  const pieces = checkpoint.colours.flatMap((/** @type {string} */ squares, /** @type {number} */ at) => list(squares).map((square) => ({
    square, owner: at + 1, rank: rankOf(square), school: schools[at],
  })));
  return { form, pieces };
}

/**
 * Return the position of a save; null if it cannot be read: Python says what is wrong with it.
 * @param {string} text
 */
function positionOrNull(text) {
  try {
    return savedPosition(text);
  } catch (_) {
    return null;
  }
}

/** Take the game off the board if Python has not drawn it again. */
function clearWhenReady() {
  const early = Array.from(all("#board-grid [data-piece]"));
  const observer = new MutationObserver(() => {
    if (root.dataset.app !== "ready") return;
    observer.disconnect();
    if (early.some((piece) => piece.isConnected)) drawPieces({ form: OLD_FORM, pieces: [], gateway: null });
  });
  observer.observe(root, { attributes: true, attributeFilter: ["data-app"] });
}

const text = savedGameToCome();
const position = text && positionOrNull(text);
if (position) {
  let { pieces } = position;
  // The browser may paint before it has read the whole board.
  const observer = new MutationObserver(() => {
    document.getElementById("board")?.setAttribute("data-form", position.form);
    pieces = pieces.filter((piece) => !drawPiece(piece));
    if (!document.getElementById("board-overlay")) return; // it follows the squares
    observer.disconnect();
    clearWhenReady();
  });
  observer.observe(root, { childList: true, subtree: true });
}
