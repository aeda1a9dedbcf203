// A computer player in JavaScript, for Node 20: it takes what looks best at once.
//
//     python -m tashkalar arena "cmd:node examples/player.mjs" random --form duel
//
// The lines that it reads and writes are described in docs/protocol.md.

import { createInterface } from "node:readline";

// The first sign of a code says what it does; those that are missing here come last.
const WORTH = new Map([["=", 1000], ["*", 500], ["!", 450], ["+", 100], ["^", 50], [".", 10], [">", -1]]);
const RANKS = ["common", "heroic", "legendary"];
const HARMFUL = ["capture", "convert", "destroy", "downgrade", "leap-onto", "smash"];

let state = 1; // of the random numbers that decide between equal moves
let position = null;

function random(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % limit;
}

/** The color and the rank (1 to 3) of the piece on a square; nothing stands on others. */
function pieceOn(square) {
  const [color, rank] = (position.view.board[square] ?? "0 none").split(" ");
  return { isOwn: Number(color) === ownSeat().colour, rank: RANKS.indexOf(rank) + 1 };
}

function ownSeat() {
  return position.view.seats[position.view.seat - 1];
}

/** How good an answer to a question inside an effect looks; "no" is worth 0. */
function answerWorth(code) {
  const [from, to = from] = code.split("-");
  const { isOwn, rank } = pieceOn(to);
  if (code === "-") return 0;
  if (HARMFUL.includes(position.question.kind) || to !== from) return isOwn ? -rank : rank + 0.5;
  return isOwn ? rank : 0.5 - rank;
}

function worth(code) {
  const [, square] = code.split("@");
  if (square) return 700 - 10 * (pieceOn(square.slice(0, 2)).isOwn ? pieceOn(square.slice(0, 2)).rank : 0);
  if (WORTH.has(code[0])) {
    // Placed pieces gather around the middle, where patterns meet.
    const [column, row] = [code.charCodeAt(1) - 101, Number(code[2]) - 5];
    return WORTH.get(code[0]) - (code[0] === "+" ? Math.abs(column) + Math.abs(row) : 0);
  }
  return "~%".includes(code[0]) ? -5 : answerWorth(code);
}

function bestMove() {
  const worths = position.moves.map(worth);
  const best = Math.max(...worths);
  const equal = position.moves.filter((_, number) => worths[number] === best);
  return equal[random(equal.length)];
}

const COMMANDS = new Map([
  ["id", () => console.log("id 1 Greedy in JavaScript")],
  ["newgame", (seed) => { state = Number.parseInt(seed.slice(0, 8), 16) || 1; }],
  ["position", (text) => { position = JSON.parse(text); }],
  ["go", () => console.log(`bestplan ${bestMove()}`)],
  ["stop", () => {}], // it has always answered already
  ["quit", () => process.exit()],
]);

for await (const line of createInterface({ input: process.stdin })) {
  const [, word, rest] = /^(\S*) ?(.*)$/.exec(line);
  (COMMANDS.get(word) ?? (() => console.log(`error ${word}: unknown command`)))(rest);
}
