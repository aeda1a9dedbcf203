// The JavaScript page that the start is compared with: a chess board whose first legal moves can be played.
// esbuild bundles it with the npm packages chessground and chess.js, which no build of the game contains.

import { Chess, SQUARES } from "chess.js";
import { Chessground } from "chessground";

const chess = new Chess();
const place = /** @type {HTMLElement} */ (document.getElementById("board"));

/** @returns {Map<any, any[]>} the squares to which each piece can move */
function destinations() {
  const byOrigin = new Map();
  for (const square of SQUARES) {
    const moves = chess.moves({ square, verbose: true });
    if (moves.length) byOrigin.set(square, moves.map(({ to }) => to));
  }
  return byOrigin;
}

Chessground(place, {
  movable: { free: false, color: "white", dests: destinations() },
  trustAllEvents: true, // a script presses
});
performance.mark("tashkalar-ready");
